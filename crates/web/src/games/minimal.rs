//! Minimal: the bare game.

use quintet_engine::Rules;

use super::words::help;
use super::{GameEntry, HelpGroup, Mode, Ranking};
use crate::keys::{Action, Binding};

const KEYS: &[Binding] = &[
    (Action::Left, &["ArrowLeft"]),
    (Action::Right, &["ArrowRight"]),
    (Action::SoftDrop, &["ArrowDown"]),
    (Action::RotateCw, &["ArrowUp"]),
    (Action::Pause, &["Escape"]),
];

const HELP: &[HelpGroup] = &[HelpGroup {
    title: "KEYS",
    lines: &[
        help::MOVE,
        help::ROTATE,
        (&[Action::SoftDrop], "Down one row, or lock"),
        (&[Action::Pause], "Leave the board"),
    ],
}];

const NOTES: &[&str] = &[
    "No points, no levels, no sound: pieces fall a row every 35 frames until one locks above the \
     top. Enter or a click on the board starts again.",
];

/// How the app shows it.
pub(super) const GAME: GameEntry = GameEntry {
    slug: "minimal",
    name: "Minimal",
    banner: "MINIMAL",
    blurb: "The bare game, and nothing else.",
    modes: &[Mode {
        slug: "minimal",
        name: "Minimal",
        start: None,
        goal: "The bare game, and nothing else.",
        rules: Rules::minimal(),
        panels: &[],
        ranking: Ranking::Nothing,
    }],
    boards: 1,
    seats: &[KEYS],
    help: HELP,
    hints: &[],
    notes: NOTES,
    own_handling: false,
    restarts_any_time: false,
    has_sound: false,
};

#[cfg(test)]
mod tests {
    use super::*;

    /// S-02
    #[test]
    fn minimal_has_nothing_around_its_board() {
        let game = GAME;
        let mode = &game.modes[0];
        assert_eq!((mode.panels, mode.ranking), ([].as_slice(), Ranking::Nothing));
        assert!(!mode.rules.hold && !mode.rules.hard_drop && !game.has_sound);
        assert_eq!(mode.rules.previews, 0);
        assert_eq!(GAME.acts("Space"), None);
    }
}
