//! The keyboard while a game is on the stage.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{HtmlInputElement, HtmlSelectElement, KeyboardEvent};

use super::stage::FRIGHT_MS;
use super::{Phase, Stage};
use crate::dom::on_window;
use crate::keys::{Action, KeyMap, code_of};
use crate::signals::prelude::*;

/// Listens to the keyboard, with these keys, for as long as the owner lives.
pub(crate) fn listen_to_keys(stage: &'static Stage, map: KeyMap) {
    let map = Rc::new(map);
    let keys = Rc::clone(&map);
    on_window("keydown", move |event: KeyboardEvent| {
        let over = stage.phase.get_untracked() == Phase::Over;
        if over && event.time_stamp() < stage.calm_at() {
            event.prevent_default();
            stage.stay_calm_until(event.time_stamp() + FRIGHT_MS);
        } else if let Some((seat, action)) = keys.find(&code_of(&event)) {
            key_down(stage, &event, stage.player_of(seat), action);
        }
    });
    on_window("keyup", move |event: KeyboardEvent| {
        let code = code_of(&event);
        if let Some((seat, action)) = map.find(&code)
            && let Some(button) = action.button()
        {
            if code.as_str() == "Space" && stage.phase.get_untracked() == Phase::Paused {
                event.prevent_default();
            }
            stage.release(stage.player_of(seat), button, event.time_stamp());
        }
    });
}

fn key_down(stage: &'static Stage, event: &KeyboardEvent, seat: usize, action: Action) {
    // A-M11: letters with Ctrl or Meta are the browser's.
    let code = code_of(event);
    let letter = code.starts_with("Key") || code.starts_with("Digit");
    if (letter && (event.ctrl_key() || event.meta_key())) || goes_into_field(event) {
        return;
    }
    let running = matches!(stage.phase.get_untracked(), Phase::Playing | Phase::Counting(_));
    match action.button() {
        Some(button) if running => {
            // Neither may the page scroll nor a focused button be pressed.
            event.prevent_default();
            if event.repeat() {
                stage.press_again(seat, button, event.time_stamp());
            } else {
                stage.press(seat, button, event.time_stamp());
            }
        }
        // D-83: a key of the game must not press a button of the dialog either.
        Some(_) if code.as_str() == "Space" && stage.phase.get_untracked() == Phase::Paused => {
            event.prevent_default();
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

fn goes_into_field(event: &KeyboardEvent) -> bool {
    event.target().is_some_and(|target| {
        target.has_type::<HtmlInputElement>() || target.has_type::<HtmlSelectElement>()
    })
}
