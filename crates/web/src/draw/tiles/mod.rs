//! Cells of pieces and boards: drawn ahead onto sheets, and copied from there.

pub(super) mod block;
mod domino;
pub(super) mod ghost;
mod marks;
mod piece;
mod pips;
pub(super) mod plain;
pub(super) mod rim;
pub(super) mod sheet;
pub(super) mod stack;

pub(crate) use piece::PieceCanvas;
pub(crate) use sheet::TileSheet;
