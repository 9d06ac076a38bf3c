//! Messages from clients.

use quintet_engine::{Handling, Micros};
use serde::{Deserialize, Serialize};

use crate::input::{PackedInput, packed_inputs};
use crate::limits::MAX_NAME_BYTES;
use crate::per_seat::PerSeat;
use crate::settings::{GameId, RoomCode, RuleSet, Secret, Settings};
use crate::wire::short_text;

/// Every message from a client.
///
/// New kinds go at the end: their order is part of the protocol.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ClientMessage {
    /// The first message of every connection. Answered by `Welcome`, or by `TooOld`.
    Hello {
        /// The version of the messages that the client speaks.
        version: u16,
        /// The device's secret, if the server has given it one.
        secret: Option<Secret>,
        /// The name the player would like.
        #[serde(deserialize_with = "short_text::<MAX_NAME_BYTES, _>")]
        name: String,
        /// What the client still knows of a game that the connection broke off from.
        have: Option<Have>,
    },
    /// Asks for the time. Answered by `Pong`.
    Ping {
        /// The client's own time, which comes back with the answer.
        sent: Micros,
    },
    /// Opens a room and takes its first seat. Answered by `Room`.
    CreateRoom {
        /// What is played there.
        settings: Settings,
    },
    /// Enters a room by the code in its link: takes a free seat, or watches. Answered by `Room`.
    JoinRoom {
        /// The room's code.
        code: RoomCode,
        /// Whether to watch even if a seat is free.
        watch: bool,
    },
    /// The host changes what is played, while no match is on. Answered by `Room` to all.
    SetRoom {
        /// What is played.
        settings: Settings,
    },
    /// Asks for an opponent of about equal strength. Answered by `Waiting`, in time by `Room`.
    QuickMatch {
        /// The rules to play by.
        rules: RuleSet,
    },
    /// No longer asks for an opponent.
    CancelQuickMatch,
    /// Ready to begin, to play the next game, or to play a rematch.
    Ready {
        /// How this player's buttons repeat; settled for a game when it begins.
        handling: Handling,
        /// How many coming pieces this player sees.
        previews: u8,
    },
    /// The player's inputs, and how far the player's board has come.
    Inputs {
        /// The number of the first input, counted over the whole game from 0.
        first: u32,
        /// Nothing else happens up to this moment. Times never run backwards.
        upto: Micros,
        /// The inputs in the order of time.
        #[serde(deserialize_with = "packed_inputs")]
        inputs: Vec<PackedInput>,
    },
    /// Gives the match up.
    Resign,
    /// Leaves the room; in mid-match this gives it up. Answered by `Left`.
    Leave {
        /// Which room, if the client knows: one that says this again on a new connection may have
        /// been paired since, and stays with the opponent.
        code: Option<RoomCode>,
    },
    /// Reports that a board differs from the referee's, which is a fault of the program.
    Differs {
        /// Whose board.
        board: u8,
        /// At which moment.
        at: Micros,
        /// The hash of the client's board there.
        hash: u32,
    },
    /// Ready to go on after a halt. It names the game, because that may be decided by the time this
    /// arrives, and then it does not ask for another.
    GoOn {
        /// Which game.
        game: GameId,
    },
    /// Plays the bot that has offered itself. Answered by `Room`.
    AcceptBot,
    /// A spectator takes a free seat while no match is on. Answered by `Room` to all.
    TakeSeat,
    /// The host has a bot take the free seat, or sends it away, while no match is on. Answered by
    /// `Room` to all.
    SetBot {
        /// The bot's level, 1 to 5; none sends it away.
        level: Option<u8>,
    },
}

/// What a returning client knows of a game, so that only the rest is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Have {
    /// Which game.
    pub game: GameId,
    /// What of each seat's board.
    pub boards: PerSeat<HaveBoard>,
}

/// What a returning client knows of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HaveBoard {
    /// How many inputs the server is known to have.
    pub inputs: u32,
    /// How many deliveries of garbage.
    pub deliveries: u32,
}
