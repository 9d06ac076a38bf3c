//! The seven tetrominoes and the cells they cover, as the engine has them.

use quintet_engine::{Kind, RotateBy, ShapeSet};

/// A tetromino: the engine's, numbered from 0 as the tables of the move generator are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Piece {
    /// Four in a row.
    I,
    /// Three in a row with one above the left end.
    J,
    /// Three in a row with one above the right end.
    L,
    /// The square.
    O,
    /// The upper pair one to the right of the lower pair.
    S,
    /// Three in a row with one above the middle.
    T,
    /// The upper pair one to the left of the lower pair.
    Z,
}

impl Piece {
    /// Every piece, in alphabetical order.
    pub const ALL: [Piece; 7] =
        [Piece::I, Piece::J, Piece::L, Piece::O, Piece::S, Piece::T, Piece::Z];

    /// The piece's letter.
    pub fn letter(self) -> char {
        // Every tetromino has one.
        self.kind().letter().unwrap_or('?')
    }

    /// The piece with this letter, in upper or lower case.
    pub fn from_letter(letter: char) -> Option<Piece> {
        Kind::from_letter(letter.to_ascii_uppercase()).and_then(Piece::from_kind)
    }

    /// The engine's kind as a piece; `None` for a domino.
    pub fn from_kind(kind: Kind) -> Option<Piece> {
        Piece::ALL.get(usize::from(kind.number()) - 1).copied()
    }

    /// The piece as the engine's kind.
    pub const fn kind(self) -> Kind {
        Kind::TETROMINOES[self as usize]
    }

    /// How many of the four rotations cover different cells.
    pub const fn distinct_rotations(self) -> usize {
        match self {
            Piece::O => 1,
            Piece::I | Piece::S | Piece::Z => 2,
            Piece::J | Piece::L | Piece::T => 4,
        }
    }

    /// The cells of the piece in this rotation.
    pub const fn shape(self, rotation: Rotation) -> Shape {
        SHAPES[self as usize][rotation as usize]
    }
}

/// Which way a piece faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Rotation {
    /// As it enters.
    North,
    /// A quarter turn clockwise from there.
    East,
    /// Upside down.
    South,
    /// A quarter turn counter-clockwise.
    West,
}

impl Rotation {
    /// All four, clockwise.
    pub const ALL: [Rotation; 4] =
        [Rotation::North, Rotation::East, Rotation::South, Rotation::West];

    /// The rotation after another one.
    #[must_use]
    pub const fn turned(self, by: RotateBy) -> Rotation {
        Rotation::from_engine(self.to_engine().rotated(by))
    }

    /// The engine's rotation as one of the four.
    pub const fn from_engine(rotation: quintet_engine::Rotation) -> Rotation {
        Rotation::ALL[rotation.quarter_turns() as usize]
    }

    /// As the engine has it.
    pub const fn to_engine(self) -> quintet_engine::Rotation {
        quintet_engine::Rotation::new(self as u8)
    }
}

/// The cells of a piece in one rotation, counted from the lowest row and the leftmost column that it
/// covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Column and row of each cell.
    pub cells: [(i8, i8); 4],
    /// How many columns it covers.
    pub width: i8,
    /// How many rows it covers.
    pub height: i8,
    /// Its leftmost column and lowest row in the box that the piece rotates in.
    pub(crate) corner: (i8, i8),
}

static SHAPES: [[Shape; 4]; 7] = shapes();

const fn shapes() -> [[Shape; 4]; 7] {
    let mut table = [[shape(Piece::I, 0); 4]; 7];
    let mut piece = 0;
    while piece < 7 {
        let mut turns = 0;
        while turns < 4 {
            table[piece][turns] = shape(Piece::ALL[piece], turns);
            turns += 1;
        }
        piece += 1;
    }
    table
}

/// The engine's shape after this many quarter turns clockwise, with rows counted from the bottom.
pub(crate) const fn shape(piece: Piece, turns: usize) -> Shape {
    let rotation = quintet_engine::Rotation::new(turns as u8);
    let shape = ShapeSet::Square.shape(piece.kind(), rotation);
    let mut cells = [(0, 0); 4];
    let (mut left, mut low, mut right, mut high) = (i8::MAX, i8::MAX, 0, 0);
    let mut count = 0;
    let mut y = 0;
    while y < shape.height() {
        let mut x = 0;
        while x < shape.width() {
            if shape.covers(x, shape.height() - 1 - y) {
                let (x, y) = (x as i8, y as i8);
                cells[count] = (x, y);
                count += 1;
                left = if x < left { x } else { left };
                right = if x > right { x } else { right };
                low = if y < low { y } else { low };
                high = if y > high { y } else { high };
            }
            x += 1;
        }
        y += 1;
    }
    let mut index = 0;
    while index < 4 {
        cells[index] = (cells[index].0 - left, cells[index].1 - low);
        index += 1;
    }
    Shape { cells, width: right - left + 1, height: high - low + 1, corner: (left, low) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(piece: Piece, rotation: Rotation) -> Vec<String> {
        let shape = piece.shape(rotation);
        let row = |y| {
            (0..shape.width)
                .map(|x| if shape.cells.contains(&(x, y)) { '#' } else { '.' })
                .collect()
        };
        (0..shape.height).rev().map(row).collect()
    }

    #[test]
    fn pieces_turn_clockwise() {
        assert_eq!(drawn(Piece::J, Rotation::North), ["#..", "###"]);
        assert_eq!(drawn(Piece::J, Rotation::East), ["##", "#.", "#."]);
        assert_eq!(drawn(Piece::J, Rotation::South), ["###", "..#"]);
        assert_eq!(drawn(Piece::J, Rotation::West), [".#", ".#", "##"]);
        assert_eq!(drawn(Piece::S, Rotation::East), ["#.", "##", ".#"]);
        assert_eq!(drawn(Piece::T, Rotation::East), ["#.", "##", "#."]);
        assert_eq!(drawn(Piece::I, Rotation::North), ["####"]);
    }

    #[test]
    fn rotations_beyond_the_distinct_ones_repeat_them() {
        for piece in Piece::ALL {
            for rotation in Rotation::ALL {
                let twin = Rotation::ALL[rotation as usize % piece.distinct_rotations()];
                let mut cells = [piece.shape(rotation).cells, piece.shape(twin).cells];
                for cells in &mut cells {
                    cells.sort_unstable();
                }
                assert_eq!(cells[0], cells[1], "{piece:?} {rotation:?}");
            }
        }
    }
}
