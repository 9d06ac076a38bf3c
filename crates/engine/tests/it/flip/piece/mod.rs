//! Flip: a piece between the walls, other pieces and gravity.

mod boundaries;
mod collision;
mod gravity;
mod movement;
mod rotation;
