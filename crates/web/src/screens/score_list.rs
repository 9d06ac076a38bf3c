//! The high scores of a game, mode by mode.

use web_sys::KeyboardEvent;

use crate::app::shared;
use crate::dom::{El, button, el, on_window, once_shown};
use crate::duel::LEVELS;
use crate::games::{GameEntry, Mode, Ranking};
use crate::keys::is_key;
use crate::page;
use crate::route::{Route, Router, Screen};
use crate::signals::prelude::*;
use crate::store::{Entry, Scores, Standings};
use crate::text;

/// The best ten of the mode that the address names.
pub(crate) fn score_list() -> El {
    let shared = shared();
    let router = shared.router;
    let route = router.now();
    let (game, mode) = (route.game, route.mode());
    let scores = Scores::load(shared.store, game, mode);
    let latest = shared.stage.outcome.with_untracked(|outcome| {
        let outcome = outcome.as_ref()?;
        let same = outcome.game == game && outcome.mode.slug == mode.slug;
        outcome.placing.filter(|_| same).map(|placing| placing.rank)
    });
    let back = move || router.go(Route::to(game, Screen::Start).in_mode(mode));
    on_window("keydown", move |event: KeyboardEvent| {
        if is_key(&event, "Escape") {
            back();
        }
    });
    once_shown(|| page::focus(".back"));
    let rows = scores.entries().iter().enumerate();
    let rows = rows.map(|(rank, entry)| row(router, game, mode, rank, entry, latest == Some(rank)));
    let table = if game.is_duel() {
        standings(mode)
    } else if scores.entries().is_empty() {
        el("p", "no-scores panel").text("No scores yet. Play a game!")
    } else {
        el("table", "scores panel").child(head(mode)).child(el("tbody", "").children(rows))
    };
    let title = if game.is_duel() { "★ RESULTS ★" } else { "★ HIGH SCORES ★" };
    el("main", "screen page")
        .attr("data-screen", "scores")
        .child(el("h1", "page-title gold").text(title))
        .child(mode_tabs(router, game, mode))
        .child(el("div", "page-body scroll").child(table))
        .child(button("button back", "BACK TO MENU", back))
}

/// Matches against the computer, level by level.
fn standings(mode: &Mode) -> El {
    let standings = Standings::load(shared().store, mode);
    let heading = |text: &str| el("th", "").attr("scope", "col").text(text);
    let rows = (1..).zip(LEVELS).map(|(level, name)| {
        let (won, lost) = standings.at(level);
        el("tr", "")
            .child(el("td", "").text(&format!("Computer {level}, {}", name.to_ascii_lowercase())))
            .child(el("td", "number").text(&won.to_string()))
            .child(el("td", "number").text(&lost.to_string()))
    });
    let headings = ["OPPONENT", "WON", "LOST"].map(heading);
    el("table", "scores standings panel")
        .child(el("thead", "").child(el("tr", "").children(headings)))
        .child(el("tbody", "").children(rows))
}

fn head(mode: &Mode) -> El {
    let value = if mode.ranking == Ranking::Time { "TIME" } else { "SCORE" };
    let second = if shows_level(mode) { "LEVEL" } else { "LINES" };
    let heading = |text: &str| el("th", "").attr("scope", "col").text(text);
    let headings = ["RANK", value, second, "DATE"].map(heading);
    let replay = heading("").child(el("span", "unseen").text("REPLAY"));
    el("thead", "").child(el("tr", "").children(headings).child(replay))
}

fn shows_level(mode: &Mode) -> bool {
    mode.ranking == Ranking::Score && mode.has_levels()
}

fn row(
    router: Router,
    game: &'static GameEntry,
    mode: &Mode,
    rank: usize,
    entry: &Entry,
    latest: bool,
) -> El {
    let value = match mode.ranking {
        Ranking::Time => text::time(entry.time_us),
        Ranking::Score | Ranking::Nothing => text::thousands(entry.score),
    };
    let second = if shows_level(mode) { entry.level } else { entry.lines };
    let watch = entry.replay.clone().map(|id| {
        button("link", "Watch", move || router.go(Route::to(game, Screen::Watch(id.clone()))))
    });
    let helped = entry.helped.then(|| el("span", "helped").text(" with hints"));
    el("tr", if latest { "latest" } else { "" })
        .child(el("td", "").text(&text::ordinal(rank + 1)))
        .child(el("td", "number").text(&value).children(helped))
        .child(el("td", "number").text(&second.to_string()))
        .child(el("td", "number").text(&entry.date))
        .child(el("td", "").children(watch))
}

fn mode_tabs(router: Router, game: &'static GameEntry, now: &Mode) -> El {
    let tab = |mode: &'static Mode| {
        let go = move || router.replace(Route::to(game, Screen::Scores).in_mode(mode));
        let tab = button("mode", mode.name, go);
        if mode.slug == now.slug { tab.attr("aria-current", "page") } else { tab }
    };
    el("nav", "mode-row").attr("aria-label", "Modes").children(game.modes.iter().map(tab))
}
