//! From key events to buttons.
//!
//! A terminal with the kitty keyboard protocol reports releases, and what is held is exact. Elsewhere
//! a key sends an event when it goes down, another after the system's delay, and then many while it
//! is held. There a press is emulated:
//!
//! - Left, right and one row down: every event is a press and a release, so a held key moves the piece
//!   at the rate of the terminal.
//! - Soft drop is held until [`Emulation::hold`] has passed without another event.
//! - Other buttons: an event less than [`Emulation::gap`] after the last one of the same key is a
//!   repeat and does nothing.

use crossterm::event::{KeyEvent, KeyEventKind};
use quintet_engine::{Button, Input, Micros, Rules, SoftDrop};

use crate::keys::code_of;
use quintet_frontend::{Action, KeyMap, Settings};

/// What the terminal reports of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reports {
    /// Presses, repeats and releases, as different events.
    Releases,
    /// Events that may be presses or repeats.
    Repeats,
}

/// How presses are emulated where releases are not reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Emulation {
    /// How long a soft drop lasts after the last event.
    pub hold: Micros,
    /// The same key sooner than this is a repeat.
    pub gap: Micros,
}

impl Emulation {
    /// As the settings say.
    pub fn of(settings: &Settings) -> Emulation {
        Emulation {
            hold: Micros::from_millis(settings.key_hold_ms.into()),
            gap: Micros::from_millis(settings.key_gap_ms.into()),
        }
    }
}

impl Default for Emulation {
    fn default() -> Emulation {
        Emulation::of(&Settings::default())
    }
}

/// What a key event means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyMeaning {
    /// A button of a seat goes down or up.
    Input(usize, Input),
    /// An action that is no button.
    Command(Action),
}

/// A key that is down, or was a moment ago.
#[derive(Clone, Copy, Debug)]
struct Key {
    code: &'static str,
    seat: usize,
    button: Button,
    last: Micros,
    /// Whether its button is held.
    is_down: bool,
    /// When it counts as released.
    until: Option<Micros>,
}

/// The keys that are down.
#[derive(Clone, Debug)]
pub struct Keyboard {
    /// What the terminal reports.
    pub reports: Reports,
    /// How presses are emulated.
    pub emulation: Emulation,
    keys: Vec<Key>,
}

impl Keyboard {
    /// Nothing is down.
    pub fn new(reports: Reports, emulation: Emulation) -> Keyboard {
        Keyboard { reports, emulation, keys: Vec::new() }
    }

    /// Takes a key event that was read at a moment.
    pub fn take(
        &mut self,
        map: &KeyMap,
        rules: &Rules,
        event: &KeyEvent,
        at: Micros,
        tell: &mut dyn FnMut(KeyMeaning),
    ) {
        let Some(code) = code_of(event) else { return };
        if event.kind == KeyEventKind::Release {
            return self.release(code, tell);
        }
        let Some((seat, action)) = map.find(code) else { return };
        let Some(button) = action.button() else {
            if event.kind == KeyEventKind::Press {
                tell(KeyMeaning::Command(action));
            }
            return;
        };
        match (self.reports, event.kind) {
            (Reports::Releases, KeyEventKind::Repeat) => {
                if repeats_by_keyboard(rules, button) && self.is_down(code) {
                    press_again(seat, button, tell);
                }
            }
            (Reports::Releases, _) => {
                self.press(Key { code, seat, button, last: at, is_down: true, until: None }, tell);
            }
            (Reports::Repeats, _) => self.emulate(code, seat, button, rules, at, tell),
        }
    }

    /// When the next emulated release is due.
    pub fn due(&self) -> Option<Micros> {
        self.keys.iter().filter(|key| key.is_down).filter_map(|key| key.until).min()
    }

    /// Reports the emulated releases that are due by now, with their times.
    pub fn expire(&mut self, now: Micros, tell: &mut dyn FnMut(Micros, KeyMeaning)) {
        let mut ended: Vec<(Micros, Key)> = Vec::new();
        for key in self.keys.iter_mut().filter(|key| key.is_down) {
            if let Some(until) = key.until.filter(|&until| until <= now) {
                key.is_down = false;
                ended.push((until, *key));
            }
        }
        ended.sort_by_key(|&(until, _)| until);
        for (number, (until, key)) in ended.iter().copied().enumerate() {
            // Of two keys for one button the last one releases it.
            let is_same = |other: &Key| (other.seat, other.button) == (key.seat, key.button);
            let is_last = !ended[number + 1..].iter().any(|(_, other)| is_same(other));
            if is_last && !self.is_held(key.seat, key.button) {
                tell(until, KeyMeaning::Input(key.seat, Input::Release(key.button)));
            }
        }
    }

    /// Forgets all keys without reporting releases.
    pub fn forget(&mut self) {
        self.keys.clear();
    }

    fn is_down(&self, code: &str) -> bool {
        self.keys.iter().any(|key| key.is_down && key.code == code)
    }

    fn is_held(&self, seat: usize, button: Button) -> bool {
        self.keys.iter().any(|key| key.is_down && key.seat == seat && key.button == button)
    }

    fn press(&mut self, key: Key, tell: &mut dyn FnMut(KeyMeaning)) {
        let is_held = self.is_held(key.seat, key.button);
        // A key that is down already has lost its release, as after a change of focus.
        self.keys.retain(|other| other.code != key.code);
        if is_held {
            press_again(key.seat, key.button, tell);
        } else {
            tell(KeyMeaning::Input(key.seat, Input::Press(key.button)));
        }
        self.keys.push(key);
    }

    fn release(&mut self, code: &str, tell: &mut dyn FnMut(KeyMeaning)) {
        let Some(place) = self.keys.iter().position(|key| key.code == code) else { return };
        let key = self.keys.swap_remove(place);
        if key.is_down && !self.is_held(key.seat, key.button) {
            tell(KeyMeaning::Input(key.seat, Input::Release(key.button)));
        }
    }

    fn emulate(
        &mut self,
        code: &'static str,
        seat: usize,
        button: Button,
        rules: &Rules,
        at: Micros,
        tell: &mut dyn FnMut(KeyMeaning),
    ) {
        let before = self.keys.iter().find(|key| key.code == code).copied();
        let is_repeat = before.is_some_and(|key| at < key.last + self.emulation.gap);
        let holds = button == Button::SoftDrop && !repeats_by_keyboard(rules, button);
        let until = holds.then(|| at + self.emulation.hold);
        let key = Key { code, seat, button, last: at, is_down: holds, until };
        let moves = holds || repeats_by_keyboard(rules, button) || is_sideways(button);
        let goes_on = holds && self.is_held(seat, button);
        self.keys.retain(|key| key.code != code);
        self.keys.push(key);
        if goes_on || is_repeat && !moves {
            return;
        }
        tell(KeyMeaning::Input(seat, Input::Press(button)));
        if !holds {
            tell(KeyMeaning::Input(seat, Input::Release(button)));
        }
    }
}

fn press_again(seat: usize, button: Button, tell: &mut dyn FnMut(KeyMeaning)) {
    tell(KeyMeaning::Input(seat, Input::Release(button)));
    tell(KeyMeaning::Input(seat, Input::Press(button)));
}

const fn is_sideways(button: Button) -> bool {
    matches!(button, Button::Left | Button::Right | Button::StepDown)
}

/// Whether these rules leave it to the keyboard to repeat a button that is held. (D-29 A-S11)
fn repeats_by_keyboard(rules: &Rules, button: Button) -> bool {
    match button {
        Button::Left | Button::Right | Button::StepDown => rules.handling.das == Micros::NEVER,
        Button::SoftDrop => rules.handling.soft_drop == SoftDrop::OncePerPress,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::key_event;
    use crossterm::event::{KeyCode, KeyModifiers};
    use proptest::prelude::*;
    use quintet_engine::GameName;
    use std::collections::HashSet;

    fn event(code: KeyCode, kind: KeyEventKind) -> KeyEvent {
        KeyEvent::new_with_kind(code, KeyModifiers::NONE, kind)
    }

    struct Desk {
        keyboard: Keyboard,
        map: KeyMap,
        rules: Rules,
        told: Vec<KeyMeaning>,
    }

    impl Desk {
        fn new(reports: Reports, game: GameName) -> Desk {
            let (entry, _) = crate::games::of(game);
            Desk {
                keyboard: Keyboard::new(reports, Emulation::default()),
                map: crate::games::default_keys(&crate::games::all()[entry]),
                rules: *game.rules(),
                told: Vec::new(),
            }
        }

        fn key(&mut self, code: KeyCode, kind: KeyEventKind, ms: u64) -> &mut Desk {
            let (told, event) = (&mut self.told, event(code, kind));
            let at = Micros::from_millis(ms);
            self.keyboard.take(&self.map, &self.rules, &event, at, &mut |it| told.push(it));
            self
        }

        fn wait(&mut self, ms: u64) -> &mut Desk {
            let told = &mut self.told;
            self.keyboard.expire(Micros::from_millis(ms), &mut |_, meaning| told.push(meaning));
            self
        }

        fn told(&mut self) -> Vec<KeyMeaning> {
            std::mem::take(&mut self.told)
        }
    }

    const PRESS: KeyEventKind = KeyEventKind::Press;
    const REPEAT: KeyEventKind = KeyEventKind::Repeat;
    const RELEASE: KeyEventKind = KeyEventKind::Release;

    fn down(button: Button) -> KeyMeaning {
        KeyMeaning::Input(0, Input::Press(button))
    }

    fn up(button: Button) -> KeyMeaning {
        KeyMeaning::Input(0, Input::Release(button))
    }

    #[test]
    fn with_releases_a_button_is_held_exactly_as_long_as_its_key() {
        let mut desk = Desk::new(Reports::Releases, GameName::Marathon);
        desk.key(KeyCode::Left, PRESS, 0).key(KeyCode::Left, REPEAT, 300);
        assert_eq!(desk.told(), [down(Button::Left)]);
        desk.key(KeyCode::Left, RELEASE, 400);
        assert_eq!(desk.told(), [up(Button::Left)]);
    }

    #[test]
    fn two_keys_of_one_button_are_released_with_the_last() {
        let mut desk = Desk::new(Reports::Releases, GameName::Marathon);
        desk.key(KeyCode::Up, PRESS, 0).key(KeyCode::Char('x'), PRESS, 10);
        let turn = Button::RotateCw;
        assert_eq!(desk.told(), [down(turn), up(turn), down(turn)]);
        desk.key(KeyCode::Up, RELEASE, 20);
        assert_eq!(desk.told(), []);
        desk.key(KeyCode::Char('x'), RELEASE, 30);
        assert_eq!(desk.told(), [up(turn)]);
    }

    #[test]
    fn where_the_rules_leave_it_to_the_keyboard_a_repeat_is_a_press() {
        let mut desk = Desk::new(Reports::Releases, GameName::Minimal);
        desk.key(KeyCode::Left, PRESS, 0).key(KeyCode::Left, REPEAT, 300);
        let left = Button::Left;
        assert_eq!(desk.told(), [down(left), up(left), down(left)]);
    }

    #[test]
    fn without_releases_every_event_moves_the_piece_once() {
        let mut desk = Desk::new(Reports::Repeats, GameName::Marathon);
        desk.key(KeyCode::Left, PRESS, 0).key(KeyCode::Left, PRESS, 30);
        let left = Button::Left;
        assert_eq!(desk.told(), [down(left), up(left), down(left), up(left)]);
    }

    #[test]
    fn without_releases_a_soft_drop_lasts_until_the_repeats_stop() {
        let mut desk = Desk::new(Reports::Repeats, GameName::Marathon);
        desk.key(KeyCode::Down, PRESS, 0).wait(100).key(KeyCode::Down, PRESS, 110).wait(200);
        assert_eq!(desk.told(), [down(Button::SoftDrop)]);
        assert_eq!(desk.keyboard.due(), Some(Micros::from_millis(230)));
        desk.wait(230);
        assert_eq!(desk.told(), [up(Button::SoftDrop)]);
    }

    #[test]
    fn without_releases_a_held_hard_drop_does_not_drop_a_row_of_pieces() {
        let mut desk = Desk::new(Reports::Repeats, GameName::Marathon);
        let drop = Button::HardDrop;
        for ms in [0, 30, 60, 90] {
            desk.key(KeyCode::Char(' '), PRESS, ms);
        }
        assert_eq!(desk.told(), [down(drop), up(drop)]);
        desk.key(KeyCode::Char(' '), PRESS, 400);
        assert_eq!(desk.told(), [down(drop), up(drop)], "a new press");
    }

    #[test]
    fn commands_are_no_buttons_and_do_not_repeat() {
        let mut desk = Desk::new(Reports::Releases, GameName::Marathon);
        desk.key(KeyCode::Char('p'), PRESS, 0).key(KeyCode::Char('p'), REPEAT, 300);
        desk.key(KeyCode::Char('p'), RELEASE, 310);
        assert_eq!(desk.told(), [KeyMeaning::Command(Action::Pause)]);
    }

    proptest! {
        /// The law of the fuzz target, tried briefly: a button goes down only while it is up, up only
        /// while it is down, and in the end none is down.
        #[test]
        fn presses_and_releases_alternate_whatever_keys_come(
            game in 0..GameName::ALL.len(),
            releases: bool,
            events in prop::collection::vec(any::<(u8, u8, u8)>(), 0..200),
        ) {
            let game = GameName::ALL[game];
            let reports = if releases { Reports::Releases } else { Reports::Repeats };
            let (map, rules) = (crate::key_map_of(game), game.rules());
            let mut keyboard = Keyboard::new(reports, Emulation::default());
            let mut down: HashSet<(usize, Button)> = HashSet::new();
            let mut take = |meaning: KeyMeaning| match meaning {
                KeyMeaning::Input(seat, Input::Press(it)) => assert!(down.insert((seat, it))),
                KeyMeaning::Input(seat, Input::Release(it)) => assert!(down.remove(&(seat, it))),
                KeyMeaning::Input(_, Input::Garbage(_)) => panic!("a key sends no garbage"),
                KeyMeaning::Command(_) => {}
            };
            let mut now = Micros::ZERO;
            for (key, kind, wait) in events {
                now += Micros::from_millis(wait.into());
                keyboard.expire(now, &mut |_, meaning| take(meaning));
                keyboard.take(&map, &rules, &key_event(key, kind), now, &mut take);
            }
            for key in 0..=u8::MAX {
                keyboard.take(&map, &rules, &key_event(key, 2), now, &mut take);
            }
            keyboard.expire(Micros::NEVER, &mut |_, meaning| take(meaning));
            prop_assert!(down.is_empty());
        }
    }
}
