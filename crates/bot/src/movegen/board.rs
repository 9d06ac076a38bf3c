//! A board ten columns wide as a set of bits.

use std::fmt;
use std::str::FromStr;

use crate::movegen::piece::shape_of;
use crate::movegen::placement::Placement;
use crate::movegen::tables::Tables;

/// Columns of a board.
pub const WIDTH: usize = 10;
/// Rows of a board, most of them above what any game shows.
pub const ROWS: usize = WORDS * WORD_ROWS;

/// Rows that one word holds.
pub(crate) const WORD_ROWS: usize = 6;
/// Bits of a word that stand for cells; the highest four are always clear.
pub(crate) const WORD_BITS: usize = WORD_ROWS * WIDTH;
/// Words of a board.
pub(crate) const WORDS: usize = 8;
/// All cells of a word.
pub(crate) const FULL: u64 = (1 << WORD_BITS) - 1;
/// The lowest row of a word.
pub(crate) const LOW_ROW: u64 = (1 << WIDTH) - 1;
/// The leftmost column of a word; multiplied by a row it repeats that row six times.
pub(crate) const LEFT_COLUMN: u64 = FULL / LOW_ROW;
const RIGHT_COLUMN: u64 = LEFT_COLUMN << (WIDTH - 1);

/// The filled cells of a board. Columns count from the left, rows from the bottom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Board {
    /// Six rows per word, the lowest first; ten bits per row, the leftmost column first.
    pub(crate) words: [u64; WORDS],
}

impl Board {
    /// The empty board.
    pub const EMPTY: Board = Board { words: [0; WORDS] };

    /// The board with these rows, the lowest first: bit x of a row is column x. Rows and columns
    /// beyond the board are ignored.
    pub fn from_rows(rows: impl IntoIterator<Item = u16>) -> Board {
        let mut board = Board::EMPTY;
        for (y, row) in rows.into_iter().take(ROWS).enumerate() {
            board.words[y / WORD_ROWS] |= (u64::from(row) & LOW_ROW) << (y % WORD_ROWS * WIDTH);
        }
        board
    }

    /// The engine's board, hidden rows included.
    pub fn from_engine(board: &quintet_engine::Board) -> Board {
        let rows = -(board.hidden() as i8)..board.height() as i8;
        Board::from_rows(rows.rev().map(|y| board.row_bits(y)))
    }

    /// The cells of a row; bit x is column x. Rows beyond the board are empty.
    pub fn row(&self, y: usize) -> u16 {
        let word = self.words.get(y / WORD_ROWS).copied().unwrap_or(0);
        (word >> (y % WORD_ROWS * WIDTH) & LOW_ROW) as u16
    }

    /// Whether a cell is filled. Walls and floor count as filled, cells above the board do not.
    pub fn is_filled(&self, x: i8, y: i8) -> bool {
        let inside = (0..WIDTH as i8).contains(&x) && y >= 0;
        !inside || self.row(y as usize) >> x & 1 == 1
    }

    /// How many empty cells have a filled one somewhere above.
    pub fn holes(&self) -> u32 {
        let mut above = 0;
        let mut holes = 0;
        for y in (0..self.height()).rev() {
            let row = self.row(y);
            holes += (above & !row).count_ones();
            above |= row;
        }
        holes
    }

    /// The height of the highest column.
    pub fn height(&self) -> usize {
        let top = self.words.iter().rposition(|&word| word != 0);
        top.map_or(0, |index| {
            let bit = self.words[index].ilog2() as usize;
            index * WORD_ROWS + bit / WIDTH + 1
        })
    }

    /// The words that hold the lowest rows.
    #[inline(always)]
    pub(crate) fn lowest_words<const N: usize>(&self) -> [u64; N] {
        let mut words = [0; N];
        words.copy_from_slice(&self.words[..N]);
        words
    }

    /// Places a piece, removes the rows that it completes and returns how many. Cells beyond the board
    /// are ignored.
    ///
    /// ```
    /// use quintet_bot::{Board, Movement, Moves, Tetromino};
    ///
    /// let mut board: Board = "####..####".parse()?;
    /// let moves = Moves::new(&board, Tetromino::O, Movement::GUIDELINE);
    /// let lowest = moves.iter().find(|placement| placement.y == 0).expect("it fits the gap");
    /// assert_eq!(board.place(lowest), 1);
    /// assert_eq!(board.to_string(), "....##....\n");
    /// # Ok::<(), quintet_bot::BoardError>(())
    /// ```
    pub fn place(&mut self, placement: Placement) -> u32 {
        let Placement { piece, rotation, x, y, .. } = placement;
        let shape = shape_of(piece, rotation);
        let inside = (0..=WIDTH as i8 - shape.width).contains(&x)
            && (0..=(ROWS - WORD_ROWS) as i8).contains(&y);
        if !inside {
            return self.place_by_cells(placement);
        }
        let (word, bit) = (y as usize / WORD_ROWS, y as usize % WORD_ROWS * WIDTH + x as usize);
        let mask = Tables::of(piece).masks[rotation as usize];
        self.words[word] |= mask << bit & FULL;
        let mut full = full_rows(self.words[word]);
        if word + 1 < WORDS {
            self.words[word + 1] |= mask >> 1 >> (WORD_BITS - 1 - bit);
            full |= full_rows(self.words[word + 1]);
        }
        if full == 0 { 0 } else { self.clear_full_rows() }
    }

    /// The same cell by cell, for a piece that is partly off the board.
    #[cold]
    fn place_by_cells(&mut self, placement: Placement) -> u32 {
        for (dx, dy) in shape_of(placement.piece, placement.rotation).cells {
            let x = i32::from(placement.x) + i32::from(dx);
            let y = i32::from(placement.y) + i32::from(dy);
            if (0..WIDTH as i32).contains(&x) && (0..ROWS as i32).contains(&y) {
                let (x, y) = (x as usize, y as usize);
                self.words[y / WORD_ROWS] |= 1 << (y % WORD_ROWS * WIDTH + x);
            }
        }
        self.clear_full_rows()
    }

    /// Removes every full row and returns how many there were.
    pub(crate) fn clear_full_rows(&mut self) -> u32 {
        let mut cleared = 0;
        for index in (0..WORDS).rev() {
            let mut full = full_rows(self.words[index]);
            while full != 0 {
                // The highest first, so that the rows below keep their places.
                let row = full.ilog2() as usize / WIDTH;
                self.remove_row(index, row);
                full &= (1 << (row * WIDTH)) - 1;
                cleared += 1;
            }
        }
        cleared
    }

    /// Moves everything above a row of a word down by one.
    fn remove_row(&mut self, index: usize, row: usize) {
        let below = (1 << (row * WIDTH)) - 1;
        let word = self.words[index];
        self.words[index] = word & below | word >> WIDTH & !below;
        for above in index + 1..WORDS {
            let row = self.words[above] & LOW_ROW;
            self.words[above - 1] |= row << (WORD_BITS - WIDTH);
            self.words[above] >>= WIDTH;
        }
    }
}

/// The full rows of a word, each as the bit of its rightmost column.
#[inline(always)]
pub(crate) const fn full_rows(word: u64) -> u64 {
    // Adding one to the left end of a row carries into its right end past nine filled cells.
    ((word & !RIGHT_COLUMN) + LEFT_COLUMN) & word & RIGHT_COLUMN
}

/// Why a drawing is not a valid board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardError {
    /// A row does not have ten cells.
    #[error("row {row} from the top has {cells} cells instead of {WIDTH}")]
    Width {
        /// Which row, the highest being 1.
        row: usize,
        /// How many cells it has.
        cells: usize,
    },
    /// There are too many rows.
    #[error("there are {0} rows, more than {ROWS}")]
    Height(usize),
}

impl FromStr for Board {
    type Err = BoardError;

    /// Parses a drawing: rows from the top, separated by `/` or line ends; `.` and `_` are empty cells,
    /// anything else is filled. Blanks around a row and empty lines are ignored.
    fn from_str(drawing: &str) -> Result<Board, BoardError> {
        let rows = drawing.split(['/', '\n']).map(str::trim).filter(|row| !row.is_empty());
        let mut bits = Vec::new();
        for (index, row) in rows.enumerate() {
            let cells = row.chars().count();
            if cells != WIDTH {
                return Err(BoardError::Width { row: index + 1, cells });
            }
            let filled = |(x, cell)| u16::from(!matches!(cell, '.' | '_')) << x;
            bits.push(row.chars().enumerate().map(filled).sum());
        }
        if bits.len() > ROWS {
            return Err(BoardError::Height(bits.len()));
        }
        Ok(Board::from_rows(bits.into_iter().rev()))
    }
}

impl fmt::Display for Board {
    /// Rows from the top, `#` for a filled cell and `.` for an empty one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in (0..self.height()).rev() {
            for x in 0..WIDTH {
                f.write_str(if self.row(y) >> x & 1 == 1 { "#" } else { "." })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_engine::{Rotation, Spin, Tetromino};

    fn board(drawing: &str) -> Board {
        drawing.parse().expect("a board")
    }

    #[test]
    fn a_drawing_is_parsed_and_printed() {
        let drawing = "#.........\n..#...#..#\n.####.####\n";
        let board = board(drawing);
        assert_eq!(board.to_string(), drawing);
        assert_eq!(board.height(), 3);
        assert!(board.is_filled(0, 2) && !board.is_filled(1, 2));
        assert!(board.is_filled(-1, 9) && board.is_filled(10, 0) && board.is_filled(4, -1));
        assert!(!board.is_filled(4, 100));
    }

    #[test]
    fn an_invalid_drawing_is_refused() {
        assert_eq!("...".parse::<Board>(), Err(BoardError::Width { row: 1, cells: 3 }));
        let high = "..........\n".repeat(ROWS + 1);
        assert_eq!(high.parse::<Board>(), Err(BoardError::Height(ROWS + 1)));
    }

    #[test]
    fn full_rows_are_removed_and_the_rows_above_move_down() {
        // Eight rows, so that the piece and the removed rows span two words.
        let mut before = board(
            "#.........
             .#........
             ####.#####
             ####.#####
             ..........
             ####.#####
             ####.####.
             #.#.#.#.#.",
        );
        let upright = Placement {
            piece: Tetromino::I,
            rotation: Rotation::East,
            x: 4,
            y: 2,
            spin: Spin::None,
        };
        assert_eq!(before.place(upright), 3);
        let after = board(
            "#.........
             .#........
             ....#.....
             ####.####.
             #.#.#.#.#.",
        );
        assert_eq!(before.to_string(), after.to_string());
    }
}
