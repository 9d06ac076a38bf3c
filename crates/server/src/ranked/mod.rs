//! Scores that were truly played.
//!
//! A ranked game is followed while it is played: [`progress`] compares the time of the game with the
//! server's clock at every checkpoint. When the game is over its replay has to hold the very inputs
//! that were followed, and [`verify`] replays it. [`input_stats`] measures how it was played, for
//! moderators.

pub mod input_stats;
pub mod progress;
pub(crate) mod verifier;
pub mod verify;
