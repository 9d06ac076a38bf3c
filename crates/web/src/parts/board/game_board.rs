//! The board in play: touched on a phone, and with words that flash up over it.

use quintet_engine::Rules;
use quintet_words::{number, play as words};
use wasm_bindgen::JsCast;
use web_sys::{Element, PointerEvent};

use super::{board_canvas, row_sums};
use crate::app::shared;
use crate::dom::{El, el};
use crate::layout::{ReservedSpace, Sharing};
use crate::signals::prelude::*;
use crate::table::{Display, Flash, Gesture, Readout, Table, TouchPoint};

/// One board of a table. In mobile mode it takes taps and swipes.
pub(crate) fn game_board(
    table: Table,
    board: usize,
    rules: Rules,
    name: &str,
    place: Sharing,
) -> El {
    let display = table.display(board);
    let words = el("div", "words").attr("aria-hidden", "true");
    let placed = words.clone();
    display.follow(|readout| readout.piece_low, move |&low| placed.class("piece-low", low));
    with_gestures(el("div", "board"), (table, board), rules, place, |_| true)
        .child(board_canvas(table, board, rules, name, (place, || ReservedSpace::NOTHING)))
        .child(words.children([celebration(display), level_up(display), message(display)]))
        .children(row_sums(display, &rules))
}

/// Full gestures anywhere on the screen but on its buttons and dialogs, and on boards that have
/// taken the touch for themselves.
pub(crate) fn with_gestures_around(screen: El, table: Table, rules: Rules, place: Sharing) -> El {
    let settings = shared().settings;
    let is_free = move |event: &PointerEvent| {
        let target: Option<Element> = event.target().and_then(|target| target.dyn_into().ok());
        let taken = target
            .is_some_and(|it| it.closest("button, a, [role=dialog]").is_ok_and(|it| it.is_some()));
        !taken
            && !event.default_prevented()
            && settings.with_untracked(|settings| settings.gestures)
    };
    with_gestures(screen, (table, 0), rules, place, is_free)
}

/// Takes taps and swipes in mobile mode, where the event is one that counts.
fn with_gestures(
    element: El,
    (table, board): (Table, usize),
    rules: Rules,
    place: Sharing,
    counts: impl Fn(&PointerEvent) -> bool + 'static,
) -> El {
    let shared = shared();
    let finger: StoredValue<Option<Gesture>> = StoredValue::new(None);
    let cell = move || {
        let viewport = shared.viewport.get_untracked();
        let wanted = shared.settings.with_untracked(|settings| settings.gestures);
        wanted.then(|| {
            f64::from(viewport.cell(&rules, ReservedSpace::NOTHING, place)) / viewport.density
        })
    };
    let down = move |event: PointerEvent| {
        // Nobody moves the computer's pieces.
        let here = table.is_played_here(board) && shared.is_mobile();
        if here && event.is_primary() && counts(&event) {
            event.prevent_default();
            finger.set_value(Some(Gesture::begin(touch(&event), cell())));
        }
    };
    let moved = move |event: PointerEvent| {
        finger.update_value(|finger| {
            if let Some(gesture) = finger.as_mut().filter(|_| event.is_primary()) {
                let stamp = event.time_stamp();
                gesture.move_to(touch(&event), |button| table.tap(board, button, stamp));
            }
        });
    };
    let up = move |event: PointerEvent| {
        let gesture = finger.try_update_value(Option::take).flatten();
        if let Some(gesture) = gesture {
            let stamp = event.time_stamp();
            gesture.end(touch(&event), |button| table.tap(board, button, stamp));
        }
    };
    element
        .on("pointerdown", down)
        .on("pointermove", moved)
        .on("pointerup", up)
        .on("pointercancel", move |_: PointerEvent| finger.set_value(None))
}

fn touch(event: &PointerEvent) -> TouchPoint {
    TouchPoint { x: event.client_x().into(), y: event.client_y().into(), at: event.time_stamp() }
}

/// TETRIS!, or the name of a lesser clear, and what it was worth.
fn celebration(display: Display) -> El {
    let (words, points) = (el("p", "celebration-box"), el("p", "celebration-points"));
    let (said, gained) = (words.blank(), points.blank());
    let words = el("div", "celebration").child(words).child(points);
    let framed = words.clone();
    flashing(
        display,
        words,
        |readout| readout.celebration,
        move |it| {
            framed.class("plain", it.is_plain);
            said.set_data(&it.words);
            gained.set_data(&words::points_gained(it.points));
        },
    )
}

/// Words that are shown while there is a value for them. Their animation starts again each time,
/// because they are removed from the page and added again.
fn flashing<T: PartialEq + 'static>(
    display: Display,
    words: El,
    part: impl Fn(&Readout) -> Option<Flash<T>> + 'static,
    write: impl Fn(&T) + 'static,
) -> El {
    let place = el("div", "live");
    let inside = place.clone();
    display.follow(part, move |part| {
        if let Some(flash) = part {
            write(&flash.of);
        }
        inside.show(part.as_ref().map(|_| &words));
    });
    place
}

/// LEVEL UP! and the new level.
fn level_up(display: Display) -> El {
    let (words, level) =
        (el("p", "level-up-words").text(&words::LEVEL_UP), el("p", "level-up-level"));
    let digits = level.blank();
    let words = el("div", "level-up").child(words).child(level);
    flashing(
        display,
        words,
        |readout| readout.level_up,
        move |level| {
            digits.set_data(&number(*level));
        },
    )
}

/// What a clear came to, in games where that takes words.
fn message(display: Display) -> El {
    let words = el("p", "told");
    let (told, said) = (words.clone(), words.blank());
    flashing(
        display,
        words,
        |readout| readout.message,
        move |(words, scored)| {
            said.set_data(words);
            told.class("scored", *scored);
        },
    )
}
