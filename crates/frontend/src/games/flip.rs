//! Flip: gravity that turns over.

use quintet_engine::GameName;
use quintet_words::{Phrase, games};

use super::help::{hint, line};
use super::{GameEntry, HelpGroup, Hint, Look, Mode, Panel};
use crate::keys::{Action, Binding};

const KEYS: &[Binding] = &[
    (Action::Left, &["ArrowLeft"]),
    (Action::Right, &["ArrowRight"]),
    (Action::SoftDrop, &["ArrowDown"]),
    (Action::HardDrop, &["Space"]),
    (Action::RotateCw, &["ArrowUp"]),
    (Action::Flip, &["KeyG"]),
    (Action::Pause, &["KeyP", "Escape"]),
    (Action::Restart, &["KeyR"]),
    (Action::Mute, &["KeyM"]),
];

const HELP: &[HelpGroup] = &[
    HelpGroup { title: games::GROUP_GRAVITY, lines: &[(&[Action::Flip], games::HELP_FLIP)] },
    HelpGroup {
        title: games::GROUP_MOVEMENT,
        lines: &[
            line::MOVE,
            line::ROTATE,
            (&[Action::SoftDrop], games::HELP_SOFT_DROP_FLIP),
            (&[Action::HardDrop], games::HELP_HARD_DROP_FLIP),
        ],
    },
    HelpGroup {
        title: games::GROUP_OTHER,
        lines: &[line::PAUSE, line::RESTART, line::RESTART_HELD, line::MUTE],
    },
];

const HINTS: &[Hint] = &[
    hint::MOVE,
    hint::ROTATE,
    hint::SOFT_DROP,
    hint::HARD_DROP,
    Hint::KeyLast(games::HINT_FLIP, Action::Flip),
    hint::PAUSE,
];

const NOTES: &[Phrase] = &[games::FLIP_NOTE];

/// How it is offered.
pub(super) const GAME: GameEntry = GameEntry {
    slug: "flip",
    name: games::FLIP,
    banner: games::FLIP_BANNER,
    blurb: games::FLIP_BLURB,
    modes: &[Mode {
        slug: "flip",
        name: games::FLIP,
        title: games::FLIP,
        start: None,
        goal: games::FLIP_GOAL,
        game: GameName::Flip,
        panels: &[Panel::Score, Panel::Level, Panel::Lines, Panel::Gravity],
    }],
    seats: &[KEYS],
    help: HELP,
    hints: HINTS,
    notes: NOTES,
    has_computer: false,
    look: Look::Flip,
    ..GameEntry::BASE
};
