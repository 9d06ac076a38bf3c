//! Notices and errors.

use crate::phrase::{Phrase, phrases};

phrases! { Notices;
    /// The notices, for screen readers.
    NOTICES = "Notices";
    /// Takes one away.
    DISMISS = "DISMISS";
    /// A link in one, for screen readers.
    LINK = "Link";
    /// The clipboard is closed to the page.
    COPY_LINK = "Copy this link:";
    /// A link was copied.
    POSITION_COPIED = "Link copied. It opens a game from this position.";
    /// A link was copied.
    REPLAY_COPIED = "Link copied. It shows this replay.";
    /// A link was copied.
    SEED_COPIED = "Link copied. It starts a game with the same pieces.";
    /// The key for it silenced the app.
    SOUND_OFF = "Sound is off.";
    /// The key for it let the app sound again.
    SOUND_ON = "Sound is on.";
    /// A new version is there.
    NEW_VERSION = "A new version of Quintet is ready.";
    /// Starts it.
    RELOAD = "RELOAD";
    /// The app stopped.
    CRASHED = "Quintet has stopped because of an error. Your scores are safe; please reload the page.";
    /// A language could not be loaded.
    NO_LANGUAGE = "The language could not be loaded, so everything is in English.";

    /// A page that is fetched when it is opened.
    PAGE_LOADING = "Loading this page";
    /// It did not come.
    PAGE_NOT_LOADED = "A part of Quintet could not be loaded. Check your connection; if the problem persists, reload the page.";
    /// Fetches it again.
    TRY_AGAIN = "TRY AGAIN";

    /// There is no local storage.
    NO_STORAGE = "This browser does not store data for this page. Scores, settings and replays are lost when you close it.";
    /// Local storage is full.
    STORAGE_FULL = "The browser's storage for this page is full. New data is lost when you close the page. To make room, delete replays, or export and reset your data in the settings.";
    /// The browser's database does not work.
    REPLAYS_REFUSED = "The browser's storage for replays does not answer. Replays cannot be changed or listed completely; please reload the page.";
    /// A document is damaged.
    unreadable(what: Phrase, reason: &str) -> String = "Your saved {0} could not be read ({1}). A copy was set aside; the app continues without it.";
    /// A document.
    SETTINGS = "settings";
    /// A document.
    HIGH_SCORES = "high scores";
    /// A document.
    REPLAYS = "replays";
    /// A document.
    REPLAY = "replay";
    /// A document.
    MATCHES = "match results";
    /// A document.
    STATISTICS = "statistics";
    /// A document.
    UNFINISHED = "unfinished game";
    /// A document.
    NAME = "name";
    /// A document.
    PLAYED = "list of played games";
    /// Why a document is damaged.
    damaged_at(byte: u32) -> String = "damaged at byte {0}";
    /// Why a document is damaged.
    EMPTY = "it is empty";
    /// Why a document is damaged.
    NO_VERSION = "it has no version";
    /// Why a document cannot be read.
    unknown_version(version: u32) -> String = "version {0} is not known";
    /// Why a document is damaged.
    INVALID = "a value is invalid";
    /// A file is no backup.
    NOT_A_BACKUP = "This file is not a backup of Quintet.";
    /// A file is a backup of another version.
    UNKNOWN_BACKUP = "This version of Quintet cannot read this backup.";

    /// A link names something that there is not.
    BAD_LINK = "This link is not valid: it names a game, a mode or a seed that does not exist.";
    /// A link names no room that could be.
    BAD_ROOM_LINK = "This link is not right: the code of a room has six letters and digits.";
    /// A link's position is invalid.
    bad_position(reason: &str) -> String = "The position in this link cannot be played: {0}.";
    /// Why.
    not_json(byte: u32) -> String = "it is not valid JSON at byte {0}";
    /// Why.
    NOT_AN_OBJECT = "it is not a JSON object";
    /// Why.
    bad_field(name: &str) -> String = "its `{0}` is invalid";
    /// Why.
    too_many_rows(most: u32) -> String = "its board has more than {0} {0|row|rows}";
    /// Why.
    row_width(row: u32, cells: u32, width: u32) -> String = "row {0} of its board has {1} {1|cell|cells} instead of {2}";
    /// Why.
    unknown_cell(row: u32, column: u32, cell: &str) -> String = "row {0}, column {1} of its board is “{2}”, which is not a cell of this game";
    /// Why.
    unknown_piece(name: &str) -> String = "this game has no piece “{0}”";
    /// Why.
    no_room_for(piece: &str) -> String = "the piece {0} has no room where it is";
    /// Why.
    LONG_QUEUE = "it has too many pieces to come";
    /// Why.
    NO_HOLD = "this game has no hold";
    /// Why.
    NO_FLIP = "gravity cannot be reversed in this game";
    /// An unfinished game is damaged.
    CANNOT_RESUME = "The unfinished game cannot be resumed.";
    /// The computer cannot start.
    NO_HINTS = "Hints are not available in this browser.";
    /// The computer cannot start.
    NO_COMPUTER = "The computer player cannot start in this browser, so its pieces only fall. Two people can play at one keyboard.";
    /// Plays with another person instead.
    TWO_PLAYERS = "TWO PLAYERS";
}
