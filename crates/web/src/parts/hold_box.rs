//! The piece put aside.

use quintet_engine::{Button, Rules};
use web_sys::{MouseEvent, PointerEvent};

use super::{SheetHandle, piece_box};
use crate::app::shared;
use crate::dom::{El, el, live};
use crate::play::Seat;
use crate::signals::prelude::*;

/// Shows the held piece; dimmed while hold is used up. In mobile mode it is the hold button.
pub(crate) fn hold_box(seat: Seat, player: usize, rules: Rules, sheet: SheetHandle) -> El {
    let shared = shared();
    let (kind, used) = (seat.numbers.hold, seat.numbers.hold_used);
    let label = move || match (kind.get(), used.get()) {
        (None, _) => "Hold, empty".to_owned(),
        (Some(kind), false) => format!("Hold {kind}"),
        (Some(kind), true) => format!("Hold {kind}, used"),
    };
    let press = move |stamp| shared.stage.tap(player, Button::Hold, stamp);
    live(move || {
        let mobile = shared.mobile.get();
        // The space keeps caption and letter two words, which the label begins with.
        let caption = el("h2", "caption").attr("aria-hidden", "true").text("HOLD ");
        let hold = el(if mobile { "button" } else { "section" }, "panel hold")
            .live_class("used", move || used.get())
            .live_attr("aria-label", label)
            .child(caption)
            .child(piece_box(move || kind.get(), rules, sheet));
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
