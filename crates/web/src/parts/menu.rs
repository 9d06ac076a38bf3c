//! A column of buttons that arrow keys walk through.

use leptos::ev;
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use crate::page;

/// Stacks buttons and lets Up and Down move the focus among them.
pub(crate) fn menu(label: &'static str, buttons: Vec<AnyView>) -> AnyView {
    let node = NodeRef::<html::Nav>::new();
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
            {buttons}
        </nav>
    }
    .into_any()
}

/// Moves the focus to the next or the previous thing inside that takes it, round the ends.
pub(crate) fn move_focus(inside: &HtmlElement, step: i32) {
    let Ok(list) = inside.query_selector_all("button:not([disabled]), a[href], input, select")
    else {
        return;
    };
    let stops: Vec<HtmlElement> = (0..list.length())
        .filter_map(|index| list.get(index)?.dyn_into().ok())
        .filter(|stop: &HtmlElement| stop.offset_parent().is_some())
        .collect();
    if stops.is_empty() {
        return;
    }
    let now = page::focused().and_then(|element| stops.iter().position(|stop| *stop == element));
    let count = stops.len() as i32;
    let next = match now {
        Some(now) => (now as i32 + step).rem_euclid(count),
        None if step > 0 => 0,
        None => count - 1,
    };
    let _ = stops[next as usize].focus();
}
