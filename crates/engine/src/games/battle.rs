//! Battle, by the simplest rules, and Versus, its modern form. Each is the rules of one board.

use crate::games::GameName;
use crate::rotation::RotationSystem;
use crate::rules::{Attack, Handling, Lock, LockOut, Messiness, Rules, Scoring, SoftDrop};
use crate::time::Micros;

impl Rules {
    /// Clockwise rotation only, no lock delay, points for lines alone, attacks of 1, 2 and 4 rows.
    pub const fn battle() -> Rules {
        Rules {
            game: GameName::Battle,
            // A-B9: the space above the board is outside it.
            hidden: 0,
            rotation: RotationSystem::SRS_CLOCKWISE,
            previews: 3,
            attack: Attack::Plain,
            handling: Handling { soft_drop: SoftDrop::Times(20), ..Handling::STANDARD },
            ..Rules::BASE
        }
    }

    /// Guideline play with hold and lock delay; attacks travel, and clears cancel them.
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
            // The rows of an attack have one gap, so that they can be cleared together.
            messiness: Messiness { between_rows: 0, ..Messiness::FULL },
            ..Rules::battle()
        }
    }
}
