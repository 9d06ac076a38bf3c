//! Minimal.

mod model;
mod play;
