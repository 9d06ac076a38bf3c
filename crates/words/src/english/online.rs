//! Playing over a server.

use crate::phrase::{Phrase, phrases};

phrases! { Online;
    /// Title of the screen.
    TITLE = "ONLINE";
    /// The connection is being made.
    CONNECTING = "Connecting…";
    /// The connection broke.
    RECONNECTING = "Connection lost. Reconnecting…";
    /// How long a match waits for a player who lost the connection.
    seconds_left(seconds: u32) -> String = "{0} s left to come back";
    /// There is no server.
    NO_SERVER = "No game server found. Everything else works without one. To play others, open the game from a server (see “quintet serve”).";
    /// The server speaks a newer protocol.
    OUTDATED = "The server has a newer version of the game. Please reload the page.";
    /// The same device plays in another window.
    ELSEWHERE = "You are playing in another tab or window of this browser.";
    /// Connects again.
    TRY_AGAIN = "TRY AGAIN";
    /// A match that was left is still on.
    match_waits(seconds: u32) -> String = "Your match is still on. Return within {0} seconds.";
    /// The player's room waits for a guest while the player is elsewhere.
    ROOM_WAITS = "Your room is still open.";
    /// Goes back to it.
    RETURN = "RETURN";
    /// Somebody has entered the player's room while they were elsewhere.
    GUEST_HERE = "Your opponent is in the room.";

    /// Who sees it.
    NAME_NOTE = "Other players see it. There is no account: the server remembers this device.";
    /// Connects.
    GO_ONLINE = "GO ONLINE";

    /// The name was accepted.
    name_accepted(name: &str) -> String = "Your next scores go on the leaderboard as {0}.";

    /// The lobby, for screen readers.
    PLAY = "Play";
    /// The player's name.
    you_are(name: &str) -> String = "You are {0}";
    /// Changes the name.
    CHANGE = "Change";
    /// The choice of rules.
    RULES = "Rules";
    /// Modern rules.
    RULES_VERSUS = "Versus (modern)";
    /// Classic rules.
    RULES_BATTLE = "Battle (classic)";
    /// A way to play.
    FRIEND = "A friend";
    /// How.
    FRIEND_NOTE = "Open a room and send its link, or join with a code.";
    /// Opens a room.
    PLAY_A_FRIEND = "PLAY A FRIEND";
    /// The field for a code.
    CODE = "Code";
    /// The same, for screen readers.
    CODE_LABEL = "Room code";
    /// Enters the room with the code.
    JOIN = "JOIN";
    /// The code is invalid.
    bad_code(letters: u32) -> String = "A room code has {0} letters and digits.";
    /// A way to play.
    STRANGER = "A stranger";
    /// How.
    STRANGER_NOTE = "Play somebody of about your strength, or a bot if nobody is there.";
    /// Looks for an opponent.
    QUICK_MATCH = "QUICK MATCH";
    /// The leaderboards.
    BEST = "The best";
    /// Why they can be trusted.
    BEST_NOTE = "The server verifies every score by replaying the game.";
    /// Opens them.
    LEADERBOARDS = "LEADERBOARDS";

    /// An opponent is being looked for.
    SEEKING = "Looking for somebody of about your strength…";
    /// A bot offers itself.
    bot_offer(level: u8) -> String = "Bot {0} is free to play. The match does not count for your rating.";
    /// Plays it.
    PLAY_THE_BOT = "PLAY THE BOT";
    /// Stops looking.
    CANCEL = "CANCEL";

    /// A room.
    ROOM_LABEL = "Room";
    /// A room and its code.
    room(code: &str) -> String = "Room {0}";
    /// A free seat.
    EMPTY_SEAT = "Free seat";
    /// Beside the player's own name.
    YOU = "(you)";
    /// What a bot is called.
    bot_name(level: u8) -> String = "Bot {0}";
    /// What a player without a name is called, before the tag.
    nameless(tag: &str) -> String = "Player{0}";
    /// Beside a rating.
    bot(rating: i64) -> String = "{0} · bot";
    /// Beside a rating.
    away(rating: i64) -> String = "{0} · away";
    /// Beside a rating.
    ready(rating: i64) -> String = "{0} · ready";
    /// A rating alone.
    rating(rating: i64) -> String = "{0}";
    /// How many watch.
    watching(count: u32) -> String = "{0} watching";
    /// The player watches.
    YOU_WATCH = "You are watching.";
    /// The player watches, and a seat is free.
    SEAT_IS_FREE = "A seat is free.";
    /// Takes a free seat.
    TAKE_SEAT = "TAKE SEAT";
    /// The level of the computer that takes the free seat, for screen readers.
    COMPUTER = "Level of the computer";
    /// Lets the computer take the free seat.
    ASK_COMPUTER = "ADD COMPUTER";
    /// Sends the computer away.
    SEND_COMPUTER_AWAY = "REMOVE COMPUTER";
    /// There is no opponent yet.
    INVITE = "Send the link to a friend, or let them scan the code.";
    /// The opponent is not ready.
    WAIT_FOR_OTHER = "Waiting for your opponent to be ready…";
    /// Both are there.
    READY_WHEN_YOU_ARE = "Press READY to begin.";
    /// Ready to begin.
    READY = "READY";
    /// Leaves the room.
    LEAVE_ROOM = "LEAVE THE ROOM";
    /// How many games.
    LENGTH = "Length";
    /// One game.
    ONE_GAME = "1 game";
    /// Several games.
    best_of(games: u8) -> String = "best of {0}";
    /// Garbage to begin with.
    HOST_GARBAGE = "Garbage for the host";
    /// Garbage to begin with.
    GUEST_GARBAGE = "Garbage for the guest";
    /// The link as a picture, for screen readers.
    QR_CODE = "The link as a QR code";
    /// The link, for screen readers.
    ROOM_LINK = "Link to this room";
    /// Copies it.
    COPY = "COPY";
    /// The link was copied.
    LINK_COPIED = "Link copied. It leads to your room.";

    /// A match, for screen readers.
    MATCH = "Online match";
    /// Asks whether to leave.
    LEAVE_LINK = "Leave";
    /// The title of the question.
    LEAVE_TITLE = "LEAVE?";
    /// What leaving means for the host of a room that waits.
    LEAVE_ENDS_ROOM = "Leaving closes your room.";
    /// What leaving means for a player.
    LEAVE_FORFEITS = "Leaving forfeits the match.";
    /// What leaving means for a spectator.
    STOP_WATCHING = "Stop watching?";
    /// Does not leave.
    STAY = "STAY";
    /// Leaves.
    LEAVE = "LEAVE";
    /// A player is away.
    waiting_for(name: &str) -> String = "Waiting for {0}…";
    /// Both players are away.
    WAITING_FOR_BOTH = "Waiting for both players…";
    /// The end of a game or match, for screen readers.
    RESULT = "Result";
    /// What comes next, for screen readers.
    NEXT = "Next";
    /// Nobody won.
    NO_WINNER = "NO WINNER";
    /// Why a match ended.
    ENDED_RESIGNED = "A player resigned.";
    /// Why a match ended.
    ENDED_ABSENT = "A player did not return in time.";
    /// Why a match ended.
    ENDED_FAULT = "The referee ended the match: a player's moves broke the rules.";
    /// Why a match ended.
    ENDED_UPGRADED = "The server was upgraded and the match could not continue.";
    /// Why a match ended.
    ENDED_INTERRUPTED = "The server was restarted and the match could not continue.";
    /// After a rated match.
    new_rating(rating: i64) -> String = "Your rating is now {0}";
    /// The opponent is gone.
    OTHER_LEFT = "Your opponent has left.";
    /// The opponent has not decided.
    OTHER_DECIDES = "Waiting for your opponent…";
    /// The opponent wants another game.
    OTHER_READY = "Your opponent is ready.";
    /// The player wants another game.
    WAITING = "WAITING…";
    /// Back to the room.
    ROOM = "ROOM";

    /// The server refuses.
    REFUSED_NO_ROOM = "This room no longer exists. Ask for a new link.";
    /// The server refuses.
    REFUSED_ROOM_FULL = "This room is full.";
    /// The server refuses.
    REFUSED_IN_ROOM = "You are already in a room. Leave it first.";
    /// The server refuses.
    REFUSED_NOT_HOST = "Only the host of the room can change that.";
    /// The server refuses.
    REFUSED_SEAT_TAKEN = "Somebody else has taken the seat.";
    /// The server refuses.
    REFUSED_UNPLAYABLE = "A match with these settings cannot be played.";
    /// The server refuses.
    REFUSED_SERVER_FULL = "The server is full. Please try again later.";
    /// The server refuses.
    REFUSED_NOT_NOW = "That is not possible right now.";
    /// A newer server has rooms that this program does not know.
    ROOM_SIZE = "This room has a number of seats that this version cannot show. Please update the game.";
    /// The server refuses a name.
    NAME_INVISIBLE = "This name has invisible characters.";
    /// The server refuses a name.
    NAME_STACKED = "This name has too many marks on one letter.";
    /// The server refuses a name.
    NAME_SYMBOLS = "A name has letters and digits, and no symbols but - _ . ' ! ? + *";
    /// The server refuses a name.
    NAME_MIXED = "This name mixes letters of different alphabets.";
    /// The server refuses a name.
    NAME_RESERVED = "This name looks like that of a bot or of the server.";
    /// The server refuses a name.
    NAME_FIXED = "A moderator chose your name. It cannot be changed.";
    /// A moderator has banned the player.
    BANNED = "A moderator has banned this device.";
    /// The server refuses what a device asks for.
    UNKNOWN_DEVICE = "The server does not know this device: it has moved to another one, or was never online.";

    /// Title of the leaderboards.
    LEADERBOARDS_TITLE = "★ LEADERBOARDS ★";
    /// The choice of game.
    GAME = "Game";
    /// The choice of period.
    PERIOD = "Time";
    /// A period.
    TODAY = "Today";
    /// A period.
    THIS_WEEK = "This week";
    /// A period.
    ALL_TIME = "All time";
    /// The list is on its way.
    LOADING = "…";
    /// There is no server.
    NO_LEADERBOARDS = "No score server found.";
    /// The list is empty.
    NOBODY_YET = "Nobody yet. Be the first!";
    /// A replay could not be fetched.
    REPLAY_UNAVAILABLE = "The server could not provide this replay.";
    /// Leaves for the lobby.
    BACK = "BACK";

    /// Reports the opponent of a match.
    REPORT = "REPORT";
    /// Reports the player of a score.
    report_player(name: &str) -> String = "Report {0}";
    /// Title of the question why.
    REPORT_TITLE = "REPORT THIS PLAYER?";
    /// What a report does.
    REPORT_NOTE = "A moderator of this server will see your report. The player will not.";
    /// An answer.
    REPORT_NOT = "NO";
    /// An answer.
    REPORT_NAME = "YES, FOR THE NAME";
    /// An answer.
    REPORT_PLAY = "YES, FOR UNFAIR PLAY";
    /// A report has arrived.
    REPORTED = "Thank you. A moderator will look at your report.";
    /// A report is refused.
    TOO_MANY_REPORTS = "You have reported many players already. Please wait until a moderator has looked at them.";
    /// A report is refused.
    NOTHING_TO_REPORT = "This cannot be reported: it is your own, or it is no longer there.";
    /// A report has not arrived.
    NOT_REPORTED = "The report did not reach the server. Please try again later.";

    /// A score was accepted, but is in no list.
    SCORE_ACCEPTED = "Your score is on the leaderboard.";
    /// A score was accepted.
    score_places(places: &str) -> String = "Your score is on the leaderboard, {0}.";
    /// Several places.
    places(first: &str, second: &str) -> String = "{0}, {1}";
    /// A place in a list.
    place_today(place: &str) -> String = "{0} today";
    /// A place in a list.
    place_this_week(place: &str) -> String = "{0} this week";
    /// A place in a list.
    place_all_time(place: &str) -> String = "{0} of all time";
    /// A score was not accepted.
    score_refused(reason: Phrase) -> String = "This score stays on this device: {0}.";
    /// Why a score was not accepted.
    REASON_UNAVAILABLE = "the server has a problem; please try again later";
    /// Why a score was not accepted.
    REASON_BUSY = "the server is busy with other scores";
    /// Why a score was not accepted.
    REASON_UNKNOWN_DEVICE = "the server does not know this device; go online first";
    /// Why a score was not accepted.
    REASON_BANNED = "a moderator has banned this device";
    /// Why a score was not accepted.
    REASON_NO_TICKET = "the server did not issue this game, or has its score already";
    /// Why a score was not accepted.
    REASON_VERSION = "the game was played with another version of the program; please reload the page";
    /// Why a score was not accepted.
    REASON_RULES = "the game was played by other rules";
    /// Why a score was not accepted.
    REASON_UNFINISHED = "the game was not played to its end";
    /// Why a score was not accepted.
    REASON_SLOW = "the game ran slower than the server's clock, or the connection was lost";
    /// Why a score was not accepted.
    REASON_AHEAD = "the game ran faster than the server's clock";
    /// Why a score was not accepted.
    REASON_PAUSES = "the game was paused too often or for too long";
    /// Why a score was not accepted.
    REASON_NOT_FOLLOWED = "the server did not receive the whole game while it was played";
    /// Why a score was not accepted.
    REASON_SEEDS = "you have begun too many games in the last hour";
    /// Why a score was not accepted.
    REASON_TOO_FAST = "it has more presses than fingers can make";
    /// Why a score was not accepted.
    REASON_TOO_LARGE = "the game is too long to be submitted";
    /// Why a score was not accepted.
    REASON_UNVERIFIED = "the server could not verify it";
}
