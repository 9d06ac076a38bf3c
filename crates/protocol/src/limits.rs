//! Every limit of play over a network, each with a name.

use quintet_engine::Micros;

/// The largest message a client may send, in bytes.
pub const MAX_CLIENT_MESSAGE: usize = 2 * 1024;
/// The largest message the server sends, in bytes.
pub const MAX_SERVER_MESSAGE: usize = 16 * 1024;
/// The most inputs in one message.
pub const MAX_INPUTS: usize = 256;
/// The seats of a room. Server and protocol work with any number up to [`MAX_SEATS`].
pub const SEATS: usize = 2;
/// The most seats that a message can speak of.
pub const MAX_SEATS: usize = 8;
/// The longest name with its tag, in bytes on the wire; the server shortens it further.
pub const MAX_NAME_BYTES: usize = 4 * MAX_NAME_CHARS + 1 + TAG_DIGITS;
/// Digits in the tag that distinguishes players of the same name.
pub const TAG_DIGITS: usize = 4;
/// The longest name, in characters, after cleaning.
pub const MAX_NAME_CHARS: usize = 16;
/// The most rows in one delivery of garbage.
pub const MAX_GAPS: usize = quintet_engine::MAX_PENDING_GARBAGE;
/// The most rows of garbage that a handicap puts on a board.
pub const MAX_HANDICAP: u8 = 10;
/// Letters in a room's code.
pub const ROOM_CODE_LETTERS: usize = 6;

/// How often a client says how far its board has come when there is no input.
pub const HEARTBEAT: Micros = Micros::from_millis(250);
/// How often a client asks for the time.
pub const PING_EVERY: Micros = Micros::from_secs(2);
/// The same while a game is on, so that a connection that is stuck is noticed in time.
pub const PING_IN_GAME: Micros = Micros::from_millis(500);
/// A client takes a connection to be broken when a ping has had no answer for this long.
pub const ANSWER_LIMIT: Micros = Micros::from_secs(2);
/// A connection is closed after this long without a message.
pub const SILENCE_LIMIT: Micros = Micros::from_secs(10);

/// How often the client of a ranked game tells the server what was played.
pub const CHECKPOINT_EVERY: Micros = Micros::from_secs(3);
/// The most inputs in one checkpoint.
pub const MAX_CHECKPOINT_INPUTS: usize = 1024;

/// How far a client's dates may run ahead of the server's clock.
pub const EARLY_LIMIT: Micros = Micros::from_millis(500);
/// How far a board may lag behind the server's clock before the match waits for it.
pub const LATE_LIMIT: Micros = Micros::from_secs(2);
/// The most inputs in any second of a match; no two hands do more.
pub const MAX_INPUTS_PER_SECOND: usize = 120;
/// Messages per second that a connection may send for long.
pub const MESSAGES_PER_SECOND: u32 = 150;
/// Messages that a connection may send at once after a while of silence.
pub const MESSAGES_SAVED: u32 = 300;

/// How long a dropped player's seat is kept.
pub const RETURN_LIMIT: Micros = Micros::from_secs(30);
/// How long an open room is kept for its host, who may have gone to send the link.
pub const HOST_RETURN_LIMIT: Micros = Micros::from_secs(15 * 60);
/// How long a code for moving to another device is good.
pub const MOVE_CODES_KEPT_FOR: Micros = Micros::from_secs(10 * 60);
/// How often one player may halt a game by being away; after that it plays on.
pub const MAX_PAUSES: u8 = 5;
/// How long the next game of a match waits for all players.
pub const READY_LIMIT: Micros = Micros::from_secs(60);
/// How long a player waits for an opponent before a bot offers to play.
pub const BOT_AFTER: Micros = Micros::from_secs(10);
/// The most matches with bots at a time.
pub const MOST_BOTS: usize = 16;
/// The longest game; then the higher score wins.
pub const MAX_GAME: Micros = Micros::from_secs(60 * 60);
/// From everybody being ready to the first piece.
pub const START_COUNTDOWN: Micros = Micros::from_secs(3);
/// From everybody being back to going on.
pub const RESUME_COUNTDOWN: Micros = Micros::from_millis(1500);
/// How far behind the match spectators are.
pub const SPECTATOR_DELAY: Micros = Micros::from_secs(3);
/// The most spectators of a room.
pub const MAX_SPECTATORS: usize = 50;
