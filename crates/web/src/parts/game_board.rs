//! The board in play: touched on a phone, and with words that flash up over it.

use quintet_engine::Rules;
use quintet_words::{number, play as words, thousands};
use web_sys::PointerEvent;

use super::{board_canvas, row_sums};
use crate::app::shared;
use crate::dom::{El, el, when};
use crate::games::Ranking;
use crate::layout::Place;
use crate::play::{Flash, Gesture, Phase, Seat, Shown, Stage, Touch};
use crate::signals::prelude::*;

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
        if here && shared.is_mobile() && event.is_primary() {
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
        .child(words.children([celebration(seat), level_up(seat), told(seat), count(stage)]))
        .children(row_sums(seat, &rules))
        .child(when(move || bare && stage.phase.get() == Phase::Over, bare_end))
}

fn touch(event: &PointerEvent) -> Touch {
    Touch { x: event.client_x().into(), y: event.client_y().into(), at: event.time_stamp() }
}

/// TETRIS!, or another word, and what it was worth.
fn celebration(seat: Seat) -> El {
    let (words, points) = (el("p", "celebration-box"), el("p", "celebration-points"));
    let (said, gained) = (words.blank(), points.blank());
    let words = el("div", "celebration").child(words).child(points);
    flashing(
        seat,
        words,
        |shown| shown.celebration,
        move |it| {
            said.set_data(&it.words);
            gained.set_data(&words::points_gained(&thousands(it.points)));
        },
    )
}

/// Words that are there while a part of what is shown is. Whatever moves them begins anew whenever
/// they come up, since they are taken off the page and put there again.
fn flashing<T: PartialEq + 'static>(
    seat: Seat,
    words: El,
    part: impl Fn(&Shown) -> Option<Flash<T>> + 'static,
    write: impl Fn(&T) + 'static,
) -> El {
    let place = el("div", "live");
    let inside = place.clone();
    seat.follow(part, move |part| {
        if let Some(flash) = part {
            write(&flash.of);
        }
        inside.show(part.as_ref().map(|_| &words));
    });
    place
}

/// LEVEL UP! and the new level.
fn level_up(seat: Seat) -> El {
    let (words, level) =
        (el("p", "level-up-words").text(&words::LEVEL_UP), el("p", "level-up-level"));
    let digits = level.blank();
    let words = el("div", "level-up").child(words).child(level);
    flashing(
        seat,
        words,
        |shown| shown.level_up,
        move |level| {
            digits.set_data(&number(*level));
        },
    )
}

/// The end of the bare game, over the middle of its board. (S-42)
fn bare_end() -> El {
    el("p", "bare-end").attr("role", "status").text(&words::GAME_OVER_BARE)
}

/// What a clear came to, in games where that takes words.
fn told(seat: Seat) -> El {
    let words = el("p", "told");
    let (told, said) = (words.clone(), words.blank());
    flashing(
        seat,
        words,
        |shown| shown.told,
        move |(words, scored)| {
            said.set_data(words);
            told.class("scored", *scored);
        },
    )
}

/// The count after a pause.
fn count(stage: &'static Stage) -> El {
    el("p", "count").words(move || match stage.phase.get() {
        Phase::Counting(count) => count.to_string(),
        _ => String::new(),
    })
}
