//! What a lock comes to.

use quintet_engine::{Attack, Clear, LockOut, RowSet, Spin as EngineSpin};

use crate::movegen::board::Board;
use crate::movegen::piece::Piece;
use crate::movegen::placement::{Placement, Spin};
use crate::search::state::Terms;
use crate::search::weights::Weights;

/// What goes on from lock to lock besides the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Streak {
    pub(crate) combo: u8,
    pub(crate) back_to_back: bool,
    /// Rows of garbage that wait to enter.
    pub(crate) pending: u8,
}

/// What a lock came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) lines: u8,
    /// Rows sent or turned away.
    pub(crate) attack: u8,
    /// What it is worth by itself.
    pub(crate) reward: i32,
}

impl Terms {
    /// Whether a piece that locks here ends the game.
    pub(crate) fn is_locked_out(&self, placement: Placement) -> bool {
        match self.lock_out {
            LockOut::Never => false,
            LockOut::AnyCell => {
                let height = placement.piece.shape(placement.rotation).height;
                placement.y + height > self.visible
            }
            LockOut::WholePiece => placement.y >= self.visible,
        }
    }
}

impl Streak {
    /// Counts a lock that cleared so many rows and left this board.
    pub(crate) fn lock(
        &mut self,
        placement: Placement,
        lines: u32,
        board: &Board,
        attack: Attack,
        weights: &Weights,
    ) -> Outcome {
        let lines = lines.min(4) as u8;
        let spun = placement.spin == Spin::Full && lines > 0;
        let mut reward = if placement.piece == Piece::T && !spun { weights.wasted_t } else { 0 };
        if lines == 0 {
            self.combo = 0;
            return Outcome { lines, attack: 0, reward };
        }
        let difficult = lines >= 4 || placement.spin != Spin::None;
        let clear = Clear {
            rows: RowSet::default(),
            lines,
            points: 0,
            spin: match placement.spin {
                Spin::None => EngineSpin::None,
                Spin::Mini => EngineSpin::Mini,
                Spin::Full => EngineSpin::Full,
            },
            back_to_back: difficult && self.back_to_back,
            combo: u32::from(self.combo),
            perfect: *board == Board::EMPTY,
        };
        let sent = attack.rows_sent(&clear);
        reward += weights.attack * i32::from(sent) + weights.combo * i32::from(self.combo);
        reward += if spun {
            weights.spin_rows * i32::from(lines)
        } else {
            [weights.clear_1, weights.clear_2, weights.clear_3, weights.clear_4]
                [usize::from(lines) - 1]
        };
        self.combo = self.combo.saturating_add(1);
        self.back_to_back = difficult;
        if let Attack::Modern { .. } = attack {
            self.pending = self.pending.saturating_sub(sent);
        }
        Outcome { lines, attack: sent, reward }
    }
}
