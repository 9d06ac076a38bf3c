//! Move generation for one kind of lanes: how many words a board needs, and what to make of them.

use crate::board::{Board, FULL, WORD_BITS, WORD_ROWS, WORDS, full_rows};
use crate::field::Field;
use crate::lanes::{Lanes, Plain};
use crate::movement::Movement;
use crate::moves::Moves;
use crate::piece::Piece;
use crate::placement::Spin;
use crate::reach::{Reach, Until, room_above};
use crate::spin::SpinPlaces;
use crate::tables::Tables;

/// How many words a flood needs, and where it begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Span {
    /// So many words, from the sky.
    Sky(usize),
    /// From where the piece enters, on a board of usual height.
    Entry,
    /// From where the piece enters, on a board as high as can be.
    Whole,
}

/// Words of a board of usual height, twenty-four rows.
const USUAL: usize = 4;

impl Span {
    #[inline(always)]
    fn of(board: &Board, piece: Piece, movement: Movement) -> Span {
        let height = board.height();
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
    piece: Piece,
    movement: Movement,
    spins: bool,
) -> Moves {
    let span = Span::of(board, piece, movement);
    let spins = spins && piece == Piece::T;
    match span {
        Span::Sky(0 | 1) => from_sky::<L, 1>(board, piece, movement, spins),
        Span::Sky(2) => from_sky::<L, 2>(board, piece, movement, spins),
        Span::Sky(_) => from_sky::<L, 3>(board, piece, movement, spins),
        Span::Entry => from_entry::<L, USUAL>(board, piece, movement, spins),
        Span::Whole => on_whole_board(board, piece, movement, spins),
    }
}

/// Rarely needed, so compiled but once.
#[inline(never)]
fn on_whole_board(board: &Board, piece: Piece, movement: Movement, spins: bool) -> Moves {
    from_entry::<Plain, WORDS>(board, piece, movement, spins)
}

#[inline(always)]
fn from_sky<L: Lanes, const N: usize>(
    board: &Board,
    piece: Piece,
    movement: Movement,
    spins: bool,
) -> Moves {
    let filled = board.lowest_words();
    rests(Reach::<L, N>::from_sky(filled, piece), filled, piece, movement.half_turns, spins)
}

#[inline(always)]
fn from_entry<L: Lanes, const N: usize>(
    board: &Board,
    piece: Piece,
    movement: Movement,
    spins: bool,
) -> Moves {
    let filled = board.lowest_words();
    let reach = Reach::<L, N>::from_entry(filled, piece, movement);
    rests(reach, filled, piece, movement.half_turns, spins)
}

#[inline(always)]
fn rests<L: Lanes, const N: usize>(
    mut reach: Reach<L, N>,
    filled: [u64; N],
    piece: Piece,
    half_turns: bool,
    spins: bool,
) -> Moves {
    let mut moves = Moves::none(piece);
    if spins {
        let places = SpinPlaces::new(filled);
        if places.meets(reach.landings) {
            reach.flood(half_turns, Until::Still);
            let [none, mini, full] = places.rests(&reach, half_turns);
            note(&mut moves, Spin::None, none);
            note(&mut moves, Spin::Mini, mini);
            note(&mut moves, Spin::Full, full);
            return moves;
        }
    }
    reach.flood(half_turns, Until::Rested);
    note(&mut moves, Spin::None, reach.rests());
    moves
}

#[inline(always)]
fn note<L: Lanes, const N: usize>(moves: &mut Moves, spin: Spin, rests: Field<L, N>) {
    let distinct = moves.piece.distinct_rotations();
    for (w, lanes) in rests.into_iter().enumerate() {
        let words = lanes.words();
        for rotation in 0..distinct {
            moves.rests[spin as usize][rotation][w] = words[rotation];
        }
    }
}

/// How many placements a piece has, spins not told apart.
#[inline(always)]
pub(crate) fn count<L: Lanes>(board: &Board, piece: Piece, movement: Movement) -> u64 {
    match Span::of(board, piece, movement) {
        Span::Sky(0 | 1) => count_from_sky::<L, 1>(board, piece, movement),
        Span::Sky(2) => count_from_sky::<L, 2>(board, piece, movement),
        Span::Sky(_) => count_from_sky::<L, 3>(board, piece, movement),
        Span::Entry | Span::Whole => on_whole_board(board, piece, movement, false).len() as u64,
    }
}

#[inline(always)]
fn count_from_sky<L: Lanes, const N: usize>(
    board: &Board,
    piece: Piece,
    movement: Movement,
) -> u64 {
    let mut reach = Reach::<L, N>::from_sky(board.lowest_words(), piece);
    reach.flood(movement.half_turns, Until::Rested);
    reach.count()
}

/// The board after a piece has come to rest at a bit of a word, full rows removed.
#[inline(always)]
pub(crate) fn after(board: &Board, piece: Piece, rotation: usize, w: usize, bit: usize) -> Board {
    let mask = Tables::of(piece).masks[rotation];
    let mut board = *board;
    board.words[w] |= mask << bit & FULL;
    let mut full = full_rows(board.words[w]);
    if w + 1 < WORDS {
        board.words[w + 1] |= mask >> 1 >> (WORD_BITS - 1 - bit);
        full |= full_rows(board.words[w + 1]);
    }
    if full != 0 {
        board.clear_full_rows();
    }
    board
}

/// How many placements the next piece has, added up over all placements of this one.
#[inline(always)]
pub(crate) fn count_next<L: Lanes>(
    board: &Board,
    moves: &Moves,
    next: Piece,
    movement: Movement,
) -> u64 {
    let mut nodes = 0;
    for rests in &moves.rests {
        for (rotation, words) in rests.iter().enumerate() {
            for (w, &word) in words.iter().enumerate() {
                let mut left = word;
                while left != 0 {
                    let bit = left.trailing_zeros() as usize;
                    left &= left - 1;
                    let after = after(board, moves.piece, rotation, w, bit);
                    nodes += count::<L>(&after, next, movement);
                }
            }
        }
    }
    nodes
}
