//! Marathon, and its variations Sprint and Ultra.

use crate::games::GameName;
use crate::rotation::RotationSystem;
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

    /// Forty lines against the clock: the speed of level 1 throughout, no pause for clears, and half
    /// turns.
    pub const fn sprint() -> Rules {
        Rules {
            game: GameName::Sprint,
            goal: Goal::Lines(40),
            level_rises: false,
            ..Rules::without_pauses()
        }
    }

    /// Two minutes for points, without a pause for clears and with half turns.
    pub const fn ultra() -> Rules {
        let goal = Goal::Time(Micros::from_secs(120));
        Rules { game: GameName::Ultra, goal, ..Rules::without_pauses() }
    }

    /// Marathon as races are played: every press counts at once, and half turns are allowed.
    const fn without_pauses() -> Rules {
        Rules { clear_pause: Micros::ZERO, rotation: RotationSystem::SRS_180, ..Rules::marathon() }
    }
}
