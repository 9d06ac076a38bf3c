//! Battle: two boards.

use quintet_engine::Rules;

use super::words::{help, hint};
use super::{GameEntry, HelpGroup, Hint, Mode, Panel, Ranking};
use crate::keys::{Action, Binding};

const PANELS: &[Panel] = &[Panel::Score, Panel::Level, Panel::Lines];

const KEYS: &[Binding] = &[
    (Action::Left, &["ArrowLeft"]),
    (Action::Right, &["ArrowRight"]),
    (Action::SoftDrop, &["ArrowDown"]),
    (Action::HardDrop, &["Space"]),
    (Action::RotateCw, &["ArrowUp"]),
    (Action::RotateCcw, &["Slash"]),
    (Action::Rotate180, &["Period"]),
    (Action::Hold, &["ShiftRight"]),
    (Action::Pause, &["KeyP", "Escape"]),
    (Action::Restart, &["KeyR"]),
    (Action::Mute, &["KeyM"]),
];

/// The left side of the keyboard. No Ctrl: with a letter of the other player's it might close the
/// page. Whoever plays alone has these keys too.
const KEYS_ON_THE_LEFT: &[Binding] = &[
    (Action::Left, &["KeyA"]),
    (Action::Right, &["KeyD"]),
    (Action::SoftDrop, &["KeyS"]),
    (Action::HardDrop, &["KeyF"]),
    (Action::RotateCw, &["KeyW", "KeyX"]),
    (Action::RotateCcw, &["KeyQ", "KeyZ"]),
    (Action::Rotate180, &["KeyV"]),
    (Action::Hold, &["KeyE", "KeyC", "ShiftLeft"]),
];

const HELP: &[HelpGroup] = &[
    HelpGroup {
        title: "MOVEMENT",
        lines: &[help::MOVE, help::SOFT_DROP, help::HARD_DROP, help::ROTATE],
    },
    HelpGroup {
        title: "VERSUS RULES ONLY",
        lines: &[help::ROTATE_BACK, (&[Action::Rotate180], "Rotate half a turn"), help::HOLD],
    },
    HelpGroup {
        title: "OTHER",
        lines: &[
            (&[Action::Pause], "Pause both boards"),
            (&[Action::Restart], "Next round, or rematch"),
            help::MUTE,
        ],
    },
];

const HINTS: &[Hint] = &[hint::MOVE, hint::ROTATE, hint::SOFT_DROP, hint::HARD_DROP, hint::HOLD];

const NOTES: &[&str] = &[
    "Garbage waits in the bar beside a board and enters from below when that player's piece locks. \
     Whoever has no room for a new piece loses.",
    "Two players: arrows and Space against the left side of the keyboard. Alone, both sets are yours.",
];

/// How the app shows it.
pub(super) const GAME: GameEntry = GameEntry {
    slug: "battle",
    name: "Battle",
    banner: "BATTLE",
    blurb: "Two boards, and garbage between them.",
    modes: &[
        Mode {
            slug: "battle",
            name: "Battle",
            start: None,
            goal: "Plain rules: two, three or four lines send one, two or four.",
            rules: Rules::battle(),
            panels: PANELS,
            ranking: Ranking::Score,
        },
        Mode {
            slug: "versus",
            name: "Versus",
            start: None,
            goal: "Modern rules: hold, spins and combos; clears turn attacks away.",
            rules: Rules::versus(),
            panels: PANELS,
            ranking: Ranking::Score,
        },
    ],
    boards: 2,
    seats: &[KEYS, KEYS_ON_THE_LEFT],
    help: HELP,
    hints: HINTS,
    notes: NOTES,
    own_handling: true,
    restarts_any_time: false,
    has_sound: true,
};
