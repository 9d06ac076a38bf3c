//! Lines that several games explain alike.

use quintet_words::games;

use super::{HelpLine, Hint};
use crate::keys::Action;

/// Lines of the page of controls.
pub(super) mod line {
    use super::{Action, HelpLine, games};

    pub(in crate::games) const MOVE: HelpLine = (&[Action::Left, Action::Right], games::HELP_MOVE);
    pub(in crate::games) const SOFT_DROP: HelpLine = (&[Action::SoftDrop], games::HELP_SOFT_DROP);
    pub(in crate::games) const HARD_DROP: HelpLine = (&[Action::HardDrop], games::HELP_HARD_DROP);
    pub(in crate::games) const ROTATE: HelpLine = (&[Action::RotateCw], games::HELP_ROTATE);
    pub(in crate::games) const ROTATE_BACK: HelpLine =
        (&[Action::RotateCcw], games::HELP_ROTATE_BACK);
    pub(in crate::games) const HOLD: HelpLine = (&[Action::Hold], games::HELP_HOLD);
    pub(in crate::games) const PAUSE: HelpLine = (&[Action::Pause], games::HELP_PAUSE);
    pub(in crate::games) const RESTART: HelpLine = (&[Action::Restart], games::HELP_RESTART);
    pub(in crate::games) const RESTART_HELD: HelpLine =
        (&[Action::Restart], games::HELP_RESTART_HELD);
    pub(in crate::games) const MUTE: HelpLine = (&[Action::Mute], games::HELP_MUTE);
}

/// Lines under the board.
pub(super) mod hint {
    use super::{Action, Hint, games};

    pub(in crate::games) const MOVE: Hint =
        Hint::KeysFirst(&[Action::Left, Action::Right], games::HINT_MOVE);
    pub(in crate::games) const ROTATE_ALL: Hint =
        Hint::KeysLast(games::HINT_ROTATE, Action::RotateCw);
    pub(in crate::games) const ROTATE: Hint = Hint::KeyLast(games::HINT_ROTATE, Action::RotateCw);
    pub(in crate::games) const SOFT_DROP: Hint =
        Hint::KeysFirst(&[Action::SoftDrop], games::HINT_SOFT_DROP);
    pub(in crate::games) const HARD_DROP: Hint =
        Hint::KeyLast(games::HINT_HARD_DROP, Action::HardDrop);
    pub(in crate::games) const HOLD: Hint = Hint::KeyLast(games::HINT_HOLD, Action::Hold);
    pub(in crate::games) const PAUSE: Hint = Hint::KeyLast(games::HINT_PAUSE, Action::Pause);
}
