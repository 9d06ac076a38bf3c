//! Domino: rows of pips.

use quintet_engine::Rules;

use super::words::hint;
use super::{GameEntry, HelpGroup, Hint, Mode, Panel, Ranking};
use crate::keys::{Action, Binding};

const KEYS: &[Binding] = &[
    (Action::Left, &["ArrowLeft", "KeyA"]),
    (Action::Right, &["ArrowRight", "KeyD"]),
    (Action::SoftDrop, &["ArrowDown", "KeyS"]),
    (Action::RotateCw, &["ArrowUp", "KeyW"]),
    // A-D8: the right Shift only.
    (Action::HardDrop, &["Space", "ShiftRight"]),
    (Action::Pause, &["KeyP"]),
    (Action::Restart, &["KeyR"]),
];

const HELP: &[HelpGroup] = &[
    HelpGroup {
        title: "MOVEMENT",
        lines: &[
            (&[Action::Left], "Move left"),
            (&[Action::Right], "Move right"),
            (&[Action::SoftDrop], "Soft drop (hold)"),
            (&[Action::HardDrop], "Hard drop"),
            (&[Action::RotateCw], "Lay down / stand up"),
        ],
    },
    HelpGroup {
        title: "OTHER",
        lines: &[
            (&[Action::Pause], "Pause / resume"),
            (&[Action::Restart], "Restart (at any time)"),
        ],
    },
];

const HINTS: &[Hint] = &[
    hint::MOVE,
    hint::ROTATE_ALL,
    hint::SOFT_DROP,
    hint::HARD_DROP,
    hint::PAUSE,
    Hint::KeyLast("Restart", Action::Restart),
];

const NOTES: &[&str] = &[
    "A full row goes, whatever its pips. If they add up to a multiple of five, it scores that sum \
     and wins 2 lives; any other row, also one of blanks only, costs 1. Below zero lives it is over.",
    "Two rows at once, or fives on the very next tile too, count double.",
    "A tile cannot be turned round: its smaller number stays left, or below.",
];

const PANELS: &[Panel] =
    &[Panel::Score, Panel::Lives, Panel::Streak, Panel::Best, Panel::Lines, Panel::Speed];

/// How the app shows it.
pub(super) const GAME: GameEntry = GameEntry {
    slug: "domino",
    name: "Domino",
    banner: "DOMINO",
    blurb: "Rows of pips that add up to fives.",
    modes: &[
        Mode {
            slug: "easy",
            name: "Easy",
            start: Some("Start Easy"),
            goal: "The sum of every row stands beside it.",
            rules: Rules::domino_easy(),
            panels: PANELS,
            ranking: Ranking::Score,
        },
        Mode {
            slug: "hard",
            name: "Hard",
            start: Some("Start Hard"),
            goal: "Add up the rows yourself.",
            rules: Rules::domino_hard(),
            panels: PANELS,
            ranking: Ranking::Score,
        },
    ],
    boards: 1,
    seats: &[KEYS],
    help: HELP,
    hints: HINTS,
    notes: NOTES,
    own_handling: false,
    restarts_any_time: true,
    has_sound: false,
};

#[cfg(test)]
mod tests {
    use super::*;

    /// D-75 D-76 D-77 D-78 D-79 D-80 D-81
    #[test]
    fn domino_has_both_sets_of_keys_and_no_left_shift() {
        for (codes, action) in [
            (["KeyA", "ArrowLeft"], Action::Left),
            (["KeyD", "ArrowRight"], Action::Right),
            (["KeyS", "ArrowDown"], Action::SoftDrop),
            (["KeyW", "ArrowUp"], Action::RotateCw),
            (["Space", "ShiftRight"], Action::HardDrop),
            (["KeyP", "KeyP"], Action::Pause),
            (["KeyR", "KeyR"], Action::Restart),
        ] {
            for code in codes {
                assert_eq!(GAME.acts(code), Some(action), "{code}");
            }
        }
        assert_eq!(GAME.acts("ShiftLeft"), None);
    }

    /// D-68
    #[test]
    fn domino_is_started_by_two_buttons() {
        let game = GAME;
        let starts: Vec<_> = game.modes.iter().filter_map(|mode| mode.start).collect();
        assert_eq!(starts, ["Start Easy", "Start Hard"]);
    }

    /// D-11
    #[test]
    fn domino_is_silent() {
        let game = GAME;
        assert!(!game.has_sound);
    }
}
