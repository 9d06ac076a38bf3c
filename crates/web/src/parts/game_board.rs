//! The board in play: touched on a phone, and with words that flash up over it.

use leptos::prelude::*;
use quintet_engine::Rules;
use web_sys::PointerEvent;

use super::{board_canvas, live, words};
use crate::app::shared;
use crate::play::{Gesture, Phase, Seat, Stage, Touch};
use crate::text::thousands;

/// One player's board. In mobile mode it takes taps and swipes.
pub(crate) fn game_board(seat: Seat, player: usize, rules: Rules, name: &'static str) -> AnyView {
    let shared = shared();
    let stage = shared.stage;
    let finger: StoredValue<Option<Gesture>> = StoredValue::new(None);
    let cell = move || {
        let viewport = shared.viewport.get_untracked();
        let wanted = shared.settings.with_untracked(|settings| settings.gestures);
        wanted.then(|| f64::from(viewport.cell(&rules)) / viewport.density)
    };
    let down = move |event: PointerEvent| {
        if shared.mobile.get_untracked() && event.is_primary() {
            event.prevent_default();
            finger.set_value(Some(Gesture::begin(touch(&event), cell())));
        }
    };
    let moved = move |event: PointerEvent| {
        finger.update_value(|finger| {
            if let Some(gesture) = finger.as_mut().filter(|_| event.is_primary()) {
                let stamp = event.time_stamp();
                gesture.move_to(touch(&event), |button| stage.tap(player, button, stamp));
            }
        });
    };
    let up = move |event: PointerEvent| {
        let gesture = finger.try_update_value(Option::take).flatten();
        if let Some(button) = gesture.and_then(|gesture| gesture.end(touch(&event))) {
            stage.tap(player, button, event.time_stamp());
        }
    };
    view! {
        <div
            class="board"
            on:pointerdown=down
            on:pointermove=moved
            on:pointerup=up
            on:pointercancel=move |_| finger.set_value(None)
        >
            {board_canvas(seat, rules, name, move || stage.show())}
            <div class="words" aria-hidden="true">
                {celebration(stage)} {level_up(stage)} {count(stage)}
            </div>
        </div>
    }
    .into_any()
}

fn touch(event: &PointerEvent) -> Touch {
    Touch { x: event.client_x().into(), y: event.client_y().into(), at: event.time_stamp() }
}

/// TETRIS! and what it was worth.
fn celebration(stage: &'static Stage) -> AnyView {
    live(move || match stage.celebration.get() {
        None => ().into_any(),
        Some(celebration) => {
            let points = format!("+ {} pts", thousands(celebration.points));
            view! {
                <div class="celebration">
                    <p class="celebration-box">"TETRIS!"</p>
                    <p class="celebration-points">{points}</p>
                </div>
            }
            .into_any()
        }
    })
}

/// LEVEL UP! and the new level.
fn level_up(stage: &'static Stage) -> AnyView {
    live(move || match stage.level_up.get() {
        None => ().into_any(),
        Some(level) => view! {
            <div class="level-up">
                <p class="level-up-words">"LEVEL UP!"</p>
                <p class="level-up-level">{level.to_string()}</p>
            </div>
        }
        .into_any(),
    })
}

/// The count after a pause.
fn count(stage: &'static Stage) -> AnyView {
    let number = words(move || match stage.phase.get() {
        Phase::Counting(count) => count.to_string(),
        _ => String::new(),
    });
    view! { <p class="count">{number}</p> }.into_any()
}
