//! Marathon, its pieces, its scoring and its variations.

mod clears;
mod end;
mod modes;
mod pause;
mod piece;
mod scoring;
mod start;
