//! From a front end's clock to the game's.

use quintet_engine::Micros;

/// What a long time between two looks at the clock means for the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LongStep {
    /// A step is long beyond this.
    pub from: Micros,
    /// What a long step counts as.
    pub counts: Micros,
}

impl LongStep {
    /// A-X9: however long the browser did not show a frame, the game goes on by no more than this.
    pub const FRAME: LongStep =
        LongStep { from: Micros::from_millis(100), counts: Micros::from_millis(100) };
    /// A terminal looks at the clock when something is due, so only a machine that slept takes
    /// longer than this. That time does not count.
    pub const SLEEP: LongStep = LongStep { from: Micros::from_secs(3), counts: Micros::ZERO };
}

/// Game time, which passes from one look at the clock to the next and stands still otherwise.
/// Stamps are the front end's own time.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    now: Micros,
    last_stamp: Option<Micros>,
    long: LongStep,
}

impl Clock {
    /// A clock that goes on from this moment of a game.
    pub(super) const fn at_moment(now: Micros, long: LongStep) -> Clock {
        Clock { now, last_stamp: None, long }
    }

    /// Lets the time since the last stamp pass, and says what time it is.
    pub(super) fn advance(&mut self, stamp: Micros) -> Micros {
        self.now = self.at(stamp);
        self.last_stamp = Some(self.last_stamp.map_or(stamp, |last| last.max(stamp)));
        self.now
    }

    /// The game time of an input that came since the last stamp.
    pub(super) fn at(&self, stamp: Micros) -> Micros {
        let step = self.last_stamp.map_or(Micros::ZERO, |last| stamp - last);
        self.now + if step > self.long.from { self.long.counts } else { step }
    }

    /// The time at the last stamp.
    pub(super) const fn now(&self) -> Micros {
        self.now
    }

    /// What a long step means.
    pub(super) const fn long_step(&self) -> LongStep {
        self.long
    }

    /// The stamp at which the game reaches a moment; none while time stands still.
    pub(super) fn stamp_of(&self, at: Micros) -> Option<Micros> {
        self.last_stamp.map(|last| last + (at - self.now))
    }

    /// Stands still until the next stamp.
    pub(super) fn halt(&mut self) {
        self.last_stamp = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Clock = Clock::at_moment(Micros::ZERO, LongStep::FRAME);

    fn ms(ms: u64) -> Micros {
        Micros::from_millis(ms)
    }

    #[test]
    fn time_passes_from_frame_to_frame_and_inputs_fall_between() {
        let mut clock = START;
        assert_eq!(clock.advance(ms(5000)), Micros(0));
        assert_eq!(clock.at(Micros(5_004_500)), Micros(4_500));
        assert_eq!(clock.advance(Micros(5_016_667)), Micros(16_667));
        assert_eq!(clock.at(ms(5010)), Micros(16_667), "an input before the frame counts as now");
        assert_eq!(clock.advance(ms(5010)), Micros(16_667), "and time never goes back");
        assert_eq!(clock.advance(Micros(5_016_668)), Micros(16_668));
    }

    #[test]
    fn a_long_wait_is_a_tenth_of_a_second_in_a_browser_and_nothing_in_a_terminal() {
        let mut clock = START;
        clock.advance(ms(0));
        assert_eq!(clock.at(ms(60_000)), ms(100));
        assert_eq!(clock.advance(ms(60_000)), ms(100));
        let mut clock = Clock::at_moment(Micros::ZERO, LongStep::SLEEP);
        clock.advance(ms(0));
        assert_eq!(clock.advance(ms(2_900)), ms(2_900));
        assert_eq!(clock.advance(ms(60_000)), ms(2_900));
        assert_eq!(clock.advance(ms(60_010)), ms(2_910));
    }

    #[test]
    fn a_halted_clock_starts_where_it_stood() {
        let mut clock = START;
        clock.advance(ms(0));
        clock.advance(ms(50));
        assert_eq!(clock.stamp_of(ms(70)), Some(ms(70)));
        clock.halt();
        assert_eq!((clock.at(ms(75)), clock.stamp_of(ms(70))), (ms(50), None));
        assert_eq!(clock.advance(ms(90)), ms(50));
        assert_eq!(clock.advance(ms(91)), ms(51));
    }
}
