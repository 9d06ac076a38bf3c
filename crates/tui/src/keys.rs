//! Which key an event of the terminal is about. A key has the name that browsers give it, so that
//! the same settings serve both.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers, ModifierKeyCode};

/// Keys with a name of their own; letters and digits are found by rule.
const NAMED: &[(KeyCode, &str)] = &[
    (KeyCode::Left, "ArrowLeft"),
    (KeyCode::Right, "ArrowRight"),
    (KeyCode::Up, "ArrowUp"),
    (KeyCode::Down, "ArrowDown"),
    (KeyCode::Char(' '), "Space"),
    (KeyCode::Esc, "Escape"),
    (KeyCode::Enter, "Enter"),
    (KeyCode::Tab, "Tab"),
    (KeyCode::Backspace, "Backspace"),
    (KeyCode::Delete, "Delete"),
    (KeyCode::Insert, "Insert"),
    (KeyCode::Home, "Home"),
    (KeyCode::End, "End"),
    (KeyCode::PageUp, "PageUp"),
    (KeyCode::PageDown, "PageDown"),
    (KeyCode::Char('`'), "Backquote"),
    (KeyCode::Char('-'), "Minus"),
    (KeyCode::Char('='), "Equal"),
    (KeyCode::Char('['), "BracketLeft"),
    (KeyCode::Char(']'), "BracketRight"),
    (KeyCode::Char('\\'), "Backslash"),
    (KeyCode::Char(';'), "Semicolon"),
    (KeyCode::Char('\''), "Quote"),
    (KeyCode::Char(','), "Comma"),
    (KeyCode::Char('.'), "Period"),
    (KeyCode::Char('/'), "Slash"),
    (KeyCode::Char('<'), "IntlBackslash"),
    (KeyCode::Modifier(ModifierKeyCode::LeftShift), "ShiftLeft"),
    (KeyCode::Modifier(ModifierKeyCode::RightShift), "ShiftRight"),
    (KeyCode::Modifier(ModifierKeyCode::LeftControl), "ControlLeft"),
    (KeyCode::Modifier(ModifierKeyCode::RightControl), "ControlRight"),
    (KeyCode::Modifier(ModifierKeyCode::LeftAlt), "AltLeft"),
    (KeyCode::Modifier(ModifierKeyCode::RightAlt), "AltRight"),
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
        _ => NAMED.iter().find(|(code, _)| *code == key).map(|&(_, name)| name),
    }
}

/// Any key event, by two numbers: which key, and whether it goes down, repeats or goes up.
pub fn key_event(key: u8, kind: u8) -> KeyEvent {
    let code = match NAMED.get(usize::from(key)) {
        Some(&(code, _)) => code,
        None => KeyCode::Char(char::from(key)),
    };
    let kinds = [KeyEventKind::Press, KeyEventKind::Repeat, KeyEventKind::Release];
    KeyEvent::new_with_kind(code, KeyModifiers::NONE, kinds[usize::from(kind) % kinds.len()])
}

/// Whether a terminal without releases can send this key at all.
pub(crate) fn needs_releases(code: &str) -> bool {
    ["Shift", "Control", "Alt", "Meta"].iter().any(|stem| code.starts_with(stem))
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
    }

    #[test]
    fn every_key_with_a_name_is_found_by_it() {
        for &(code, name) in NAMED {
            assert_eq!(code_of(&KeyEvent::new(code, KeyModifiers::NONE)), Some(name));
        }
    }
}
