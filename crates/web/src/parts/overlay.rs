//! A dialog over whatever is behind it.

use wasm_bindgen::JsCast;
use web_sys::{FocusOptions, HtmlElement, KeyboardEvent};

use crate::dom::{El, el, move_focus, once_shown};
use crate::keys::code_of;
use crate::page;
use crate::signals::prelude::*;

/// A panel in the middle that keeps the focus. Escape does what `close` says, where it is given.
pub(crate) fn overlay(
    label: &str,
    class: &str,
    close: Option<Box<dyn Fn()>>,
    content: Vec<El>,
) -> El {
    let dialog = el("div", "dialog")
        .attr("role", "dialog")
        .attr("aria-modal", "true")
        .attr("aria-label", label)
        .attr("tabindex", "-1")
        .children(content);
    let panel: HtmlElement = dialog.get();
    let first = panel.clone();
    let before = StoredValue::new_local(page::focused());
    once_shown(move || focus_first(&first));
    on_cleanup(move || {
        // The element that opened the dialog gets the focus back, if it is still there.
        let opener = before.try_get_value().flatten();
        if let Some(element) = opener.filter(|element| element.is_connected()) {
            let _ = element.focus();
        }
    });
    let keys = move |event: KeyboardEvent| match (code_of(&event).as_str(), &close) {
        ("Tab", _) => {
            event.prevent_default();
            move_focus(&panel, if event.shift_key() { -1 } else { 1 });
        }
        ("Escape", Some(close)) => {
            event.prevent_default();
            event.stop_propagation();
            close();
        }
        _ => {}
    };
    el("div", class).on("keydown", keys).child(dialog)
}

fn focus_first(panel: &HtmlElement) {
    let find = |what: &str| panel.query_selector(what).ok().flatten();
    let button = find(".primary").or_else(|| find("button"));
    let first = button.and_then(|button| button.dyn_into::<HtmlElement>().ok());
    // On a small screen the focus must not scroll the heading away.
    let options = FocusOptions::new();
    options.set_prevent_scroll(true);
    let _ = first.as_ref().unwrap_or(panel).focus_with_options(&options);
}
