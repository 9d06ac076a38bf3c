//! Move generation for one kind of lanes: chooses how many words to flood and collects the landings.

use quintet_engine::{Spin, Tetromino};

use crate::movegen::board::{Board, FULL, WIDTH, WORD_BITS, WORD_ROWS, WORDS, full_rows};
use crate::movegen::field::Field;
use crate::movegen::flood::{Reach, Until, room_above};
use crate::movegen::lanes::{Lanes, Plain};
use crate::movegen::machine::Machine;
use crate::movegen::movement::Movement;
use crate::movegen::moves::Moves;
use crate::movegen::piece::distinct_rotations;
use crate::movegen::spin::SpinPlaces;
use crate::movegen::tables::Tables;
use crate::search::weights::Weights;

/// How many words a flood needs, and where it starts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Span {
    /// This many words, from the sky.
    Sky(usize),
    /// From where the piece enters, on a board of usual height.
    Entry,
    /// From where the piece enters, on a board of full height.
    Whole,
}

/// Words of a board of usual height, twenty-four rows.
const USUAL: usize = 4;

impl Span {
    #[inline(always)]
    fn of(height: usize, piece: Tetromino, movement: Movement) -> Span {
        let words = (height + room_above(piece)).div_ceil(WORD_ROWS);
        if words < USUAL && movement.is_free_above(height, piece) {
            Span::Sky(words)
        } else if movement.ceiling as usize <= USUAL * WORD_ROWS {
            Span::Entry
        } else {
            Span::Whole
        }
    }
}

/// Every placement of a piece.
#[inline(always)]
pub(crate) fn moves<L: Lanes>(
    board: &Board,
    piece: Tetromino,
    movement: Movement,
    spins: bool,
) -> Moves {
    let span = Span::of(board.height(), piece, movement);
    let spins = spins && piece == Tetromino::T;
    match span {
        Span::Sky(0 | 1) => from_sky::<L, 1>(board, piece, movement, spins),
        Span::Sky(2) => from_sky::<L, 2>(board, piece, movement, spins),
        Span::Sky(_) => from_sky::<L, 3>(board, piece, movement, spins),
        Span::Entry => from_entry::<L, USUAL>(board, piece, movement, spins),
        Span::Whole => on_whole_board(board, piece, movement, spins),
    }
}

/// Rarely needed, so compiled only once.
#[inline(never)]
fn on_whole_board(board: &Board, piece: Tetromino, movement: Movement, spins: bool) -> Moves {
    from_entry::<Plain, WORDS>(board, piece, movement, spins)
}

#[inline(always)]
fn from_sky<L: Lanes, const N: usize>(
    board: &Board,
    piece: Tetromino,
    movement: Movement,
    spins: bool,
) -> Moves {
    let filled = board.lowest_words();
    flooded(Reach::<L, N>::from_sky(filled, piece), filled, piece, movement.rotation.half, spins)
}

#[inline(always)]
fn from_entry<L: Lanes, const N: usize>(
    board: &Board,
    piece: Tetromino,
    movement: Movement,
    spins: bool,
) -> Moves {
    let filled = board.lowest_words();
    let reach = Reach::<L, N>::from_entry(filled, piece, movement);
    flooded(reach, filled, piece, movement.rotation.half, spins)
}

/// Floods the board and collects the reachable landings.
#[inline(always)]
fn flooded<L: Lanes, const N: usize>(
    mut reach: Reach<L, N>,
    filled: [u64; N],
    piece: Tetromino,
    half_turns: bool,
    spins: bool,
) -> Moves {
    let mut moves = Moves::none(piece);
    if spins {
        let places = SpinPlaces::new(filled);
        if places.meets(reach.landings) {
            reach.flood(half_turns, Until::Complete);
            let [none, mini, full] = places.landings_by_spin(&reach, half_turns);
            set_places(&mut moves, Spin::None, none);
            set_places(&mut moves, Spin::Mini, mini);
            set_places(&mut moves, Spin::Full, full);
            return moves;
        }
    }
    reach.flood(half_turns, Until::AllLandings);
    set_places(&mut moves, Spin::None, reach.reachable_landings());
    moves
}

#[inline(always)]
fn set_places<L: Lanes, const N: usize>(moves: &mut Moves, spin: Spin, landings: Field<L, N>) {
    let distinct = distinct_rotations(moves.piece);
    for (w, lanes) in landings.into_iter().enumerate() {
        let words = lanes.words();
        for rotation in 0..distinct {
            moves.places[spin as usize][rotation][w] = words[rotation];
        }
    }
}

/// How many placements a piece has, whatever the spin.
#[inline(always)]
pub(crate) fn count<L: Lanes>(board: &Board, piece: Tetromino, movement: Movement) -> u64 {
    match Span::of(board.height(), piece, movement) {
        Span::Sky(0 | 1) => count_from_sky::<L, 1>(board, piece, movement),
        Span::Sky(2) => count_from_sky::<L, 2>(board, piece, movement),
        Span::Sky(_) => count_from_sky::<L, 3>(board, piece, movement),
        Span::Entry | Span::Whole => on_whole_board(board, piece, movement, false).len() as u64,
    }
}

#[inline(always)]
fn count_from_sky<L: Lanes, const N: usize>(
    board: &Board,
    piece: Tetromino,
    movement: Movement,
) -> u64 {
    count_on::<L, N>(board.lowest_words(), piece, movement)
}

#[inline(always)]
fn count_on<L: Lanes, const N: usize>(
    filled: [u64; N],
    piece: Tetromino,
    movement: Movement,
) -> u64 {
    let mut reach = Reach::<L, N>::from_sky(filled, piece);
    reach.flood(movement.rotation.half, Until::AllLandings);
    reach.count()
}

/// A landed piece, split across two words.
#[derive(Clone, Copy)]
struct Landed {
    /// The lower word.
    w: usize,
    /// Its cells there.
    low: u64,
    /// Its cells in the next higher word.
    high: u64,
}

impl Landed {
    #[inline(always)]
    fn new(mask: u64, w: usize, bit: usize) -> Landed {
        Landed { w, low: mask << bit & FULL, high: mask >> 1 >> (WORD_BITS - 1 - bit) }
    }

    /// Whether it completes a row.
    #[inline(always)]
    fn fills_rows(self, board: &Board) -> bool {
        let above = if self.w + 1 < WORDS { board.words[self.w + 1] } else { 0 };
        full_rows(board.words[self.w] | self.low) | full_rows(above | self.high) != 0
    }

    /// The lowest words of the board with the piece, combined in registers: storing single words and
    /// loading them as a vector would stall.
    #[inline(always)]
    fn on<const N: usize>(self, board: &Board) -> [u64; N] {
        let mut words = [0; N];
        for index in 0..N {
            let low = if index == self.w { self.low } else { 0 };
            let high = if index == self.w + 1 { self.high } else { 0 };
            words[index] = board.words[index] | low | high;
        }
        words
    }
}

/// How many placements the next piece has, summed over all placements of this one.
#[inline(always)]
pub(crate) fn count_next<L: Lanes>(
    board: &Board,
    moves: &Moves,
    next: Tetromino,
    movement: Movement,
) -> u64 {
    let height = board.height();
    let tables = Tables::of(moves.piece);
    let mut nodes = 0;
    for places in &moves.places[..moves.spin_kinds()] {
        for (rotation, words) in places[..tables.distinct].iter().enumerate() {
            for (w, &word) in words.iter().enumerate() {
                let mut left = word;
                while left != 0 {
                    let bit = left.trailing_zeros() as usize;
                    left &= left - 1;
                    let landed = Landed::new(tables.masks[rotation], w, bit);
                    let top = w * WORD_ROWS + bit / WIDTH + tables.heights[rotation] as usize;
                    nodes += if landed.fills_rows(board) {
                        count_after_clear(board, landed, next, movement)
                    } else {
                        match Span::of(height.max(top), next, movement) {
                            Span::Sky(0 | 1) => count_on::<L, 1>(landed.on(board), next, movement),
                            Span::Sky(2) => count_on::<L, 2>(landed.on(board), next, movement),
                            Span::Sky(_) => count_on::<L, 3>(landed.on(board), next, movement),
                            Span::Entry | Span::Whole => {
                                let board = Board { words: landed.on(board) };
                                on_whole_board(&board, next, movement, false).len() as u64
                            }
                        }
                    };
                }
            }
        }
    }
    nodes
}

/// Rows are rarely completed, so this is compiled only once.
#[inline(never)]
fn count_after_clear(board: &Board, landed: Landed, next: Tetromino, movement: Movement) -> u64 {
    let mut board = Board { words: landed.on(board) };
    board.clear_full_rows();
    Machine::best().count(&board, next, movement)
}

/// The value of a board; the lanes only choose the processor extensions it is compiled for.
#[inline(always)]
pub(crate) fn evaluate<L: Lanes>(board: &Board, rising: u8, weights: &Weights) -> i32 {
    crate::search::evaluate::evaluate(board, rising, weights)
}
