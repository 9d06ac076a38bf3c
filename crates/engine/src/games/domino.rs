//! Domino: tiles of two halves, and rows that ought to add up to a multiple of five.

use crate::rotation::RotationSystem;
use crate::rules::{
    Attack, Deal, Fall, GameName, Goal, Handling, Lock, LockOut, Rules, Scoring, SoftDrop, Spawn,
};
use crate::time::Micros;

impl Rules {
    /// Domino with the row sums shown.
    pub const fn domino_easy() -> Rules {
        Rules {
            game: GameName::DominoEasy,
            width: 8,
            height: 16,
            hidden: 0,
            open_sky: false,
            deal: Deal::DominoBag,
            rotation: RotationSystem::DOMINO,
            spawn: Spawn { row: 0, row_of_i: 0, right_of_middle: false },
            fall: Fall::ByTens {
                first: Micros::from_millis(1000),
                less: Micros::from_millis(50),
                least: Micros::from_millis(150),
            },
            fall_clock_runs_on: false,
            lock: Lock::FailedStep { soft_drop_locks: true },
            lock_out: LockOut::Never,
            clear_pause: Micros::ZERO,
            entry_delay: Micros::ZERO,
            scoring: Scoring::Fives,
            soft_drop_points: 0,
            hard_drop_points: 0,
            start_level: 1,
            goal: Goal::Endless,
            hard_drop: true,
            hold: false,
            flip: false,
            ghost: false,
            previews: 0,
            initial_actions: false,
            attack: Attack::None,
            handling: Handling {
                // D-29: one column a key event; the keyboard's own repeat is the repeat.
                das: Micros::NEVER,
                arr: Micros::from_millis(50),
                // A-D13
                soft_drop: SoftDrop::Every(Micros::from_millis(50)),
            },
        }
    }

    /// Domino without the row sums.
    pub const fn domino_hard() -> Rules {
        Rules { game: GameName::DominoHard, ..Rules::domino_easy() }
    }
}
