//! The pieces to come.

use leptos::prelude::*;
use quintet_engine::Rules;

use super::{SheetHandle, piece_box, whether, words};
use crate::app::shared;
use crate::play::Seat;
use crate::store::Settings;

/// Shows the queue from the top; in mobile mode only the next piece.
pub(crate) fn preview_box(seat: Seat, rules: Rules, sheet: SheetHandle) -> AnyView {
    let mobile = shared().mobile;
    let next = seat.numbers.next;
    let label = words(move || {
        let names: Vec<String> = next.get().iter().flatten().map(ToString::to_string).collect();
        format!("Next: {}", names.join(", "))
    });
    let slots: Vec<AnyView> = (0..usize::from(Settings::MAX_PREVIEWS))
        .map(|slot| {
            let kind = Signal::derive(move || next.get()[slot]);
            let hidden = whether(move || next.get()[slot].is_none() || (slot > 0 && mobile.get()));
            view! { <li class="slot" hidden=hidden>{piece_box(kind, rules, sheet)}</li> }.into_any()
        })
        .collect();
    view! {
        <section class="panel next" aria-label=label>
            <h2 class="caption" aria-hidden="true">"NEXT"</h2>
            <ol class="queue">{slots}</ol>
        </section>
    }
    .into_any()
}
