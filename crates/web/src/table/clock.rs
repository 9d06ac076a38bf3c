//! From the page's clock to the game's.

use quintet_engine::Micros;

/// A-X9: however long the browser let us wait, the game goes on by no more than this.
const LONGEST_FRAME_MS: f64 = 100.0;

/// Game time, which passes while frames are shown and stands still otherwise. Stamps are the
/// page's milliseconds, as frames and events carry them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clock {
    now_us: f64,
    last_stamp: Option<f64>,
}

impl Clock {
    /// A clock that goes on from this moment of a game.
    pub(crate) fn at_moment(now: Micros) -> Clock {
        Clock { now_us: now.0 as f64, last_stamp: None }
    }

    /// A frame is shown: lets the time since the last one pass, and says what time it is.
    pub(crate) fn frame(&mut self, stamp: f64) -> Micros {
        self.now_us += self.since_last(stamp) * 1000.0;
        self.last_stamp = Some(stamp);
        self.now()
    }

    /// The game time of an event that came since the last frame.
    pub(crate) fn at(&self, stamp: f64) -> Micros {
        Micros((self.now_us + self.since_last(stamp) * 1000.0).round() as u64)
    }

    /// The time at the last frame.
    pub(crate) fn now(&self) -> Micros {
        Micros(self.now_us.round() as u64)
    }

    /// Stands still until the next frame.
    pub(crate) fn halt(&mut self) {
        self.last_stamp = None;
    }

    fn since_last(&self, stamp: f64) -> f64 {
        self.last_stamp.map_or(0.0, |last| (stamp - last).clamp(0.0, LONGEST_FRAME_MS))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_passes_from_frame_to_frame_and_events_fall_between() {
        let mut clock = Clock::default();
        assert_eq!(clock.frame(5000.0), Micros(0));
        assert_eq!(clock.at(5004.5), Micros(4_500));
        assert_eq!(clock.frame(5016.667), Micros(16_667));
        assert_eq!(
            clock.at(5010.0),
            Micros(16_667),
            "an event dated before the frame counts as now"
        );
    }

    #[test]
    fn a_long_wait_is_a_tenth_of_a_second() {
        let mut clock = Clock::default();
        clock.frame(0.0);
        assert_eq!(clock.at(60_000.0), Micros(100_000));
        assert_eq!(clock.frame(60_000.0), Micros(100_000));
    }

    #[test]
    fn a_halted_clock_starts_where_it_stood() {
        let mut clock = Clock::default();
        clock.frame(0.0);
        clock.frame(50.0);
        clock.halt();
        assert_eq!(clock.at(75.0), Micros(50_000));
        assert_eq!(clock.frame(90.0), Micros(50_000));
        assert_eq!(clock.frame(91.0), Micros(51_000));
    }
}
