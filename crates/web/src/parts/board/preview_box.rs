//! The pieces to come.

use std::fmt::Write;

use quintet_engine::{Kind, MAX_PREVIEWS, Rules};
use quintet_words::{ShortText, play};

use super::{SheetHandle, piece_box};
use crate::dom::{El, el};
use crate::table::{Display, Readout};

/// Shows the queue from the top; on a phone, as much of it as the styles find room for.
pub(crate) fn preview_box(display: Display, rules: Rules, sheet: SheetHandle) -> El {
    let slots = (0..usize::from(MAX_PREVIEWS)).map(|slot| {
        let kind = move |readout: &Readout| readout.next[slot];
        let place = el("li", "slot").child(piece_box(display, kind, rules, sheet));
        let marked = place.clone();
        display.follow(kind, move |kind| marked.mark("hidden", kind.is_none()));
        place
    });
    // Two boards have one each, so it is no landmark.
    let panel = el("section", "panel next").attr("role", "group");
    let named = panel.clone();
    display.follow(|readout| readout.next, move |next| named.set("aria-label", &label(next)));
    panel
        .child(el("h2", "caption").attr("aria-hidden", "true").text(&play::NEXT))
        .child(el("ol", "queue").children(slots))
}

/// The queue in words.
fn label(next: &[Option<Kind>]) -> ShortText {
    let mut pieces = ShortText::new();
    for (slot, kind) in next.iter().flatten().enumerate() {
        let comma = if slot == 0 { "" } else { play::LIST_COMMA.text() };
        let space = if slot == 0 { "" } else { " " };
        // There is room for as many as are ever shown.
        let _ = write!(pieces, "{comma}{space}{kind}");
    }
    play::next(&pieces)
}
