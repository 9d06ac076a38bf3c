//! Touch controls: the pad for one thumb, turn and drop for the other, and pause.

use leptos::prelude::*;
use quintet_engine::{Button, Rules};
use web_sys::PointerEvent;

use super::click;
use crate::app::shared;
use crate::keys::Action;

const LEFT: &str = "M17 4v16L5 12z";
const DOWN: &str = "M4 7h16l-8 12z";
const RIGHT: &str = "M7 4v16l12-8z";
const ROTATE: &str = "M12 5V1l6 5-6 5V7.5a5 5 0 1 0 5 5h2.6A7.6 7.6 0 1 1 12 5z";
const DROP: &str = "M9 2h6v9h5l-8 9-8-9h5z";
const PAUSE: &str = "M6 4h4v16H6z M14 4h4v16h-4z";

/// The controls of a player who touches.
pub(crate) fn mobile_controls(player: usize, rules: &Rules) -> AnyView {
    let drop = rules
        .hard_drop
        .then(|| touch_button(player, Button::HardDrop, "Hard drop", DROP, "touch action drop"));
    view! {
        <div class="dpad" role="group" aria-label="Move">
            {touch_button(player, Button::Left, "Move left", LEFT, "touch pad")}
            {touch_button(player, Button::StepDown, "Soft drop", DOWN, "touch pad")}
            {touch_button(player, Button::Right, "Move right", RIGHT, "touch pad")}
        </div>
        <div class="actions" role="group" aria-label="Turn and drop">
            {touch_button(player, Button::RotateCw, "Rotate", ROTATE, "touch action rotate")} {drop}
        </div>
    }
    .into_any()
}

/// A button that acts when it is touched, not when it is let go.
fn touch_button(
    player: usize,
    button: Button,
    label: &'static str,
    icon: &'static str,
    class: &'static str,
) -> AnyView {
    let stage = shared().stage;
    let pressed = RwSignal::new(false);
    let down = move |event: PointerEvent| {
        event.prevent_default();
        if !pressed.get_untracked() {
            pressed.set(true);
            stage.press(player, button, event.time_stamp());
        }
    };
    let up = move |event: PointerEvent| {
        if pressed.get_untracked() {
            pressed.set(false);
            stage.release(player, button, event.time_stamp());
        }
    };
    view! {
        <button
            class=class
            class:pressed=Signal::from(pressed)
            aria-label=label
            on:pointerdown=down
            on:pointerup=up
            on:pointercancel=up
            on:pointerleave=up
            // A screen reader or a switch clicks without touching.
            on:click=move |event| if event.detail() == 0 { stage.tap(player, button, event.time_stamp()) }
        >
            {icon_view(icon)}
        </button>
    }
    .into_any()
}

/// Pauses.
pub(crate) fn pause_button() -> AnyView {
    let stage = shared().stage;
    view! {
        <button class="touch pause" aria-label="Pause" on:click=click(move || stage.command(Action::Pause))>
            {icon_view(PAUSE)}
        </button>
    }
    .into_any()
}

/// A path in a square of 24.
fn icon_view(path: &'static str) -> AnyView {
    view! { <svg viewBox="0 0 24 24" aria-hidden="true"><path d=path></path></svg> }.into_any()
}
