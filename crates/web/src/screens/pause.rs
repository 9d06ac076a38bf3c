//! The game is paused.

use leptos::prelude::*;

use crate::app::shared;
use crate::parts::{button, menu, overlay};
use crate::route::{Route, Screen};

/// Over the dimmed board: go on, start again, or leave.
pub(crate) fn pause() -> AnyView {
    let shared = shared();
    let (stage, router) = (shared.stage, shared.router);
    let quit = move || {
        stage.clear();
        let route = router.now();
        router.replace(Route::to(route.game, Screen::Start).in_mode(route.mode()));
    };
    let settings = move || router.go(Route::to(router.now().game, Screen::Settings));
    let ornament = || view! { <span class="ornament" aria-hidden="true">"▓▓"</span> };
    let content = vec![
        view! { <h2 class="paused">{ornament()}"PAUSED"{ornament()}</h2> }.into_any(),
        menu(
            "Paused",
            vec![
                button("button wide primary", "RESUME GAME", move || stage.resume()),
                button("button wide", "RESTART", move || stage.restart()),
                button("button wide", "QUIT TO MENU", quit),
                button("link", "Settings", settings),
            ],
        ),
    ];
    overlay("Paused", "overlay pause-overlay", None, content)
}
