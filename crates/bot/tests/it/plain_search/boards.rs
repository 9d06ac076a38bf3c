//! Random boards of several kinds, the same every time.

use quintet_bot::{Board, Movement, Moves, Tetromino};

/// A source of boards.
pub(crate) struct Boards {
    state: u64,
}

impl Boards {
    pub(crate) fn new(seed: u64) -> Boards {
        Boards { state: seed }
    }

    /// The next number of a `SplitMix64` sequence.
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// Noise up to some height: every cell filled or not, more or less often.
    pub(crate) fn noise(&mut self) -> Board {
        let height = self.below(24);
        let tenths = 2 + self.below(7);
        let mut row = || (0..10).map(|x| u16::from(self.below(10) < tenths) << x).sum();
        let rows: Vec<u16> = (0..height).map(|_| row()).collect();
        Board::from_rows(rows)
    }

    /// The board after some random placements.
    pub(crate) fn played(&mut self) -> Board {
        let mut board = Board::EMPTY;
        for _ in 0..self.below(40) {
            let piece = Tetromino::ALL[self.below(7)];
            let moves: Vec<_> = Moves::new(&board, piece, Movement::PERFT).iter().collect();
            if moves.is_empty() {
                break;
            }
            board.place(moves[self.below(moves.len())]);
        }
        board
    }
}
