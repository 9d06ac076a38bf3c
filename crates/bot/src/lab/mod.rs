//! The bot measured and tuned.
//!
//! [`perft`] counts all ways to place a queue: the check and the speed of move generation. A
//! [`course`] is a game without a clock that ends in a number: points, rows sent, or pieces needed
//! to dig through garbage. [`tune`] searches for the weights that score best on a course, and a
//! [`bout`] plays two levels against each other in real time, through the engine.
//!
//! Everything here is deterministic: the same seed gives the same numbers on every machine.

pub(crate) mod bout;
pub(crate) mod course;
pub(crate) mod perft;
pub(crate) mod tune;
