//! A game in play.

use crate::numbers::ShortText;
use crate::phrase::{Phrase, phrases};

phrases! { Play;
    /// Offered where a board covers little of the window.
    LARGER_BOARD = "Larger board";
    /// A board, for screen readers.
    board(name: &str, columns: u8, rows: u8) -> String = "{0} board, {1} columns by {2} rows";
    /// The piece put aside.
    HOLD = "HOLD";
    /// The box for it, for screen readers.
    HOLD_EMPTY = "Hold, empty";
    /// The box with a piece, for screen readers.
    hold(piece: &str) -> ShortText = "Hold {0}";
    /// The box with a piece that cannot be swapped yet, for screen readers.
    hold_used(piece: &str) -> ShortText = "Hold {0}, used";
    /// The pieces to come.
    NEXT = "NEXT";
    /// The same, for screen readers.
    next(pieces: &str) -> ShortText = "Next: {0}";
    /// Between two pieces in a list.
    LIST_COMMA = ",";
    /// The sums of a Domino board, for screen readers.
    ROW_SUMS = "Row sums";

    /// A number beside the board.
    SCORE = "SCORE";
    /// A number beside the board.
    LEVEL = "LEVEL";
    /// The same, where there is little room.
    LEVEL_SHORT = "LVL";
    /// A number beside the board.
    LINES = "LINES";
    /// A number beside the board.
    LINES_LEFT = "LINES LEFT";
    /// A number beside the board.
    TIME = "TIME";
    /// The best score so far.
    BEST = "BEST";
    /// A number beside the board.
    LIVES = "LIVES";
    /// Whether Domino's streak is on.
    STREAK = "STREAK";
    /// It is.
    STREAK_ON = "ON ×2";
    /// It is not.
    STREAK_OFF = "OFF";
    /// How fast tiles fall.
    SPEED = "SPEED";
    /// Which way pieces fall.
    GRAVITY = "GRAVITY";
    /// One of the ways.
    GRAVITY_DOWN = "↓ DOWN";
    /// The other.
    GRAVITY_UP = "↑ UP";

    /// Over the board after a clear of four lines.
    TETRIS = "TETRIS!";
    /// Over the board after a clear with a spin.
    T_SPIN = "T-SPIN!";
    /// Over the board after a clear that leaves it empty.
    ALL_CLEAR = "ALL CLEAR!";
    /// Below such a word: what the clear was worth.
    points_gained(points: u64) -> ShortText = "+ {0} pts";
    /// Over the board.
    LEVEL_UP = "LEVEL UP!";
    /// Over the board at the end of Minimal.
    GAME_OVER_BARE = "GAME OVER!";
    /// Over the board when a hint begins with hold.
    HOLD_FIRST = "Hold first";

    /// A clear, announced.
    CLEAR_1 = "Single";
    /// A clear, announced.
    CLEAR_2 = "Double";
    /// A clear, announced.
    CLEAR_3 = "Triple";
    /// A clear, announced.
    CLEAR_4 = "Tetris";
    /// A clear and its points, announced.
    cleared(clear: Phrase, points: u64) -> ShortText = "{0}, {1} {1|point|points}";
    /// A new level, announced.
    level_reached(level: u32) -> ShortText = "Level {0}";
    /// The end, announced.
    game_over(score: u64) -> String = "Game over. Final score {0}";
    /// Rows of Domino with a five: the sum, and the lives gained.
    fives_plain(sum: u32, lives: i64) -> ShortText = "+{0}, +{1} {1|life|lives}";
    /// The same, counted twice.
    fives_double(sum: u32, lives: i64) -> ShortText = "+{0} x2, +{1} {1|life|lives}";
    /// Rows without a five.
    no_five(lives: i64) -> ShortText = "No five, −{0} {0|life|lives}";

    /// On a phone, below the board.
    TAP_HINT = "Tap the board to rotate";
    /// The same where pieces can be dropped.
    TAP_AND_SWIPE_HINT = "Tap the board to rotate, swipe down to drop";
    /// The touch controls that move, for screen readers.
    TOUCH_MOVE = "Move";
    /// The other touch controls, for screen readers.
    TOUCH_TURN = "Rotate and drop";
    /// A touch control, for screen readers.
    MOVE_LEFT = "Move left";
    /// A touch control, for screen readers.
    MOVE_RIGHT = "Move right";
    /// A touch control, for screen readers.
    SOFT_DROP = "Soft drop";
    /// A touch control, for screen readers.
    HARD_DROP = "Hard drop";
    /// A touch control, for screen readers.
    ROTATE = "Rotate";
    /// A touch control, for screen readers.
    FLIP = "Reverse gravity";
    /// A touch control, for screen readers.
    PAUSE = "Pause";

    /// The live numbers, for screen readers.
    LIVE_NUMBERS = "Live numbers";
    /// Pieces per second, in short.
    PPS = "PPS";
    /// Keys per piece, in short.
    KPP = "KPP";
    /// Finesse, in short.
    FIN = "FIN";
    /// Attack per minute, in short.
    APM = "APM";
    /// The distance to the best game.
    PACE = "PACE";
    /// Ahead of the best game.
    ahead(distance: &str) -> ShortText = "+{0}";
    /// Behind the best game.
    behind(distance: &str) -> ShortText = "−{0}";

    /// The pause, for screen readers.
    PAUSED = "Paused";
    /// Its title.
    PAUSED_TITLE = "PAUSED";
    /// Goes on.
    RESUME_GAME = "RESUME GAME";
    /// Starts again.
    RESTART = "RESTART";
    /// While the restart key is held.
    HOLD_TO_RESTART = "HOLD TO RESTART";
    /// Leaves the game.
    QUIT = "QUIT TO MENU";
    /// Copies a link to the position.
    SHARE_POSITION = "Share this position";

    /// Who plays, where nothing else is known.
    player(number: u8) -> String = "PLAYER {0}";
    /// The same in the middle of a sentence.
    player_lower(number: u8) -> String = "player {0}";
    /// Who plays against the computer.
    YOU = "YOU";
    /// The computer at a level.
    computer(level: u8) -> String = "COMPUTER {0}";
    /// The rounds of a match so far, for screen readers.
    rounds_won(won: u8, needed: u8) -> String = "{0} of {1} {1|round|rounds} won";
}

/// What a clear came to in Domino: `+35 x2, +2 lives`.
pub fn fives(sum: u32, multiplier: u32, lives: i32) -> ShortText {
    let change = i64::from(lives.unsigned_abs());
    match (sum > 0, multiplier > 1) {
        (false, _) => no_five(change),
        (true, false) => fives_plain(sum, change),
        (true, true) => fives_double(sum, change),
    }
}

/// The name of a clear of this many lines.
pub fn clear(lines: u8) -> Phrase {
    [CLEAR_1, CLEAR_2, CLEAR_3, CLEAR_4][usize::from(lines.clamp(1, 4)) - 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fives_are_told_plainly() {
        assert_eq!(&fives(35, 2, 2), "+35 x2, +2 lives");
        assert_eq!(&fives(10, 1, 2), "+10, +2 lives");
        assert_eq!(&fives(5, 2, 1), "+5 x2, +1 life");
        assert_eq!(&fives(0, 1, -1), "No five, −1 life");
        assert_eq!(&fives(0, 1, -2), "No five, −2 lives");
    }
}
