//! Battle: boards that send each other garbage.

mod clears;
mod copies;
mod end;
mod falling;
mod garbage;
mod pieces;
mod several_boards;
