//! Flip: gravity is reversed at the press of a button, and the board is turned upside down.

use crate::games::GameName;
use crate::rotation::RotationSystem;
use crate::rules::{Deal, Fall, Handling, Lock, Rules, SoftDrop, Spawn};
use crate::time::Micros;

impl Rules {
    /// No hidden rows, any tetromino at any time, and a lock only when gravity fails to move a piece.
    pub const fn flip() -> Rules {
        Rules {
            game: GameName::Flip,
            deal: Deal::TetrominoUniform,
            rotation: RotationSystem::TRIMMED,
            spawn: Spawn { row: 0, row_of_i: 0, right_of_middle: true },
            fall: Fall::ByTens {
                first: Micros::from_millis(1000),
                less: Micros::from_millis(100),
                least: Micros::from_millis(100),
            },
            lock: Lock::FailedStep { soft_drop_locks: false },
            soft_drop_points: 1,
            hard_drop_points: 2,
            flip: true,
            previews: 1,
            handling: Handling {
                soft_drop: SoftDrop::Every(Micros::from_millis(50)),
                ..Handling::STANDARD
            },
            ..Rules::BASE
        }
    }
}
