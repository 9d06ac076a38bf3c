//! Where the Super Rotation System kicks a piece that does not fit where it is turned.

use crate::movegen::piece::{Piece, Turn};

/// How many places a quarter turn tries.
pub(crate) const QUARTER_TRIES: usize = 5;
/// How many places a half turn tries.
pub(crate) const HALF_TRIES: usize = 6;

/// The offsets tried in turn, columns to the right and rows up, for a piece that is turned from
/// this rotation (in quarter turns clockwise).
pub(crate) const fn offsets(piece: Piece, from: usize, turn: Turn) -> &'static [(i8, i8)] {
    const STAY: [(i8, i8); 1] = [(0, 0)];
    match (piece, turn) {
        (Piece::O, _) => &STAY,
        (Piece::I, Turn::Clockwise) => &I_CLOCKWISE[from],
        (Piece::I, Turn::CounterClockwise) => &I_COUNTER_CLOCKWISE[from],
        (_, Turn::Clockwise) => &CLOCKWISE[from],
        (_, Turn::CounterClockwise) => &COUNTER_CLOCKWISE[from],
        (_, Turn::Half) => &HALF[from],
    }
}

type Table<const TRIES: usize> = [[(i8, i8); TRIES]; 4];

const CLOCKWISE: Table<QUARTER_TRIES> = [
    [(0, 0), (-1, 0), (-1, 1), (0, -2), (-1, -2)],
    [(0, 0), (1, 0), (1, -1), (0, 2), (1, 2)],
    [(0, 0), (1, 0), (1, 1), (0, -2), (1, -2)],
    [(0, 0), (-1, 0), (-1, -1), (0, 2), (-1, 2)],
];
const COUNTER_CLOCKWISE: Table<QUARTER_TRIES> = [
    [(0, 0), (1, 0), (1, 1), (0, -2), (1, -2)],
    [(0, 0), (1, 0), (1, -1), (0, 2), (1, 2)],
    [(0, 0), (-1, 0), (-1, 1), (0, -2), (-1, -2)],
    [(0, 0), (-1, 0), (-1, -1), (0, 2), (-1, 2)],
];
const I_CLOCKWISE: Table<QUARTER_TRIES> = [
    [(0, 0), (-2, 0), (1, 0), (-2, -1), (1, 2)],
    [(0, 0), (-1, 0), (2, 0), (-1, 2), (2, -1)],
    [(0, 0), (2, 0), (-1, 0), (2, 1), (-1, -2)],
    [(0, 0), (1, 0), (-2, 0), (1, -2), (-2, 1)],
];
const I_COUNTER_CLOCKWISE: Table<QUARTER_TRIES> = [
    [(0, 0), (-1, 0), (2, 0), (-1, 2), (2, -1)],
    [(0, 0), (2, 0), (-1, 0), (2, 1), (-1, -2)],
    [(0, 0), (1, 0), (-2, 0), (1, -2), (-2, 1)],
    [(0, 0), (-2, 0), (1, 0), (-2, -1), (1, 2)],
];
/// Half turns are no part of SRS itself; these are the offsets widely played.
const HALF: Table<HALF_TRIES> = [
    [(0, 0), (0, 1), (1, 1), (-1, 1), (1, 0), (-1, 0)],
    [(0, 0), (1, 0), (1, 2), (1, 1), (0, 2), (0, 1)],
    [(0, 0), (0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0)],
    [(0, 0), (-1, 0), (-1, 2), (-1, 1), (0, 2), (0, 1)],
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_back_undoes_each_kick() {
        for piece in [Piece::T, Piece::I] {
            for from in 0..4 {
                let there = offsets(piece, from, Turn::Clockwise);
                let back = offsets(piece, (from + 1) % 4, Turn::CounterClockwise);
                for (there, back) in there.iter().zip(back) {
                    assert_eq!((there.0 + back.0, there.1 + back.1), (0, 0));
                }
            }
        }
    }
}
