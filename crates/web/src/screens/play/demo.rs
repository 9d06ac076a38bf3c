//! A game plays itself while the start screen is idle: the computer's, on both boards of a duel, or a
//! recorded one where the computer cannot play.

use quintet_words::menu as words;
use web_sys::Event;

use super::rehearsal::is_ahead;
use crate::app::{Shared, shared};
use crate::dom::{El, el, on_window, when};
use crate::games::GameEntry;
use crate::layout::{Layout, ReservedSpace, Sharing, Viewport};
use crate::page::document;
use crate::parts::{Pack, Shows, Stage, board_canvas};
use crate::route::Screen;
use crate::signals::prelude::*;
use crate::table::{Demo, Table};
use crate::timers::every;

/// It begins after this many seconds without a key or a touch.
const IDLE_S: u32 = 40;
/// What the words need above and below the board, beyond what a game in play does; and on a phone
/// held sideways, where nothing else stands there.
const WORDS_PX: [f64; 2] = [32.0, 72.0];

/// Shows the computer at play after a while, until the player does something.
pub(crate) fn demo(game: &'static GameEntry) -> El {
    let shared = shared();
    let idle_s = StoredValue::new(0_u32);
    let running = RwSignal::new(false);
    let wake = move || {
        idle_s.set_value(0);
        if running.get_untracked() {
            running.set(false);
        }
    };
    for event in ["keydown", "pointerdown", "pointermove", "wheel"] {
        on_window(event, move |_: Event| wake());
    }
    let tick = move || {
        let still = shared.look.with_untracked(|look| look.still);
        let at_start = shared.router.is_at(&Screen::Start);
        if still || !at_start || document().hidden() {
            return idle_s.set_value(0);
        }
        idle_s.update_value(|idle| *idle += 1);
        // Later, if the game has not been rehearsed by then.
        if idle_s.get_value() == IDLE_S {
            if is_ahead(game) {
                idle_s.set_value(IDLE_S - 1);
            } else {
                running.set(true);
            }
        }
    };
    every(1000, tick);
    when(
        move || running.get(),
        move || {
            let boards =
                if game.has_computer { demo_boards(shared, game, running) } else { recorded(game) };
            let press = if shared.is_mobile() { words::TAP_TO_PLAY } else { words::PRESS_ANY_KEY };
            // Nothing here is there to be used: who does not see it finds the menu as ever.
            el("div", "demo")
                .attr("aria-hidden", "true")
                .child(el("p", "demo-words").text(&words::DEMO))
                .child(boards)
                .child(el("p", "press").text(&press))
        },
    )
}

/// A recorded game.
fn recorded(game: &'static GameEntry) -> El {
    Shows::open(Pack::Games).stage(Stage {
        name: game.slug,
        rules: game.modes[0].rules(),
        boards: game.boards(),
        height: recorded_px,
        said: None,
    })
}

/// How high a recorded board is: what the words leave, as far as its width fits into the window.
fn recorded_px(viewport: &Viewport) -> f64 {
    (viewport.height - 2.0 * WORDS_PX[1]).min(viewport.width * 1.8).min(800.0)
}

/// The boards on which the computer plays: one, or both of a duel in the mode that is chosen.
fn demo_boards(shared: &'static Shared, game: &'static GameEntry, running: RwSignal<bool>) -> El {
    let duel = game.is_duel();
    let mode = if duel { shared.router.now().mode() } else { &game.modes[0] };
    let rules = shared.settings.with_untracked(|settings| settings.apply(mode.rules(), game));
    let table = Table::open(Demo::begin(game, mode, rules, running));
    let reserved = move || {
        let sideways = shared.viewport.get().layout() == Layout::Landscape;
        ReservedSpace { below: WORDS_PX[usize::from(sideways)], ..ReservedSpace::NOTHING }
    };
    let place = if duel { Sharing::Half } else { Sharing::Alone };
    let board = |board: usize| {
        let canvas = board_canvas(table, board, mode.rules(), &words::DEMO, (place, reserved));
        el("div", "board").child(canvas)
    };
    el("div", "demo-boards").children((0..game.boards()).map(board))
}
