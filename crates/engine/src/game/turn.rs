//! What happens when a piece locks: rows are cleared, garbage enters, the next piece spawns.

use super::{Game, Phase, Piece, Repeat};
use crate::board::Board;
use crate::event::{Clear, EndReason, Event, Sink, Spin};
use crate::kind::Kind;
use crate::row_set::RowSet;
use crate::rules::{Attack, Goal, LockOut};
use crate::scoring::LockScore;
use crate::shape::{RotateBy, Shape};
use crate::tile::{Neighbour, Tile};
use crate::time::Micros;

impl Game {
    /// Locks the piece and does everything that follows from it.
    pub(crate) fn lock_piece(&mut self, sink: Sink<'_>) {
        let spin = self.spin();
        let Some(piece) = self.piece.take() else { return };
        let (first, last) = self.shape.row_span();
        // Cells that lock in the open sky are lost, and a board that loses them never fills.
        let loses_cells = piece.y + first < -(self.rules.hidden as i8);
        let completed = self.fill_board(piece, loses_cells);
        self.counters.pieces += 1;
        self.lock.at = Micros::NEVER;
        self.soft_drop = Repeat::OFF;
        self.wake_shift();
        self.wake_step_down();
        if !self.rules.fall_clock_runs_on {
            self.fall_at = Micros::NEVER;
        }
        let is_locked_out = match self.rules.lock_out {
            LockOut::Never => false,
            LockOut::AnyCell => piece.y + first < 0,
            LockOut::WholePiece => piece.y + last < 0,
        };
        let is_locked_out = is_locked_out || loses_cells;
        // A-M5, A-S6: the end of the game comes before any clear.
        let rows = if is_locked_out { RowSet::default() } else { completed };
        self.emit(sink, Event::Locked { piece, spin, lines: rows.count() });
        if is_locked_out {
            self.end(EndReason::LockOut, sink);
            return;
        }
        self.clear_rows(rows, spin, sink);
    }

    /// The piece's cells become tiles. Returns the rows that this completes.
    fn fill_board(&mut self, piece: Piece, loses_cells: bool) -> RowSet {
        let Piece { kind, rotation, x, y } = piece;
        let tile = Tile::piece(kind);
        let half = |index| cell_tile(kind, rotation.quarter_turns(), index);
        match kind {
            _ if loses_cells => {
                self.board.fill_inside(self.shape, x, y, half);
                RowSet::default()
            }
            Kind::Tetromino(_) => self.board.fill(self.shape, x, y, |_| tile),
            Kind::Domino(_) => self.board.fill(self.shape, x, y, half),
        }
    }

    /// Scores completed rows, then removes them or starts the pause before that.
    fn clear_rows(&mut self, rows: RowSet, spin: Spin, sink: Sink<'_>) {
        self.count_rows(rows, spin, sink);
        if rows.is_empty() {
            self.finish_turn(false, sink);
        } else if self.rules.clear_pause == Micros::ZERO {
            self.collapse(rows, sink);
        } else {
            let until = self.now + self.rules.clear_pause;
            self.begin_phase(Phase::Clearing { rows, since: self.now, until });
        }
    }

    /// Scores completed rows and updates level and speed.
    pub(crate) fn count_rows(&mut self, rows: RowSet, spin: Spin, sink: Sink<'_>) {
        let level = self.counters.level;
        match self.counters.count_lock(&self.rules, &self.board, rows, spin) {
            LockScore::Nothing => {}
            LockScore::Cleared(clear) => {
                self.emit(sink, Event::Cleared(clear));
                self.attack(&clear, sink);
            }
            LockScore::Fives(fives) => self.emit(sink, Event::Fives(fives)),
        }
        if self.counters.level != level {
            self.fall_interval = self.rules.fall.interval(self.counters.level);
            if self.counters.level > level {
                self.emit(sink, Event::LevelUp { level: self.counters.level });
            }
        }
    }

    fn attack(&mut self, clear: &Clear, sink: Sink<'_>) {
        let mut lines = self.rules.attack.rows_sent(clear);
        if let Attack::Modern { .. } = self.rules.attack {
            let cancelled = self.pending.cancel(lines);
            lines -= cancelled;
            if cancelled > 0 {
                self.emit(sink, Event::GarbageCancelled { lines: cancelled });
            }
        }
        if lines > 0 {
            self.emit(sink, Event::GarbageSent { lines });
        }
    }

    /// Removes the completed rows and ends the turn.
    pub(super) fn collapse(&mut self, rows: RowSet, sink: Sink<'_>) {
        self.remove_rows(rows, sink);
        self.finish_turn(true, sink);
    }

    /// Removes the completed rows; the others close up.
    pub(crate) fn remove_rows(&mut self, rows: RowSet, sink: Sink<'_>) {
        self.board.remove_rows(rows, self.gravity);
        self.emit(sink, Event::Collapsed { rows });
    }

    fn finish_turn(&mut self, cleared: bool, sink: Sink<'_>) {
        let lets_garbage_in = match self.rules.attack {
            Attack::Modern { .. } => !cleared,
            Attack::Plain | Attack::None => true,
        };
        if lets_garbage_in && self.pending.len() > 0 {
            let gaps = self.pending.take_due(self.now);
            if !gaps.is_empty() {
                self.board.insert_garbage(&gaps);
                self.emit(sink, Event::GarbageEntered { lines: gaps.len() as u8 });
            }
        }
        if self.counters.lives < 0 {
            self.end(EndReason::LivesLost, sink);
        } else if let Goal::Lines(goal) = self.rules.goal
            && self.counters.lines >= goal
        {
            self.end(EndReason::Finished, sink);
        } else if self.rules.entry_delay == Micros::ZERO {
            self.spawn_next(sink);
        } else {
            self.begin_phase(Phase::Waiting { until: self.now + self.rules.entry_delay });
        }
    }

    /// The spin that the piece in play scores if it locks where it is.
    #[inline]
    pub(crate) fn spin(&self) -> Spin {
        match (self.piece, self.last_rotation) {
            (Some(piece @ Piece { kind: Kind::T, .. }), Some(rotation)) => {
                spin(&self.board, piece, self.shape, rotation)
            }
            _ => Spin::None,
        }
    }
}

/// The spin of a piece that this rotation, by the kick with this number, has just brought where it is:
/// it is a T, and three of the four corners of its box are taken.
#[inline(never)]
pub(crate) fn spin(board: &Board, piece: Piece, shape: Shape, rotation: (RotateBy, u8)) -> Spin {
    if !matches!(piece.kind, Kind::T) || shape.width() != 3 || shape.height() != 3 {
        return Spin::None;
    }
    let front = FRONT_CORNERS[usize::from(piece.rotation.quarter_turns())];
    let free = board.free_cells(CORNERS, piece.x, piece.y);
    let taken = (CORNERS.count_ones() - free.count_ones()) as usize;
    // Half turns have a table of their own, in which no offset is special.
    let is_quarter = matches!(rotation.0, RotateBy::Clockwise | RotateBy::CounterClockwise);
    Spin::from_corners(taken, free & front == 0, is_quarter && rotation.1 == LAST_KICK)
}

/// The last offset of a quarter turn in SRS.
const LAST_KICK: u8 = 4;
/// The corners of a T's box, as bits of its rows.
const CORNERS: u64 = TOP_CORNERS | BOTTOM_CORNERS;
const TOP_CORNERS: u64 = 0b101;
const BOTTOM_CORNERS: u64 = 0b101 << 32;
const LEFT_CORNERS: u64 = 1 << 32 | 1;
const RIGHT_CORNERS: u64 = LEFT_CORNERS << 2;
/// The corners in front of the T, by its rotation.
const FRONT_CORNERS: [u64; 4] = [TOP_CORNERS, RIGHT_CORNERS, BOTTOM_CORNERS, LEFT_CORNERS];

/// The tile that a cell of the piece leaves on the board; cells are counted from the top left.
pub(crate) fn cell_tile(kind: Kind, quarter_turns: u8, index: u8) -> Tile {
    let Some((low, high)) = kind.pips() else { return Tile::piece(kind) };
    // D-19, D-38: the smaller value is left when the domino lies and below when it stands.
    match (quarter_turns % 2, index) {
        (0, 0) => Tile::half(low, Some(Neighbour::Right)),
        (0, _) => Tile::half(high, Some(Neighbour::Left)),
        (_, 0) => Tile::half(high, Some(Neighbour::Below)),
        (_, _) => Tile::half(low, Some(Neighbour::Above)),
    }
}
