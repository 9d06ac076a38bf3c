//! Battle: two boards.

use quintet_engine::GameName;
use quintet_words::{Phrase, games};

use super::help::{hint, line};
use super::{GameEntry, HelpGroup, Hint, Mode, Panel};
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
/// page. A single player has these keys too.
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
        title: games::GROUP_MOVEMENT,
        lines: &[line::MOVE, line::SOFT_DROP, line::HARD_DROP, line::ROTATE],
    },
    HelpGroup {
        title: games::GROUP_VERSUS,
        lines: &[line::ROTATE_BACK, (&[Action::Rotate180], games::HELP_ROTATE_HALF), line::HOLD],
    },
    HelpGroup {
        title: games::GROUP_OTHER,
        lines: &[
            (&[Action::Pause], games::HELP_PAUSE_BOTH),
            (&[Action::Restart], games::HELP_NEXT_ROUND),
            line::MUTE,
        ],
    },
];

const HINTS: &[Hint] = &[hint::MOVE, hint::ROTATE, hint::SOFT_DROP, hint::HARD_DROP, hint::HOLD];

const NOTES: &[Phrase] = &[games::BATTLE_NOTE_GARBAGE, games::BATTLE_NOTE_KEYS];

/// How it is offered.
pub(super) const GAME: GameEntry = GameEntry {
    slug: "battle",
    name: games::BATTLE,
    banner: games::BATTLE_BANNER,
    blurb: games::BATTLE_BLURB,
    modes: &[
        Mode {
            slug: "battle",
            name: games::BATTLE,
            title: games::BATTLE,
            start: None,
            goal: games::BATTLE_GOAL,
            game: GameName::Battle,
            panels: PANELS,
        },
        Mode {
            slug: "versus",
            name: games::VERSUS,
            title: games::VERSUS,
            start: None,
            goal: games::VERSUS_GOAL,
            game: GameName::Versus,
            panels: PANELS,
        },
    ],
    seats: &[KEYS, KEYS_ON_THE_LEFT],
    help: HELP,
    hints: HINTS,
    notes: NOTES,
    own_handling: true,
    ..GameEntry::BASE
};
