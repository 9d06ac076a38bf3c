//! What a lock earns: rows cleared, rows sent, and the reward that the weights give for them.

use quintet_engine::{Attack, Chain, Clear, LockOut, RowSet, Spin};

use crate::movegen::board::Board;
use crate::movegen::piece::Piece;
use crate::movegen::placement::Placement;
use crate::search::state::MoveRules;
use crate::search::weights::Weights;

/// What carries over from lock to lock besides the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Carried {
    pub(crate) chain: Chain,
    /// Rows of garbage that wait to enter.
    pub(crate) pending: u8,
}

/// What a lock earned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LockResult {
    pub(crate) lines: u8,
    /// Rows sent or cancelled.
    pub(crate) attack: u8,
    /// Its value by itself.
    pub(crate) reward: i32,
}

impl MoveRules {
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

impl Carried {
    /// Counts a lock that cleared this many rows and left this board.
    #[inline]
    pub(crate) fn lock(
        &mut self,
        placement: Placement,
        lines: u32,
        board: &Board,
        attack: Attack,
        weights: &Weights,
    ) -> LockResult {
        let lines = lines.min(4) as u8;
        let Chain { combo, back_to_back } = self.chain.lock(lines, placement.spin);
        let is_full_spin = placement.spin == Spin::Full && lines > 0;
        let is_wasted_t = placement.piece == Piece::T && !is_full_spin;
        let mut reward = if is_wasted_t { weights.wasted_t } else { 0 };
        if lines == 0 {
            return LockResult { lines, attack: 0, reward };
        }
        let sent = attack.rows_sent(&Clear {
            rows: RowSet::default(),
            lines,
            points: 0,
            spin: placement.spin,
            back_to_back,
            combo,
            perfect: *board == Board::EMPTY,
        });
        reward += weights.attack * i32::from(sent) + weights.combo * combo.min(255) as i32;
        reward += if is_full_spin {
            weights.spin_rows * i32::from(lines)
        } else {
            [weights.clear_1, weights.clear_2, weights.clear_3, weights.clear_4]
                [usize::from(lines) - 1]
        };
        if let Attack::Modern { .. } = attack {
            self.pending = self.pending.saturating_sub(sent);
        }
        LockResult { lines, attack: sent, reward }
    }
}
