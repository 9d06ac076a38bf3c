//! The high scores of a game, mode by mode.

use quintet_engine::Ranking;
use quintet_words::{Phrase, exact_time, numerals, play, results, thousands};
use wasm_bindgen_futures::spawn_local;

use crate::app::shared;
use crate::dom::{El, button, el, on_escape, once_shown, when};
use crate::games::{GameEntry, Mode};
use crate::page;
use crate::route::{Route, Router, Screen};
use crate::signals::prelude::*;
use crate::store::{Entry, Replays};
use quintet_frontend::LEVEL_NAMES;

/// The best ten of the mode that the address names.
pub(crate) fn score_list() -> El {
    let shared = shared();
    let router = shared.router;
    let route = router.now();
    let (game, mode) = (route.game, route.mode());
    let scores = shared.store.scores(game, mode);
    let latest = shared.game.result.with_untracked(|outcome| {
        let outcome = outcome.as_ref()?;
        let same = outcome.game == game && outcome.mode.slug == mode.slug;
        outcome.placing.filter(|_| same).map(|placing| placing.rank)
    });
    let back = move || router.go(Route::to(game, Screen::Start).in_mode(mode));
    on_escape(back);
    once_shown(|| page::focus(".back"));
    let rows = scores.entries().iter().enumerate();
    let rows = rows.map(|(rank, entry)| row(router, game, mode, rank, entry, latest == Some(rank)));
    let older = shared.store.older_scores(game, mode).into_iter().flat_map(|scores| {
        let rows = scores.entries().iter().enumerate();
        let rows = rows.map(|(rank, entry)| row(router, game, mode, rank, entry, false));
        let table = el("table", "scores panel").child(head(mode));
        let heading = el("h2", "older-scores").text(&results::OLDER_SCORES);
        [heading, table.child(el("tbody", "").children(rows))]
    });
    let table = if game.is_duel() {
        tally_table(mode)
    } else if scores.entries().is_empty() {
        el("p", "no-scores panel").text(&results::NO_SCORES)
    } else {
        el("table", "scores panel").child(head(mode)).child(el("tbody", "").children(rows))
    };
    let title = if game.is_duel() { results::RESULTS_TITLE } else { results::HIGH_SCORES_TITLE };
    el("main", "screen page")
        .attr("data-screen", "scores")
        .child(el("h1", "page-title gold").text(&title))
        .child(mode_tabs(router, game, mode))
        .child(el("div", "page-body scroll").child(table).children(older))
        .child(button("button back", &results::BACK_TO_MENU, back))
}

/// Matches against the computer, level by level.
fn tally_table(mode: &Mode) -> El {
    let tallies = shared().store.match_tallies(mode);
    let heading = |text: Phrase| el("th", "").attr("scope", "col").text(&text);
    let rows = (1..).zip(LEVEL_NAMES).map(|(level, name)| {
        let (won, lost) = tallies.at(level);
        el("tr", "")
            .child(el("td", "").text(&results::computer(level, name)))
            .child(el("td", "number").text(&won.to_string()))
            .child(el("td", "number").text(&lost.to_string()))
    });
    let headings = [results::OPPONENT, results::WON, results::LOST].map(heading);
    el("table", "scores standings panel")
        .child(el("thead", "").child(el("tr", "").children(headings)))
        .child(el("tbody", "").children(rows))
}

fn head(mode: &Mode) -> El {
    let value = if mode.ranking() == Some(Ranking::Time) { play::TIME } else { play::SCORE };
    let second = if shows_level(mode) { play::LEVEL } else { play::LINES };
    let heading = |text: Phrase| el("th", "").attr("scope", "col").text(&text);
    let headings = [results::RANK, value, second, results::DATE].map(heading);
    let replay = el("th", "").attr("scope", "col");
    let replay = replay.child(el("span", "unseen").text(&results::REPLAY));
    el("thead", "").child(el("tr", "").children(headings).child(replay))
}

fn shows_level(mode: &Mode) -> bool {
    mode.ranking() == Some(Ranking::Score) && mode.has_levels()
}

fn row(
    router: Router,
    game: &'static GameEntry,
    mode: &Mode,
    rank: usize,
    entry: &Entry,
    latest: bool,
) -> El {
    let value = match mode.ranking() {
        Some(Ranking::Time) => exact_time(entry.time_us),
        Some(Ranking::Score) | None => thousands(entry.score),
    };
    let second = if shows_level(mode) { entry.level } else { entry.lines };
    let watch = entry.replay.clone().map(|id| {
        let is_kept = RwSignal::new(false);
        let wanted = id.clone();
        // It may have given way to newer ones, or have been deleted.
        spawn_local(async move {
            let found = Replays::about(shared().store, &wanted).await.is_some();
            // The screen may have been left meanwhile.
            is_kept.try_set(found);
        });
        let watch = move || {
            let id = id.clone();
            button("link", &results::WATCH, move || {
                router.go(Route::to(game, Screen::Watch(id.clone())));
            })
        };
        when(move || is_kept.get(), watch)
    });
    let helped = entry.helped.then(|| el("span", "helped").text(" ").text(&results::WITH_HINTS));
    el("tr", if latest { "latest" } else { "" })
        .child(el("td", "").text(&numerals::ordinal(rank as u32 + 1)))
        .child(el("td", "number").text(&value).children(helped))
        .child(el("td", "number").text(&second.to_string()))
        .child(el("td", "number").text(&entry.date))
        .child(el("td", "").children(watch))
}

fn mode_tabs(router: Router, game: &'static GameEntry, now: &Mode) -> El {
    let tab = |mode: &'static Mode| {
        let go = move || router.replace(Route::to(game, Screen::Scores).in_mode(mode));
        let tab = button("mode", &mode.name, go);
        if mode.slug == now.slug { tab.attr("aria-current", "page") } else { tab }
    };
    el("nav", "mode-row").attr("aria-label", &results::MODES).children(game.modes.iter().map(tab))
}
