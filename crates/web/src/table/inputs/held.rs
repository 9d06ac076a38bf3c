//! Buttons that are held down, by whatever device, and what repeats them.

use quintet_engine::{Button, Game, Handling, Input, Micros, Rules, SoftDrop};

use super::Inputs;
use crate::signals::prelude::*;
use crate::table::driver::{BOARDS, Table};
use crate::table::sources::Phase;

/// Keys, touches and gamepad buttons that hold down each button of each board.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Held {
    counts: [[u8; Button::ALL.len()]; BOARDS],
    /// The button that a finger or a gamepad holds, and when it counts again by the page's clock.
    repeat: Option<Repeat>,
}

#[derive(Clone, Copy, Debug)]
struct Repeat {
    board: usize,
    button: Button,
    due: f64,
}

impl Held {
    /// Changes how many hold a button, and says how many that are now.
    fn count(&mut self, board: usize, button: Button, change: i8) -> u8 {
        let count = &mut self.counts[board.min(BOARDS - 1)][button as usize];
        *count = count.saturating_add_signed(change);
        *count
    }
}

impl Inputs {
    pub(in crate::table) fn count_press(self, board: usize, button: Button) {
        self.0.update_value(|inputs| {
            inputs.held.count(board, button, 1);
        });
    }

    /// Says whether nothing holds the button any more.
    pub(in crate::table) fn count_release(self, board: usize, button: Button) -> bool {
        let mut released = false;
        self.0.update_value(|inputs| {
            inputs.held.repeat = None;
            released = inputs.held.count(board, button, -1) == 0;
        });
        released
    }

    pub(in crate::table) fn is_held(self, board: usize, button: Button) -> bool {
        self.0.with_value(|inputs| inputs.held.counts[board][button as usize] > 0)
    }

    /// Nothing is held any more.
    pub(in crate::table) fn forget(self) {
        self.0.update_value(|inputs| inputs.held = Held::default());
    }
}

impl Table {
    /// The keyboard repeats a key that is held down, which some rules count as a press. (D-29 A-S11)
    pub(super) fn press_again(self, board: usize, button: Button, stamp: f64) {
        let source = self.source();
        let counts = |game: &Game| repeats_by_keyboard(game.rules(), button);
        if source.phase() == Phase::Playing && self.with_game(board, counts) == Some(true) {
            source.input(board, Input::Release(button), stamp);
            source.input(board, Input::Press(button), stamp);
            self.settle();
        }
    }

    /// Has a button repeat that a finger or a gamepad holds, since no keyboard does that for it.
    pub(crate) fn repeat_while_held(self, board: usize, button: Button, stamp: f64) {
        let due = stamp + Handling::STANDARD.das.as_millis() as f64;
        let repeat = Some(Repeat { board, button, due });
        self.inputs.0.update_value(|inputs| inputs.held.repeat = repeat);
    }

    pub(in crate::table) fn repeat_held(self, stamp: f64) {
        let repeat = self.inputs.0.with_value(|inputs| inputs.held.repeat);
        let Some(Repeat { board, button, due }) = repeat else { return };
        if stamp >= due && self.source().phase() == Phase::Playing {
            self.press_again(board, button, stamp);
            let due = due.max(stamp - 100.0) + Handling::STANDARD.arr.as_millis() as f64;
            let repeat = Some(Repeat { board, button, due });
            self.inputs.0.update_value(|inputs| inputs.held.repeat = repeat);
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
