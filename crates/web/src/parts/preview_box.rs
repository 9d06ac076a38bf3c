//! The pieces to come.

use quintet_engine::Rules;

use super::{SheetHandle, piece_box};
use crate::app::shared;
use crate::dom::{El, el};
use crate::play::Seat;
use crate::signals::prelude::*;
use crate::store::Settings;

/// Shows the queue from the top; in mobile mode only the next piece.
pub(crate) fn preview_box(seat: Seat, rules: Rules, sheet: SheetHandle) -> El {
    let mobile = shared().mobile;
    let next = seat.numbers.next;
    let label = move || {
        let names: Vec<String> = next.get().iter().flatten().map(ToString::to_string).collect();
        format!("Next: {}", names.join(", "))
    };
    let slots = (0..usize::from(Settings::MAX_PREVIEWS)).map(|slot| {
        let kind = move || next.get()[slot];
        el("li", "slot")
            .live_flag("hidden", move || kind().is_none() || (slot > 0 && mobile.get()))
            .child(piece_box(kind, rules, sheet))
    });
    // Two boards have one each, so it is no landmark.
    el("section", "panel next")
        .attr("role", "group")
        .live_attr("aria-label", label)
        .child(el("h2", "caption").attr("aria-hidden", "true").text("NEXT"))
        .child(el("ol", "queue").children(slots))
}
