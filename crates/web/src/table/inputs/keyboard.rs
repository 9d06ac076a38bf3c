//! The keyboard while boards are on the screen.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement, HtmlSelectElement, KeyboardEvent, MouseEvent};

use crate::dom::{on_window, on_window_first};
use crate::keys::{Action, KeyMap, code_of};
use crate::table::driver::Table;
use crate::table::sources::Phase;

/// Listens to the keyboard, with these keys, for as long as the owner lives.
pub(super) fn listen(table: Table, map: KeyMap) {
    let map = Rc::new(map);
    let keys = Rc::clone(&map);
    // Before the dialog of the end, whose focus such a key would move.
    on_window_first("keydown", move |event: KeyboardEvent| {
        if table.source().phase() == Phase::Over && table.is_guarded(event.time_stamp()) {
            event.prevent_default();
            event.stop_propagation();
        }
    });
    // A click or a tap was meant for the game, too.
    on_window_first("click", move |event: MouseEvent| {
        let target: Option<Element> = event.target().and_then(|target| target.dyn_into().ok());
        let in_dialog = target
            .is_some_and(|it| it.closest("[role=dialog]").is_ok_and(|dialog| dialog.is_some()));
        let is_over = table.source().phase() == Phase::Over;
        if is_over && in_dialog && event.time_stamp() < table.guarded_until() {
            event.prevent_default();
            event.stop_propagation();
        }
    });
    on_window("keydown", move |event: KeyboardEvent| {
        if let Some((player, action)) = keys.find(&code_of(&event)) {
            key_down(table, &event, player, action);
        }
    });
    on_window("keyup", move |event: KeyboardEvent| {
        let code = code_of(&event);
        let source = table.source();
        let Some((player, action)) = map.find(&code) else { return };
        let Some(button) = action.button() else { return source.command_ends(action) };
        if code.as_str() == "Space" && source.phase() == Phase::Paused {
            event.prevent_default();
        }
        table.release(source.board_of(player), button, event.time_stamp());
    });
}

fn key_down(table: Table, event: &KeyboardEvent, player: usize, action: Action) {
    // A-M11: letters with Ctrl or Meta are the browser's.
    let code = code_of(event);
    let letter = code.starts_with("Key") || code.starts_with("Digit");
    if (letter && (event.ctrl_key() || event.meta_key())) || goes_into_field(event) {
        return;
    }
    let (source, stamp) = (table.source(), event.time_stamp());
    let phase = source.phase();
    let running = matches!(phase, Phase::Playing | Phase::Counting(_));
    match action.button() {
        Some(button) if running => {
            // Neither may the page scroll nor a focused button be pressed.
            event.prevent_default();
            let board = source.board_of(player);
            if event.repeat() {
                table.press_again(board, button, stamp);
            } else {
                table.press(board, button, stamp);
            }
        }
        // D-83: a key of the game must not press a button of the dialog either.
        Some(_) if code.as_str() == "Space" && phase == Phase::Paused => event.prevent_default(),
        Some(_) => {}
        None => {
            event.prevent_default();
            if !event.repeat() {
                table.command(action);
            }
        }
    }
}

/// Whether a key is typed into a field of the page.
pub(crate) fn goes_into_field(event: &KeyboardEvent) -> bool {
    event.target().is_some_and(|target| {
        target.has_type::<HtmlInputElement>() || target.has_type::<HtmlSelectElement>()
    })
}
