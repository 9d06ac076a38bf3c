//! The terminal.

use crate::phrase::phrases;

phrases! { Terminal;
    /// Over everything, where the terminal has too little room.
    too_small(columns: u32, rows: u32) -> String = "This needs {0} columns and {1} rows.";
    /// How much room there is.
    room(columns: u32, rows: u32) -> String = "There are {0} and {1}.";
    /// A document.
    SUBMISSIONS = "scores that wait for a server";
    /// Leaves the program.
    QUIT = "Quit";
    /// The choice of game.
    GAME = "Game";
    /// How lists are used.
    MENU_KEYS = "↑↓ choose   ←→ change   Enter confirm   Esc back";
    /// How a question is answered.
    QUESTION_KEYS = "↑↓ choose   Enter confirm   Esc back";
    /// How long lists are used.
    LIST_KEYS = "↑↓ choose   Enter watch   P pin   Del delete   Esc back";
    /// Beside a replay that the player wants to keep.
    PINNED = "pinned";
    /// How the high scores are used.
    SCORE_KEYS = "←→ mode   Esc back";
    /// The same, where a score has a replay.
    SCORE_REPLAY_KEYS = "↑↓ choose   ←→ mode   Enter watch   Esc back";
    /// How a page of text is left.
    PAGE_KEYS = "Esc back";
    /// How a replay is used.
    REPLAY_KEYS = "Space pause   A analyse   Enter play   ←→ 5 s   ↑↓ piece   -+ speed   ,. frame   Esc back";
    /// After the words about a move.
    JUDGED_KEYS = "A analysis";
    /// How a friend plays with the same pieces.
    race_seed(command: &str) -> String = "The same pieces for a friend: {0}";
    /// The same in a browser.
    race_link(link: &str) -> String = "Or in a browser: {0}";
    /// How the player gets them again.
    RACE_AGAIN = "PLAY AGAIN deals them to you, too.";
    /// How the keys are set.
    BINDING_KEYS = "↑↓ choose   Enter add   Del clear   R reset   Esc back";
    /// The speed of a replay.
    speed(factor: &str) -> String = "{0}×";
    /// A replay that stands still.
    HALTED = "paused";

    /// The terminal reports when keys are released.
    RELEASES = "Keys: releases are reported, so holding a key is exact.";
    /// The terminal does not.
    REPEATS = "Keys: releases are not reported; every repeat of a key moves the piece once.";
    /// The terminal reports releases, where it is narrow.
    RELEASES_SHORT = "Keys: releases are reported.";
    /// It does not, where it is narrow.
    REPEATS_SHORT = "Keys: releases are not reported.";

    /// After the restart key in a game, where releases are not reported.
    PRESS_AGAIN_TO_RESTART = "PRESS AGAIN TO RESTART";

    /// A section of the settings.
    SECTION = "Terminal";
    /// A setting.
    COLOURS = "Colours";
    /// What it does.
    COLOURS_NOTE = "How many colours the terminal shows. None tells pieces apart by letters.";
    /// A setting.
    CHARACTERS = "Characters";
    /// What it does.
    CHARACTERS_NOTE = "Blocks and lines, or plain ASCII.";
    /// A setting.
    KEY_HOLD = "Key hold";
    /// What it does.
    KEY_HOLD_NOTE = "Without releases: how long a soft drop lasts after the last repeat.";
    /// A setting.
    KEY_GAP = "Key repeat gap";
    /// What it does.
    KEY_GAP_NOTE = "Without releases: the same key sooner than this is a repeat.";
    /// A setting.
    BELL = "Bell";
    /// What it does.
    BELL_NOTE = "Rings for four lines, garbage and the end of a game.";
    /// A value.
    AUTOMATIC = "automatic";
    /// A value of the colours.
    TRUE_COLOUR = "true colour";
    /// A value of the colours.
    INDEXED = "256";
    /// A value of the colours.
    SIXTEEN = "16";
    /// A value of the colours.
    NONE = "none";
    /// A value of the characters.
    UNICODE = "Unicode";
    /// A value of the characters.
    ASCII = "ASCII";
    /// A switch.
    ON = "on";
    /// A switch.
    OFF = "off";
    /// Opens the keys.
    SET_KEYS = "Set keys";
    /// A file could not be written.
    cannot_write(path: &str, reason: &str) -> String = "{0} could not be written: {1}";
    /// A file was damaged and renamed.
    set_aside(path: &str) -> String = "The damaged file is now {0}.";
    /// There is no server at the address.
    no_server(address: &str) -> String = "No game server at {0}. Is “quintet serve” running there? “--server” names another.";
    /// The server speaks another version of the protocol.
    OUTDATED = "The server has another version of the game. Please update this program.";
    /// The same device plays somewhere else.
    ELSEWHERE = "You are playing in another terminal.";
    /// The server has said that it stops.
    SERVER_STOPS = "The server is shutting down. Matches go on when it is back.";
    /// Why a score was not accepted.
    REASON_VERSION = "the game was played with another version of the program; please update it";
    /// Which server this is.
    server(address: &str) -> String = "Server: {0}";
    /// There is no opponent yet.
    INVITE = "Send the link or the code to a friend.";
    /// Enters a room by its code.
    JOIN_ROOM = "JOIN A ROOM";
    /// Connects under another name.
    CHANGE_NAME = "Change name";
    /// How a text is typed.
    TEXT_KEYS = "Enter confirm   Esc back";
    /// How the name of a device that the server does not know yet is typed.
    NAME_KEYS = "Enter confirm   Tab code of another device   Esc back";
    /// Opens the page for moving to another device, and from one.
    DEVICES = "Another device";
    /// What it is for.
    DEVICES_NOTE = "Take your name, rating and scores to another device, or bring them here.";
    /// Its title.
    DEVICES_TITLE = "ANOTHER DEVICE";
    /// What moving here does.
    MOVE_HERE_NOTE = "This terminal takes over the name, rating and scores of the device that shows the code.";
    /// The server has been asked for something.
    ASKING = "Asking the server…";
    /// Below a code: minutes and seconds.
    code_left(time: &str) -> String = "It works once, for {0} more minutes.";
    /// Where a code is typed.
    TYPE_CODE = "Type it on the other device: in a browser in the settings, in another terminal under MOVE HERE.";
    /// A code that is too old.
    CODE_EXPIRED = "The code is no longer good. Press Enter for another.";
    /// The title of the question whether to give up this player for another.
    REPLACE_TITLE = "BECOME ANOTHER PLAYER?";
    /// What that means.
    REPLACE_NOTE = "This name, its rating and its scores on this server will be lost to you for good. Scores that the server does not have yet will not count.";
    /// An answer.
    REPLACE_NOT = "NO, KEEP THIS PLAYER";
    /// An answer.
    REPLACE = "YES, GIVE IT UP";
    /// This is the device of another player now.
    MOVED_HERE = "You have moved here. Your other device no longer has your name, rating and scores on this server.";
    /// The same device plays somewhere else, after it has shown a code.
    MOVED_AWAY = "You are playing elsewhere now. If that is the device you have moved to, TRY AGAIN makes this terminal a new player.";
    /// How a match is left.
    MATCH_KEYS = "Esc leave";
    /// How the leaderboards are used.
    LEADER_KEYS = "↑↓ choose   ←→ game   Tab time   Enter watch   R report   Esc back";
    /// An address on the command line.
    names_no_server(address: &str) -> String = "{0} names no server";
    /// An address on the command line.
    bad_scheme(scheme: &str) -> String = "a server's address begins with http:// or https://, not {0}";
    /// A link on the command line.
    link_without_hash(link: &str) -> String = "{0} has no # and leads nowhere";
    /// A link on the command line.
    link_unknown(path: &str) -> String = "#{0} is no game and no room";
    /// A link on the command line.
    LINK_TO_GAME = "this link leads to a game, not to a room";
    /// A link on the command line.
    LINK_WITH_POSITION = "links with a position open in the browser only";
    /// A link on the command line, and the games that there are.
    no_such_game(name: &str, games: &str) -> String = "there is no game called {0}; there are {1}";
    /// A link on the command line, and the modes that there are.
    no_such_mode(game: &str, name: &str, modes: &str) -> String = "{0} has no mode called {1}; it has {2}";
    /// A link on the command line.
    bad_seed(text: &str) -> String = "the seed {0} is not a whole number below 2^64";
    /// Why a backup is not imported.
    damaged_replay(id: &str) -> String = "the replay {0} in the backup is damaged; nothing was changed";
    /// The sum of a row, beside it.
    sums(sum: u32) -> String = "={0}";
}
