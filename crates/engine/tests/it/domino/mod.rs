//! Domino.

mod model;
mod rotation;
mod scoring;
mod tiles;
