//! The end of a game, and the lists of scores.

use crate::phrase::{Phrase, phrases};

phrases! { Results;
    /// Above the scores of a game whose rules have changed since.
    OLDER_SCORES = "Scores by the older rules";
    /// The end of a game, for screen readers.
    GAME_OVER = "Game over";
    /// Its title.
    GAME_OVER_TITLE = "GAME OVER";
    /// Its title, where the goal was reached.
    FINISHED = "FINISHED";
    /// Why a game ended.
    WHY_NO_ROOM = "A new piece had no room to enter.";
    /// Why a game ended.
    WHY_ABOVE = "A piece locked above the board.";
    /// Why a game of Domino ended.
    WHY_NO_LIFE = "A row without a five took the last life.";
    /// Whose board ended a round, and why.
    lost_because(name: &str, why: Phrase) -> String = "{0}: {1}";
    /// Where a result stands in the list of the best.
    rank(place: u32) -> String = "Number {0} of your best games.";
    /// How far a result is from the best.
    points_short(points: u64) -> String = "{0} {0|point|points} short of your best.";
    /// How far a time is from the best.
    time_behind(time: &str) -> String = "{0} behind your best.";

    /// Before the score.
    FINAL_SCORE = "FINAL SCORE";
    /// A new best.
    NEW_HIGH_SCORE = "★ NEW HIGH SCORE! ★";
    /// Why a game is not in the list.
    FROM_POSITION = "Not ranked: the game started from a custom position.";
    /// Why a game is not in the list.
    GOAL_NOT_REACHED = "Not ranked: the goal was not reached.";
    /// Why a match is not in the list.
    WITH_HANDICAP = "Not counted: the match was played with garbage at the start.";
    /// How a score came about.
    PLAYED_WITH_HINTS = "Played with hints.";
    /// Starts again.
    PLAY_AGAIN = "PLAY AGAIN";
    /// Starts another match.
    REMATCH = "REMATCH";
    /// Starts the next round of a match.
    NEXT_ROUND = "NEXT ROUND";
    /// Leaves for the start screen.
    MAIN_MENU = "MAIN MENU";
    /// Shows the game again.
    WATCH_REPLAY = "Watch the replay";
    /// Copies a link to the same pieces.
    RACE_SEED = "Race this seed";

    /// What was counted, for screen readers.
    STATISTICS = "Statistics";
    /// A statistic.
    TIME = "Time";
    /// A statistic.
    PIECES = "Pieces";
    /// A statistic.
    PIECES_PER_SECOND = "Pieces per second";
    /// A statistic.
    SINGLES = "Singles";
    /// A statistic.
    DOUBLES = "Doubles";
    /// A statistic.
    TRIPLES = "Triples";
    /// A statistic.
    TETRISES = "Tetrises";
    /// A statistic of Domino.
    ROWS_OF_FIVES = "Rows of fives";
    /// A statistic of Domino.
    OTHER_ROWS = "Other rows";
    /// A statistic of Flip.
    FLIPS = "Flips";
    /// A statistic.
    FINESSE_FAULTS = "Finesse faults";

    /// A match against the computer or over a server is won.
    YOU_WIN = "YOU WIN";
    /// It is lost.
    YOU_LOSE = "YOU LOSE";
    /// A round of it is won.
    ROUND_WON = "ROUND WON";
    /// A round of it is lost.
    ROUND_LOST = "ROUND LOST";
    /// Who has won.
    wins(name: &str) -> String = "{0} WINS";
    /// Who has won a round.
    round_to(name: &str) -> String = "ROUND TO {0}";
    /// Rounds won by each.
    match_score(first: u8, second: u8) -> String = "{0} : {1}";
    /// Garbage sent.
    SENT = "SENT";

    /// Title of the list of scores.
    HIGH_SCORES_TITLE = "★ HIGH SCORES ★";
    /// Title of the list of matches.
    RESULTS_TITLE = "★ RESULTS ★";
    /// The list is empty.
    NO_SCORES = "No scores yet. Play a game!";
    /// A column.
    RANK = "RANK";
    /// A column.
    DATE = "DATE";
    /// A column.
    REPLAY = "REPLAY";
    /// A column.
    OPPONENT = "OPPONENT";
    /// A column.
    WON = "WON";
    /// A column.
    LOST = "LOST";
    /// A column.
    NAME = "NAME";
    /// A level of the computer in the list of matches.
    computer(level: u8, name: Phrase) -> String = "Computer {0}, {1}";
    /// Beside a score.
    WITH_HINTS = "with hints";
    /// Shows the replay of a score.
    WATCH = "Watch";
    /// The modes, for screen readers.
    MODES = "Modes";
    /// Leaves for the start screen.
    BACK_TO_MENU = "BACK TO MENU";
}
