//! The piece put aside.

use quintet_engine::{Button, Kind, Rules};
use quintet_words::{ShortText, play};
use web_sys::{MouseEvent, PointerEvent};

use super::{SheetHandle, piece_box, piece_name};
use crate::app::shared;
use crate::dom::{El, el, live};
use crate::signals::prelude::*;
use crate::table::Table;

/// Shows the held piece; dimmed while hold is used up. In mobile mode it is the hold button.
pub(crate) fn hold_box(table: Table, board: usize, rules: Rules, sheet: SheetHandle) -> El {
    let shared = shared();
    let display = table.display(board);
    let press = move |stamp| table.tap(board, Button::Hold, stamp);
    live(move || {
        let mobile = shared.mobile.get();
        // The space keeps caption and letter two words, which the label begins with.
        let caption = el("h2", "caption").attr("aria-hidden", "true").text(&play::HOLD).text(" ");
        let hold = el(if mobile { "button" } else { "section" }, "panel hold")
            .child(caption)
            .child(piece_box(display, |readout| readout.hold, rules, sheet));
        let named = hold.clone();
        display.follow(
            |readout| (readout.hold, readout.hold_used),
            move |&(kind, used)| {
                named.class("used", used);
                named.set("aria-label", &label(kind, used));
            },
        );
        if !mobile {
            // Two boards have one each, so it is no landmark.
            return Some(hold.attr("role", "group"));
        }
        let hold = hold.on("pointerdown", move |event: PointerEvent| {
            event.prevent_default();
            press(event.time_stamp());
        });
        // A screen reader or a switch clicks without touching.
        Some(hold.on("click", move |event: MouseEvent| {
            if event.detail() == 0 {
                press(event.time_stamp());
            }
        }))
    })
}

/// The box in words.
fn label(kind: Option<Kind>, used: bool) -> ShortText {
    match (kind.map(piece_name), used) {
        (None, _) => ShortText::from(&play::HOLD_EMPTY).unwrap_or_default(),
        (Some(piece), false) => play::hold(&piece),
        (Some(piece), true) => play::hold_used(&piece),
    }
}
