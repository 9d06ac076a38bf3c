//! Minimal: one speed, no points.

use crate::games::GameName;
use crate::rotation::RotationSystem;
use crate::rules::{Fall, Handling, LockOut, Rules, Scoring, SoftDrop, Spawn};
use crate::time::Micros;

impl Rules {
    /// No points, no levels, no hold, no hard drop.
    pub const fn minimal() -> Rules {
        Rules {
            game: GameName::Minimal,
            hidden: 2,
            open_sky: true,
            rotation: RotationSystem::MATRIX,
            spawn: Spawn { row: -2, row_of_i: -1, right_of_middle: false },
            // Thirty-five frames (A-S1).
            fall: Fall::Every(Micros(583_333)),
            fall_clock_runs_on: true,
            lock_out: LockOut::AnyCell,
            scoring: Scoring::None,
            hard_drop: false,
            ghost: false,
            handling: Handling {
                // A-S11: the keyboard's own repeat is the repeat.
                das: Micros::NEVER,
                arr: Micros::from_millis(50),
                soft_drop: SoftDrop::OncePerPress,
                ..Handling::STANDARD
            },
            ..Rules::BASE
        }
    }
}
