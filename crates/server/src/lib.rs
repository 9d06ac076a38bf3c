//! Quintet's server: it referees matches between people, and verifies the scores on its
//! leaderboards.
//!
//! All players of a match play their own boards without delay and send their inputs, with times. The
//! server runs the same engine on them and decides what garbage goes where and when, and who has
//! won. `docs/book/protocol.md` explains why all boards stay alike, `docs/book/operators.md` how to
//! run the server, and `docs/architecture.md` how it is built.
//!
//! - [`rooms`]: matches. [`rooms::referee`] judges one game and [`rooms::room`] holds a match and its
//!   players, both without a clock or a socket; the rest connects rooms to people and bots.
//! - [`ranked`]: scores, followed while they are played and verified afterwards.
//! - [`admin`]: what operators do on the running server.
//! - `edge`: sockets, HTTP, limits and the app's files.
//! - `cluster`: several servers that work as one.
//! - [`store`]: what has to outlive the process.
//! - [`serve`]: puts it all together.
#![forbid(unsafe_code)]

#[cfg(unix)]
pub mod admin;
pub mod clock;
mod cluster;
mod edge;
pub mod limits;
pub mod metrics;
pub mod priority;
pub mod ranked;
pub mod rating;
pub mod rooms;
mod secure_random;
pub mod serve;
pub mod store;

pub use rooms::bots::Bots;
pub use rooms::room::Timing;
pub use serve::{Config, ServeError, Server, runtime};
