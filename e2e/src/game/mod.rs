//! A game on a page: its board, its clock and what is stored of it.

pub(crate) mod board;
pub(crate) mod clock;
pub(crate) mod history;
pub(crate) mod panels;
pub(crate) mod position;
pub(crate) mod replays;
pub(crate) mod single;
