//! The board: occupancy as bits for collisions and clears, tiles for looks.

pub(crate) mod row_set;
pub(crate) mod window;

use crate::row_set::RowSet;
use crate::rules::{Rules, ValidRules};
use crate::shape::Shape;
use crate::tile::{Neighbour, Tile};
use crate::window::{WINDOW, free_fall, full_rows_of, rows_of, window};

/// Which way pieces fall.
///
/// ```
/// use quintet_engine::Gravity;
///
/// assert_eq!(Gravity::Down.step(), 1);
/// assert_eq!(Gravity::Down.flipped().step(), -1);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Gravity {
    /// Towards the bottom row.
    #[default]
    Down,
    /// Towards the top row.
    Up,
}

impl Gravity {
    /// The change of row in one step of the fall.
    pub const fn step(self) -> i8 {
        match self {
            Gravity::Down => 1,
            Gravity::Up => -1,
        }
    }

    /// The other way.
    #[must_use]
    pub const fn flipped(self) -> Gravity {
        match self {
            Gravity::Down => Gravity::Up,
            Gravity::Up => Gravity::Down,
        }
    }
}

/// The narrowest board.
pub const MIN_WIDTH: u8 = 4;
/// The widest board.
pub const MAX_WIDTH: u8 = 10;
/// The lowest board, in visible rows.
pub const MIN_HEIGHT: u8 = 4;
/// The highest board, in visible rows.
pub const MAX_HEIGHT: u8 = 30;
/// The most rows of a board, hidden ones included.
pub const MAX_ROWS: u8 = 40;

/// Tiles in a stored row.
const WIDTH: usize = MAX_WIDTH as usize;
/// Columns of wall to the left of the field in a row's bits; a box may reach this far beyond the field.
const WALL: i8 = 3;
/// Rows beyond either end of the field in which a box may still begin.
const MARGIN: usize = 4;
const STORED: usize = MAX_ROWS as usize + 2 * MARGIN;
const FULL: u16 = u16::MAX;

/// A field of at most [`MAX_WIDTH`] by [`MAX_ROWS`] cells with walls round it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Occupied cells and walls, one bit per column; rows of wall (or sky) on either end.
    rows: [u16; STORED],
    tiles: [Tile; MAX_ROWS as usize * WIDTH],
    width: u8,
    height: u8,
    hidden: u8,
}

impl Board {
    /// An empty board of the size that the rules say. The hidden rows lie above the visible ones.
    /// With an open sky pieces may also rise above the hidden rows.
    ///
    /// ```
    /// use quintet_engine::{Board, GameName, Tile};
    ///
    /// let mut board = Board::new(&GameName::Battle.rules());
    /// board.set(0, 19, Tile::GARBAGE);
    /// assert_eq!(board.stack(), ["G........."]);
    /// assert!(board.is_taken(-1, 19), "the wall");
    /// ```
    pub fn new(rules: &ValidRules) -> Board {
        let Rules { width, height, hidden, open_sky, .. } = **rules;
        let mut board = Board {
            rows: [FULL; STORED],
            tiles: [Tile::EMPTY; MAX_ROWS as usize * WIDTH],
            width,
            height,
            hidden,
        };
        let empty = board.empty_row();
        let first = if open_sky { 0 } else { MARGIN };
        let end = MARGIN + board.total_rows();
        board.rows[first..end].fill(empty);
        board
    }

    /// Columns.
    pub const fn width(&self) -> u8 {
        self.width
    }

    /// Visible rows.
    pub const fn height(&self) -> u8 {
        self.height
    }

    /// Rows above the visible ones.
    pub const fn hidden(&self) -> u8 {
        self.hidden
    }

    const fn total_rows(&self) -> usize {
        self.height as usize + self.hidden as usize
    }

    const fn field(&self) -> u16 {
        ((1 << self.width) - 1) << WALL
    }

    const fn empty_row(&self) -> u16 {
        !self.field()
    }

    /// The row's number counted from the topmost hidden row; none outside the field.
    fn row_index(&self, y: i8) -> Option<usize> {
        // A row above the field becomes a huge number.
        let row = (isize::from(y) + isize::from(self.hidden)) as usize;
        (row < self.total_rows()).then_some(row)
    }

    /// A cell's row, counted from the topmost hidden row, and its column; none outside the field.
    fn cell_index(&self, x: i8, y: i8) -> Option<(usize, usize)> {
        let column = x as usize;
        if column < usize::from(self.width) { Some((self.row_index(y)?, column)) } else { None }
    }

    /// The tile at this column and row; empty outside the field.
    pub fn tile(&self, x: i8, y: i8) -> Tile {
        self.cell_index(x, y).map_or(Tile::EMPTY, |(row, column)| self.tiles[row * WIDTH + column])
    }

    /// Puts a tile into a cell, or empties it. Cells outside the field stay as they are.
    ///
    /// ```
    /// use quintet_engine::{Board, CellContent, GameName, Kind, Tile};
    ///
    /// let mut board = Board::new(&GameName::Battle.rules());
    /// board.set(4, 19, Tile::piece(Kind::S));
    /// assert_eq!(board.tile(4, 19).content(), CellContent::Piece(Kind::S));
    /// board.set(4, 19, Tile::EMPTY);
    /// assert!(board.is_empty());
    /// ```
    pub fn set(&mut self, x: i8, y: i8, tile: Tile) {
        let Some((row, column)) = self.cell_index(x, y) else { return };
        self.tiles[row * WIDTH + column] = tile;
        let bit = 1 << (column + WALL as usize);
        if tile == Tile::EMPTY {
            self.rows[row + MARGIN] &= !bit;
        } else {
            self.rows[row + MARGIN] |= bit;
        }
    }

    /// Puts a tile into each cell of a shape whose box begins at this column and row, by the cell's
    /// number from the top left, and returns the rows that this completes. All cells must be inside
    /// the field.
    pub(crate) fn fill(&mut self, shape: Shape, x: i8, y: i8, tile: impl Fn(u8) -> Tile) -> RowSet {
        let mut completed = RowSet { bits: 0, hidden: self.hidden };
        let (Some(mask), Some(first)) = (Board::moved_to(shape.mask(), x), self.stored_window(y))
        else {
            return completed;
        };
        if let Some(rows) = self.rows[first..].first_chunk_mut() {
            let before = window(*rows);
            *rows = rows_of(before | mask);
            let mut ends = full_rows_of(before | mask) & !full_rows_of(before);
            while ends != 0 {
                completed.bits |= 1 << (first + ends.trailing_zeros() as usize / 16 - MARGIN);
                ends &= ends - 1;
            }
        }
        // Where the box's corner is outside the field, this wraps around, and so back with the cell.
        let corner = (first.wrapping_sub(MARGIN).wrapping_mul(WIDTH)).wrapping_add_signed(x.into());
        for (number, (row, column)) in (0..).zip(shape.rows_and_columns()) {
            let cell = corner.wrapping_add(row * WIDTH + column);
            if let Some(place) = self.tiles.get_mut(cell) {
                *place = tile(number);
            }
        }
        completed
    }

    /// As [`fill`](Board::fill), where cells may be above the field; those are lost.
    #[cold]
    pub(crate) fn fill_inside(&mut self, shape: Shape, x: i8, y: i8, tile: impl Fn(u8) -> Tile) {
        for (number, (column, row)) in (0..).zip(shape.cells()) {
            self.set(x + column, y + row, tile(number));
        }
    }

    /// Whether this cell is taken: by a tile, a wall, the floor or a closed ceiling.
    pub fn is_taken(&self, x: i8, y: i8) -> bool {
        let row = i16::from(y) + i16::from(self.hidden) + MARGIN as i16;
        let bits = usize::try_from(row).ok().and_then(|row| self.rows.get(row)).copied();
        let column = u32::try_from(i16::from(x) + i16::from(WALL)).ok();
        match (bits, column) {
            (Some(bits), Some(column @ 0..16)) => bits >> column & 1 == 1,
            _ => true,
        }
    }

    /// Where in the stored rows the window of a box whose top is at row `y` begins; none where it
    /// is not stored whole.
    const fn stored_window(&self, y: i8) -> Option<usize> {
        // A row above the stored ones becomes a huge number.
        let first = (y as isize + self.hidden as isize + MARGIN as isize) as usize;
        if first <= STORED - WINDOW { Some(first) } else { None }
    }

    /// The four rows from `y` on as one word; none where they are not stored whole.
    fn window(&self, y: i8) -> Option<u64> {
        let first = self.stored_window(y)?;
        self.rows[first..].first_chunk().map(|&rows| window(rows))
    }

    /// Bits of a box's cells moved to a column; none where the box is certainly off the board.
    const fn moved_to(mask: u64, x: i8) -> Option<u64> {
        let shift = (x as isize + WALL as isize) as usize;
        if shift < (MAX_WIDTH as i8 + WALL) as usize { Some(mask << shift) } else { None }
    }

    /// Which of these cells of a box at this column and row are free, as bits of the box's rows.
    pub(crate) fn free_cells(&self, cells: u64, x: i8, y: i8) -> u64 {
        match (Board::moved_to(cells, x), self.window(y)) {
            (Some(mask), Some(window)) => (mask & !window) >> (x + WALL),
            _ => 0,
        }
    }

    /// Whether a shape whose box begins at this column and row covers only free cells.
    ///
    /// ```
    /// use quintet_engine::{Board, GameName, Shape};
    ///
    /// let board = Board::new(&GameName::Battle.rules());
    /// let shape = Shape::drawn(&[".#.", "###"]);
    /// assert!(board.fits(shape, 7, 18));
    /// assert!(!board.fits(shape, 8, 18), "the right wall");
    /// assert!(!board.fits(shape, 7, 19), "the floor");
    /// ```
    #[inline]
    pub fn fits(&self, shape: Shape, x: i8, y: i8) -> bool {
        match (Board::moved_to(shape.mask(), x), self.window(y)) {
            (Some(mask), Some(window)) => window & mask == 0,
            _ => false,
        }
    }

    /// How many steps a shape can fall from where it is.
    ///
    /// ```
    /// use quintet_engine::{Board, GameName, Gravity, Shape};
    ///
    /// let board = Board::new(&GameName::Flip.rules());
    /// let square = Shape::drawn(&["##", "##"]);
    /// assert_eq!(board.drop_distance(square, 4, 5, Gravity::Down), 13);
    /// assert_eq!(board.drop_distance(square, 4, 5, Gravity::Up), 5);
    /// ```
    pub fn drop_distance(&self, shape: Shape, x: i8, y: i8, gravity: Gravity) -> u8 {
        let (Some(mask), Some(first)) = (Board::moved_to(shape.mask(), x), self.stored_window(y))
        else {
            return 0;
        };
        let rows = match gravity {
            Gravity::Down => free_fall(&self.rows[first + 1..], mask),
            Gravity::Up => {
                let above = self.rows[..first + WINDOW - 1].array_windows();
                above.rev().take_while(|&&rows| window(rows) & mask == 0).count()
            }
        };
        rows as u8
    }

    /// The full rows of the whole board.
    pub fn full_rows(&self) -> RowSet {
        let rows = &self.rows[MARGIN..MARGIN + self.total_rows()];
        let bits = (0..).zip(rows).filter(|&(_, &row)| row == FULL).map(|(row, _)| 1 << row).sum();
        RowSet { bits, hidden: self.hidden }
    }

    /// Removes rows at once; those on the side the pieces come from close up, and empty rows enter.
    ///
    /// ```
    /// use quintet_engine::{Game, GameName, Gravity, Position};
    ///
    /// let rows = ["T.........", "GGGGGGGGGG", ".Z........"];
    /// let game = Game::from_position(GameName::Battle.rules(), 1, &Position::new().board(&rows))?;
    /// let mut board = game.view().board.clone();
    /// board.remove_rows(board.full_rows(), Gravity::Down);
    /// assert_eq!(board.stack(), ["T.........", ".Z........"]);
    /// # Ok::<(), quintet_engine::PositionError>(())
    /// ```
    pub fn remove_rows(&mut self, removed: RowSet, gravity: Gravity) {
        if removed.is_empty() {
            return;
        }
        self.cut_halves_beside(removed);
        let total = self.total_rows();
        let is_removed = |row: usize| removed.bits >> row & 1 == 1;
        match gravity {
            Gravity::Down => {
                let lowest = 63 - removed.bits.leading_zeros() as usize;
                let mut to = lowest + 1;
                for from in (0..=lowest).rev().filter(|&row| !is_removed(row)) {
                    to -= 1;
                    self.copy_row(from, to);
                }
                self.clear_rows(0, to);
            }
            Gravity::Up => {
                let mut to = removed.bits.trailing_zeros() as usize;
                for from in (to..total).filter(|&row| !is_removed(row)) {
                    self.copy_row(from, to);
                    to += 1;
                }
                self.clear_rows(to, total);
            }
        }
    }

    /// Separates halves of dominoes from the halves that are removed with a row.
    fn cut_halves_beside(&mut self, removed: RowSet) {
        for y in removed.iter() {
            for x in 0..self.width as i8 {
                for (beside, side) in [(y - 1, Neighbour::Below), (y + 1, Neighbour::Above)] {
                    let tile = self.tile(x, beside);
                    let cut = tile.cut_off(side);
                    if cut != tile {
                        self.set(x, beside, cut);
                    }
                }
            }
        }
    }

    fn copy_row(&mut self, from: usize, to: usize) {
        self.rows[to + MARGIN] = self.rows[from + MARGIN];
        self.tiles.copy_within(from * WIDTH..(from + 1) * WIDTH, to * WIDTH);
    }

    fn clear_rows(&mut self, from: usize, to: usize) {
        let empty = self.empty_row();
        self.rows[from + MARGIN..to + MARGIN].fill(empty);
        self.tiles[from * WIDTH..to * WIDTH].fill(Tile::EMPTY);
    }

    /// Lifts everything by as many rows as there are gaps and fills the bottom rows with garbage,
    /// each with a hole at its gap's column. What is lifted beyond the top is lost.
    ///
    /// ```
    /// use quintet_engine::{Board, GameName, Kind, Tile};
    ///
    /// let mut board = Board::new(&GameName::Battle.rules());
    /// board.set(0, 19, Tile::piece(Kind::L));
    /// board.insert_garbage(&[2]);
    /// assert_eq!(board.stack(), ["L.........", "GG.GGGGGGG"]);
    /// ```
    pub fn insert_garbage(&mut self, gaps: &[u8]) {
        for &gap in gaps {
            for below in 1..self.total_rows() {
                self.copy_row(below, below - 1);
            }
            for x in 0..self.width {
                let tile = if x == gap { Tile::EMPTY } else { Tile::GARBAGE };
                self.set(x as i8, self.height as i8 - 1, tile);
            }
        }
    }

    /// Turns the board upside down.
    ///
    /// ```
    /// use quintet_engine::{Board, GameName, Kind, Tile};
    ///
    /// let mut board = Board::new(&GameName::Flip.rules());
    /// board.set(0, 19, Tile::piece(Kind::J));
    /// board.flip();
    /// assert_eq!(board.drawing()[0], "J.........");
    /// board.mirror_kinds();
    /// assert_eq!(board.drawing()[0], "L.........");
    /// ```
    pub fn flip(&mut self) {
        let total = self.total_rows();
        self.rows[MARGIN..MARGIN + total].reverse();
        for row in 0..total / 2 {
            let mirror = total - 1 - row;
            for column in 0..WIDTH {
                self.tiles.swap(row * WIDTH + column, mirror * WIDTH + column);
            }
        }
    }

    /// Swaps the kinds J and L, and S and Z, in all cells.
    pub fn mirror_kinds(&mut self) {
        for tile in &mut self.tiles {
            *tile = tile.mirrored();
        }
    }

    /// Whether no cell is filled.
    pub fn is_empty(&self) -> bool {
        let empty = self.empty_row();
        self.rows[MARGIN..MARGIN + self.total_rows()].iter().all(|&row| row == empty)
    }

    /// How many cells are filled.
    pub fn filled_cells(&self) -> u32 {
        let field = self.field();
        self.rows[MARGIN..MARGIN + self.total_rows()]
            .iter()
            .map(|row| (row & field).count_ones())
            .sum()
    }

    /// The filled columns of a row as bits, column 0 lowest.
    ///
    /// ```
    /// use quintet_engine::{Board, GameName, Tile};
    ///
    /// let mut board = Board::new(&GameName::Battle.rules());
    /// board.set(0, 19, Tile::GARBAGE);
    /// board.set(3, 19, Tile::GARBAGE);
    /// assert_eq!(board.row_bits(19), 0b1001);
    /// ```
    pub fn row_bits(&self, y: i8) -> u16 {
        self.row_index(y).map_or(0, |row| (self.rows[row + MARGIN] & self.field()) >> WALL)
    }

    /// The total of the pips in a row.
    ///
    /// ```
    /// use quintet_engine::{Game, GameName, Position};
    ///
    /// let position = Position::new().board(&["66..1..."]);
    /// let game = Game::from_position(GameName::DominoEasy.rules(), 1, &position)?;
    /// assert_eq!(game.view().board.row_sum(15), 13);
    /// # Ok::<(), quintet_engine::PositionError>(())
    /// ```
    pub fn row_sum(&self, y: i8) -> u32 {
        (0..self.width as i8).filter_map(|x| self.tile(x, y).pips()).map(u32::from).sum()
    }

    /// The column, row and tile of every filled cell, from the top.
    pub(crate) fn filled(&self) -> impl Iterator<Item = (i8, i8, Tile)> {
        let rows = -(self.hidden as i8)..self.height as i8;
        rows.filter(|&y| self.row_bits(y) != 0).flat_map(move |y| {
            (0..self.width as i8)
                .map(move |x| (x, y, self.tile(x, y)))
                .filter(|&(.., tile)| tile != Tile::EMPTY)
        })
    }
}
