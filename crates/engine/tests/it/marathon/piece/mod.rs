//! Marathon: what a player does with a piece, from its entry to its lock.

mod dropping;
mod handling;
mod hold;
mod lock;
mod moving;
mod rotation;
