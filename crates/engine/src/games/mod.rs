//! The games: one file of rules each.

mod battle;
mod domino;
pub mod flip;
mod marathon;
mod minimal;
