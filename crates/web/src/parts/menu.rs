//! A column of buttons that arrow keys walk through.

use web_sys::{Element, KeyboardEvent};

use crate::dom::{El, el, move_focus};
use crate::keys::code_of;

/// Stacks buttons and lets Up and Down move the focus among them.
pub(crate) fn menu(label: &str, buttons: Vec<El>) -> El {
    let menu = el("nav", "menu").attr("aria-label", label).children(buttons);
    let inside: Element = menu.get();
    menu.on("keydown", move |event: KeyboardEvent| {
        let step = match code_of(&event).as_str() {
            "ArrowUp" => -1,
            "ArrowDown" => 1,
            _ => return,
        };
        event.prevent_default();
        move_focus(std::slice::from_ref(&inside), step);
    })
}
