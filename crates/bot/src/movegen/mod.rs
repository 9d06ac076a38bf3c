//! Move generation: every place where a piece can come to rest on a board ten columns wide.
//!
//! A [`board`] is eight words of bits, six rows each, and the places of a piece are bits too: one
//! for its leftmost column and lowest row. [`lanes`] hold four such words, one for each rotation, so
//! that a [`field`] of places moves, rotates and collides for all rotations at once.
//!
//! In `fill/`, [`flood`] fills a field from where the piece enters until every landing is reachable, with what
//! [`tables`] worked out from the engine's shapes and kicks at compile time. [`spin`] tells T-spins
//! from plain placements. `generate` picks the number of words a board needs, [`machine`] the
//! processor extensions, and [`moves`] is the result.
//!
//! [`falling`] is the plain search for one piece that is anywhere, one cell at a time: it covers what
//! the flood fill does not. Finesse, the presses that lead to a landing, is the engine's.

pub(crate) mod board;
pub(crate) mod falling;
mod fill;
pub(crate) mod movement;
pub(crate) mod moves;
pub(crate) mod piece;
pub(crate) mod placement;

pub(crate) use fill::machine;
use fill::{field, flood, lanes, spin, tables};
