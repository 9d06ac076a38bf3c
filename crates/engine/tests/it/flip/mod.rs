//! Flip.

mod boundaries;
mod clearing;
mod collision;
mod constants;
mod edges;
mod given;
mod gravity;
mod keys;
mod movement;
mod play;
mod rotation;
mod scoring;
mod state;
mod variations;
