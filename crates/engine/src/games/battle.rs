//! Battle, as plain as it gets, and Versus, its modern form. Each is the rules of one board.

use crate::rotation::RotationSystem;
use crate::rules::{
    Attack, Deal, Fall, GameName, Goal, Handling, Lock, LockOut, Rules, Scoring, SoftDrop, Spawn,
};
use crate::time::Micros;

impl Rules {
    /// Clockwise turns only, no lock delay, points for lines alone, attacks of 1, 2 and 4 rows.
    pub const fn battle() -> Rules {
        Rules {
            game: GameName::Battle,
            width: 10,
            height: 20,
            // A-B9: above the board is outside it.
            hidden: 0,
            open_sky: false,
            deal: Deal::TetrominoBag,
            rotation: RotationSystem::SRS_CLOCKWISE,
            spawn: Spawn { row: 0, row_of_i: -1, right_of_middle: false },
            fall: Fall::Guideline,
            fall_clock_runs_on: false,
            lock: Lock::FailedStep { soft_drop_locks: true },
            lock_out: LockOut::Never,
            clear_pause: Micros::ZERO,
            entry_delay: Micros::ZERO,
            scoring: Scoring::Lines,
            soft_drop_points: 0,
            hard_drop_points: 0,
            start_level: 1,
            goal: Goal::Endless,
            hard_drop: true,
            hold: false,
            flip: false,
            ghost: true,
            previews: 3,
            initial_actions: false,
            attack: Attack::Plain,
            handling: Handling { soft_drop: SoftDrop::Times(20), ..Handling::STANDARD },
        }
    }

    /// Guideline play with hold and lock delay; attacks travel, and clears turn them away.
    pub const fn versus() -> Rules {
        Rules {
            game: GameName::Versus,
            hidden: 20,
            rotation: RotationSystem::SRS_180,
            lock: Lock::Delay { delay: Micros::from_millis(500), resets: 15 },
            lock_out: LockOut::WholePiece,
            scoring: Scoring::Guideline,
            soft_drop_points: 1,
            hard_drop_points: 2,
            hold: true,
            previews: 5,
            initial_actions: true,
            attack: Attack::Modern { travel: Micros::from_millis(500) },
            ..Rules::battle()
        }
    }
}
