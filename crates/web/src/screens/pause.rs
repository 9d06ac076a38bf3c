//! The game is paused.

use crate::app::shared;
use crate::dom::{El, button, el};
use crate::parts::{menu, overlay};
use crate::route::{Route, Screen};

/// Over the dimmed board: go on, start again, or leave.
pub(crate) fn pause() -> El {
    let shared = shared();
    let (stage, router) = (shared.stage, shared.router);
    let quit = move || {
        stage.clear();
        let route = router.now();
        router.replace(Route::to(route.game, Screen::Start).in_mode(route.mode()));
    };
    let settings = move || router.go(Route::to(router.now().game, Screen::Settings));
    let ornament = || el("span", "ornament").attr("aria-hidden", "true").text("▓▓");
    let buttons = vec![
        button("button wide primary", "RESUME GAME", move || stage.resume()),
        button("button wide", "RESTART", move || stage.restart()),
        button("button wide", "QUIT TO MENU", quit),
        button("link", "Settings", settings),
    ];
    let heading = el("h2", "paused").child(ornament()).text("PAUSED").child(ornament());
    overlay("Paused", "overlay pause-overlay", None, vec![heading, menu("Paused", buttons)])
}
