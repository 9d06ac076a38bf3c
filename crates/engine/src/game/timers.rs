//! The timers of a piece in play: repeats of held buttons, and the delay before it locks.

use crate::time::Micros;

/// A timer that repeats a button while it is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Repeat {
    /// When it repeats next.
    pub(super) at: Micros,
    /// When it last fell due and could do nothing. It sleeps until something changes, so that a
    /// piece against a wall costs nothing, however fast the repeats are.
    pub(super) idle_since: Micros,
    /// Whether it fell due while no piece was there, or slides without delay.
    pub(super) charged: bool,
}

impl Repeat {
    pub(super) const OFF: Repeat =
        Repeat { at: Micros::NEVER, idle_since: Micros::NEVER, charged: false };
    pub(super) const CHARGED: Repeat = Repeat { charged: true, ..Repeat::OFF };

    pub(super) const fn from(at: Micros) -> Repeat {
        Repeat { at, ..Repeat::OFF }
    }

    pub(super) const fn asleep(since: Micros) -> Repeat {
        Repeat { idle_since: since, ..Repeat::OFF }
    }

    pub(super) const fn is_asleep(self) -> bool {
        self.idle_since.0 != Micros::NEVER.0
    }

    /// Resumes on its original schedule.
    pub(super) const fn woken(self, now: Micros, interval: Micros) -> Repeat {
        Repeat::from(self.idle_since.next_beat(interval, now))
    }
}

/// The delay before a resting piece locks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LockTimer {
    /// When the piece locks, while it rests.
    pub(crate) at: Micros,
    /// What was left when it last lost its footing.
    pub(super) left: Micros,
    pub(crate) resets_left: u8,
    /// How far the piece had fallen where it last rested.
    pub(super) lowest: i8,
}

impl LockTimer {
    /// The timer of a piece that has not come to rest yet.
    pub(super) const fn new(resets_left: u8) -> LockTimer {
        LockTimer { at: Micros::NEVER, left: Micros::ZERO, resets_left, lowest: i8::MIN }
    }

    pub(super) const fn is_running(&self) -> bool {
        self.at.0 != Micros::NEVER.0
    }
}
