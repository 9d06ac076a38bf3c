//! Recorded games: watched, kept and analysed.

mod analysis;
mod archive;
mod arena;
mod watching;
