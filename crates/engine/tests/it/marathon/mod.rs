//! Marathon, its pieces, its scoring and its variations.

mod clears;
mod dropping;
mod end;
mod handling;
mod hold;
mod lock;
mod modes;
mod moving;
mod pause;
mod rotation;
mod scoring;
mod start;
