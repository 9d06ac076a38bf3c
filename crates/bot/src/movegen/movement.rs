//! How pieces may move.

use quintet_engine::{Kicks, Rotation, RotationSystem, Tetromino};

use crate::movegen::board::{ROWS, WIDTH};
use crate::movegen::piece::shape_of;

/// Where pieces enter, how high they may rise, and how they rotate.
///
/// Pieces move left, right and down one cell at a time and may stop anywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Movement {
    /// The lowest row that an I covers as it enters.
    pub entry_row_of_i: i8,
    /// The lowest row that any other piece covers as it enters.
    pub entry_row: i8,
    /// How many rows there are; no cell of a piece may be above them.
    pub ceiling: i8,
    /// How pieces rotate: the Super Rotation System or a part of it.
    pub rotation: RotationSystem,
}

impl Movement {
    /// As perft counts are published: every piece enters in row 19, and the ceiling is high.
    pub const PERFT: Movement = Movement {
        entry_row_of_i: 19,
        entry_row: 19,
        ceiling: ROWS as i8,
        rotation: RotationSystem::SRS,
    };
    /// As in Marathon: pieces enter in the two highest of twenty visible rows, above which there
    /// are four more.
    pub const GUIDELINE: Movement = Movement { entry_row: 18, ceiling: 24, ..Movement::PERFT };

    /// The same with half turns.
    #[must_use]
    pub const fn with_half_turns(self) -> Movement {
        Movement { rotation: RotationSystem { half: true, ..self.rotation }, ..self }
    }

    /// Whether pieces rotate by the whole of the Super Rotation System, which the flood fill assumes.
    pub(crate) const fn is_srs(self) -> bool {
        self.rotation.counter_clockwise && matches!(self.rotation.kicks, Kicks::Srs)
    }

    /// The leftmost column and the lowest row that a piece covers as it enters.
    pub const fn entry(self, piece: Tetromino) -> (i8, i8) {
        let x = (WIDTH as i8 - shape_of(piece, Rotation::SPAWN).width) / 2;
        (x, if matches!(piece, Tetromino::I) { self.entry_row_of_i } else { self.entry_row })
    }

    /// Whether a piece can rotate and move freely above a stack of this height before it drops.
    pub(crate) const fn is_free_above(self, height: usize, piece: Tetromino) -> bool {
        let (_, y) = self.entry(piece);
        // How far a rotation reaches below the row of entry; a kick off the stack may lift the piece
        // by up to four rows.
        let reaches = match piece {
            Tetromino::I => 2,
            Tetromino::O => 0,
            _ => 1,
        };
        height as i8 + reaches <= y && y + 4 <= self.ceiling
    }
}
