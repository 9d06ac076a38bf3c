//! The game is paused.

use quintet_words::{menu, notices, play};

use crate::app::shared;
use crate::dom::{El, button, el};
use crate::layout::Sharing;
use crate::parts::{menu as menu_of, overlay};
use crate::route::{Route, Screen};
use crate::share::copy_link;
use crate::signals::prelude::*;
use crate::table::position;
use quintet_frontend::{BoardSize, Opponent};

/// Over the dimmed board: go on, start again, or leave.
pub(crate) fn pause() -> El {
    let shared = shared();
    let (game, router) = (shared.game, shared.router);
    let settings = move || router.go(Route::to(router.now().game, Screen::Settings));
    let ornament = || el("span", "ornament").attr("aria-hidden", "true").text("▓▓");
    let buttons = vec![
        button("button wide primary", &play::RESUME_GAME, move || game.resume()),
        button("button wide", &play::RESTART, move || game.restart()),
        button("button wide", &play::QUIT, move || game.leave()),
    ];
    let link = game.with(position::link).flatten();
    let share = link.map(|link| {
        button("link", &play::SHARE_POSITION, move || {
            copy_link(shared.notices, &link, notices::POSITION_COPIED);
        })
    });
    let route = router.now();
    let opponent = game.match_score.with_untracked(|score| score.opponent);
    let place = match (route.game.is_duel(), opponent) {
        (false, _) => Sharing::Alone,
        (true, Opponent::Person) => Sharing::Half,
        (true, Opponent::Computer(_)) => Sharing::Own,
    };
    let small = shared.viewport.get_untracked().is_board_small(&route.mode().rules(), place);
    let larger = small.then(|| {
        let fit = move || shared.settings.update(|settings| settings.board_size = BoardSize::Fit);
        button("link", &play::LARGER_BOARD, fit)
    });
    let links = el("div", "links").children(share).children(larger).child(button(
        "link",
        &menu::SETTINGS,
        settings,
    ));
    let buttons = buttons.into_iter().chain([links]).collect();
    let heading = el("h2", "paused").child(ornament()).text(&play::PAUSED_TITLE).child(ornament());
    let content = vec![heading, menu_of(&play::PAUSED, buttons)];
    overlay(&play::PAUSED, "overlay pause-overlay", None, content)
}
