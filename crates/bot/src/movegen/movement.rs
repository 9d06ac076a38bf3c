//! What a player may do with a falling piece.

use crate::movegen::board::{ROWS, WIDTH};
use crate::movegen::piece::{Piece, Rotation, Turn};

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
    /// Whether there are half turns.
    pub half_turns: bool,
    /// Whether pieces turn counter-clockwise too.
    pub counter_clockwise: bool,
    /// Whether a piece that does not fit where it is turned is kicked.
    pub kicks: bool,
}

impl Movement {
    /// As move generators are counted: every piece enters in row 19 and the sky is high.
    pub const PERFT: Movement = Movement {
        entry_row_of_i: 19,
        entry_row: 19,
        ceiling: ROWS as i8,
        half_turns: false,
        counter_clockwise: true,
        kicks: true,
    };
    /// As in Marathon: pieces enter in the two highest of twenty visible rows, above which there
    /// are four more.
    pub const GUIDELINE: Movement = Movement { entry_row: 18, ceiling: 24, ..Movement::PERFT };

    /// The same with half turns.
    #[must_use]
    pub const fn with_half_turns(self) -> Movement {
        Movement { half_turns: true, ..self }
    }

    /// Whether there is this turn.
    pub const fn allows(self, turn: Turn) -> bool {
        match turn {
            Turn::Clockwise => true,
            Turn::Half => self.half_turns,
            Turn::CounterClockwise => self.counter_clockwise,
        }
    }

    /// Whether pieces turn by the whole of the Super Rotation System, as the fast generator has it.
    pub(crate) const fn is_srs(self) -> bool {
        self.counter_clockwise && self.kicks
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
