//! Flip: gravity that turns over.

use quintet_engine::Rules;

use super::words::{help, hint};
use super::{GameEntry, HelpGroup, Hint, Mode, Panel, Ranking};
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
    HelpGroup { title: "GRAVITY", lines: &[(&[Action::Flip], "Turn gravity over")] },
    HelpGroup {
        title: "MOVEMENT",
        lines: &[
            help::MOVE,
            help::ROTATE,
            (&[Action::SoftDrop], "Soft drop, with gravity"),
            (&[Action::HardDrop], "Hard drop, with gravity"),
        ],
    },
    HelpGroup { title: "OTHER", lines: &[help::PAUSE, help::RESTART, help::MUTE] },
];

const HINTS: &[Hint] = &[
    hint::MOVE,
    hint::ROTATE,
    hint::SOFT_DROP,
    hint::HARD_DROP,
    Hint::KeyLast("Flip", Action::Flip),
    hint::PAUSE,
];

const NOTES: &[&str] = &[
    "Turning gravity over stands the board on its head: J and L change places, S and Z too, and \
     the piece in play enters anew from the other side.",
];

/// How the app shows it.
pub(super) const GAME: GameEntry = GameEntry {
    slug: "flip",
    name: "Flip",
    banner: "FLIP",
    blurb: "Turn gravity over whenever you like.",
    modes: &[Mode {
        slug: "flip",
        name: "Flip",
        start: None,
        goal: "Play for points, on whichever side of the board you like.",
        rules: Rules::flip(),
        panels: &[Panel::Score, Panel::Level, Panel::Lines, Panel::Gravity],
        ranking: Ranking::Score,
    }],
    boards: 1,
    seats: &[KEYS],
    help: HELP,
    hints: HINTS,
    notes: NOTES,
    own_handling: false,
    restarts_any_time: false,
    has_sound: true,
};
