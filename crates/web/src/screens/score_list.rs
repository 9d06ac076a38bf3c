//! The high scores of a game, mode by mode.

use leptos::ev;
use leptos::prelude::*;

use crate::app::shared;
use crate::games::{GameEntry, Mode, Ranking};
use crate::page;
use crate::parts::{button, click, follow};
use crate::route::{Route, Router, Screen};
use crate::store::{Entry, Scores};
use crate::text;

/// The best ten of the mode that the address names.
pub(crate) fn score_list() -> AnyView {
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
    let escape = window_event_listener(ev::keydown, move |event| {
        if event.code() == "Escape" {
            back();
        }
    });
    on_cleanup(move || escape.remove());
    follow(|| page::focus(".back"));
    let rows: Vec<AnyView> = scores
        .entries()
        .iter()
        .enumerate()
        .map(|(rank, entry)| row(router, game, mode, rank, entry, latest == Some(rank)))
        .collect();
    let table = if rows.is_empty() {
        view! { <p class="no-scores panel">"No scores yet. Play a game!"</p> }.into_any()
    } else {
        let (value, second) = match mode.ranking {
            Ranking::Score => ("SCORE", "LEVEL"),
            Ranking::Time => ("TIME", "LINES"),
        };
        view! {
            <table class="scores panel">
                <thead>
                    <tr>
                        <th scope="col">"RANK"</th>
                        <th scope="col">{value}</th>
                        <th scope="col">{second}</th>
                        <th scope="col">"DATE"</th>
                        <th scope="col"><span class="unseen">"REPLAY"</span></th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        }
        .into_any()
    };
    view! {
        <main class="screen page" data-screen="scores">
            <h1 class="page-title gold">"★ HIGH SCORES ★"</h1>
            {mode_tabs(router, game, mode)}
            <div class="page-body scroll">{table}</div>
            {button("button back", "BACK TO MENU", back)}
        </main>
    }
    .into_any()
}

fn row(
    router: Router,
    game: &'static GameEntry,
    mode: &Mode,
    rank: usize,
    entry: &Entry,
    latest: bool,
) -> AnyView {
    let (value, second) = match mode.ranking {
        Ranking::Score => (text::thousands(entry.score), entry.level),
        Ranking::Time => (text::time(entry.time_us), entry.lines),
    };
    let watch = entry.replay.clone().map(|id| {
        let watch = move || router.go(Route::to(game, Screen::Watch(id.clone())));
        button("link", "Watch", watch)
    });
    view! {
        <tr class=if latest { "latest" } else { "" }>
            <td>{text::ordinal(rank + 1)}</td>
            <td class="number">{value}</td>
            <td class="number">{second.to_string()}</td>
            <td class="number">{entry.date.clone()}</td>
            <td>{watch}</td>
        </tr>
    }
    .into_any()
}

fn mode_tabs(router: Router, game: &'static GameEntry, now: &Mode) -> AnyView {
    let tab = |mode: &'static Mode| {
        let current = (mode.slug == now.slug).then_some("page");
        let go = click(move || router.replace(Route::to(game, Screen::Scores).in_mode(mode)));
        view! { <button class="mode" aria-current=current on:click=go>{mode.name}</button> }
            .into_any()
    };
    let tabs: Vec<AnyView> = game.modes.iter().map(tab).collect();
    view! { <nav class="mode-row" aria-label="Modes">{tabs}</nav> }.into_any()
}
