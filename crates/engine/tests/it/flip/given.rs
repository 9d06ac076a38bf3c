//! How Flip's tests begin, and what they look at.

use quintet_engine::Kind;
use quintet_engine::games::flip::{Flip, Grid, Matrix, MatrixPiece};

/// A game with an empty board and this piece in play, turned by so many quarter turns.
pub(crate) fn piece(kind: Kind, turns: u8, x: i8, y: i8) -> Flip {
    let mut flip = Flip::new(1);
    flip.set_current_piece(MatrixPiece::new(kind, turns, x, y));
    flip
}

/// The same with gravity turned over.
pub(crate) fn rising_piece(kind: Kind, turns: u8, x: i8, y: i8) -> Flip {
    let mut flip = piece(kind, turns, x, y);
    flip.set_anti_gravity(true);
    flip
}

/// Where the piece in play is.
pub(crate) fn place(flip: &Flip) -> (i8, i8) {
    let piece = flip.current_piece().expect("a piece in play");
    (piece.x, piece.y)
}

/// The matrix of the piece in play.
pub(crate) fn matrix(flip: &Flip) -> Matrix {
    flip.current_piece().expect("a piece in play").matrix
}

/// An empty board but for this piece.
pub(crate) fn with_piece(piece: MatrixPiece) -> Grid {
    let mut grid = Flip::create_board();
    for (y, row) in (piece.y as usize..).zip(piece.matrix.rows()) {
        for (x, &number) in (piece.x as usize..).zip(row).filter(|&(_, &number)| number != 0) {
            grid[y][x] = number;
        }
    }
    grid
}

/// Every kind in each of its four turns.
pub(crate) fn kinds_and_turns() -> impl Iterator<Item = (Kind, u8)> {
    Kind::TETROMINOES.into_iter().flat_map(|kind| (0..4).map(move |turns| (kind, turns)))
}
