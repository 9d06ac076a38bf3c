//! Playing a game through its buttons, as a person does.
//!
//! A [`level`] says how well and how fast to play. Its [`hand`] thinks about each piece, looks up the
//! fewest presses that place it ([`finesse`]), spreads them over time ([`script`]) and tries them on a
//! copy of the game before it makes the first. What it makes are the engine's own timed inputs, so
//! that a replay of a bot's game is a replay like any other. Variation comes from a seeded [`rng`].

pub(crate) mod finesse;
pub(crate) mod hand;
pub(crate) mod level;
pub(crate) mod rng;
pub(crate) mod script;
