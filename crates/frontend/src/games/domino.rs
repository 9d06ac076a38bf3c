//! Domino: rows of pips.

use quintet_engine::GameName;
use quintet_words::{Phrase, games};

use super::help::hint;
use super::{GameEntry, HelpGroup, Hint, Look, Mode, Panel};
use crate::keys::{Action, Binding};

const KEYS: &[Binding] = &[
    (Action::Left, &["ArrowLeft", "KeyA"]),
    (Action::Right, &["ArrowRight", "KeyD"]),
    (Action::SoftDrop, &["ArrowDown", "KeyS"]),
    (Action::RotateCw, &["ArrowUp", "KeyW"]),
    // A-D8: the right Shift only.
    (Action::HardDrop, &["Space", "ShiftRight"]),
    (Action::Pause, &["KeyP", "Escape"]),
    (Action::Restart, &["KeyR"]),
];

const HELP: &[HelpGroup] = &[
    HelpGroup {
        title: games::GROUP_MOVEMENT,
        lines: &[
            (&[Action::Left], games::HELP_LEFT),
            (&[Action::Right], games::HELP_RIGHT),
            (&[Action::SoftDrop], games::HELP_SOFT_DROP_HOLD),
            (&[Action::HardDrop], games::HELP_HARD_DROP_PLAIN),
            (&[Action::RotateCw], games::HELP_TURN_TILE),
        ],
    },
    HelpGroup {
        title: games::GROUP_OTHER,
        lines: &[
            (&[Action::Pause], games::HELP_PAUSE_RESUME),
            (&[Action::Restart], games::HELP_RESTART_ANY_TIME),
        ],
    },
];

const HINTS: &[Hint] = &[
    hint::MOVE,
    hint::ROTATE_ALL,
    hint::SOFT_DROP,
    hint::HARD_DROP,
    hint::PAUSE,
    Hint::KeyLast(games::HINT_RESTART, Action::Restart),
];

const NOTES: &[Phrase] =
    &[games::DOMINO_NOTE_ROWS, games::DOMINO_NOTE_DOUBLE, games::DOMINO_NOTE_TURN];

const PANELS: &[Panel] =
    &[Panel::Score, Panel::Lives, Panel::Streak, Panel::Best, Panel::Lines, Panel::Speed];

/// How it is offered.
pub(super) const GAME: GameEntry = GameEntry {
    slug: "domino",
    name: games::DOMINO,
    banner: games::DOMINO_BANNER,
    blurb: games::DOMINO_BLURB,
    modes: &[
        Mode {
            slug: "easy",
            name: games::EASY,
            title: games::DOMINO_EASY,
            start: Some(games::START_EASY),
            goal: games::EASY_GOAL,
            game: GameName::DominoEasy,
            panels: PANELS,
        },
        Mode {
            slug: "hard",
            name: games::HARD,
            title: games::DOMINO_HARD,
            start: Some(games::START_HARD),
            goal: games::HARD_GOAL,
            game: GameName::DominoHard,
            panels: PANELS,
        },
    ],
    seats: &[KEYS],
    help: HELP,
    hints: HINTS,
    notes: NOTES,
    restarts_any_time: true,
    has_sound: false,
    has_computer: false,
    look: Look::Domino,
    ..GameEntry::BASE
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
            (["KeyP", "Escape"], Action::Pause),
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
        let starts = game.modes.iter().filter_map(|mode| mode.start);
        let starts: Vec<&str> = starts.map(Phrase::text).collect();
        assert_eq!(starts, ["Start Easy", "Start Hard"]);
    }

    /// D-11
    #[test]
    fn domino_is_silent() {
        let game = GAME;
        assert!(!game.has_sound);
    }
}
