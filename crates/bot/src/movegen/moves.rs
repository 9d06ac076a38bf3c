//! Every placement of a piece.

use quintet_engine::{Rotation, Spin, Tetromino};

use crate::movegen::board::{Board, WIDTH, WORD_ROWS, WORDS};
use crate::movegen::falling::{Falling, StepSearch};
use crate::movegen::machine::Machine;
use crate::movegen::movement::Movement;
use crate::movegen::piece::distinct_rotations;
use crate::movegen::placement::Placement;

/// The placements that a piece can reach on a board: no two with the same cells, or no two with the
/// same cells and spin where spins count.
#[derive(Clone, Copy, Debug)]
pub struct Moves {
    pub(crate) piece: Tetromino,
    /// Places by spin and rotation.
    pub(crate) places: [[[u64; WORDS]; 4]; 3],
}

impl Moves {
    /// The placements, whatever the spin.
    pub fn new(board: &Board, piece: Tetromino, movement: Movement) -> Moves {
        Moves::find(board, piece, movement, false)
    }

    /// The placements; those of a T that differ only in the spin are listed separately.
    pub fn with_spins(board: &Board, piece: Tetromino, movement: Movement) -> Moves {
        Moves::find(board, piece, movement, true)
    }

    /// The flood fill covers the whole of SRS; a plain search covers the other rotation systems.
    fn find(board: &Board, piece: Tetromino, movement: Movement, spins: bool) -> Moves {
        if movement.is_srs() {
            return Machine::best().moves(board, piece, movement, spins);
        }
        let mut moves = Moves::none(piece);
        let entering = Falling::entering(piece, movement);
        for landing in StepSearch::new(board, piece, movement).landings_from(entering) {
            let spin = if spins { landing.spin } else { Spin::None };
            let (x, y) = (landing.x as usize, landing.y as usize);
            let words = &mut moves.places[spin as usize][landing.rotation as usize];
            words[y / WORD_ROWS] |= 1 << (y % WORD_ROWS * WIDTH + x);
        }
        moves
    }

    pub(crate) const fn none(piece: Tetromino) -> Moves {
        Moves { piece, places: [[[0; WORDS]; 4]; 3] }
    }

    /// How many kinds of spin, from [`Spin::None`] up, the piece can score.
    #[inline(always)]
    pub(crate) const fn spin_kinds(&self) -> usize {
        if matches!(self.piece, Tetromino::T) { Spin::ALL.len() } else { 1 }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.places
            .as_flattened()
            .as_flattened()
            .iter()
            .map(|word| word.count_ones() as usize)
            .sum()
    }

    /// Whether there are none, because the piece cannot enter.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All of them: by spin, then by rotation, then from the bottom row up, from the left.
    pub fn iter(&self) -> impl Iterator<Item = Placement> + use<> {
        let piece = self.piece;
        let by_spin = Spin::ALL.into_iter().zip(self.places);
        by_spin.flat_map(move |(spin, places)| {
            Rotation::ALL.into_iter().zip(places).flat_map(move |(rotation, words)| {
                words.into_iter().enumerate().flat_map(move |(index, word)| {
                    bits(word).map(move |bit| Placement {
                        piece,
                        rotation,
                        x: (bit % WIDTH) as i8,
                        y: (index * WORD_ROWS + bit / WIDTH) as i8,
                        spin,
                    })
                })
            })
        })
    }
}

impl Moves {
    /// Calls `take` with each placement, faster than the iterator.
    #[inline]
    pub(crate) fn for_each(&self, mut take: impl FnMut(Placement)) {
        let piece = self.piece;
        for (spin, places) in Spin::ALL.into_iter().zip(&self.places).take(self.spin_kinds()) {
            for (rotation, words) in
                Rotation::ALL.into_iter().zip(places).take(distinct_rotations(piece))
            {
                for (index, &word) in words.iter().enumerate() {
                    let mut left = word;
                    while left != 0 {
                        let bit = left.trailing_zeros() as usize;
                        left &= left - 1;
                        let (x, y) = (bit % WIDTH, index * WORD_ROWS + bit / WIDTH);
                        take(Placement { piece, rotation, x: x as i8, y: y as i8, spin });
                    }
                }
            }
        }
    }
}

/// The bits that are set, the lowest first.
#[inline(always)]
pub(crate) fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (bit < 64).then_some(bit as usize)
    })
}
