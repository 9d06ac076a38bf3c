//! The value of a board: named features times their weights.

use crate::movegen::board::{
    Board, FULL, LEFT_COLUMN, LOW_ROW, WIDTH, WORD_BITS, WORD_ROWS, WORDS,
};
use crate::search::weights::Weights;

const RIGHT_COLUMN: u64 = LEFT_COLUMN << (WIDTH - 1);
const CARRY: usize = WORD_BITS - WIDTH;

/// Half and three quarters of a board of twenty rows.
const HALF: i32 = 10;
const THREE_QUARTERS: i32 = 15;

/// The value of a board that this many rows of garbage are about to lift.
#[inline(always)]
pub(crate) fn evaluate(board: &Board, rising: u8, weights: &Weights) -> i32 {
    let survey = Survey::new(board);
    let height = survey.heights.into_iter().max().unwrap_or(0);
    let danger = height + i32::from(rising);
    let (well, depth) = survey.well(board, height);
    let (bumps, bumps_squared) = survey.bumps(well);
    let slots = survey.t_slots(board);
    weights.holes * survey.holes
        + weights.covered * survey.covered
        + weights.holed_rows * survey.holed_rows
        + weights.lids * survey.lids
        + weights.row_transitions * survey.row_transitions
        + weights.column_transitions * survey.column_transitions
        + weights.height * height
        + weights.upper_half * (danger - HALF).max(0)
        + weights.upper_quarter * (danger - THREE_QUARTERS).max(0)
        + weights.bumpiness * bumps
        + weights.bumpiness_squared * bumps_squared
        + weights.well * depth
        + weights.t_slot * slots[0]
        + weights.t_slot_1 * slots[1]
        + weights.t_slot_2 * slots[2]
}

/// Features that are counted on all rows of a word at once.
#[derive(Debug, Default, PartialEq, Eq)]
struct Survey {
    heights: [i32; WIDTH],
    holes: i32,
    covered: i32,
    holed_rows: i32,
    lids: i32,
    row_transitions: i32,
    column_transitions: i32,
}

impl Survey {
    #[inline(always)]
    fn new(board: &Board) -> Survey {
        let rows = board.height();
        let words = rows.div_ceil(WORD_ROWS).min(WORDS);
        let mut survey = Survey::default();
        // From the top down: which columns have a filled cell above, and the row above.
        let mut shade = 0;
        let mut above = 0;
        let mut holes = [0; WORDS];
        let mut all_holes = 0;
        for index in (0..words).rev() {
            let word = board.words[index];
            let shaded = with_everything_below(word) | (shade * LEFT_COLUMN);
            for (column, height) in survey.heights.iter_mut().enumerate() {
                *height += (shaded & LEFT_COLUMN << column).count_ones() as i32;
            }
            shade = shaded & LOW_ROW;
            holes[index] = shaded & !word;
            all_holes |= holes[index];
            survey.holes += holes[index].count_ones() as i32;
            survey.holed_rows += rows_with_any(holes[index]).count_ones() as i32;
            survey.column_transitions +=
                (word ^ (word >> WIDTH | above << CARRY)).count_ones() as i32;
            above = word & LOW_ROW;
            let rows = (rows - index * WORD_ROWS).min(WORD_ROWS);
            let present = FULL >> (WORD_BITS - rows * WIDTH);
            let between = (word ^ word >> 1) & !RIGHT_COLUMN & present;
            let at_walls = !word & (LEFT_COLUMN | RIGHT_COLUMN) & present;
            survey.row_transitions += (between.count_ones() + at_walls.count_ones()) as i32;
        }
        survey.column_transitions += (above ^ LOW_ROW).count_ones() as i32;
        survey.lids = lids(&board.words[..words], &holes);
        survey.covered = covered(board, fold_rows(all_holes), &survey.heights);
        survey
    }

    /// The lowest column, the leftmost of several, and how many rows from its bottom up are full except
    /// for it, up to four.
    #[inline(always)]
    fn well(&self, board: &Board, height: i32) -> (usize, i32) {
        let mut well = 0;
        for column in 1..WIDTH {
            if self.heights[column] < self.heights[well] {
                well = column;
            }
        }
        let bottom = self.heights[well];
        let full_but_one = |y: &i32| board.row(*y as usize) | 1 << well == LOW_ROW as u16;
        let depth = (bottom..height.min(bottom + 4)).take_while(full_but_one).count();
        (well, depth as i32)
    }

    /// The height differences between neighbours, without the well, and their squares.
    #[inline(always)]
    fn bumps(&self, well: usize) -> (i32, i32) {
        let mut bumps = 0;
        let mut squares = 0;
        let mut last = usize::from(well == 0);
        for column in last + 1..WIDTH {
            if column != well {
                let step = (self.heights[column] - self.heights[last]).abs();
                bumps += step;
                squares += step * step;
                last = column;
            }
        }
        (bumps, squares)
    }

    /// Slots below an overhang into which a T can be spun, by how many rows that would clear.
    #[inline(always)]
    fn t_slots(&self, board: &Board) -> [i32; 3] {
        let mut slots = [0; 3];
        for middle in 1..WIDTH - 1 {
            for (open, roofed) in [(middle - 1, middle + 1), (middle + 1, middle - 1)] {
                let y = self.heights[open];
                if y < 1 || self.heights[middle] >= y || self.heights[roofed] < y + 2 {
                    continue;
                }
                let y = y as usize;
                let (stem, bar, roof) = (board.row(y - 1), board.row(y), board.row(y + 1));
                let bit = |row: u16, column: usize| row >> column & 1 == 1;
                if bit(stem, roofed) && !bit(bar, roofed) && bit(roof, roofed) {
                    let rest = 1 << middle | 1 << open | 1 << roofed;
                    let rows = usize::from(bar | rest == LOW_ROW as u16)
                        + usize::from(stem | 1 << middle == LOW_ROW as u16);
                    slots[rows] += 1;
                }
            }
        }
        slots
    }
}

/// Empty cells in the rows that cover holes.
#[inline(always)]
fn lids(words: &[u64], holes: &[u64; WORDS]) -> i32 {
    let mut lids = 0;
    // From the bottom up: which columns have a hole below.
    let mut below = 0;
    for (&word, &holes) in words.iter().zip(holes) {
        let above = with_everything_above(holes) | (below * LEFT_COLUMN);
        below = above >> CARRY;
        let closing = (rows_with_any(word & above) >> (WIDTH - 1)) * LOW_ROW;
        lids += (closing & !word).count_ones() as i32;
    }
    lids
}

/// Filled cells above the highest hole of each column with holes, up to six per column.
#[inline(always)]
fn covered(board: &Board, mut columns: u64, heights: &[i32; WIDTH]) -> i32 {
    let mut covered = 0;
    while columns != 0 {
        let column = columns.trailing_zeros() as usize;
        columns &= columns - 1;
        let top = heights[column];
        let solid =
            (1..=6.min(top)).take_while(|down| board.row((top - down) as usize) >> column & 1 == 1);
        covered += solid.count() as i32;
    }
    covered
}

/// The rows of a word that have any cell, each as one bit.
#[inline(always)]
const fn rows_with_any(word: u64) -> u64 {
    // Nine ones added to a row that has any of its lower nine cells carry into its highest.
    (((word & !RIGHT_COLUMN) + (FULL & !RIGHT_COLUMN)) | word) & RIGHT_COLUMN
}

/// The columns that have a cell in any row of a word.
#[inline(always)]
const fn fold_rows(word: u64) -> u64 {
    let word = word | word >> (3 * WIDTH);
    (word | word >> WIDTH | word >> (2 * WIDTH)) & LOW_ROW
}

/// The cells of a word and everything below them in it.
#[inline(always)]
const fn with_everything_below(word: u64) -> u64 {
    let word = word | word >> WIDTH;
    let word = word | word >> (2 * WIDTH);
    word | word >> (4 * WIDTH)
}

/// The cells of a word and everything above them in it.
#[inline(always)]
const fn with_everything_above(word: u64) -> u64 {
    let word = word | word << WIDTH;
    let word = word | word << (2 * WIDTH);
    (word | word << (4 * WIDTH)) & FULL
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(drawing: &str) -> Board {
        drawing.parse().expect("a board")
    }

    /// The same, counted cell by cell.
    fn counted(board: &Board) -> Survey {
        let rows = board.height() as i8;
        let mut survey = Survey::default();
        let filled = |x: i8, y: i8| board.is_filled(x, y);
        for x in 0..WIDTH as i8 {
            let height = (0..rows).rev().find(|&y| filled(x, y)).map_or(0, |y| y + 1);
            survey.heights[x as usize] = i32::from(height);
            survey.holes += (0..height).filter(|&y| !filled(x, y)).count() as i32;
            let roof = (0..height).rev().take_while(|&y| filled(x, y)).count() as i32;
            if roof < i32::from(height) {
                survey.covered += roof.min(6);
            }
            let changes = (-1..rows).filter(|&y| filled(x, y) != filled(x, y + 1));
            survey.column_transitions += changes.count() as i32;
        }
        for y in 0..rows {
            let changes = (-1..WIDTH as i8).filter(|&x| filled(x, y) != filled(x + 1, y));
            survey.row_transitions += changes.count() as i32;
            let is_hole = |x: i8| !filled(x, y) && (y..rows).any(|above| filled(x, above));
            survey.holed_rows += i32::from((0..WIDTH as i8).any(is_hole));
            let closes = |x: i8| filled(x, y) && (0..y).any(|below| !filled(x, below));
            if (0..WIDTH as i8).any(closes) {
                survey.lids += (0..WIDTH as i8).filter(|&x| !filled(x, y)).count() as i32;
            }
        }
        survey
    }

    #[test]
    fn counting_by_words_agrees_with_counting_by_cells() {
        let mut seed = 1_u64;
        for height in (0..40).chain([6, 12, 18, 24]) {
            let rows: Vec<u16> = (0..height)
                .map(|_| {
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    (seed >> 40) as u16 & (seed >> 20) as u16 & 0x3ff
                })
                .collect();
            let board = Board::from_rows(rows);
            assert_eq!(Survey::new(&board), counted(&board), "\n{board}");
        }
    }

    #[test]
    fn a_slot_for_a_spin_is_found_from_either_side() {
        let right = board(
            ".....#....
             ###...####
             ####.#####",
        );
        assert_eq!(Survey::new(&right).t_slots(&right), [0, 0, 1]);
        let left = board(
            "...#......
             ###...###.
             ####.#####",
        );
        assert_eq!(Survey::new(&left).t_slots(&left), [0, 1, 0]);
        let none = board(
            "###...####
             ####.#####",
        );
        assert_eq!(Survey::new(&none).t_slots(&none), [0, 0, 0]);
    }

    #[test]
    fn a_well_counts_the_rows_that_only_it_keeps_open() {
        let board = board(
            "##.#######
             ##.#######
             ##.#####.#
             ##.#######",
        );
        let survey = Survey::new(&board);
        assert_eq!(survey.well(&board, 4), (2, 1));
        assert_eq!(survey.bumps(2), (0, 0));
    }
}
