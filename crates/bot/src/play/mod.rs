//! Playing a game through its buttons, as a person does.
//!
//! A [`level`] says how well and how fast to play. Its [`hand`] thinks about each piece, asks the
//! engine for the fewest presses that place it, spreads them over time and tries them on a copy of
//! the game ([`script`]) before it makes the first. The results are the engine's own timed inputs, so
//! that a replay of a bot's game is a replay like any other. Variation comes from a seeded [`rng`].
//! A [`hint`] is what the strongest level would do in a player's place.

pub(crate) mod hand;
pub(crate) mod hint;
pub(crate) mod level;
pub(crate) mod rng;
mod script;
