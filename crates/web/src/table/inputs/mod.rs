//! Keyboard, touch and gamepads: one way in for every source.

mod gamepad;
mod gesture;
mod held;
mod keyboard;

pub(crate) use gesture::{Gesture, TouchPoint};
pub(crate) use keyboard::goes_into_field;

use web_sys::Event;

use super::driver::Table;
use crate::dom::on_window;
use crate::keys::{Action, KeyMap};
use crate::page::{document, page_now};
use crate::signals::prelude::*;
use gamepad::{Gamepads, PadInput};
use held::Held;

/// Ignore keys and clicks for so long after a game is over, so that mashing does not press a button
/// of the dialog.
pub(super) const INPUT_GUARD_MS: f64 = 700.0;

/// What the devices hold down. A copy is another handle on the same.
#[derive(Clone, Copy)]
pub(super) struct Inputs(StoredValue<State>);

#[derive(Default)]
struct State {
    held: Held,
    /// Gamepads, where they move pieces.
    pads: Option<Gamepads>,
    /// Until when keys are ignored, once the game is over.
    guarded_until: f64,
}

impl Inputs {
    /// Nothing is held.
    pub(super) fn new() -> Inputs {
        Inputs(StoredValue::default())
    }
}

impl Table {
    /// Lets the keyboard, with these keys, and gamepads move pieces for as long as the owner lives.
    pub(crate) fn take_inputs(self, map: KeyMap) {
        self.inputs.0.update_value(|inputs| inputs.pads = Some(Gamepads::default()));
        keyboard::listen(self, map);
        // A-M32: leaving the page releases all buttons.
        on_window("blur", move |_: Event| self.step_away(page_now()));
        on_window("visibilitychange", move |_: Event| {
            if document().hidden() {
                self.step_away(page_now());
            }
        });
    }

    /// Asks the gamepads what has changed since the last frame.
    pub(super) fn poll_gamepads(self, stamp: f64) {
        let mut pads = None;
        self.inputs.0.update_value(|inputs| pads = inputs.pads.take());
        let Some(mut polled) = pads else { return };
        let tell = |player, input, down| {
            let board = self.source().board_of(player);
            match (input, down) {
                (PadInput::Button(button), true) => {
                    self.press(board, button, stamp);
                    self.repeat_while_held(board, button, stamp);
                }
                (PadInput::Button(button), false) => self.release(board, button, stamp),
                (PadInput::Pause, true) => self.command(Action::Pause),
                (PadInput::Pause, false) => {}
            }
        };
        if self.settings.with_untracked(|settings| settings.gamepad) {
            polled.poll(tell);
        } else {
            polled.release_all(tell);
        }
        self.inputs.0.update_value(|inputs| inputs.pads = Some(polled));
    }

    /// Whether a key of this moment is ignored, because the game has only just ended. Every such key
    /// prolongs the wait.
    fn is_guarded(self, stamp: f64) -> bool {
        let guarded = stamp < self.guarded_until();
        if guarded {
            self.inputs.0.update_value(|inputs| inputs.guarded_until = stamp + INPUT_GUARD_MS);
        }
        guarded
    }

    /// Until when keys and clicks are ignored, once the game is over.
    fn guarded_until(self) -> f64 {
        let end = self.source().ended_at() + INPUT_GUARD_MS;
        self.inputs.0.with_value(|inputs| inputs.guarded_until.max(end))
    }
}
