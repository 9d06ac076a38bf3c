//! Touch controls: the pad for one thumb, turn and drop for the other, and pause.

use quintet_engine::{Button, Rules};
use quintet_words::{Phrase, play as words};
use web_sys::{Element, MouseEvent, PointerEvent};

use crate::dom::{El, drawing, el};
use crate::keys::Action;
use crate::signals::prelude::*;
use crate::table::Table;

const LEFT: &str = "M17 4v16L5 12z";
const DOWN: &str = "M4 7h16l-8 12z";
const RIGHT: &str = "M7 4v16l12-8z";
const ROTATE: &str = "M12 5V1l6 5-6 5V7.5a5 5 0 1 0 5 5h2.6A7.6 7.6 0 1 1 12 5z";
const DROP: &str = "M9 2h6v9h5l-8 9-8-9h5z";
const FLIP: &str = "M7 2l5 6H9v8H5V8H2z M17 22l-5-6h3V8h4v8h3z";
const PAUSE: &str = "M6 4h4v16H6z M14 4h4v16h-4z";

/// The controls of a player who touches.
pub(crate) fn mobile_controls(table: Table, board: usize, rules: &Rules) -> El {
    let group =
        |class, label: Phrase| el("div", class).attr("role", "group").attr("aria-label", &label);
    let button =
        |button, label, icon, class| touch_button((table, board), button, label, icon, class);
    let pad = group("dpad", words::TOUCH_MOVE).children([
        button(Button::Left, words::MOVE_LEFT, LEFT, "touch pad"),
        button(Button::StepDown, words::SOFT_DROP, DOWN, "touch pad"),
        button(Button::Right, words::MOVE_RIGHT, RIGHT, "touch pad"),
    ]);
    let drop = rules
        .hard_drop
        .then(|| button(Button::HardDrop, words::HARD_DROP, DROP, "touch action drop"));
    let flip = rules.flip.then(|| button(Button::Flip, words::FLIP, FLIP, "touch action flip"));
    let actions = group("actions", words::TOUCH_TURN)
        .child(button(Button::RotateCw, words::ROTATE, ROTATE, "touch action rotate"))
        .children(drop)
        .children(flip);
    el("div", "live").child(pad).child(actions)
}

/// A button that acts when it is touched, not when it is let go.
fn touch_button(
    (table, board): (Table, usize),
    button: Button,
    label: Phrase,
    icon: &str,
    class: &str,
) -> El {
    let touched = el("button", class).attr("aria-label", &label);
    let (marked, pressed) = (touched.clone(), StoredValue::new(false));
    // Says whether this is a change.
    let set = move |down: bool| {
        let changes = pressed.get_value() != down;
        if changes {
            pressed.set_value(down);
            marked.class("pressed", down);
        }
        changes
    };
    let let_go = set.clone();
    let element: Element = touched.get();
    let down = move |event: PointerEvent| {
        event.prevent_default();
        // A thumb that slides off is let go of, so that the button it comes to hears of it.
        let _ = element.release_pointer_capture(event.pointer_id());
        if set(true) {
            table.press(board, button, event.time_stamp());
            table.repeat_while_held(board, button, event.time_stamp());
        }
    };
    let up = move |event: PointerEvent| {
        if let_go(false) {
            table.release(board, button, event.time_stamp());
        }
    };
    let slides = matches!(button, Button::Left | Button::Right);
    let slid = down.clone();
    let come = move |event: PointerEvent| {
        if slides && event.buttons() != 0 {
            slid(event);
        }
    };
    touched
        .on("pointerdown", down)
        .on("pointerenter", come)
        .on("pointerup", up.clone())
        .on("pointercancel", up.clone())
        .on("pointerleave", up)
        // A screen reader or a switch clicks without touching.
        .on("click", move |event: MouseEvent| {
            if event.detail() == 0 {
                table.tap(board, button, event.time_stamp());
            }
        })
        .child(drawing("0 0 24 24", &[("", icon)]))
}

/// Pauses.
pub(crate) fn pause_button(table: Table) -> El {
    el("button", "touch pause")
        .attr("aria-label", &words::PAUSE)
        .on_click(move || table.command(Action::Pause))
        .child(drawing("0 0 24 24", &[("", PAUSE)]))
}
