//! Minimal: the bare game at one speed.

use crate::rotation::RotationSystem;
use crate::rules::{
    Attack, Deal, Fall, GameName, Goal, Handling, Lock, LockOut, Rules, Scoring, SoftDrop, Spawn,
};
use crate::time::Micros;

impl Rules {
    /// No points, no levels, no hold, no hard drop.
    pub const fn minimal() -> Rules {
        Rules {
            game: GameName::Minimal,
            width: 10,
            height: 20,
            hidden: 2,
            open_sky: true,
            deal: Deal::TetrominoBag,
            rotation: RotationSystem::MATRIX,
            spawn: Spawn { row: -2, row_of_i: -1, right_of_middle: false },
            // Thirty-five frames (A-S1).
            fall: Fall::Every(Micros(583_333)),
            fall_clock_runs_on: true,
            lock: Lock::FailedStep { soft_drop_locks: true },
            lock_out: LockOut::AnyCell,
            clear_pause: Micros::ZERO,
            entry_delay: Micros::ZERO,
            scoring: Scoring::None,
            soft_drop_points: 0,
            hard_drop_points: 0,
            start_level: 1,
            goal: Goal::Endless,
            hard_drop: false,
            hold: false,
            flip: false,
            ghost: false,
            previews: 0,
            initial_actions: false,
            attack: Attack::None,
            handling: Handling {
                // A-S11: the keyboard's own repeat is the repeat.
                das: Micros::NEVER,
                arr: Micros::from_millis(50),
                soft_drop: SoftDrop::OncePerPress,
            },
        }
    }
}
