//! A dialog over whatever is behind it.

use leptos::ev;
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::{follow, move_focus};
use crate::page;

/// A panel in the middle that keeps the focus. Escape does what `close` says, where it is given.
pub(crate) fn overlay(
    label: &'static str,
    class: &'static str,
    close: Option<Box<dyn Fn()>>,
    content: Vec<AnyView>,
) -> AnyView {
    let node = NodeRef::<html::Div>::new();
    let before = StoredValue::new_local(page::focused());
    follow(move || {
        if let Some(panel) = node.get() {
            focus_first(&panel);
        }
    });
    on_cleanup(move || {
        // Whoever opened the dialog has the focus again, if it is still there.
        let opener = before.try_get_value().flatten();
        if let Some(element) = opener.filter(|element| element.is_connected()) {
            let _ = element.focus();
        }
    });
    let keys = move |event: ev::KeyboardEvent| {
        let Some(panel) = node.get_untracked() else { return };
        match event.code().as_str() {
            "Tab" => {
                event.prevent_default();
                move_focus(&panel, if event.shift_key() { -1 } else { 1 });
            }
            "Escape" => {
                if let Some(close) = &close {
                    event.prevent_default();
                    event.stop_propagation();
                    close();
                }
            }
            _ => {}
        }
    };
    view! {
        <div class=class on:keydown=keys>
            <div class="dialog" role="dialog" aria-modal="true" aria-label=label tabindex="-1" node_ref=node>
                {content}
            </div>
        </div>
    }
    .into_any()
}

fn focus_first(panel: &HtmlElement) {
    let button = panel.query_selector(".primary, button").ok().flatten();
    let first = button.and_then(|button| button.dyn_into::<HtmlElement>().ok());
    let _ = first.as_ref().unwrap_or(panel).focus();
}
