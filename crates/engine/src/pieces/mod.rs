//! Pieces: their kinds, the cells they cover, how they rotate, what they leave on the board, and the
//! order in which they come.

pub(crate) mod kind;
pub(crate) mod queue;
pub(crate) mod rotation;
pub(crate) mod shape;
pub(crate) mod tile;
