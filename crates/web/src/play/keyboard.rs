//! The keyboard while a game is on the stage.

use std::rc::Rc;

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};

use super::{Phase, Stage};
use crate::keys::{Action, KeyMap};

/// Keys that go on being pressed in a fright: for so long after the end they press no button.
const FRIGHT_MS: f64 = 700.0;

/// Listens to the keyboard until it is dropped.
pub(crate) struct Keyboard {
    down: WindowListenerHandle,
    up: WindowListenerHandle,
}

impl Keyboard {
    /// Begins to listen, with the keys of the game on the stage.
    pub(crate) fn listen(stage: &'static Stage, map: KeyMap) -> Keyboard {
        let map = Rc::new(map);
        let keys = Rc::clone(&map);
        let down = window_event_listener(ev::keydown, move |event| {
            if stage.phase.get_untracked() == Phase::Over
                && event.time_stamp() - stage.over_since() < FRIGHT_MS
            {
                event.prevent_default();
                return;
            }
            if let Some((seat, action)) = keys.find(&event.code()) {
                key_down(stage, &event, seat, action);
            }
        });
        let up = window_event_listener(ev::keyup, move |event| {
            if let Some((seat, action)) = map.find(&event.code())
                && let Some(button) = action.button()
            {
                stage.release(seat, button, event.time_stamp());
            }
        });
        Keyboard { down, up }
    }

    /// Stops listening.
    pub(crate) fn stop(self) {
        self.down.remove();
        self.up.remove();
    }
}

fn key_down(stage: &'static Stage, event: &KeyboardEvent, seat: usize, action: Action) {
    // A-M11: letters with Ctrl or Meta are the browser's.
    let code = event.code();
    let letter = code.starts_with("Key") || code.starts_with("Digit");
    if (letter && (event.ctrl_key() || event.meta_key())) || types_text(event) {
        return;
    }
    let running = matches!(stage.phase.get_untracked(), Phase::Playing | Phase::Counting(_));
    match action.button() {
        Some(button) if running => {
            // Neither may the page scroll nor a focused button be pressed.
            event.prevent_default();
            if !event.repeat() {
                stage.press(seat, button, event.time_stamp());
            }
        }
        Some(_) => {}
        None => {
            event.prevent_default();
            if !event.repeat() {
                stage.command(action);
            }
        }
    }
}

/// Whether the key goes into a field.
fn types_text(event: &KeyboardEvent) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok());
    target.is_some_and(|target| matches!(target.tag_name().as_str(), "INPUT" | "SELECT"))
}
