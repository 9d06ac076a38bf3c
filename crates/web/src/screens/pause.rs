//! The game is paused.

use crate::app::shared;
use crate::dom::{El, button, el};
use crate::parts::{menu, overlay};
use crate::route::{Route, Screen};
use crate::share::copy_link;
use crate::table::Session;

/// Over the dimmed board: go on, start again, or leave.
pub(crate) fn pause() -> El {
    let shared = shared();
    let (game, router) = (shared.game, shared.router);
    let quit = move || {
        game.clear();
        let route = router.now();
        router.replace(Route::to(route.game, Screen::Start).in_mode(route.mode()));
    };
    let settings = move || router.go(Route::to(router.now().game, Screen::Settings));
    let ornament = || el("span", "ornament").attr("aria-hidden", "true").text("▓▓");
    let buttons = vec![
        button("button wide primary", "RESUME GAME", move || game.resume()),
        button("button wide", "RESTART", move || game.restart()),
        button("button wide", "QUIT TO MENU", quit),
    ];
    let link = game.with(Session::link).flatten();
    let share = link.map(|link| {
        button("link", "Share this position", move || {
            copy_link(shared.notices, &link, quintet_words::notices::POSITION_COPIED);
        })
    });
    let links = el("div", "links").children(share).child(button("link", "Settings", settings));
    let buttons = buttons.into_iter().chain([links]).collect();
    let heading = el("h2", "paused").child(ornament()).text("PAUSED").child(ornament());
    overlay("Paused", "overlay pause-overlay", None, vec![heading, menu("Paused", buttons)])
}
