//! What a lock earns: rows cleared, rows sent, and the reward that the weights give for them.

use quintet_engine::{Attack, Chain, Clear, LockOut, RowSet, Spin, Tetromino};

use crate::movegen::board::Board;
use crate::movegen::piece::shape_of;
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

/// What a lock cleared and sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LockResult {
    pub(crate) lines: u8,
    /// Rows sent or cancelled.
    pub(crate) attack: u8,
    /// How many clearing locks in a row came before it.
    combo: u32,
}

impl MoveRules {
    /// Whether a piece that locks here ends the game.
    pub(crate) fn is_locked_out(&self, placement: Placement) -> bool {
        match self.lock_out {
            LockOut::Never => false,
            LockOut::AnyCell => {
                let height = shape_of(placement.piece, placement.rotation).height;
                placement.y + height > self.visible
            }
            LockOut::WholePiece => placement.y >= self.visible,
        }
    }
}

impl Carried {
    /// Counts a lock that cleared this many rows and left this board. What it is worth is
    /// [`LockResult::reward`].
    #[inline]
    pub(crate) fn lock(
        &mut self,
        placement: Placement,
        lines: u32,
        board: &Board,
        attack: Attack,
    ) -> LockResult {
        let lines = lines.min(4) as u8;
        let Chain { combo, back_to_back } = self.chain.lock(lines, placement.spin);
        if lines == 0 {
            return LockResult { lines, attack: 0, combo };
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
        if let Attack::Modern { .. } = attack {
            self.pending = self.pending.saturating_sub(sent);
        }
        LockResult { lines, attack: sent, combo }
    }
}

impl LockResult {
    /// The value of the lock by itself, for the piece that locked.
    #[inline]
    pub(crate) fn reward(self, Placement { piece, spin, .. }: Placement, weights: &Weights) -> i32 {
        let LockResult { lines, attack, combo } = self;
        let is_full_spin = spin == Spin::Full && lines > 0;
        let wasted = if piece == Tetromino::T && !is_full_spin { weights.wasted_t } else { 0 };
        let cleared = match lines {
            0 => return wasted,
            rows if is_full_spin => weights.spin_rows * i32::from(rows),
            1 => weights.clear_1,
            2 => weights.clear_2,
            3 => weights.clear_3,
            _ => weights.clear_4,
        };
        let sent = weights.attack * i32::from(attack) + weights.combo * combo.min(255) as i32;
        wasted + sent + cleared
    }
}
