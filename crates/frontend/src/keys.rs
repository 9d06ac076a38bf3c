//! Keys by their place on the keyboard, what they do, and what they are called. A key is named as
//! browsers name it (`KeyboardEvent.code`), so that the same settings serve every front end.

use quintet_engine::Button;
use quintet_words::{Phrase, keys as words};

use crate::games::GameEntry;

/// Something a key, a touch or a pad can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
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
    /// Show what a good player would do.
    Hint,
    /// Sound off or on.
    Mute,
}

impl Action {
    /// Every action, in the order in which settings list them.
    pub const ALL: [Action; 13] = [
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
        Action::Hint,
        Action::Mute,
    ];

    /// The name under which settings are kept: that of the button, where it is one.
    pub const fn slug(self) -> &'static str {
        if let Some(button) = self.button() {
            return button.name();
        }
        match self {
            Action::Pause => "pause",
            Action::Restart => "restart",
            Action::Hint => "hint",
            _ => "mute",
        }
    }

    /// The action with this name.
    pub fn from_slug(slug: &str) -> Option<Action> {
        Action::ALL.into_iter().find(|action| action.slug() == slug)
    }

    /// What a player reads.
    pub const fn label(self) -> Phrase {
        match self {
            Action::Left => words::LEFT,
            Action::Right => words::RIGHT,
            Action::SoftDrop => words::SOFT_DROP,
            Action::HardDrop => words::HARD_DROP,
            Action::RotateCw => words::ROTATE_CW,
            Action::RotateCcw => words::ROTATE_CCW,
            Action::Rotate180 => words::ROTATE_180,
            Action::Hold => words::HOLD,
            Action::Flip => words::FLIP,
            Action::Pause => words::PAUSE,
            Action::Restart => words::RESTART,
            Action::Hint => words::HINT,
            Action::Mute => words::MUTE,
        }
    }
}

impl Action {
    /// The engine's button for it; none for what the app does itself.
    pub const fn button(self) -> Option<Button> {
        Some(match self {
            Action::Left => Button::Left,
            Action::Right => Button::Right,
            Action::SoftDrop => Button::SoftDrop,
            Action::HardDrop => Button::HardDrop,
            Action::RotateCw => Button::RotateCw,
            Action::RotateCcw => Button::RotateCcw,
            Action::Rotate180 => Button::Rotate180,
            Action::Hold => Button::Hold,
            Action::Flip => Button::Flip,
            Action::Pause | Action::Restart | Action::Hint | Action::Mute => return None,
        })
    }
}

/// One action and the keys for it, by `KeyboardEvent.code`.
pub type Binding = (Action, &'static [&'static str]);

/// What the key with this code is called on most keyboards.
pub fn key_name(code: &str) -> String {
    if let Some((key, side)) = sided(code) {
        return match side {
            Side::Left => words::left(key),
            Side::Right => words::right(key),
        };
    }
    let known = match code {
        "ArrowLeft" => "←",
        "ArrowRight" => "→",
        "ArrowUp" => "↑",
        "ArrowDown" => "↓",
        "Escape" => words::ESCAPE.text(),
        "Space" => words::SPACE.text(),
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
        _ => code.strip_prefix("Key").or(code.strip_prefix("Digit")).unwrap_or(""),
    };
    match code.strip_prefix("Numpad") {
        _ if !known.is_empty() => known.to_owned(),
        Some(name) => words::number_pad(name),
        None => code.to_owned(),
    }
}

/// Which of two keys with the same name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

/// What a key that a keyboard has twice is called, and which of the two it is.
fn sided(code: &str) -> Option<(Phrase, Side)> {
    let (stem, side) = match code.strip_suffix("Left") {
        Some(stem) => (stem, Side::Left),
        None => (code.strip_suffix("Right")?, Side::Right),
    };
    let key = match stem {
        "Shift" => words::SHIFT,
        "Control" => words::CTRL,
        "Alt" => words::ALT,
        "Meta" => words::META,
        _ => return None,
    };
    Some((key, side))
}

/// The names of an action's keys; where both Shifts (or Ctrls, Alts) do it, once without the side.
pub fn key_names<S: AsRef<str>>(codes: &[S]) -> Vec<String> {
    let has = |key: Phrase, side: Side| {
        codes.iter().any(|other| sided(other.as_ref()) == Some((key, side)))
    };
    let mut names: Vec<String> = Vec::with_capacity(codes.len());
    for code in codes {
        let name = match sided(code.as_ref()) {
            Some((key, _)) if has(key, Side::Left) && has(key, Side::Right) => key.into(),
            _ => key_name(code.as_ref()),
        };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The keys of a game, seat by seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyMap {
    seats: Vec<Vec<(Action, Vec<String>)>>,
}

impl KeyMap {
    /// A game's own keys.
    pub fn of(game: &GameEntry) -> KeyMap {
        let seat = |keys: &[Binding]| -> Vec<(Action, Vec<String>)> {
            let owned = |codes: &[&str]| codes.iter().map(|&code| code.to_owned()).collect();
            keys.iter().map(|&(action, codes)| (action, owned(codes))).collect()
        };
        KeyMap { seats: game.seats.iter().map(|keys| seat(keys)).collect() }
    }

    /// Who presses what with this key.
    pub fn find(&self, code: &str) -> Option<(usize, Action)> {
        let has = |keys: &[String]| keys.iter().any(|key| key == code);
        self.seats.iter().enumerate().find_map(|(seat, bindings)| {
            let (action, _) = bindings.iter().find(|(_, keys)| has(keys))?;
            Some((seat, *action))
        })
    }

    /// How many seats there are.
    pub fn seats(&self) -> usize {
        self.seats.len()
    }

    /// The actions of a seat, and the keys for each.
    pub fn seat(&self, seat: usize) -> &[(Action, Vec<String>)] {
        self.seats.get(seat).map_or(&[], Vec::as_slice)
    }

    /// The keys for an action.
    pub fn keys(&self, seat: usize, action: Action) -> &[String] {
        let binding = self.seat(seat).iter().find(|(other, _)| *other == action);
        binding.map_or(&[], |(_, keys)| keys.as_slice())
    }

    /// Gives an action other keys, if the game has that action.
    pub fn set(&mut self, seat: usize, action: Action, codes: &[String]) {
        let bindings = self.seats.get_mut(seat).into_iter().flatten();
        for (_, keys) in bindings.filter(|(other, _)| *other == action) {
            codes.clone_into(keys);
        }
    }

    /// Gives an action one more key, if the game has that action and the key is not its own yet.
    pub fn add(&mut self, seat: usize, action: Action, code: &str) {
        let bindings = self.seats.get_mut(seat).into_iter().flatten();
        for (_, keys) in bindings.filter(|(other, _)| *other == action) {
            if !keys.iter().any(|key| key == code) {
                keys.push(code.to_owned());
            }
        }
    }

    /// Every seat and action that the game has, in the order of [`Action::ALL`].
    pub fn rows(&self) -> Vec<(usize, Action)> {
        let mut rows = Vec::new();
        for (seat, bindings) in self.seats.iter().enumerate() {
            let has = |action: &Action| bindings.iter().any(|(other, _)| other == action);
            rows.extend(Action::ALL.into_iter().filter(has).map(|action| (seat, action)));
        }
        rows
    }

    /// Which other action has this key too, and of which seat.
    pub fn conflict(&self, seat: usize, action: Action, code: &str) -> Option<(usize, Action)> {
        self.seats.iter().enumerate().find_map(|(other_seat, bindings)| {
            bindings.iter().find_map(|(other, keys)| {
                let same = (other_seat, *other) == (seat, action);
                (!same && keys.iter().any(|key| key == code)).then_some((other_seat, *other))
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    #[test]
    fn no_game_gives_one_key_to_two_actions() {
        for game in &games::GAMES {
            let map = KeyMap::of(game);
            for seat in 0..game.seats.len() {
                for (action, keys) in map.seat(seat) {
                    for key in keys {
                        assert_eq!(
                            map.conflict(seat, *action, key),
                            None,
                            "{key} in {}",
                            game.name
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn a_key_given_twice_is_found_as_a_conflict() {
        let mut map = KeyMap::of(games::first());
        map.set(0, Action::Hold, &["KeyX".to_owned()]);
        assert_eq!(map.conflict(0, Action::Hold, "KeyX"), Some((0, Action::RotateCw)));
        assert_eq!(map.conflict(0, Action::RotateCw, "KeyX"), Some((0, Action::Hold)));
    }

    #[test]
    fn a_key_of_both_players_is_found_as_a_conflict() {
        let mut map = KeyMap::of(games::find("battle").expect("it can be played"));
        map.set(1, Action::Left, &["ArrowLeft".to_owned()]);
        assert_eq!(map.conflict(1, Action::Left, "ArrowLeft"), Some((0, Action::Left)));
        assert_eq!(map.conflict(0, Action::Left, "ArrowLeft"), Some((1, Action::Left)));
    }

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
