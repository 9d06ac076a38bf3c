//! A board on the settings screen to try the handling on. Nothing of its game is kept.

use quintet_engine::{GameName, Rules};
use quintet_words::settings as words;
use web_sys::Event;

use crate::app::shared;
use crate::dom::{El, button, el, once_shown, when};
use crate::games;
use crate::layout::{Layout, ReservedSpace, Sharing};
use crate::page;
use crate::parts::{board_canvas, mobile_controls};
use crate::signals::prelude::*;
use crate::table::{Table, Trial};

/// How much of the window's height the board leaves to the settings.
const KEPT_SHARE: f64 = 0.55;
/// What it leaves to them on a phone held upright, besides what a game needs above and below. The
/// board and the controls for the thumbs are seen together there.
const KEPT_UPRIGHT_PX: f64 = 96.0;

/// The button that opens the board, and the board.
pub(super) fn trial() -> El {
    let open = RwSignal::new(false);
    let toggle = button("button small", "", move || open.update(|open| *open = !*open))
        .words(move || (if open.get() { words::TRY_CLOSE } else { words::TRY }).into())
        .live_attr("aria-expanded", move || open.get().to_string());
    el("div", "trial").child(toggle).child(when(move || open.get(), board))
}

/// Keys move its piece while it has the focus, gamepads always.
fn board() -> El {
    let shared = shared();
    let (game, mode) = games::of(GameName::Sprint);
    let rules: Rules = mode.rules();
    let has_focus = StoredValue::new(false);
    let table = Table::open(Trial::begin(shared.settings, has_focus));
    table.take_inputs(shared.settings.with_untracked(|settings| settings.key_map(game)));
    once_shown(|| page::focus(".trial-board"));
    let reserved = move || {
        let viewport = shared.viewport.get();
        let below = match viewport.layout() {
            Layout::Portrait => KEPT_UPRIGHT_PX,
            Layout::Desktop | Layout::Landscape => (viewport.height * KEPT_SHARE).floor(),
        };
        ReservedSpace { below, ..ReservedSpace::NOTHING }
    };
    let canvas = board_canvas(table, 0, rules, &words::TRY, (Sharing::Alone, reserved));
    let board = el("div", "trial-board board")
        .attr("tabindex", "0")
        .attr("role", "group")
        .attr("aria-label", &words::TRY_BOARD)
        .on("focus", move |_: Event| has_focus.set_value(true))
        .on("blur", move |_: Event| has_focus.set_value(false))
        .child(canvas);
    let touch = move || el("div", "trial-touch").child(mobile_controls(table, 0, &rules));
    el("div", "live")
        .child(board)
        .child(when(move || shared.mobile.get(), touch))
        .child(el("p", "option-note").text(&words::TRY_NOTE))
}
