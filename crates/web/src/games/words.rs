//! What several games say alike.

/// Lines of the page of controls.
pub(super) mod help {
    use crate::games::HelpLine;
    use crate::keys::Action;

    pub(in crate::games) const MOVE: HelpLine =
        (&[Action::Left, Action::Right], "Move left / right");
    pub(in crate::games) const SOFT_DROP: HelpLine =
        (&[Action::SoftDrop], "Soft drop (hold for speed)");
    pub(in crate::games) const HARD_DROP: HelpLine = (&[Action::HardDrop], "Hard drop (instant)");
    pub(in crate::games) const ROTATE: HelpLine = (&[Action::RotateCw], "Rotate clockwise");
    pub(in crate::games) const ROTATE_BACK: HelpLine =
        (&[Action::RotateCcw], "Rotate counter-clockwise");
    pub(in crate::games) const HOLD: HelpLine = (&[Action::Hold], "Hold piece");
    pub(in crate::games) const PAUSE: HelpLine = (&[Action::Pause], "Pause game");
    pub(in crate::games) const RESTART: HelpLine = (&[Action::Restart], "Restart (when game over)");
    pub(in crate::games) const MUTE: HelpLine = (&[Action::Mute], "Sound on / off");
}

/// Lines under the board.
pub(super) mod hint {
    use crate::games::Hint;
    use crate::keys::Action;

    pub(in crate::games) const MOVE: Hint = Hint::KeysFirst(&[Action::Left, Action::Right], "Move");
    pub(in crate::games) const ROTATE_ALL: Hint = Hint::KeysLast("Rotate", Action::RotateCw);
    pub(in crate::games) const ROTATE: Hint = Hint::KeyLast("Rotate", Action::RotateCw);
    pub(in crate::games) const SOFT_DROP: Hint = Hint::KeysFirst(&[Action::SoftDrop], "Soft Drop");
    pub(in crate::games) const HARD_DROP: Hint = Hint::KeyLast("Hard Drop", Action::HardDrop);
    pub(in crate::games) const HOLD: Hint = Hint::KeyLast("Hold", Action::Hold);
    pub(in crate::games) const PAUSE: Hint = Hint::KeyLast("Pause", Action::Pause);
}
