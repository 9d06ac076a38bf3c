//! The cells a piece covers, in each of its rotations.

use crate::kind::Kind;

/// Which way a piece faces: how far it is rotated from the way it enters.
///
/// ```
/// use quintet_engine::{RotateBy, Rotation};
///
/// let upside_down = Rotation::SPAWN.rotated(RotateBy::Half);
/// assert_eq!(upside_down, Rotation::South);
/// assert_eq!(upside_down.rotated(RotateBy::CounterClockwise).quarter_turns(), 1);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Rotation {
    /// As it enters.
    #[default]
    North,
    /// A quarter turn clockwise from there.
    East,
    /// A half turn.
    South,
    /// A quarter turn counter-clockwise.
    West,
}

impl Rotation {
    /// All four, clockwise.
    pub const ALL: [Rotation; 4] =
        [Rotation::North, Rotation::East, Rotation::South, Rotation::West];
    /// The way a piece enters.
    pub const SPAWN: Rotation = Rotation::North;

    /// The rotation after this many quarter turns clockwise.
    pub const fn new(quarter_turns: u8) -> Rotation {
        match quarter_turns % 4 {
            0 => Rotation::North,
            1 => Rotation::East,
            2 => Rotation::South,
            _ => Rotation::West,
        }
    }

    /// Quarter turns clockwise from the way the piece enters: 0 to 3.
    pub const fn quarter_turns(self) -> u8 {
        self as u8
    }

    /// The rotation after rotating further.
    #[must_use]
    pub const fn rotated(self, by: RotateBy) -> Rotation {
        Rotation::new(self as u8 + by as u8)
    }
}

/// By how much a piece rotates at the press of a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RotateBy {
    /// A quarter turn clockwise.
    Clockwise = 1,
    /// A half turn.
    Half = 2,
    /// A quarter turn counter-clockwise.
    CounterClockwise = 3,
}

impl RotateBy {
    /// All of them, in the order of quarter turns clockwise.
    pub const ALL: [RotateBy; 3] =
        [RotateBy::Clockwise, RotateBy::Half, RotateBy::CounterClockwise];
}

/// A cell inside a shape's box: column from the left, row from the top.
pub type BoxCell = (i8, i8);

/// The cells of a piece inside a box of at most four by four.
///
/// ```
/// use quintet_engine::Shape;
///
/// let j = Shape::drawn(&["#..", "###"]);
/// assert_eq!((j.width(), j.height()), (3, 2));
/// assert_eq!(j.cells().collect::<Vec<_>>(), [(0, 0), (0, 1), (1, 1), (2, 1)]);
/// assert_eq!(j.rotated_clockwise(), Shape::drawn(&["##", "#.", "#."]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Four rows of sixteen bits each, the top row lowest; bit c of a row is column c.
    mask: u64,
    width: u8,
    height: u8,
}

impl Shape {
    /// The shape drawn by these rows, top row first: anything but `.` and blanks is a cell.
    /// What lies beyond four columns or rows is cut off.
    pub fn drawn(rows: &[&str]) -> Shape {
        let mut mask = 0;
        let mut width = 0;
        for (y, row) in rows.iter().take(4).enumerate() {
            for (x, cell) in row.chars().take(4).enumerate() {
                width = width.max(x as u8 + 1);
                if !matches!(cell, '.' | ' ') {
                    mask |= 1 << (16 * y + x);
                }
            }
        }
        Shape { mask, width, height: rows.len().min(4) as u8 }
    }

    pub(crate) const fn new(width: u8, height: u8, cells: &[BoxCell]) -> Shape {
        let mut mask = 0;
        let mut next = 0;
        while next < cells.len() {
            mask |= 1 << (16 * cells[next].1 + cells[next].0);
            next += 1;
        }
        Shape { mask, width, height }
    }

    /// This shape's box rotated clockwise by a quarter turn.
    #[must_use]
    pub const fn rotated_clockwise(self) -> Shape {
        let mut mask = 0;
        let mut y = 0;
        while y < self.height {
            let mut x = 0;
            while x < self.width {
                if self.covers(x, y) {
                    mask |= 1 << (16 * x as u32 + (self.height - 1 - y) as u32);
                }
                x += 1;
            }
            y += 1;
        }
        Shape { mask, width: self.height, height: self.width }
    }

    /// This shape in the smallest box that holds its cells.
    pub(crate) const fn trimmed(self) -> Shape {
        let mut mask = self.mask;
        if mask == 0 {
            return Shape { mask, width: 0, height: 0 };
        }
        while mask.trailing_zeros() >= 16 {
            mask >>= 16;
        }
        while mask & 0x0001_0001_0001_0001 == 0 {
            mask >>= 1;
        }
        let height = mask.ilog2() / 16 + 1;
        let columns = mask | mask >> 16 | mask >> 32 | mask >> 48;
        let width = 16 - (columns as u16).leading_zeros();
        Shape { mask, width: width as u8, height: height as u8 }
    }

    /// Whether the cell at this column and row of the box belongs to the piece.
    pub const fn covers(self, x: u8, y: u8) -> bool {
        x < 4 && y < 4 && self.mask >> (16 * y as u32 + x as u32) & 1 == 1
    }

    /// The box's width.
    pub const fn width(self) -> u8 {
        self.width
    }

    /// The box's height.
    pub const fn height(self) -> u8 {
        self.height
    }

    pub(crate) const fn mask(self) -> u64 {
        self.mask
    }

    /// The leftmost column and the topmost row of the box in which the piece has cells.
    pub const fn corner(self) -> (i8, i8) {
        if self.mask == 0 {
            return (0, 0);
        }
        let columns = self.mask | self.mask >> 16 | self.mask >> 32 | self.mask >> 48;
        ((columns as u16).trailing_zeros() as i8, (self.mask.trailing_zeros() / 16) as i8)
    }

    /// The rows of the box in which the piece has cells: first and last.
    pub(crate) const fn row_span(self) -> (i8, i8) {
        if self.mask == 0 {
            return (0, 0);
        }
        ((self.mask.trailing_zeros() / 16) as i8, (self.mask.ilog2() / 16) as i8)
    }

    /// The cells, row by row from the top, each row from the left.
    pub fn cells(self) -> impl Iterator<Item = BoxCell> {
        self.rows_and_columns().map(|(row, column)| (column as i8, row as i8))
    }

    /// Row and column of each cell, in the same order.
    pub(crate) fn rows_and_columns(self) -> impl Iterator<Item = (usize, usize)> {
        let mut left = self.mask;
        core::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let bit = left.trailing_zeros() as usize;
            left &= left - 1;
            Some((bit / 16, bit % 16))
        })
    }
}

/// Which boxes a game's pieces rotate in.
///
/// ```
/// use quintet_engine::{Kind, Rotation, Shape, ShapeSet};
///
/// let upright = Rotation::new(1);
/// let square = Shape::drawn(&["..#.", "..#.", "..#.", "..#."]);
/// assert_eq!(ShapeSet::Square.shape(Kind::I, upright), square);
/// assert_eq!(ShapeSet::Trimmed.shape(Kind::I, upright), Shape::drawn(&["#", "#", "#", "#"]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ShapeSet {
    /// Square boxes: four wide for I, two for O, three for the others.
    Square,
    /// Boxes that fit closely round the cells.
    Trimmed,
    /// Dominoes: two cells, lying or standing, the smaller value left or below.
    Domino,
}

/// The seven pieces as they enter, each a binary matrix, in the order of their numbers.
const TETROMINOS: [Shape; 7] = [
    Shape::new(4, 4, &[(0, 1), (1, 1), (2, 1), (3, 1)]),
    Shape::new(3, 3, &[(0, 0), (0, 1), (1, 1), (2, 1)]),
    Shape::new(3, 3, &[(2, 0), (0, 1), (1, 1), (2, 1)]),
    Shape::new(2, 2, &[(0, 0), (1, 0), (0, 1), (1, 1)]),
    Shape::new(3, 3, &[(1, 0), (2, 0), (0, 1), (1, 1)]),
    Shape::new(3, 3, &[(1, 0), (0, 1), (1, 1), (2, 1)]),
    Shape::new(3, 3, &[(0, 0), (1, 0), (1, 1), (2, 1)]),
];

const fn rotation_table(trim: bool) -> [[Shape; 4]; 7] {
    let mut table = [[TETROMINOS[0]; 4]; 7];
    let mut kind = 0;
    while kind < 7 {
        let mut shape = TETROMINOS[kind];
        let mut turns = 0;
        while turns < 4 {
            table[kind][turns] = if trim { shape.trimmed() } else { shape };
            shape = shape.rotated_clockwise();
            turns += 1;
        }
        kind += 1;
    }
    table
}

static SQUARE: [[Shape; 4]; 7] = rotation_table(false);
static TRIMMED: [[Shape; 4]; 7] = rotation_table(true);
static DOMINO: [Shape; 2] =
    [Shape::new(2, 1, &[(0, 0), (1, 0)]), Shape::new(1, 2, &[(0, 0), (0, 1)])];

impl ShapeSet {
    /// The cells of a piece of this kind in this rotation.
    pub const fn shape(self, kind: Kind, rotation: Rotation) -> Shape {
        *self.stored_shape(kind, rotation)
    }

    /// The same where it is stored, so that only what is needed of it is copied.
    pub(crate) const fn stored_shape(self, kind: Kind, rotation: Rotation) -> &'static Shape {
        let turns = rotation.quarter_turns() as usize;
        match (self, kind) {
            (ShapeSet::Square, Kind::Tetromino(tetromino)) => {
                &SQUARE[tetromino as usize - 1][turns]
            }
            (ShapeSet::Trimmed, Kind::Tetromino(tetromino)) => {
                &TRIMMED[tetromino as usize - 1][turns]
            }
            (ShapeSet::Domino, _) | (_, Kind::Domino(_)) => &DOMINO[turns % 2],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(shapes: ShapeSet, kind: Kind, turns: u8) -> Shape {
        shapes.shape(kind, Rotation::new(turns))
    }

    /// S-12
    #[test]
    fn each_piece_is_a_matrix() {
        let drawn: [(Kind, &[&str]); 7] = [
            (Kind::I, &["....", "####", "....", "...."]),
            (Kind::J, &["#..", "###", "..."]),
            (Kind::L, &["..#", "###", "..."]),
            (Kind::O, &["##", "##"]),
            (Kind::S, &[".##", "##.", "..."]),
            (Kind::T, &[".#.", "###", "..."]),
            (Kind::Z, &["##.", ".##", "..."]),
        ];
        for (number, (kind, rows)) in drawn.into_iter().enumerate() {
            assert_eq!(TETROMINOS[number], Shape::drawn(rows), "{kind}");
            assert_eq!(shape(ShapeSet::Square, kind, 0), Shape::drawn(rows), "{kind}");
        }
    }

    /// S-33
    #[test]
    fn a_square_box_turns_as_a_matrix() {
        assert_eq!(shape(ShapeSet::Square, Kind::J, 0), Shape::drawn(&["#..", "###", "..."]));
        assert_eq!(shape(ShapeSet::Square, Kind::J, 1), Shape::drawn(&[".##", ".#.", ".#."]));
        assert_eq!(shape(ShapeSet::Square, Kind::J, 2), Shape::drawn(&["...", "###", "..#"]));
        assert_eq!(shape(ShapeSet::Square, Kind::J, 3), Shape::drawn(&[".#.", ".#.", "##."]));
        assert_eq!(
            shape(ShapeSet::Square, Kind::I, 1),
            Shape::drawn(&["..#.", "..#.", "..#.", "..#."])
        );
        for kind in Kind::TETROMINOES {
            for turns in 0..4 {
                assert_eq!(
                    shape(ShapeSet::Square, kind, turns).rotated_clockwise(),
                    shape(ShapeSet::Square, kind, turns + 1)
                );
            }
        }
    }

    #[test]
    fn a_trimmed_box_has_a_cell_on_every_side() {
        for kind in Kind::TETROMINOES {
            for turns in 0..4 {
                let shape = shape(ShapeSet::Trimmed, kind, turns);
                let (width, height) = (shape.width() as i8, shape.height() as i8);
                assert_eq!(shape.cells().count(), 4);
                assert!(shape.cells().any(|(x, _)| x == 0) && shape.cells().any(|(_, y)| y == 0));
                assert!(shape.cells().any(|(x, _)| x == width - 1));
                assert!(shape.cells().any(|(_, y)| y == height - 1));
            }
        }
    }
}
