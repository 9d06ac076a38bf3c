//! The late part of the program: screens that are not part of the first visit.
//!
//! `web-bundle` cuts the module in two. What only the function behind [`load`] can reach becomes a
//! second module with the same memory and the same table of functions, fetched when one of its
//! screens is opened. To the code there is one program: a late screen calls whatever it likes, and
//! what the first part uses too stays in the first part.

use quintet_words::{Phrase, notices as words, results};
use wasm_bindgen_futures::spawn_local;

use crate::dom::{El, button, el, once_shown};
use crate::notices::Notices;
use crate::page;
use crate::route::Route;
use crate::screens::{Late, load};
use crate::signals::prelude::*;

/// Whether the late part is here.
#[derive(Clone, Copy)]
enum State {
    /// Nobody has asked for it.
    Absent,
    /// It is being fetched.
    Loading,
    /// It could not be fetched.
    Failed,
    /// Its screens can be built.
    Here(Late),
}

/// The late part, fetched once.
#[derive(Clone, Copy)]
pub(crate) struct LatePart(RwSignal<State>);

impl LatePart {
    /// Not here yet.
    pub(crate) fn new() -> LatePart {
        LatePart(RwSignal::new(State::Absent))
    }

    /// Builds a late screen; while its part is on the way, a page that says so. Follows the part.
    pub(crate) fn screen(self, route: &Route) -> El {
        match self.0.get() {
            State::Here(late) => return (late.screen)(route),
            State::Failed => return self.failed(),
            State::Loading => {}
            State::Absent => self.fetch(),
        }
        message("loading", "status", words::PAGE_LOADING)
    }

    fn fetch(self) {
        // The screen that asks shows that it loads without being told.
        *self.0.write_untracked() = State::Loading;
        spawn_local(async move {
            self.0.set(load().await.map_or(State::Failed, State::Here));
        });
    }

    /// Does something with the late part, once it is here; says this if it does not come.
    pub(crate) fn with(notices: Notices, absent: Phrase, act: fn(Late)) {
        spawn_local(async move {
            match load().await {
                Ok(late) => act(late),
                Err(_) => notices.warn(absent),
            }
        });
    }

    fn failed(self) -> El {
        once_shown(|| page::focus(".primary"));
        let again = move || self.0.set(State::Absent);
        let buttons = el("div", "data-row")
            .child(button("button primary", &words::TRY_AGAIN, again))
            .child(button("button back", &results::BACK_TO_MENU, page::go_home));
        message("not-loaded", "alert", words::PAGE_NOT_LOADED).child(buttons)
    }
}

fn message(name: &str, role: &str, text: Phrase) -> El {
    el("main", "screen page")
        .attr("data-screen", name)
        .child(el("p", "no-scores panel").attr("role", role).text(&text))
}
