//! Buttons, whoever presses them: keys, fingers and pads.

use quintet_engine::{Button, Game, Handling, Micros, Rules, SoftDrop};

use super::{Phase, SEATS, Stage};
use crate::keys::Action;
use crate::play::Session;
use crate::signals::prelude::*;

impl Stage {
    /// A key, a touch or a pad presses a button. Several may hold the same one.
    pub(crate) fn press(&self, seat: usize, button: Button, stamp: f64) {
        let held = self.hold_down(seat, button, 1);
        if let Some(online) = self.plugged.get_value() {
            if seat == 0 && held == 1 {
                online.touch(button, true, stamp);
            }
        } else if self.phase.get_untracked() == Phase::Playing {
            self.on_session(|session| session.press(seat, button, stamp));
            self.settle();
        }
    }

    /// The keyboard repeats a key that is held down, which some rules count as a press. (D-29 A-S11)
    pub(crate) fn press_again(&self, seat: usize, button: Button, stamp: f64) {
        let counts = |session: &Session| {
            let rules = session.board(seat).map(Game::rules);
            rules.is_some_and(|rules| repeats_by_keyboard(rules, button))
        };
        if self.phase.get_untracked() == Phase::Playing && self.with(counts) == Some(true) {
            self.on_session(|session| {
                session.release(seat, button, stamp);
                session.press(seat, button, stamp);
            });
            self.settle();
        }
    }

    /// A finger has no keyboard to repeat for it.
    pub(crate) fn repeat_while_held(&self, seat: usize, button: Button, stamp: f64) {
        let due = stamp + Handling::STANDARD.das.as_millis() as f64;
        self.pulse.update_value(|pulse| pulse.touched = Some((seat, button, due)));
    }

    pub(super) fn repeat_touched(&self, stamp: f64) {
        let Some((seat, button, due)) = self.pulse.with_value(|pulse| pulse.touched) else {
            return;
        };
        if stamp >= due {
            self.press_again(seat, button, stamp);
            let next = due.max(stamp - 100.0) + Handling::STANDARD.arr.as_millis() as f64;
            self.pulse.update_value(|pulse| pulse.touched = Some((seat, button, next)));
        }
    }

    /// A key, a touch or a pad lets a button go; it goes up with the last that holds it.
    pub(crate) fn release(&self, seat: usize, button: Button, stamp: f64) {
        self.pulse.update_value(|pulse| pulse.touched = None);
        let held = self.hold_down(seat, button, -1);
        if let Some(online) = self.plugged.get_value() {
            if seat == 0 && held == 0 {
                online.touch(button, false, stamp);
            }
        } else if held == 0 {
            self.on_session(|session| {
                let board = session.board(seat);
                if board.is_some_and(|board| board.held_buttons().contains(button)) {
                    session.release(seat, button, stamp);
                }
            });
            self.settle();
        }
    }

    /// Presses and lets go at once: a tap.
    pub(crate) fn tap(&self, seat: usize, button: Button, stamp: f64) {
        self.press(seat, button, stamp);
        self.release(seat, button, stamp);
    }

    fn hold_down(&self, seat: usize, button: Button, change: i8) -> u8 {
        let mut now = 0;
        self.pulse.update_value(|pulse| {
            let count = &mut pulse.held[seat.min(SEATS - 1)][button as usize];
            *count = count.saturating_add_signed(change);
            now = *count;
        });
        now
    }

    /// Does what an action asks for that is not a button of the game.
    pub(crate) fn command(&self, action: Action) {
        match (action, self.phase.get_untracked()) {
            (Action::Pause, Phase::Playing | Phase::Counting(_)) => self.pause(),
            (Action::Pause, Phase::Paused) => self.resume(),
            (Action::Hint, Phase::Playing) => self.ask_hint(),
            (Action::Restart, Phase::Over) => self.restart(),
            (Action::Restart, Phase::Playing | Phase::Counting(_) | Phase::Paused)
                if self.with(|session| session.game.restarts_any_time) == Some(true) =>
            {
                self.restart();
            }
            _ => {}
        }
    }
}

/// Whether these rules leave it to the keyboard to repeat a button that is held.
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

    /// D-29 S-29 S-30 S-32
    #[test]
    fn where_the_rules_say_so_the_keyboard_repeats() {
        for rules in [Rules::domino_easy(), Rules::domino_hard(), Rules::minimal()] {
            assert!(repeats_by_keyboard(&rules, Button::Left));
            assert!(repeats_by_keyboard(&rules, Button::Right));
            assert!(!repeats_by_keyboard(&rules, Button::RotateCw));
            assert!(!repeats_by_keyboard(&rules, Button::HardDrop));
        }
        assert!(repeats_by_keyboard(&Rules::minimal(), Button::SoftDrop));
        assert!(
            !repeats_by_keyboard(&Rules::domino_easy(), Button::SoftDrop),
            "it goes on by itself"
        );
        assert!(!repeats_by_keyboard(&Rules::flip(), Button::Left));
        assert!(!repeats_by_keyboard(&Rules::marathon(), Button::Left));
    }
}
