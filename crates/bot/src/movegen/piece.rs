//! The cells that the engine's tetrominoes cover, as the move generator counts them.

use quintet_engine::{Kind, Rotation, ShapeSet, Tetromino};

/// How many of the four rotations of a piece cover different cells.
pub const fn distinct_rotations(piece: Tetromino) -> usize {
    match piece {
        Tetromino::O => 1,
        Tetromino::I | Tetromino::S | Tetromino::Z => 2,
        Tetromino::J | Tetromino::L | Tetromino::T => 4,
    }
}

/// Of the rotations that cover the same cells as this one, the first.
pub(crate) const fn canonical_rotation(piece: Tetromino, rotation: Rotation) -> Rotation {
    Rotation::ALL[rotation as usize % distinct_rotations(piece)]
}

/// The cells of a piece in this rotation.
pub const fn shape_of(piece: Tetromino, rotation: Rotation) -> Shape {
    SHAPES[index_of(piece)][rotation as usize]
}

/// The piece's place in tables: the engine counts from 1.
pub(crate) const fn index_of(piece: Tetromino) -> usize {
    piece as usize - 1
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
    let mut table = [[shape(Tetromino::I, Rotation::SPAWN); 4]; 7];
    let mut piece = 0;
    while piece < 7 {
        let mut turns = 0;
        while turns < 4 {
            table[piece][turns] = shape(Tetromino::ALL[piece], Rotation::ALL[turns]);
            turns += 1;
        }
        piece += 1;
    }
    table
}

/// The engine's shape with rows counted from the bottom.
const fn shape(piece: Tetromino, rotation: Rotation) -> Shape {
    let shape = ShapeSet::Square.shape(Kind::Tetromino(piece), rotation);
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

    fn drawn(piece: Tetromino, rotation: Rotation) -> Vec<String> {
        let shape = shape_of(piece, rotation);
        let row = |y| {
            (0..shape.width)
                .map(|x| if shape.cells.contains(&(x, y)) { '#' } else { '.' })
                .collect()
        };
        (0..shape.height).rev().map(row).collect()
    }

    #[test]
    fn pieces_turn_clockwise() {
        assert_eq!(drawn(Tetromino::J, Rotation::North), ["#..", "###"]);
        assert_eq!(drawn(Tetromino::J, Rotation::East), ["##", "#.", "#."]);
        assert_eq!(drawn(Tetromino::J, Rotation::South), ["###", "..#"]);
        assert_eq!(drawn(Tetromino::J, Rotation::West), [".#", ".#", "##"]);
        assert_eq!(drawn(Tetromino::S, Rotation::East), ["#.", "##", ".#"]);
        assert_eq!(drawn(Tetromino::T, Rotation::East), ["#.", "##", "#."]);
        assert_eq!(drawn(Tetromino::I, Rotation::North), ["####"]);
    }

    #[test]
    fn rotations_beyond_the_distinct_ones_repeat_them() {
        for piece in Tetromino::ALL {
            for rotation in Rotation::ALL {
                let twin = canonical_rotation(piece, rotation);
                let mut cells = [shape_of(piece, rotation).cells, shape_of(piece, twin).cells];
                for cells in &mut cells {
                    cells.sort_unstable();
                }
                assert_eq!(cells[0], cells[1], "{piece:?} {rotation:?}");
            }
        }
    }
}
