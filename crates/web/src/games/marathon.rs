//! Marathon: the classic game, and two races against the clock.

use quintet_engine::Rules;

use super::words::{help, hint};
use super::{GameEntry, HelpGroup, Hint, Mode, Panel, Ranking};
use crate::keys::{Action, Binding};

const KEYS: &[Binding] = &[
    (Action::Left, &["ArrowLeft"]),
    (Action::Right, &["ArrowRight"]),
    (Action::SoftDrop, &["ArrowDown"]),
    (Action::HardDrop, &["Space"]),
    (Action::RotateCw, &["ArrowUp", "KeyX"]),
    (Action::RotateCcw, &["KeyZ", "ControlLeft", "ControlRight"]),
    (Action::Hold, &["ShiftLeft", "ShiftRight", "KeyC"]),
    (Action::Pause, &["KeyP", "Escape"]),
    (Action::Restart, &["KeyR"]),
    (Action::Hint, &["KeyH"]),
    (Action::Mute, &["KeyM"]),
];

const HELP: &[HelpGroup] = &[
    HelpGroup { title: "MOVEMENT", lines: &[help::MOVE, help::SOFT_DROP, help::HARD_DROP] },
    HelpGroup { title: "ROTATION", lines: &[help::ROTATE, help::ROTATE_BACK] },
    HelpGroup {
        title: "OTHER",
        lines: &[
            help::HOLD,
            help::PAUSE,
            help::RESTART,
            (&[Action::Hint], "Show where a good player would put it"),
            help::MUTE,
        ],
    },
];

const HINTS: &[Hint] =
    &[hint::MOVE, hint::ROTATE_ALL, hint::SOFT_DROP, hint::HARD_DROP, hint::HOLD, hint::PAUSE];

/// How the app shows it.
pub(super) const GAME: GameEntry = GameEntry {
    slug: "marathon",
    name: "Marathon",
    banner: "TETRIS",
    blurb: "The classic: clear lines, climb levels, stay alive.",
    modes: &[
        Mode {
            slug: "marathon",
            name: "Marathon",
            start: None,
            goal: "Play for points. Every ten lines it gets faster.",
            rules: Rules::marathon(),
            panels: &[Panel::Score, Panel::Level, Panel::Lines],
            ranking: Ranking::Score,
        },
        Mode {
            slug: "sprint",
            name: "Sprint 40",
            start: None,
            goal: "Forty lines against the clock.",
            rules: Rules::sprint(),
            panels: &[Panel::Time, Panel::LinesLeft, Panel::Score],
            ranking: Ranking::Time,
        },
        Mode {
            slug: "ultra",
            name: "Ultra 2:00",
            start: None,
            goal: "As many points as two minutes hold.",
            rules: Rules::ultra(),
            panels: &[Panel::TimeLeft, Panel::Score, Panel::Level, Panel::Lines],
            ranking: Ranking::Score,
        },
    ],
    boards: 1,
    seats: &[KEYS],
    help: HELP,
    hints: HINTS,
    notes: &[],
    own_handling: true,
    restarts_any_time: false,
    has_sound: true,
};
