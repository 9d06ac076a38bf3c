//! Messages from the server.

use quintet_engine::{Handling, Micros};
use serde::{Deserialize, Serialize};

use crate::input::{Delivery, PackedInput, packed_inputs};
use crate::limits::MAX_NAME_BYTES;
use crate::per_seat::{PerSeat, names, seats};
use crate::settings::{GameId, RoomCode, Secret, Settings};
use crate::wire::short_text;

/// Every message from the server.
///
/// New kinds go at the end: their order is part of the protocol.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ServerMessage {
    /// The server does not support the client's version. Nothing follows. This stays the first kind
    /// of message, so that clients of any version can read it.
    TooOld {
        /// The oldest version that the server supports.
        oldest: u16,
        /// The newest.
        newest: u16,
    },
    /// The greeting is accepted.
    Welcome {
        /// The player's number.
        player: u64,
        /// The device's secret, when it is a new one.
        secret: Option<Secret>,
        /// The player's name after cleaning, without the tag.
        #[serde(deserialize_with = "short_text::<MAX_NAME_BYTES, _>")]
        name: String,
        /// The player's rating.
        rating: i32,
        /// The server's clock.
        now: Micros,
    },
    /// What was asked for cannot be done, and nothing has changed.
    Refused {
        /// Why.
        reason: Refusal,
    },
    /// The time.
    Pong {
        /// The client's time, from its `Ping`.
        sent: Micros,
        /// The server's clock.
        now: Micros,
    },
    /// The room as it is now; sent on entering and whenever it changes.
    Room {
        /// Its code.
        code: RoomCode,
        /// What is played.
        settings: Settings,
        /// Who sits where. The host is the one in the first seat.
        #[serde(deserialize_with = "seats")]
        seats: Vec<Option<SeatView>>,
        /// The receiver's seat; none for a spectator.
        you: Option<u8>,
        /// How many watch.
        spectators: u16,
        /// What is going on.
        phase: RoomPhase,
    },
    /// An opponent is being looked for.
    Waiting,
    /// A game begins, or one that is under way is sent from its beginning.
    Begin {
        /// Which game.
        game: GameId,
        /// The seed of the pieces.
        seed: u64,
        /// What is played.
        settings: Settings,
        /// What is personal about each seat's board.
        #[serde(deserialize_with = "seats")]
        boards: Vec<BoardSetup>,
        /// Who plays, by seat, with tags; empty for a bot. Who is in the room may be others by the
        /// time a spectator is told of the game.
        #[serde(deserialize_with = "names")]
        names: Vec<String>,
        /// The level of each bot, by seat; none for a person.
        bots: PerSeat<Option<u8>>,
    },
    /// Time runs, or will run: at `when` by the server's clock the game stands at `at`.
    Go {
        /// The moment of the game.
        at: Micros,
        /// The server's clock then.
        when: Micros,
    },
    /// Time stands still at this moment. Inputs after it do not count; boards behind it come up
    /// to it.
    Halt {
        /// Where the game stands.
        at: Micros,
        /// Why.
        reason: HaltReason,
    },
    /// What happened on a board: what an opponent did, or the local player's own past after a reload.
    Inputs {
        /// The seat whose board it is.
        seat: u8,
        /// The number of the first input.
        first: u32,
        /// The board has come up to this moment.
        upto: Micros,
        /// The inputs.
        #[serde(deserialize_with = "packed_inputs")]
        inputs: Vec<PackedInput>,
        /// The hash of the referee's board there, where it is told.
        hash: Option<u32>,
    },
    /// Garbage comes to a board.
    Garbage {
        /// The seat whose board it is.
        seat: u8,
        /// The number of the delivery, counted over the whole game from 0.
        number: u32,
        /// When, and what.
        delivery: Delivery,
    },
    /// The referee has the receiver's inputs and has taken their board up to this moment.
    Ack {
        /// How many inputs the referee has.
        received: u32,
        /// How far it has taken the board.
        upto: Micros,
        /// The hash of its board there.
        hash: u32,
    },
    /// The game is decided.
    GameOver {
        /// Who won; `None` if the match was cancelled.
        winner: Option<u8>,
        /// The moment of the game.
        at: Micros,
        /// Games won so far, by seat.
        wins: PerSeat<u8>,
    },
    /// The match is decided.
    MatchOver {
        /// Who won, and why.
        outcome: Outcome,
        /// Games won, by seat.
        wins: PerSeat<u8>,
        /// The new ratings by seat, where the match counts for them.
        ratings: Option<PerSeat<i32>>,
    },
    /// The server is about to close the connection.
    Farewell {
        /// Why.
        reason: FarewellReason,
    },
    /// The answer to `Leave`: nothing of the room that was left is said after this.
    Left,
    /// A bot offers to play a player who has waited for a while. The search for an opponent continues.
    BotOffer {
        /// Its level, 1 to 5.
        level: u8,
    },
}

/// A taken seat, as everybody in the room sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatView {
    /// The player's name with the tag, `Ada#4821`, or the tag alone for one who has no name; empty
    /// for a bot.
    #[serde(deserialize_with = "short_text::<MAX_NAME_BYTES, _>")]
    pub name: String,
    /// The player's rating.
    pub rating: i32,
    /// Whether the player is connected.
    pub present: bool,
    /// Whether the player is ready.
    pub ready: bool,
    /// Games won in this match.
    pub wins: u8,
    /// The level of a bot, 1 to 5; none for a person.
    pub bot: Option<u8>,
}

/// What a room is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RoomPhase {
    /// No match is on. When everybody is ready, one begins.
    Open,
    /// A match is on, between two games.
    Between,
    /// A game is on.
    Playing,
    /// A game is on and halted until a player is back.
    Halted,
}

/// What is personal about a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardSetup {
    /// How the player's buttons repeat.
    pub handling: Handling,
    /// How many coming pieces the player sees.
    pub previews: u8,
}

/// Why a game stands still.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum HaltReason {
    /// A player's connection broke off or fell silent.
    Absent {
        /// Whose.
        seat: u8,
    },
    /// The server was restarted.
    Restart,
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Who won; `None` if all players left.
    pub winner: Option<u8>,
    /// Why.
    pub ending: Ending,
}

/// Why a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// It was played out.
    Played,
    /// The loser gave up.
    Resigned,
    /// The loser did not come back in time.
    Absent,
    /// The loser broke a rule of play over the network.
    Fault,
    /// The server was upgraded to an engine that plays differently; nobody won.
    Upgraded,
    /// The server was restarted and could not restore the match; nobody won.
    Interrupted,
}

/// Why something was not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Refusal {
    /// There is no such room.
    NoSuchRoom,
    /// The room has no place left, not even for watching.
    RoomFull,
    /// The player is in a room already.
    AlreadyInRoom,
    /// Only the host may do this.
    NotHost,
    /// This cannot be done now.
    OutOfPhase,
    /// The settings or the handling cannot be played.
    Unplayable,
    /// The server has all the rooms it can hold.
    ServerFull,
    /// The name has characters that cannot be seen. The player keeps the name from before.
    NameInvisible,
    /// The name stacks marks on a letter.
    NameStacked,
    /// The name has no letter or digit, or symbols that names cannot have.
    NameSymbols,
    /// The name mixes letters of different scripts, which serves to look like another name.
    NameMixed,
    /// The name is a bot's or the server's, or looks like one.
    NameReserved,
    /// A moderator has given the player another name.
    NameFixed,
    /// Somebody else has taken the seat.
    SeatTaken,
}

/// Why a connection is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FarewellReason {
    /// The server stops or restarts. Matches go on when it is back.
    ShuttingDown,
    /// The same player came in by another connection.
    Elsewhere,
    /// A message was malformed, too large, or came before the greeting.
    Malformed,
    /// Messages came too fast.
    TooFast,
    /// No message came for too long.
    Silent,
    /// The client took too long to read what it was sent.
    TooSlow,
    /// The server has more to do than it can. Connecting again may help.
    Overloaded,
    /// A moderator has banned the player.
    Banned,
}
