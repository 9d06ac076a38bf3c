//! Marathon, and its variations Sprint and Ultra.

use crate::rotation::RotationSystem;
use crate::rules::{
    Attack, Deal, Fall, GameName, Goal, Handling, Lock, LockOut, Rules, Scoring, Spawn,
};
use crate::time::Micros;

impl Rules {
    /// Guideline play for points.
    pub const fn marathon() -> Rules {
        Rules {
            game: GameName::Marathon,
            width: 10,
            height: 20,
            // A-M1: room above the field for pieces that turn as soon as they enter.
            hidden: 4,
            open_sky: false,
            deal: Deal::TetrominoBag,
            rotation: RotationSystem::SRS,
            spawn: Spawn { row: 0, row_of_i: -1, right_of_middle: false },
            fall: Fall::Guideline,
            fall_clock_runs_on: false,
            lock: Lock::Delay { delay: Micros::from_millis(500), resets: 15 },
            lock_out: LockOut::AnyCell,
            clear_pause: Micros::from_millis(400),
            entry_delay: Micros::ZERO,
            scoring: Scoring::Lines,
            soft_drop_points: 1,
            hard_drop_points: 2,
            start_level: 1,
            goal: Goal::Endless,
            hard_drop: true,
            hold: true,
            flip: false,
            ghost: true,
            previews: 4,
            initial_actions: false,
            attack: Attack::None,
            handling: Handling::STANDARD,
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

    /// These rules with spins, back-to-back, combos and perfect clears scored too.
    #[must_use]
    pub const fn with_guideline_scoring(self) -> Rules {
        Rules { scoring: Scoring::Guideline, ..self }
    }

    /// These rules from this level on.
    #[must_use]
    pub const fn from_level(self, start_level: u32) -> Rules {
        Rules { start_level, ..self }
    }

    /// These rules with pieces that land as soon as they enter.
    #[must_use]
    pub const fn with_instant_fall(self) -> Rules {
        Rules { fall: Fall::Every(Micros::ZERO), ..self }
    }
}
