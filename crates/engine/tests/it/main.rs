//! The engine's tests, one folder per game or subject.
//!
//! `cargo test -p quintet-engine --test it marathon::` runs one folder of them.

mod boards;
mod drawing;

mod battle;
mod domino;
mod flip;
mod laws;
mod marathon;
mod minimal;
mod replay;
mod rules;
mod versus;
