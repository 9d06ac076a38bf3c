//! Where a piece comes to rest.

use crate::movegen::piece::{Piece, Rotation};

/// A piece at rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    /// The piece.
    pub piece: Piece,
    /// Which way it faces. Of rotations that cover the same cells the first is given.
    pub rotation: Rotation,
    /// The leftmost column that it covers.
    pub x: i8,
    /// The lowest row that it covers.
    pub y: i8,
    /// Whether it was spun there.
    pub spin: Spin,
}

impl Placement {
    /// The four cells that the piece covers: column and row.
    pub fn cells(self) -> [(i8, i8); 4] {
        self.piece.shape(self.rotation).cells.map(|(x, y)| (self.x + x, self.y + y))
    }
}

/// Whether a T was turned into its place as the last thing before it locked, with three of the four
/// corners round its centre filled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Spin {
    /// It was not.
    #[default]
    None,
    /// It was, but one of the corners beside its stem is free.
    Mini,
    /// It was, with both corners beside its stem filled or by the last of the kicks.
    Full,
}

impl Spin {
    /// All three.
    pub const ALL: [Spin; 3] = [Spin::None, Spin::Mini, Spin::Full];
}
