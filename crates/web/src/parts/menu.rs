//! A column of buttons that arrow keys walk through.

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use crate::page;

/// Stacks its children and lets Up and Down move the focus among them.
#[component]
pub(crate) fn Menu(
    /// What assistive technology calls it.
    label: &'static str,
    children: Children,
) -> impl IntoView {
    let node = NodeRef::<leptos::html::Nav>::new();
    let walk = move |event: ev::KeyboardEvent| {
        let step = match event.code().as_str() {
            "ArrowUp" => -1,
            "ArrowDown" => 1,
            _ => return,
        };
        if let Some(menu) = node.get_untracked() {
            event.prevent_default();
            move_focus(&menu, step);
        }
    };
    view! {
        <nav class="menu" aria-label=label node_ref=node on:keydown=walk>
            {children()}
        </nav>
    }
}

/// Moves the focus to the next or the previous button inside, round the ends.
pub(crate) fn move_focus(inside: &HtmlElement, step: i32) {
    let Ok(list) = inside.query_selector_all("button:not([disabled]), a[href]") else {
        return;
    };
    let buttons: Vec<HtmlElement> =
        (0..list.length()).filter_map(|index| list.get(index)?.dyn_into().ok()).collect();
    if buttons.is_empty() {
        return;
    }
    let now = page::focused().and_then(|element| buttons.iter().position(|b| *b == element));
    let count = buttons.len() as i32;
    let next = match now {
        Some(now) => (now as i32 + step).rem_euclid(count),
        None if step > 0 => 0,
        None => count - 1,
    };
    let _ = buttons[next as usize].focus();
}
