//! Marathon: the classic game, and two races against the clock.

use quintet_engine::GameName;
use quintet_words::games;

use super::help::{hint, line};
use super::{GameEntry, HelpGroup, Hint, Mode, Panel};
use crate::keys::{Action, Binding};

const KEYS: &[Binding] = &[
    (Action::Left, &["ArrowLeft"]),
    (Action::Right, &["ArrowRight"]),
    (Action::SoftDrop, &["ArrowDown"]),
    (Action::HardDrop, &["Space"]),
    (Action::RotateCw, &["ArrowUp", "KeyX"]),
    (Action::RotateCcw, &["KeyZ", "ControlLeft", "ControlRight"]),
    (Action::Rotate180, &["KeyA"]),
    (Action::Hold, &["ShiftLeft", "ShiftRight", "KeyC"]),
    (Action::Pause, &["KeyP", "Escape"]),
    (Action::Restart, &["KeyR"]),
    (Action::Hint, &["KeyH"]),
    (Action::Mute, &["KeyM"]),
];

const HELP: &[HelpGroup] = &[
    HelpGroup {
        title: games::GROUP_MOVEMENT,
        lines: &[line::MOVE, line::SOFT_DROP, line::HARD_DROP],
    },
    HelpGroup { title: games::GROUP_ROTATION, lines: &[line::ROTATE, line::ROTATE_BACK] },
    HelpGroup {
        title: games::GROUP_OTHER,
        lines: &[
            line::HOLD,
            line::PAUSE,
            line::RESTART,
            line::RESTART_HELD,
            (&[Action::Hint], games::HELP_HINT),
            line::MUTE,
            (&[Action::Rotate180], games::HELP_ROTATE_HALF_IN_RACES),
        ],
    },
];

const HINTS: &[Hint] =
    &[hint::MOVE, hint::ROTATE_ALL, hint::SOFT_DROP, hint::HARD_DROP, hint::HOLD, hint::PAUSE];

/// How it is offered.
pub(super) const GAME: GameEntry = GameEntry {
    slug: "marathon",
    name: games::MARATHON,
    banner: games::MARATHON_BANNER,
    blurb: games::MARATHON_BLURB,
    modes: &[
        Mode {
            slug: "marathon",
            name: games::MARATHON,
            title: games::MARATHON,
            start: None,
            goal: games::MARATHON_GOAL,
            game: GameName::Marathon,
            panels: &[Panel::Score, Panel::Level, Panel::Lines],
        },
        Mode {
            slug: "sprint",
            name: games::SPRINT,
            title: games::SPRINT,
            start: None,
            goal: games::SPRINT_GOAL,
            game: GameName::Sprint,
            panels: &[Panel::Time, Panel::LinesLeft, Panel::Score],
        },
        Mode {
            slug: "ultra",
            name: games::ULTRA,
            title: games::ULTRA,
            start: None,
            goal: games::ULTRA_GOAL,
            game: GameName::Ultra,
            panels: &[Panel::TimeLeft, Panel::Score, Panel::Level, Panel::Lines],
        },
    ],
    seats: &[KEYS],
    help: HELP,
    hints: HINTS,
    own_handling: true,
    ..GameEntry::BASE
};
