//! Domino: tiles of two halves, and rows that score when they add up to a multiple of five.

use crate::games::GameName;
use crate::rotation::RotationSystem;
use crate::rules::{Deal, Fall, Handling, Rules, Scoring, SoftDrop, Spawn};
use crate::time::Micros;

impl Rules {
    /// Domino with the row sums shown.
    pub const fn domino_easy() -> Rules {
        Rules {
            game: GameName::DominoEasy,
            width: 8,
            height: 16,
            deal: Deal::DominoBag,
            rotation: RotationSystem::DOMINO,
            spawn: Spawn { row: 0, row_of_i: 0, right_of_middle: false },
            fall: Fall::ByTens {
                first: Micros::from_millis(1000),
                less: Micros::from_millis(50),
                least: Micros::from_millis(150),
            },
            scoring: Scoring::Fives,
            ghost: false,
            handling: Handling {
                // D-29: one column per key event; the keyboard's own repeat is the repeat.
                das: Micros::NEVER,
                arr: Micros::from_millis(50),
                // A-D13
                soft_drop: SoftDrop::Every(Micros::from_millis(50)),
                ..Handling::STANDARD
            },
            row_sums: true,
            ..Rules::BASE
        }
    }

    /// Domino without the row sums.
    pub const fn domino_hard() -> Rules {
        Rules { game: GameName::DominoHard, row_sums: false, ..Rules::domino_easy() }
    }
}
