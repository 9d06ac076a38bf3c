//! Replays and their analysis.

use crate::numbers::ShortText;
use crate::phrase::{Phrase, phrases};

phrases! { Replays;
    /// Title of the list.
    LIST_TITLE = "REPLAYS";
    /// The list is empty.
    NONE = "No replays yet. Play a game!";
    /// How many there are, and the storage they take.
    size(count: u32, kilobytes: &str) -> String = "Replays: {0}. Storage: {1} kB.";
    /// Keeps one whatever happens, or no longer.
    PIN = "Pin";
    /// Deletes most of them.
    CLEAR = "Clear";
    /// Asks before that.
    CLEAR_SURE = "Delete all that are neither pinned nor ★";
    /// Shows more of the list.
    MORE = "SHOW MORE";
    /// Opens a file.
    OPEN_FILE = "OPEN A FILE";
    /// What a replay came to.
    facts(score: u64, lines: u32, time: &str) -> String = "{0} {0|point|points}, {1} {1|line|lines}, {2}";
    /// What a replay of a match came to.
    met(one: &str, other: &str, time: &str) -> String = "{0} against {1}, {2}";
    /// The same, with the one who won.
    met_won(one: &str, other: &str, winner: &str, time: &str) -> String = "{0} against {1}, won by {2}, {3}";
    /// Shows it.
    WATCH = "Watch";
    /// Saves it as a file.
    DOWNLOAD = "Download";
    /// Deletes it.
    DELETE = "Delete";
    /// A replay in JSON that cannot be shown.
    JSON_REFUSED = "JSON files cannot be opened in this browser. Convert the file with `quintet replay pack FILE OUTPUT` first.";
    /// A file that cannot be shown.
    file_refused(reason: &str) -> String = "This file cannot be shown: {0}.";
    /// Why.
    NOT_A_REPLAY = "it is not a replay of Quintet";
    /// Why.
    TOO_LARGE = "it is too large for a replay";
    /// Why.
    DAMAGED = "it is damaged";
    /// Why.
    bad_json(line: u32, column: u32) -> String = "its JSON is invalid at line {0}, column {1}";
    /// Why.
    UNPLAYABLE = "its rules or its starting position are invalid";
    /// Why.
    DIFFERS = "its inputs do not lead to the recorded game";

    /// Title of the viewer, where there is nothing to view.
    TITLE = "REPLAY";
    /// The replay is on its way from the server.
    LOADING = "The replay is loading…";
    /// Copies the address at which others can watch it.
    SHARE = "Copy link";
    /// The replay that the address names is missing.
    MISSING = "This replay does not exist or cannot be played.";
    /// Leaves for the list.
    BACK = "BACK TO REPLAYS";
    /// What is being watched, for screen readers.
    replay_of(mode: &str) -> String = "Replay of {0}";
    /// The controls, for screen readers.
    CONTROLS = "Replay controls";
    /// Lets it run.
    PLAY = "PLAY";
    /// Halts it.
    PAUSE = "PAUSE";
    /// The speeds, for screen readers.
    SPEED = "Speed";
    /// The steps, for screen readers.
    STEPS = "Steps";
    /// Goes to where the piece before locked.
    PREVIOUS_PIECE = "Previous piece (↑)";
    /// Goes one frame back.
    PREVIOUS_FRAME = "Previous frame (,)";
    /// Goes one frame on.
    NEXT_FRAME = "Next frame (.)";
    /// Goes to where the next piece locks.
    NEXT_PIECE = "Next piece (↓)";
    /// The timeline, for screen readers.
    TIME = "Time";
    /// The moment that is shown, of the whole.
    moment(now: &str, end: &str) -> ShortText = "{0} / {1}";
    /// Starts a game from this moment.
    PLAY_ON = "PLAY ON FROM HERE";
    /// Leaves for the list.
    ALL = "All replays";
    /// No game can start from this moment.
    CANNOT_PLAY_ON = "This replay cannot be continued from here.";

    /// Asks for an analysis, or shows it.
    ANALYSE = "ANALYSE";
    /// The analysis, for screen readers.
    ANALYSIS = "Analysis";
    /// Its title.
    ANALYSIS_TITLE = "ANALYSIS";
    /// The computer does not play this game.
    NO_ANALYSIS = "The computer cannot analyse this game.";
    /// Asks for the analysis of one player.
    analyse_player(number: u8) -> String = "Analyse player {0}";
    /// How far it has come.
    progress(done: u32, all: u32) -> String = "Piece {0} of {1}";
    /// The same, for screen readers.
    PIECES_JUDGED = "Pieces analysed";
    /// Ends it early.
    CANCEL = "CANCEL";
    /// It failed.
    FAILED = "The analysis failed.";
    /// Asks for it again.
    TRY_AGAIN = "TRY AGAIN";
    /// Closes it.
    CLOSE = "CLOSE";
    /// A figure.
    ACCURACY = "Accuracy";
    /// A figure that is not known.
    UNKNOWN = "–";
    /// A figure.
    FINESSE_FAULTS = "Finesse faults";
    /// A figure.
    PIECES_WITHOUT = "Without fault";
    /// A share of the pieces.
    share(count: u32, all: u32) -> String = "{0} of {1}";
    /// A heading.
    WORST_MOVES = "WORST MOVES";
    /// The graph, for screen readers.
    LOSS_BY_PIECE = "Loss by piece";
    /// A class of moves.
    BEST_MOVE = "best";
    /// A class of moves.
    GOOD_MOVE = "good";
    /// A class of moves.
    INACCURACY = "inaccuracy";
    /// A class of moves.
    MISTAKE = "mistake";
    /// A class of moves.
    BLUNDER = "blunder";
    /// A move that is as good as the computer's.
    best_move(number: u32) -> String = "Piece {0}: best, as the computer would have played";
    /// A move of another class, and a better one.
    judged_move(number: u32, class: Phrase, better: &str) -> String = "Piece {0}: {1}. Better: {2}";
    /// Where a piece goes.
    in_column(piece: &str, column: u32) -> String = "{0} in column {1}";
    /// Where a piece goes.
    in_columns(piece: &str, first: u32, last: u32) -> String = "{0} in columns {1}–{2}";
    /// Where the piece that was held goes.
    hold_then(place: &str) -> String = "hold, then {0}";
}

