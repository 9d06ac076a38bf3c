//! A piece at rest.

use quintet_engine::{Kind, PlacedPiece, Rotation, ShapeSet, Spin, Tetromino};

use crate::movegen::falling::Falling;
use crate::movegen::piece::{canonical_rotation, shape_of};

/// A piece at rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    /// The piece.
    pub piece: Tetromino,
    /// Its rotation: of those that cover the same cells, the first.
    pub rotation: Rotation,
    /// The leftmost column that it covers.
    pub x: i8,
    /// The lowest row that it covers.
    pub y: i8,
    /// The spin that it scores.
    pub spin: Spin,
}

impl Placement {
    /// The four cells that the piece covers: column and row.
    pub fn cells(self) -> [(i8, i8); 4] {
        shape_of(self.piece, self.rotation).cells.map(|(x, y)| (self.x + x, self.y + y))
    }

    /// Where the engine's piece locked on a board with this many visible rows; `None` for a domino.
    pub fn of_lock(piece: quintet_engine::Piece, spin: Spin, height: u8) -> Option<Placement> {
        let shape = ShapeSet::Square.shape(piece.kind, piece.rotation);
        let at = Falling::from_engine(PlacedPiece { piece, shape }, height)?;
        let Falling { piece, rotation, x, y } = at;
        let rotation = canonical_rotation(piece, rotation);
        Some(Placement { piece, rotation, x, y, spin })
    }

    /// The placement as the engine's piece on a board with this many visible rows.
    pub fn to_engine(self, height: u8) -> quintet_engine::Piece {
        let (kind, rotation) = (Kind::Tetromino(self.piece), self.rotation);
        let side = ShapeSet::Square.shape(kind, rotation).height() as i8;
        let (left, low) = shape_of(self.piece, rotation).corner;
        // The engine names a piece by the top left corner of its box and counts rows downwards.
        let (x, bottom) = (self.x.saturating_sub(left), self.y.saturating_sub(low));
        let y = (height as i8 - side).saturating_sub(bottom);
        quintet_engine::Piece { kind, rotation, x, y }
    }
}
