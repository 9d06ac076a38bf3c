//! Event a player may do with a falling piece.

use quintet_engine::{Kicks, RotationSystem};

use crate::movegen::board::{ROWS, WIDTH};
use crate::movegen::piece::{Piece, Rotation};

/// Where pieces enter, how high they may rise, and which turns there are.
///
/// Pieces move left, right and down one cell at a time, stop wherever the player likes, and turn by
/// the Super Rotation System or a part of it.
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
    /// As move generators are counted: every piece enters in row 19 and the sky is high.
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

    /// Whether pieces turn by the whole of the Super Rotation System, as the fast generator has it.
    pub(crate) const fn is_srs(self) -> bool {
        self.rotation.counter_clockwise && matches!(self.rotation.kicks, Kicks::Srs)
    }

    /// The leftmost column and the lowest row that a piece covers as it enters.
    pub const fn entry(self, piece: Piece) -> (i8, i8) {
        let x = (WIDTH as i8 - piece.shape(Rotation::North).width) / 2;
        (x, if matches!(piece, Piece::I) { self.entry_row_of_i } else { self.entry_row })
    }

    /// Whether a stack of this height leaves a piece so much room that it can be turned and moved
    /// freely before it drops.
    pub(crate) const fn is_free_above(self, height: usize, piece: Piece) -> bool {
        let (_, y) = self.entry(piece);
        // How far a turn reaches below the row of entry; a kick from the stack may lift the piece
        // to four rows above it.
        let reaches = match piece {
            Piece::I => 2,
            Piece::O => 0,
            _ => 1,
        };
        height as i8 + reaches <= y && y + 4 <= self.ceiling
    }
}
