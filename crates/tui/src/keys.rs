//! Keys, what they do, and what they are called. A key has the name that the app gives it, so that
//! the same settings serve both.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers, ModifierKeyCode};
use quintet_engine::{Button, GameName};
use quintet_words::{Phrase, keys as words};

use crate::games;

/// Generates the actions with their names in settings, their labels and their buttons.
macro_rules! actions {
    ($($(#[$doc:meta])* $action:ident = $slug:literal, $label:ident $(=> $button:ident)?;)+) => {
        /// Something that a key asks for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Action { $($(#[$doc])* $action),+ }

        impl Action {
            /// Every action, in the order in which settings list them.
            pub const ALL: &[Action] = &[$(Action::$action),+];

            /// The name in settings.
            pub(crate) const fn slug(self) -> &'static str {
                match self { $(Action::$action => $slug),+ }
            }

            /// What a player reads.
            pub(crate) const fn label(self) -> Phrase {
                match self { $(Action::$action => words::$label),+ }
            }

            /// The engine's button; none for what the front end does itself.
            pub const fn button(self) -> Option<Button> {
                match self {
                    $($(Action::$action => Some(Button::$button),)?)+
                    #[allow(unreachable_patterns, reason = "a catalogue may have buttons only")]
                    _ => None,
                }
            }
        }
    };
}

actions! {
    /// One column to the left.
    Left = "left", LEFT => Left;
    /// One column to the right.
    Right = "right", RIGHT => Right;
    /// Down faster.
    SoftDrop = "soft_drop", SOFT_DROP => SoftDrop;
    /// All the way down.
    HardDrop = "hard_drop", HARD_DROP => HardDrop;
    /// A quarter clockwise.
    RotateCw = "rotate_cw", ROTATE_CW => RotateCw;
    /// A quarter counter-clockwise.
    RotateCcw = "rotate_ccw", ROTATE_CCW => RotateCcw;
    /// Half a turn.
    Rotate180 = "rotate_180", ROTATE_180 => Rotate180;
    /// Put the piece aside.
    Hold = "hold", HOLD => Hold;
    /// Reverse gravity.
    Flip = "flip", FLIP => Flip;
    /// Pause or resume.
    Pause = "pause", PAUSE;
    /// Start again.
    Restart = "restart", RESTART;
    /// Bell off or on.
    Mute = "mute", MUTE;
}

impl Action {
    /// The action with this name in settings.
    pub(crate) fn from_slug(slug: &str) -> Option<Action> {
        Action::ALL.iter().copied().find(|action| action.slug() == slug)
    }
}

/// One action and its keys.
pub(crate) type Binding = (Action, &'static [&'static str]);

/// Keys with a name of their own; letters and digits are found by rule.
const NAMED: &[(KeyCode, &str, &str)] = &[
    (KeyCode::Left, "ArrowLeft", "←"),
    (KeyCode::Right, "ArrowRight", "→"),
    (KeyCode::Up, "ArrowUp", "↑"),
    (KeyCode::Down, "ArrowDown", "↓"),
    (KeyCode::Char(' '), "Space", ""),
    (KeyCode::Esc, "Escape", ""),
    (KeyCode::Enter, "Enter", "Enter"),
    (KeyCode::Tab, "Tab", "Tab"),
    (KeyCode::Backspace, "Backspace", "Backspace"),
    (KeyCode::Delete, "Delete", "Del"),
    (KeyCode::Insert, "Insert", "Ins"),
    (KeyCode::Home, "Home", "Home"),
    (KeyCode::End, "End", "End"),
    (KeyCode::PageUp, "PageUp", "PgUp"),
    (KeyCode::PageDown, "PageDown", "PgDn"),
    (KeyCode::Char('`'), "Backquote", "`"),
    (KeyCode::Char('-'), "Minus", "-"),
    (KeyCode::Char('='), "Equal", "="),
    (KeyCode::Char('['), "BracketLeft", "["),
    (KeyCode::Char(']'), "BracketRight", "]"),
    (KeyCode::Char('\\'), "Backslash", "\\"),
    (KeyCode::Char(';'), "Semicolon", ";"),
    (KeyCode::Char('\''), "Quote", "'"),
    (KeyCode::Char(','), "Comma", ","),
    (KeyCode::Char('.'), "Period", "."),
    (KeyCode::Char('/'), "Slash", "/"),
    (KeyCode::Char('<'), "IntlBackslash", "<"),
    (KeyCode::Modifier(ModifierKeyCode::LeftShift), "ShiftLeft", ""),
    (KeyCode::Modifier(ModifierKeyCode::RightShift), "ShiftRight", ""),
    (KeyCode::Modifier(ModifierKeyCode::LeftControl), "ControlLeft", ""),
    (KeyCode::Modifier(ModifierKeyCode::RightControl), "ControlRight", ""),
    (KeyCode::Modifier(ModifierKeyCode::LeftAlt), "AltLeft", ""),
    (KeyCode::Modifier(ModifierKeyCode::RightAlt), "AltRight", ""),
];

const LETTERS: [&str; 26] = [
    "KeyA", "KeyB", "KeyC", "KeyD", "KeyE", "KeyF", "KeyG", "KeyH", "KeyI", "KeyJ", "KeyK", "KeyL",
    "KeyM", "KeyN", "KeyO", "KeyP", "KeyQ", "KeyR", "KeyS", "KeyT", "KeyU", "KeyV", "KeyW", "KeyX",
    "KeyY", "KeyZ",
];

const DIGITS: [&str; 10] = [
    "Digit0", "Digit1", "Digit2", "Digit3", "Digit4", "Digit5", "Digit6", "Digit7", "Digit8",
    "Digit9",
];

/// The name of a key; none for one that no setting can name.
pub fn code_of(event: &KeyEvent) -> Option<&'static str> {
    let key = match event.code {
        KeyCode::Char(letter) => KeyCode::Char(letter.to_ascii_lowercase()),
        other => other,
    };
    match key {
        KeyCode::Char(letter @ 'a'..='z') => Some(LETTERS[usize::from(letter as u8 - b'a')]),
        KeyCode::Char(digit @ '0'..='9') => Some(DIGITS[usize::from(digit as u8 - b'0')]),
        _ => NAMED.iter().find(|(code, ..)| *code == key).map(|&(_, name, _)| name),
    }
}

/// Any key event, by two numbers: which key, and whether it goes down, repeats or goes up.
pub fn key_event(key: u8, kind: u8) -> KeyEvent {
    let code = match NAMED.get(usize::from(key)) {
        Some(&(code, ..)) => code,
        None => KeyCode::Char(char::from(key)),
    };
    let kinds = [KeyEventKind::Press, KeyEventKind::Repeat, KeyEventKind::Release];
    KeyEvent::new_with_kind(code, KeyModifiers::NONE, kinds[usize::from(kind) % kinds.len()])
}

/// What a key is called on most keyboards.
pub(crate) fn key_name(code: &str) -> String {
    let sides = [("Left", true), ("Right", false)];
    for (suffix, is_left) in sides {
        let key = match code.strip_suffix(suffix) {
            Some("Shift") => words::SHIFT,
            Some("Control") => words::CTRL,
            Some("Alt") => words::ALT,
            Some("Meta") => words::META,
            _ => continue,
        };
        return if is_left { words::left(key) } else { words::right(key) };
    }
    match code {
        "Space" => return words::SPACE.into(),
        "Escape" => return words::ESCAPE.into(),
        _ => {}
    }
    let named = NAMED.iter().find(|(_, name, _)| *name == code).map(|&(.., sign)| sign);
    let plain = named.or(code.strip_prefix("Key")).or(code.strip_prefix("Digit"));
    plain.unwrap_or(code).to_owned()
}

/// Whether a terminal without releases can send this key at all.
pub(crate) fn needs_releases(code: &str) -> bool {
    ["Shift", "Control", "Alt", "Meta"].iter().any(|stem| code.starts_with(stem))
}

/// The keys of a game, seat by seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyMap {
    seats: Vec<Vec<(Action, Vec<String>)>>,
}

impl KeyMap {
    /// The keys of a game as it comes.
    pub fn of_game(game: GameName) -> KeyMap {
        KeyMap::of(games::all()[games::of(game).0].seats)
    }

    /// A game's own keys.
    pub(crate) fn of(seats: &[&[Binding]]) -> KeyMap {
        let owned = |codes: &[&str]| codes.iter().map(|&code| code.to_owned()).collect();
        let seat = |keys: &&[Binding]| {
            keys.iter().map(|&(action, codes)| (action, owned(codes))).collect()
        };
        KeyMap { seats: seats.iter().map(seat).collect() }
    }

    /// Gives an action other keys.
    pub(crate) fn set(&mut self, seat: usize, action: Action, codes: &[String]) {
        if let Some(bindings) = self.seats.get_mut(seat) {
            bindings.retain(|(other, _)| *other != action);
            bindings.push((action, codes.to_vec()));
        }
    }

    /// Whose key this is, and what for.
    pub fn find(&self, code: &str) -> Option<(usize, Action)> {
        let has = |keys: &[String]| keys.iter().any(|key| key == code);
        self.seats.iter().enumerate().find_map(|(seat, bindings)| {
            let (action, _) = bindings.iter().find(|(_, keys)| has(keys))?;
            Some((seat, *action))
        })
    }

    /// The keys of an action.
    pub(crate) fn keys(&self, seat: usize, action: Action) -> &[String] {
        let bindings = self.seats.get(seat).map(Vec::as_slice).unwrap_or_default();
        let keys = bindings.iter().find(|(other, _)| *other == action);
        keys.map(|(_, keys)| keys.as_slice()).unwrap_or_default()
    }

    /// Every seat and action that has keys, in the order of the settings.
    pub(crate) fn rows(&self) -> Vec<(usize, Action)> {
        let mut rows = Vec::new();
        for (seat, bindings) in self.seats.iter().enumerate() {
            let has = |action: &&Action| bindings.iter().any(|(other, _)| other == *action);
            rows.extend(Action::ALL.iter().filter(has).map(|&action| (seat, action)));
        }
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_known_by_the_name_that_the_app_gives_it() {
        let named = |code| code_of(&KeyEvent::new(code, KeyModifiers::NONE));
        assert_eq!(named(KeyCode::Left), Some("ArrowLeft"));
        assert_eq!(named(KeyCode::Char('z')), Some("KeyZ"));
        assert_eq!(named(KeyCode::Char('Z')), Some("KeyZ"), "with Shift or Caps Lock too");
        assert_eq!(named(KeyCode::Char('7')), Some("Digit7"));
        assert_eq!(named(KeyCode::Char('é')), None);
        assert_eq!(key_name("KeyZ"), "Z");
        assert_eq!(key_name("ShiftRight"), "Right Shift");
    }

    #[test]
    fn every_key_with_a_name_is_found_by_it() {
        for &(code, name, _) in NAMED {
            assert_eq!(code_of(&KeyEvent::new(code, KeyModifiers::NONE)), Some(name));
        }
    }
}
