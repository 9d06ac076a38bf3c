//! Playing over a server, as every front end needs it: what is known of the connection, the room and
//! the match, ranked games, and the sentences for what the server says in codes.
//!
//! `quintet_protocol::client` does the playing. A front end gives [`OnlineState`] a socket, a clock
//! and a screen.
#![forbid(unsafe_code)]

mod connection;
mod device;
mod messages;
mod moving;
mod playing;
mod ranked;
mod reports;
mod request;
mod sentences;
mod state;

pub use device::Device;
pub use moving::{MOVE_MINUTES, MOVE_PATH, Proposal, take_over_path};
pub use playing::FinishedGame;
pub use ranked::{RankedGame, has_list};
pub use reports::Reported;
pub use request::RequestError;
pub use sentences::{
    ending, move_refused, places, refusal, replay_facts, report_answered, rules_name, score_reason,
    shown_name,
};
pub use state::{
    ClosedBecause, Connection, GameEnd, GameNumbers, OnlineState, RemoteGame, SHOWN_SEATS,
};
