//! Real keys: pressed, held and released.

use serde_json::json;

use crate::browser::devtools::lock;
use crate::browser::page::Page;

/// A key by its position on the keyboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    code: &'static str,
    meaning: &'static str,
    number: u32,
    /// What it writes; empty where it writes nothing.
    text: &'static str,
    /// What it adds to the modifiers while it is down.
    modifier: u32,
}

impl Key {
    /// Left arrow.
    pub const LEFT: Key = Key::silent("ArrowLeft", "ArrowLeft", 37);
    /// Up arrow.
    pub const UP: Key = Key::silent("ArrowUp", "ArrowUp", 38);
    /// Right arrow.
    pub const RIGHT: Key = Key::silent("ArrowRight", "ArrowRight", 39);
    /// Down arrow.
    pub const DOWN: Key = Key::silent("ArrowDown", "ArrowDown", 40);
    /// Escape.
    pub const ESCAPE: Key = Key::silent("Escape", "Escape", 27);
    /// Tab.
    pub const TAB: Key = Key::silent("Tab", "Tab", 9);
    /// Home.
    pub const HOME: Key = Key::silent("Home", "Home", 36);
    /// End.
    pub const END: Key = Key::silent("End", "End", 35);
    /// Left Shift.
    pub const SHIFT: Key = Key { modifier: 8, ..Key::silent("ShiftLeft", "Shift", 16) };
    /// Right Shift.
    pub const RIGHT_SHIFT: Key = Key { modifier: 8, ..Key::silent("ShiftRight", "Shift", 16) };
    /// Left Ctrl.
    pub const CTRL: Key = Key { modifier: 2, ..Key::silent("ControlLeft", "Control", 17) };
    /// Enter.
    pub const ENTER: Key = Key { text: "\r", ..Key::silent("Enter", "Enter", 13) };
    /// Space bar.
    pub const SPACE: Key = Key { text: " ", ..Key::silent("Space", " ", 32) };
    /// The comma.
    pub const COMMA: Key = Key::letter("Comma", ",", 188);
    /// The full stop.
    pub const PERIOD: Key = Key::letter("Period", ".", 190);
    /// The letter A.
    pub const A: Key = Key::letter("KeyA", "a", 65);
    /// 3
    pub const THREE: Key = Key::letter("Digit3", "3", 51);
    /// The letter C.
    pub const C: Key = Key::letter("KeyC", "c", 67);
    /// The letter D.
    pub const D: Key = Key::letter("KeyD", "d", 68);
    /// The letter F.
    pub const F: Key = Key::letter("KeyF", "f", 70);
    /// The letter G.
    pub const G: Key = Key::letter("KeyG", "g", 71);
    /// The letter H.
    pub const H: Key = Key::letter("KeyH", "h", 72);
    /// The letter M.
    pub const M: Key = Key::letter("KeyM", "m", 77);
    /// The letter P.
    pub const P: Key = Key::letter("KeyP", "p", 80);
    /// The letter Q.
    pub const Q: Key = Key::letter("KeyQ", "q", 81);
    /// The letter R.
    pub const R: Key = Key::letter("KeyR", "r", 82);
    /// The letter S.
    pub const S: Key = Key::letter("KeyS", "s", 83);
    /// The letter V.
    pub const V: Key = Key::letter("KeyV", "v", 86);
    /// The letter W.
    pub const W: Key = Key::letter("KeyW", "w", 87);
    /// The letter X.
    pub const X: Key = Key::letter("KeyX", "x", 88);
    /// The letter Z.
    pub const Z: Key = Key::letter("KeyZ", "z", 90);

    const fn silent(code: &'static str, meaning: &'static str, number: u32) -> Key {
        Key { code, meaning, number, text: "", modifier: 0 }
    }

    const fn letter(code: &'static str, meaning: &'static str, number: u32) -> Key {
        Key { code, meaning, number, text: meaning, modifier: 0 }
    }
}

impl Page {
    /// Presses a key and releases it.
    pub fn press(&self, key: Key) {
        self.hold(key);
        self.release(key);
    }

    /// Presses a key and keeps it down.
    pub fn hold(&self, key: Key) {
        *lock(&self.modifiers) |= key.modifier;
        self.key_event(key, if key.text.is_empty() { "rawKeyDown" } else { "keyDown" }, false);
    }

    /// What the keyboard sends while a key stays down.
    pub fn repeat(&self, key: Key) {
        self.key_event(key, if key.text.is_empty() { "rawKeyDown" } else { "keyDown" }, true);
    }

    /// Releases a key.
    pub fn release(&self, key: Key) {
        *lock(&self.modifiers) &= !key.modifier;
        self.key_event(key, "keyUp", false);
    }

    fn key_event(&self, key: Key, kind: &str, repeated: bool) {
        let modifiers = *lock(&self.modifiers);
        // A letter pressed together with Shift is a capital.
        let capital = modifiers & Key::SHIFT.modifier != 0 && key.code.starts_with("Key");
        let cased = |text: &str| if capital { text.to_uppercase() } else { text.to_owned() };
        let mut event = json!({
            "type": kind,
            "code": key.code,
            "key": cased(key.meaning),
            "windowsVirtualKeyCode": key.number,
            "modifiers": modifiers,
            "autoRepeat": repeated,
        });
        if kind == "keyDown" {
            event["text"] = cased(key.text).into();
        }
        self.call("Input.dispatchKeyEvent", &event);
    }
}
