//! The piece put aside.

use leptos::prelude::*;
use quintet_engine::{Button, Rules};

use super::{SheetHandle, live, piece_box, words};
use crate::app::shared;
use crate::play::Seat;

/// Shows the held piece; dimmed while hold is used up. In mobile mode it is the hold button.
pub(crate) fn hold_box(seat: Seat, player: usize, rules: Rules, sheet: SheetHandle) -> AnyView {
    let shared = shared();
    let kind = Signal::from(seat.numbers.hold);
    let used = Signal::from(seat.numbers.hold_used);
    let label = words(move || match (kind.get(), used.get()) {
        (None, _) => "Hold: empty".to_owned(),
        (Some(kind), false) => format!("Hold: {kind}"),
        (Some(kind), true) => format!("Hold: {kind}, used"),
    });
    let press = move |stamp| shared.stage.tap(player, Button::Hold, stamp);
    let content = move || {
        view! { <h2 class="caption" aria-hidden="true">"HOLD"</h2> {piece_box(kind, rules, sheet)} }
    };
    live(move || {
        if shared.mobile.get() {
            view! {
                <button
                    class="panel hold"
                    class:used=used
                    aria-label=label
                    on:pointerdown=move |event| {
                        event.prevent_default();
                        press(event.time_stamp());
                    }
                    // A screen reader or a switch clicks without touching.
                    on:click=move |event| if event.detail() == 0 { press(event.time_stamp()) }
                >
                    {content()}
                </button>
            }
            .into_any()
        } else {
            view! {
                <section class="panel hold" class:used=used aria-label=label>{content()}</section>
            }
            .into_any()
        }
    })
}
