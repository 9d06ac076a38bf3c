//! Minimal: the bare game.

use quintet_engine::GameName;
use quintet_words::{Phrase, games};

use super::help::line;
use super::{GameEntry, HelpGroup, Look, Mode};
use crate::keys::{Action, Binding};

const KEYS: &[Binding] = &[
    (Action::Left, &["ArrowLeft"]),
    (Action::Right, &["ArrowRight"]),
    (Action::SoftDrop, &["ArrowDown"]),
    (Action::RotateCw, &["ArrowUp"]),
    (Action::Pause, &["Escape"]),
    (Action::Restart, &["KeyR"]),
];

const HELP: &[HelpGroup] = &[HelpGroup {
    title: games::GROUP_KEYS,
    lines: &[
        line::MOVE,
        line::ROTATE,
        (&[Action::SoftDrop], games::HELP_STEP_DOWN),
        (&[Action::Pause], games::HELP_LEAVE),
        line::RESTART_HELD,
    ],
}];

const NOTES: &[Phrase] = &[games::MINIMAL_NOTE];

/// How it is offered.
pub(super) const GAME: GameEntry = GameEntry {
    slug: "minimal",
    name: games::MINIMAL,
    banner: games::MINIMAL_BANNER,
    blurb: games::MINIMAL_BLURB,
    modes: &[Mode {
        slug: "minimal",
        name: games::MINIMAL,
        title: games::MINIMAL,
        start: None,
        goal: games::MINIMAL_BLURB,
        game: GameName::Minimal,
        panels: &[],
    }],
    seats: &[KEYS],
    help: HELP,
    notes: NOTES,
    has_sound: false,
    is_bare: true,
    look: Look::Plain,
    ..GameEntry::BASE
};

#[cfg(test)]
mod tests {
    use super::*;

    /// S-02
    #[test]
    fn minimal_has_nothing_around_its_board() {
        let game = GAME;
        let mode = &game.modes[0];
        assert_eq!((mode.panels, mode.ranking()), ([].as_slice(), None));
        let rules = mode.rules();
        assert!(!rules.hold && !rules.hard_drop && !game.has_sound);
        assert_eq!(rules.previews, 0);
        assert_eq!(GAME.acts("Space"), None);
    }
}
