//! Flip: gravity turns over at the press of a button.

use crate::rotation::RotationSystem;
use crate::rules::{
    Attack, Deal, Fall, GameName, Goal, Handling, Lock, LockOut, Rules, Scoring, SoftDrop, Spawn,
};
use crate::time::Micros;

impl Rules {
    /// No hidden rows, any tetromino at any time, and a lock only when gravity fails to move a piece.
    pub const fn flip() -> Rules {
        Rules {
            game: GameName::Flip,
            width: 10,
            height: 20,
            hidden: 0,
            open_sky: false,
            deal: Deal::TetrominoUniform,
            rotation: RotationSystem::TRIMMED,
            spawn: Spawn { row: 0, row_of_i: 0, right_of_middle: true },
            fall: Fall::ByTens {
                first: Micros::from_millis(1000),
                less: Micros::from_millis(100),
                least: Micros::from_millis(100),
            },
            fall_clock_runs_on: false,
            lock: Lock::FailedStep { soft_drop_locks: false },
            lock_out: LockOut::Never,
            clear_pause: Micros::ZERO,
            entry_delay: Micros::ZERO,
            scoring: Scoring::Lines,
            soft_drop_points: 1,
            hard_drop_points: 2,
            start_level: 1,
            goal: Goal::Endless,
            hard_drop: true,
            hold: false,
            flip: true,
            ghost: true,
            previews: 1,
            initial_actions: false,
            attack: Attack::None,
            handling: Handling {
                soft_drop: SoftDrop::Every(Micros::from_millis(50)),
                ..Handling::STANDARD
            },
        }
    }
}
