//! The loop from deadline to deadline.

use super::{Game, InputError, Phase};
use crate::event::{EndReason, Sink};
use crate::time::Micros;

/// A moment before which nothing falls due, so that most inputs need not look at all timers. It may be
/// earlier than the earliest deadline, so games that differ in it alone are equal. It is zero while
/// the game is paused and after its end, when time does not pass.
#[derive(Clone, Copy, Debug, Eq)]
pub(super) struct NotBefore(pub(super) Micros);

impl PartialEq for NotBefore {
    fn eq(&self, _: &NotBefore) -> bool {
        true
    }
}

impl Game {
    /// Lets time pass: everything happens that falls due up to and including `now`. During a pause
    /// and after the end, time does not pass.
    ///
    /// ```
    /// use quintet_engine::{Game, GameName, Micros};
    ///
    /// let mut often = Game::new(GameName::Marathon.rules(), 1);
    /// let mut once = often.clone();
    /// for millis in 1..=60_000 {
    ///     often.advance(Micros::from_millis(millis), &mut |_| {})?;
    /// }
    /// once.advance(Micros::from_secs(60), &mut |_| {})?;
    /// assert_eq!(often, once, "how often the game is asked makes no difference");
    /// # Ok::<(), quintet_engine::InputError>(())
    /// ```
    pub fn advance(&mut self, now: Micros, sink: Sink<'_>) -> Result<(), InputError> {
        self.reach(now, sink).map(|_| ())
    }

    /// Lets time pass, and says whether the game goes on then: it is neither paused nor over.
    #[inline]
    pub(super) fn reach(&mut self, now: Micros, sink: Sink<'_>) -> Result<bool, InputError> {
        if self.now <= now && now < self.due.0 {
            self.now = now;
            return Ok(true);
        }
        self.reach_deadlines(now, sink)
    }

    #[inline(never)]
    fn reach_deadlines(&mut self, now: Micros, sink: Sink<'_>) -> Result<bool, InputError> {
        if self.paused || self.is_over() {
            return Ok(false);
        }
        if now < self.now {
            return Err(InputError::TimeRunsBackwards { at: now, now: self.now });
        }
        self.catch_up(now, sink);
        Ok(!self.is_over())
    }

    pub(super) fn catch_up(&mut self, now: Micros, sink: Sink<'_>) {
        while !self.is_over() {
            self.find_due();
            let NotBefore(due) = self.due;
            if due > now || due == Micros::NEVER {
                self.now = now;
                break;
            }
            self.now = due;
            self.fire(sink);
        }
    }

    /// When something falls due next, if anything does.
    ///
    /// ```
    /// use quintet_engine::{Game, GameName, Micros};
    ///
    /// // Nothing but gravity: five seconds of Battle's level 1 are five steps.
    /// let mut game = Game::new(GameName::Battle.rules(), 1);
    /// game.advance(Micros(0), &mut |_| {})?;
    /// let mut steps = 0;
    /// while let Some(due) = game.next_deadline().filter(|&due| due <= Micros::from_secs(5)) {
    ///     game.advance(due, &mut |_| {})?;
    ///     steps += 1;
    /// }
    /// assert_eq!(steps, 5);
    /// # Ok::<(), quintet_engine::InputError>(())
    /// ```
    pub fn next_deadline(&self) -> Option<Micros> {
        let is_waiting = !self.paused && !self.is_over();
        is_waiting.then(|| self.earliest()).filter(|&due| due != Micros::NEVER)
    }

    /// Begins a phase; one that ends by itself sets its deadline.
    pub(crate) fn begin_phase(&mut self, phase: Phase) {
        self.phase = phase;
        self.phase_ends_at = match phase {
            Phase::Idle => Micros::ZERO,
            Phase::Waiting { until } | Phase::Clearing { until, .. } => until,
            Phase::Falling | Phase::Over(_) => Micros::NEVER,
        };
        self.expect(self.phase_ends_at);
    }

    /// A timer has been set to this moment, and may be the first to fall due now.
    pub(super) fn expect(&mut self, at: Micros) {
        self.due.0 = self.due.0.min(at);
    }

    /// Looks at all timers, some of which may have been stopped.
    pub(super) fn find_due(&mut self) {
        if !self.is_over() {
            self.due = NotBefore(self.earliest());
        }
    }

    /// Any timer may have changed.
    pub(crate) const fn forget_due(&mut self) {
        self.due = NotBefore(Micros::ZERO);
    }

    /// The earliest deadline of a game that is not over.
    pub(super) fn earliest(&self) -> Micros {
        self.phase_ends_at
            .min(self.shift.at)
            .min(self.soft_drop.at)
            .min(self.step_down.at)
            .min(self.fall_at)
            .min(self.lock.at)
            .min(self.time_up_at)
    }

    /// Does one thing that is due now. Where several are, the order is fixed: a piece enters, then
    /// moves sideways, then down, then locks, and last of all the time is up.
    fn fire(&mut self, sink: Sink<'_>) {
        let now = self.now;
        if self.phase_ends_at <= now {
            match self.phase {
                Phase::Clearing { rows, .. } => self.collapse(rows, sink),
                _ => self.spawn_next(sink),
            }
        } else if self.shift.at <= now {
            self.repeat_shift(sink);
        } else if self.soft_drop.at <= now {
            self.repeat_soft_drop(sink);
        } else if self.step_down.at <= now {
            self.repeat_step_down(sink);
        } else if self.fall_at <= now {
            self.fall(sink);
        } else if self.lock.at <= now {
            self.lock_piece(sink);
        } else if self.time_up_at <= now {
            self.end(EndReason::Finished, sink);
        }
    }
}
