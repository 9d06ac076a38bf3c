//! The five games: their pieces, rules and looks.

mod battle;
mod domino;
mod flip;
mod flip_keys;
mod minimal;
mod modes;
mod single_file;
