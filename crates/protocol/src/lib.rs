//! Every message between Quintet's clients and its server, one closed type each way, and the
//! client's side of a match.
//!
//! Messages are written by postcard and travel one to a binary WebSocket frame. [`decode_client`]
//! and [`decode_server`] read what comes from the other side; they refuse, and never panic or take
//! more memory than the limits in [`limits`] allow.
//!
//! [`Timeline`] is a board as the server referees it, and [`client::Client`] is what a front end
//! plays through: it has no clock, no socket and no screen, so that a browser, a test and a
//! benchmark use the very same code.
//!
//! ```
//! use quintet_protocol::{ClientMessage, VERSION, decode_client, encode};
//!
//! let hello = ClientMessage::Hello {
//!     version: VERSION,
//!     secret: None,
//!     name: "Ada".into(),
//!     have: None,
//! };
//! assert_eq!(decode_client(&encode(&hello)), Ok(hello));
//! ```
#![forbid(unsafe_code)]

pub mod client;
pub mod http;
pub mod limits;
mod match_replay;
mod messages;
mod names;
mod settings;
mod timeline;

use messages::{checkpoint, client_message, input, per_seat, server_message, wire};

pub use checkpoint::{Checked, Checkpoint, PlayState};
pub use client_message::{ClientMessage, Have, HaveBoard};
pub use input::{Delivery, PackedInput, pack_inputs, unpack_inputs};
pub use match_replay::match_replay;
pub use names::tagged;
pub use per_seat::PerSeat;
pub use server_message::{
    BoardSetup, Ending, FarewellReason, HaltReason, Outcome, Refusal, RoomPhase, SeatView,
    ServerMessage,
};
pub use settings::{BestOf, GameId, RoomCode, RuleSet, Secret, Settings};
pub use timeline::{Timeline, TimelineError};
pub use wire::{DecodeError, decode_client, decode_server, encode, encode_onto};

/// The version of what client and server have to agree on: the engine's revision in the upper byte,
/// because both must play the same game, and the messages' own in the lower.
pub const VERSION: u16 = quintet_engine::REVISION << 8 | 8;
/// The oldest version that the server still understands.
pub const OLDEST_VERSION: u16 = VERSION;
