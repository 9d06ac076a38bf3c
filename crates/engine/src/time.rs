//! Time as the engine knows it: whole microseconds since the game began.

use core::ops::{Add, AddAssign, Sub};

/// A moment of game time, or a span of it, in whole microseconds.
///
/// ```
/// use quintet_engine::Micros;
///
/// let at = Micros::from_secs(1) + Micros::from_millis(250);
/// assert_eq!(at, Micros(1_250_000));
/// assert_eq!(at.as_millis(), 1250);
/// assert_eq!(at - Micros::from_secs(2), Micros::ZERO, "differences stop at zero");
/// assert_eq!(Micros::NEVER + at, Micros::NEVER, "and sums at never");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Micros(pub u64);

impl Micros {
    /// The beginning of a game.
    pub const ZERO: Micros = Micros(0);
    /// A moment that never comes.
    pub const NEVER: Micros = Micros(u64::MAX);
    /// One sixtieth of a second, which is what a requirement calls a frame.
    pub const FRAME: Micros = Micros(16_667);

    /// A span given in milliseconds.
    pub const fn from_millis(millis: u64) -> Micros {
        Micros(millis.saturating_mul(1000))
    }

    /// A span given in seconds.
    pub const fn from_secs(secs: u64) -> Micros {
        Micros(secs.saturating_mul(1_000_000))
    }

    /// The first moment after `past` in the series that starts here and repeats every `every`.
    pub(crate) const fn next_beat(self, every: Micros, past: Micros) -> Micros {
        let every = if every.0 == 0 { 1 } else { every.0 };
        let beats = past.0.saturating_sub(self.0) / every + 1;
        Micros(self.0.saturating_add(beats.saturating_mul(every)))
    }

    /// Whole milliseconds, rounded down.
    pub const fn as_millis(self) -> u64 {
        self.0 / 1000
    }
}

/// Sums stop at [`Micros::NEVER`], so that an endless wait never wraps around.
impl Add for Micros {
    type Output = Micros;

    fn add(self, other: Micros) -> Micros {
        Micros(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Micros {
    fn add_assign(&mut self, other: Micros) {
        *self = *self + other;
    }
}

/// Differences stop at zero.
impl Sub for Micros {
    type Output = Micros;

    fn sub(self, other: Micros) -> Micros {
        Micros(self.0.saturating_sub(other.0))
    }
}
