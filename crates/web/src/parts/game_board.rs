//! The board in play: touched on a phone, and with words that flash up over it.

use quintet_engine::Rules;
use web_sys::PointerEvent;

use super::{board_canvas, row_sums};
use crate::app::shared;
use crate::dom::{El, el, live, when};
use crate::games::Ranking;
use crate::layout::Place;
use crate::play::{Gesture, Phase, Seat, Stage, Touch};
use crate::signals::prelude::*;
use crate::text::thousands;

/// One player's board. In mobile mode it takes taps and swipes.
pub(crate) fn game_board(seat: Seat, player: usize, rules: Rules, name: &str, place: Place) -> El {
    let shared = shared();
    let stage = shared.stage;
    let finger: StoredValue<Option<Gesture>> = StoredValue::new(None);
    let cell = move || {
        let viewport = shared.viewport.get_untracked();
        let wanted = shared.settings.with_untracked(|settings| settings.gestures);
        wanted.then(|| f64::from(viewport.cell(&rules, 0.0, place)) / viewport.density)
    };
    let down = move |event: PointerEvent| {
        // Nobody moves the computer's pieces.
        let here = stage.player_of(player) == player;
        if here && shared.mobile.get_untracked() && event.is_primary() {
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
    let bare = shared.router.now().mode().ranking == Ranking::Nothing;
    let click = move || {
        if bare && stage.phase.get_untracked() == Phase::Over {
            stage.restart();
        }
    };
    let up = move |event: PointerEvent| {
        let gesture = finger.try_update_value(Option::take).flatten();
        if let Some(button) = gesture.and_then(|gesture| gesture.end(touch(&event))) {
            stage.tap(player, button, event.time_stamp());
        }
    };
    let words = el("div", "words").attr("aria-hidden", "true");
    el("div", "board")
        .on("pointerdown", down)
        .on("pointermove", moved)
        .on("pointerup", up)
        .on("pointercancel", move |_: PointerEvent| finger.set_value(None))
        .on_click(click)
        .child(board_canvas(seat, rules, name, (place, 0.0), move || stage.show()))
        .child(words.children([celebration(seat), level_up(seat), told(stage), count(stage)]))
        .children(row_sums(seat, &rules))
        .child(when(move || bare && stage.phase.get() == Phase::Over, bare_end))
}

fn touch(event: &PointerEvent) -> Touch {
    Touch { x: event.client_x().into(), y: event.client_y().into(), at: event.time_stamp() }
}

/// TETRIS!, or another word, and what it was worth.
fn celebration(seat: Seat) -> El {
    live(move || {
        let celebration = seat.celebration.get()?;
        let points = format!("+ {} pts", thousands(celebration.points));
        let words = el("p", "celebration-box").text(celebration.words);
        Some(
            el("div", "celebration")
                .child(words)
                .child(el("p", "celebration-points").text(&points)),
        )
    })
}

/// LEVEL UP! and the new level.
fn level_up(seat: Seat) -> El {
    live(move || {
        let level = seat.level_up.get()?.to_string();
        let words = el("p", "level-up-words").text("LEVEL UP!");
        Some(el("div", "level-up").child(words).child(el("p", "level-up-level").text(&level)))
    })
}

/// The end of the bare game, over the middle of its board. (S-42)
fn bare_end() -> El {
    el("p", "bare-end").attr("role", "status").text("GAME OVER!")
}

/// What a clear came to, in games where that takes words.
fn told(stage: &'static Stage) -> El {
    live(move || {
        let (words, scored) = stage.told.get()?;
        Some(el("p", if scored { "told scored" } else { "told" }).text(&words))
    })
}

/// The count after a pause.
fn count(stage: &'static Stage) -> El {
    el("p", "count").words(move || match stage.phase.get() {
        Phase::Counting(count) => count.to_string(),
        _ => String::new(),
    })
}
