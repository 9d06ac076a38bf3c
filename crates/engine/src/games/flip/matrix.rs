//! Pieces as matrices of numbers.

use core::fmt;

use crate::kind::Kind;
use crate::rules::Rules;
use crate::shape::{Rotation, Shape};

/// The most columns and rows of a matrix.
const SIDE: usize = 4;

/// A piece's box of at most four by four cells, each empty (0) or filled with a kind's number.
///
/// Any array of that size is one, and equals one:
///
/// ```
/// use quintet_engine::games::flip::{Matrix, SHAPES};
///
/// let padded = Matrix::from([[0, 6, 0], [6, 6, 6], [0, 0, 0]]);
/// assert_ne!(padded, SHAPES[6]);
/// assert_eq!(SHAPES[6], [[0, 6, 0], [6, 6, 6]]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Matrix {
    numbers: [[u8; SIDE]; SIDE],
    width: u8,
    height: u8,
}

impl Matrix {
    /// A matrix without rows.
    pub const EMPTY: Matrix = Matrix { numbers: [[0; SIDE]; SIDE], width: 0, height: 0 };

    /// A piece of this kind turned this way.
    pub const fn of(kind: Kind, rotation: Rotation) -> Matrix {
        Matrix::filled(Rules::flip().rotation.shapes.shape(kind, rotation), kind)
    }

    /// A shape filled with a kind's number.
    pub(super) const fn filled(shape: Shape, kind: Kind) -> Matrix {
        let mut numbers = [[0; SIDE]; SIDE];
        let mut at = 0;
        while at < SIDE * SIDE {
            let (x, y) = (at % SIDE, at / SIDE);
            if shape.covers(x as u8, y as u8) {
                numbers[y][x] = kind.number();
            }
            at += 1;
        }
        Matrix { numbers, width: shape.width(), height: shape.height() }
    }

    /// Its filled cells.
    pub(super) fn shape(self) -> Shape {
        let mut cells = [(0, 0); SIDE * SIDE];
        let mut count = 0;
        for (y, row) in (0..).zip(self.rows()) {
            for (x, _) in (0..).zip(row).filter(|&(_, &number)| number != 0) {
                cells[count] = (x, y);
                count += 1;
            }
        }
        Shape::new(self.width, self.height, &cells[..count])
    }

    /// Columns.
    pub const fn width(&self) -> usize {
        self.width as usize
    }

    /// Rows.
    pub const fn height(&self) -> usize {
        self.height as usize
    }

    /// The rows from the top.
    pub fn rows(&self) -> impl Iterator<Item = &[u8]> {
        self.numbers[..self.height()].iter().map(|row| &row[..self.width()])
    }
}

impl<const WIDTH: usize, const HEIGHT: usize> From<[[u8; WIDTH]; HEIGHT]> for Matrix {
    fn from(rows: [[u8; WIDTH]; HEIGHT]) -> Matrix {
        const { assert!(WIDTH <= SIDE && HEIGHT <= SIDE, "a matrix is at most four by four") };
        let mut numbers = [[0; SIDE]; SIDE];
        for (to, from) in numbers.iter_mut().zip(rows) {
            to[..WIDTH].copy_from_slice(&from);
        }
        Matrix { numbers, width: WIDTH as u8, height: HEIGHT as u8 }
    }
}

impl<const WIDTH: usize, const HEIGHT: usize> PartialEq<[[u8; WIDTH]; HEIGHT]> for Matrix {
    fn eq(&self, rows: &[[u8; WIDTH]; HEIGHT]) -> bool {
        self.rows().eq(rows.iter().map(|row| &row[..]))
    }
}

impl fmt::Debug for Matrix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.rows()).finish()
    }
}

/// A piece as a matrix at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MatrixPiece {
    /// Its kind.
    pub kind: Kind,
    /// Its cells.
    pub matrix: Matrix,
    /// Column of the matrix's left side.
    pub x: i8,
    /// Row of the matrix's top.
    pub y: i8,
}

impl MatrixPiece {
    /// A piece of this kind, turned clockwise by so many quarter turns, at this column and row.
    pub const fn new(kind: Kind, quarter_turns: u8, x: i8, y: i8) -> MatrixPiece {
        MatrixPiece { kind, matrix: Matrix::of(kind, Rotation::new(quarter_turns)), x, y }
    }

    /// How it is turned; as it enters where its matrix is none of its kind's.
    pub(super) fn rotation(self) -> Rotation {
        (0..4)
            .map(Rotation::new)
            .find(|&rotation| self.matrix == Matrix::of(self.kind, rotation))
            .unwrap_or(Rotation::SPAWN)
    }
}
