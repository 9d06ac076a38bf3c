//! Marathon, and its variations Sprint and Ultra.

use crate::games::GameName;
use crate::rules::{Goal, Lock, LockOut, Rules};
use crate::time::Micros;

impl Rules {
    /// Guideline play for points.
    pub const fn marathon() -> Rules {
        Rules {
            game: GameName::Marathon,
            // A-M1: room above the field for pieces that rotate as soon as they enter.
            hidden: 4,
            lock: Lock::Delay { delay: Micros::from_millis(500), resets: 15 },
            lock_out: LockOut::AnyCell,
            clear_pause: Micros::from_millis(400),
            soft_drop_points: 1,
            hard_drop_points: 2,
            hold: true,
            previews: 4,
            ..Rules::BASE
        }
    }

    /// Marathon until forty lines are cleared; the time counts.
    pub const fn sprint() -> Rules {
        Rules { game: GameName::Sprint, goal: Goal::Lines(40), ..Rules::marathon() }
    }

    /// Marathon for two minutes; the points count.
    pub const fn ultra() -> Rules {
        let goal = Goal::Time(Micros::from_secs(120));
        Rules { game: GameName::Ultra, goal, ..Rules::marathon() }
    }
}
