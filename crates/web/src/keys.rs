//! Keys by their place on the keyboard, what they do, and what they are called.

/// Something a key, a touch or a pad can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Action {
    /// One column to the left.
    Left,
    /// One column to the right.
    Right,
    /// Down faster.
    SoftDrop,
    /// All the way down.
    HardDrop,
    /// A quarter turn clockwise.
    RotateCw,
    /// A quarter turn counter-clockwise.
    RotateCcw,
    /// A half turn.
    Rotate180,
    /// Put the piece aside.
    Hold,
    /// Turn gravity over.
    Flip,
    /// Pause or resume.
    Pause,
    /// Start again.
    Restart,
    /// Sound off or on.
    Mute,
}

impl Action {
    /// Every action, in the order in which settings list them.
    pub(crate) const ALL: [Action; 12] = [
        Action::Left,
        Action::Right,
        Action::SoftDrop,
        Action::HardDrop,
        Action::RotateCw,
        Action::RotateCcw,
        Action::Rotate180,
        Action::Hold,
        Action::Flip,
        Action::Pause,
        Action::Restart,
        Action::Mute,
    ];

    /// The name under which settings are kept.
    pub(crate) const fn slug(self) -> &'static str {
        match self {
            Action::Left => "left",
            Action::Right => "right",
            Action::SoftDrop => "soft_drop",
            Action::HardDrop => "hard_drop",
            Action::RotateCw => "rotate_cw",
            Action::RotateCcw => "rotate_ccw",
            Action::Rotate180 => "rotate_180",
            Action::Hold => "hold",
            Action::Flip => "flip",
            Action::Pause => "pause",
            Action::Restart => "restart",
            Action::Mute => "mute",
        }
    }

    /// What a player reads.
    pub(crate) const fn label(self) -> &'static str {
        match self {
            Action::Left => "Move left",
            Action::Right => "Move right",
            Action::SoftDrop => "Soft drop",
            Action::HardDrop => "Hard drop",
            Action::RotateCw => "Rotate clockwise",
            Action::RotateCcw => "Rotate counter-clockwise",
            Action::Rotate180 => "Rotate half a turn",
            Action::Hold => "Hold piece",
            Action::Flip => "Flip gravity",
            Action::Pause => "Pause game",
            Action::Restart => "Restart",
            Action::Mute => "Mute",
        }
    }
}

/// One action and the keys for it, by `KeyboardEvent.code`.
pub(crate) type Binding = (Action, &'static [&'static str]);

/// What the key with this code is called on most keyboards.
pub(crate) fn key_name(code: &str) -> String {
    let known = match code {
        "ArrowLeft" => "←",
        "ArrowRight" => "→",
        "ArrowUp" => "↑",
        "ArrowDown" => "↓",
        "Escape" => "Esc",
        "ShiftLeft" => "Left Shift",
        "ShiftRight" => "Right Shift",
        "ControlLeft" => "Left Ctrl",
        "ControlRight" => "Right Ctrl",
        "AltLeft" => "Left Alt",
        "AltRight" => "Right Alt",
        "MetaLeft" => "Left Meta",
        "MetaRight" => "Right Meta",
        "Backquote" => "`",
        "Minus" => "-",
        "Equal" => "=",
        "BracketLeft" => "[",
        "BracketRight" => "]",
        "Backslash" => "\\",
        "Semicolon" => ";",
        "Quote" => "'",
        "Comma" => ",",
        "Period" => ".",
        "Slash" => "/",
        "IntlBackslash" => "<",
        _ => "",
    };
    if !known.is_empty() {
        return known.to_owned();
    }
    if let Some(name) = code.strip_prefix("Key").or(code.strip_prefix("Digit")) {
        return name.to_owned();
    }
    match code.strip_prefix("Numpad") {
        Some(name) => format!("Num {name}"),
        None => code.to_owned(),
    }
}

/// The names of an action's keys; where both Shifts (or Ctrls, Alts) do it, once without the side.
pub(crate) fn key_names<S: AsRef<str>>(codes: &[S]) -> Vec<String> {
    let has = |code: &str| codes.iter().any(|other| other.as_ref() == code);
    let mut names: Vec<String> = Vec::with_capacity(codes.len());
    for code in codes {
        let code = code.as_ref();
        let stem = code.trim_end_matches("Left").trim_end_matches("Right");
        let sided = ["Shift", "Control", "Alt", "Meta"].contains(&stem);
        let both = sided && has(&format!("{stem}Left")) && has(&format!("{stem}Right"));
        let name = match (both, stem) {
            (true, "Control") => "Ctrl".to_owned(),
            (true, stem) => stem.to_owned(),
            (false, _) => key_name(code),
        };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_called_what_is_printed_on_them() {
        assert_eq!(key_name("KeyX"), "X");
        assert_eq!(key_name("Digit4"), "4");
        assert_eq!(key_name("ArrowUp"), "↑");
        assert_eq!(key_name("Space"), "Space");
        assert_eq!(key_name("Numpad8"), "Num 8");
    }

    #[test]
    fn a_pair_of_shifts_is_one_shift_and_a_single_one_keeps_its_side() {
        assert_eq!(key_names(&["ShiftLeft", "ShiftRight", "KeyC"]), ["Shift", "C"]);
        assert_eq!(key_names(&["KeyZ", "ControlLeft", "ControlRight"]), ["Z", "Ctrl"]);
        assert_eq!(key_names(&["Space", "ShiftRight"]), ["Space", "Right Shift"]);
    }
}
