//! The computer plays while nobody does anything on the start screen.

use quintet_words::menu as words;
use web_sys::Event;

use crate::app::{Shared, shared};
use crate::dom::{El, el, on_window, when};
use crate::games::{GameEntry, Mode};
use crate::layout::Place;
use crate::page::{self, document};
use crate::parts::board_canvas;
use crate::play::{Computer, Frames, Seat, Session};
use crate::route::Screen;
use crate::signals::prelude::*;
use crate::timers::every;

/// So many seconds without a key or a touch begin it.
const IDLE_S: u32 = 40;
/// What the words need above and below the board, beyond what a game in play does.
const WORDS_PX: f64 = 32.0;
/// How well the computer plays in it.
const LEVEL: u8 = 4;

/// Shows the computer at play after a while, until somebody does something.
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
        let at_start = shared.router.now().screen == Screen::Start;
        if still || !at_start || document().hidden() {
            return idle_s.set_value(0);
        }
        idle_s.update_value(|idle| *idle += 1);
        if idle_s.get_value() == IDLE_S {
            running.set(true);
        }
    };
    every(1000, tick);
    when(move || running.get(), move || theatre(shared, game, running))
}

/// What plays, and what it is shown on.
struct Show {
    computer: Computer,
    session: Session,
}

impl Show {
    /// A new game of the computer's; none where there is no computer.
    fn begin(shared: &Shared, game: &'static GameEntry, mode: &'static Mode) -> Option<Show> {
        let rules = shared.settings.with_untracked(|settings| settings.apply(mode.rules, game));
        let mut computer = Computer::start()?;
        let mut session = Session::new(game, mode, &[rules], page::random_seed());
        computer.sit_down(&mut session, 0, LEVEL, page::random_seed());
        Some(Show { computer, session })
    }

    /// A frame is shown; false when it is over.
    fn frame(&mut self, seat: Seat, stamp: f64) -> bool {
        let works = self.computer.frame(&mut self.session);
        self.session.frame(stamp);
        self.session.drain(|session, _, event| {
            if let Some(view) = session.view(0) {
                seat.listen(event, &view);
            }
        });
        if let Some(view) = self.session.view(0) {
            seat.show(&view);
        }
        works && !self.session.is_over()
    }
}

fn theatre(shared: &'static Shared, game: &'static GameEntry, running: RwSignal<bool>) -> El {
    let mode = &game.modes[0];
    let seat = Seat::new();
    let show = StoredValue::new_local(Show::begin(shared, game, mode));
    let frames = StoredValue::new_local(Some(Frames::run(move |stamp| {
        let mut goes_on = false;
        show.update_value(|show| {
            goes_on = show.as_mut().is_some_and(|show| show.frame(seat, stamp));
        });
        if !goes_on {
            running.set(false);
        }
    })));
    on_cleanup(move || {
        drop(frames.try_update_value(Option::take));
        drop(show.try_update_value(Option::take));
    });
    let board = board_canvas(seat, mode.rules, &words::DEMO, (Place::Alone, WORDS_PX), || {});
    let press = if shared.is_mobile() { words::TAP_TO_PLAY } else { words::PRESS_ANY_KEY };
    // Nothing here is there to be used: who does not see it finds the menu as ever.
    el("div", "demo")
        .attr("aria-hidden", "true")
        .child(el("p", "demo-words").text(&words::DEMO))
        .child(el("div", "board").child(board))
        .child(el("p", "press").text(&press))
}
