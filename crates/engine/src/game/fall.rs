//! Falling, resting and dropping.

use super::{Game, Phase};
use crate::board::Gravity;
use crate::event::{Event, Sink};
use crate::rules::Lock;
use crate::time::Micros;

impl Game {
    /// Whether the piece cannot go further the way it falls.
    fn rests(&self) -> bool {
        self.piece.is_some_and(|piece| {
            !self.board.fits(self.shape, piece.x, piece.y + self.gravity.step())
        })
    }

    /// Moves the piece by this many columns and rows, if it fits there.
    pub(crate) fn shift_by(&mut self, columns: i8, rows: i8) -> bool {
        let Some(piece) = &mut self.piece else { return false };
        let (x, y) = (piece.x + columns, piece.y + rows);
        if !self.board.fits(self.shape, x, y) {
            return false;
        }
        (piece.x, piece.y) = (x, y);
        self.last_rotation = None;
        true
    }

    /// Takes the piece one row further, if it can go.
    fn step(&mut self) -> bool {
        self.shift_by(0, self.gravity.step())
    }

    /// Gravity moves the piece by a row.
    pub(super) fn fall(&mut self, sink: Sink<'_>) {
        let interval = self.fall_interval.max(Micros(1));
        self.fall_at = self.now + interval;
        if let Phase::Waiting { until } | Phase::Clearing { until, .. } = self.phase {
            // Nothing can fall before then, but the beat is kept.
            self.fall_at = self.now.next_beat(interval, until - Micros(1));
            return;
        }
        if self.step() {
            self.emit(sink, Event::Fell);
            self.find_footing(sink);
            self.slide(sink);
        } else if let Lock::FailedStep { .. } = self.rules.lock {
            self.lock_piece(sink);
        }
    }

    /// A step that the player asked for; says whether the piece moved.
    pub(super) fn step_by_player(&mut self, sink: Sink<'_>) -> bool {
        if self.phase != Phase::Falling {
            return false;
        }
        if self.step() {
            self.counters.add_points(u64::from(self.rules.soft_drop_points));
            self.emit(sink, Event::SoftDropped);
            self.restart_fall();
            self.find_footing(sink);
            self.slide(sink);
            return true;
        }
        if self.player_locks() {
            self.lock_piece(sink);
        }
        false
    }

    /// Whether a failed soft drop step locks the piece.
    pub(super) fn player_locks(&self) -> bool {
        matches!(self.rules.lock, Lock::FailedStep { soft_drop_locks: true })
    }

    /// A soft drop without delay between its rows.
    pub(super) fn drop_to_rest(&mut self, sink: Sink<'_>) {
        while self.piece.is_some() && !self.rests() && self.step_by_player(sink) {}
    }

    pub(super) fn restart_fall(&mut self) {
        if !self.rules.fall_clock_runs_on {
            self.fall_at = self.now + self.fall_interval;
            self.expect(self.fall_at);
        }
    }

    /// Whether the piece neither rests now nor did before the last move: the common case.
    #[inline]
    pub(super) fn floats(&self) -> bool {
        !self.lock.is_running() && self.fall_interval != Micros::ZERO && !self.rests()
    }

    /// Checks after any move whether the piece has come to rest or lost its footing.
    #[inline]
    pub(crate) fn find_footing(&mut self, sink: Sink<'_>) {
        if !self.floats() {
            self.change_footing(sink);
        }
    }

    #[inline(never)]
    fn change_footing(&mut self, sink: Sink<'_>) {
        if self.fall_interval == Micros::ZERO {
            while self.step() {}
        }
        if self.rests() {
            self.rest(sink);
        } else if self.lock.is_running() {
            self.lock.left = self.lock.at - self.now;
            self.lock.at = Micros::NEVER;
            self.restart_fall();
        }
    }

    /// The piece rests: the delay before it locks starts, or goes on.
    fn rest(&mut self, sink: Sink<'_>) {
        let (Lock::Delay { delay, .. }, Some(piece)) = (self.rules.lock, self.piece) else {
            return;
        };
        let depth = self.depth(piece.y);
        let is_new_low = depth > self.lock.lowest;
        if is_new_low {
            // A-M6: a new lowest row restarts the delay and costs no reset.
            self.lock.lowest = depth;
            self.lock.left = delay;
        }
        if !self.lock.is_running() {
            self.lock.at = self.now + self.lock.left;
            self.fall_at = Micros::NEVER;
            self.emit(sink, Event::Landed);
        } else if is_new_low {
            self.lock.at = self.now + delay;
        }
        self.expect(self.lock.at);
    }

    /// How far down the piece in this row reaches, or how far up where it falls upwards.
    fn depth(&self, y: i8) -> i8 {
        let (first, last) = self.shape.row_span();
        match self.gravity {
            Gravity::Down => y + last,
            Gravity::Up => -(y + first),
        }
    }

    /// How far the piece would fall.
    pub(crate) fn drop_distance(&self) -> u8 {
        self.piece
            .map_or(0, |piece| self.board.drop_distance(self.shape, piece.x, piece.y, self.gravity))
    }

    pub(super) fn hard_drop(&mut self, sink: Sink<'_>) {
        if !self.rules.hard_drop {
            return;
        }
        let rows = self.drop_distance();
        let Some(piece) = &mut self.piece else { return };
        piece.y += self.gravity.step() * rows as i8;
        if rows > 0 {
            self.last_rotation = None;
        }
        self.counters.add_points(u64::from(rows) * u64::from(self.rules.hard_drop_points));
        self.emit(sink, Event::HardDropped { rows });
        self.lock_piece(sink);
    }
}
