//! Rooms and the matches played in them.
//!
//! [`room`] and [`referee`] are plain values without a clock, a socket or a database: what happens is
//! handed in with its time, and what is to be done comes back. `room_handle` puts a room under a lock
//! and does what it says; `hub` knows all rooms and players; [`pairing`] decides which strangers
//! play each other and `quick_match` brings them together, and [`bots`] play with those who find no opponent.

pub mod bots;
pub mod ended_game;
pub(crate) mod hub;
pub mod pairing;
pub(crate) mod quick_match;
pub mod referee;
pub mod room;
pub(crate) mod room_handle;
