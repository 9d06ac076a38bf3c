//! A dialog over whatever is behind it.

use wasm_bindgen::JsCast;
use web_sys::{Element, FocusOptions, HtmlElement, KeyboardEvent};

use crate::dom::{El, el, move_focus, on_window, once_shown};
use crate::keys::is_key;
use crate::page;
use crate::signals::prelude::*;

/// A panel in the middle that keeps the focus, except for the notices below it. Escape does what
/// `close` says, where it is given.
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
    // Wherever the focus is: a notice takes it, and what had it may have gone.
    on_window("keydown", move |event: KeyboardEvent| {
        if is_key(&event, "Tab") && is_uppermost(&panel) {
            event.prevent_default();
            let notices = page::document().query_selector(".notices").ok().flatten();
            let places: Vec<Element> = [panel.clone().into()].into_iter().chain(notices).collect();
            move_focus(&places, if event.shift_key() { -1 } else { 1 });
        }
    });
    let keys = move |event: KeyboardEvent| {
        if let Some(close) = close.as_ref().filter(|_| is_key(&event, "Escape")) {
            event.prevent_default();
            event.stop_propagation();
            close();
        }
    };
    el("div", class).on("keydown", keys).child(dialog)
}

/// Whether no other dialog stands over this one.
fn is_uppermost(panel: &HtmlElement) -> bool {
    let dialogs = page::document().query_selector_all("[role=dialog]");
    let last = dialogs.ok().and_then(|all| all.get(all.length().checked_sub(1)?));
    last.is_some_and(|last| last.is_same_node(Some(panel)))
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
