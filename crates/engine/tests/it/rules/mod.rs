//! Rules and positions beyond those of the five games.

mod garbage;
mod odd;
mod positions;
