//! Statistics: what was counted in all games, in a game, and in each of its modes.

mod plot;

use quintet_engine::Ranking;
use quintet_frontend::statistics::{best_result, clears, duration, sums};
use quintet_records::{History, Played};
use quintet_words::replays::UNKNOWN;
use quintet_words::{Phrase, menu, results, statistics as words, thousands};

use crate::app::shared;
use crate::dom::{El, button, el, on_escape, once_shown, term};
use crate::games::{GAMES, GameEntry, Mode};
use crate::page;
use crate::route::{Route, Router, Screen};
use crate::store::Store;
use plot::{Plot, Unit, days, kinds, plot};

/// A game and one of its modes, with what was counted.
struct Counted {
    game: &'static GameEntry,
    mode: &'static Mode,
    history: History,
}

impl Counted {
    fn load(store: Store, game: &'static GameEntry, mode: &'static Mode) -> Counted {
        Counted { game, mode, history: store.history(game, mode) }
    }

    /// The best result as a player reads it; none where nothing ranks.
    fn best(&self, store: Store) -> Option<String> {
        best_result(self.mode, store.scores(self.game, self.mode).entries())
    }
}

/// All games together, or the game and mode that the address names.
pub(crate) fn statistics() -> El {
    let shared = shared();
    let (router, store) = (shared.router, shared.store);
    let route = router.now();
    let game = route.game;
    let back = move || router.go(Route::to(game, Screen::Start));
    on_escape(back);
    let of_one = route.screen == Screen::GameStatistics;
    // The tab that was chosen: of the modes, where there are several.
    once_shown(|| {
        page::focus(".statistics-tabs [aria-current]");
        page::focus(".mode-row + .mode-row [aria-current]");
    });
    let content = if of_one {
        of_mode(router, store, &Counted::load(store, game, route.mode()))
    } else {
        of_all(router, store)
    };
    el("main", "screen page statistics-page")
        .attr("data-screen", "statistics")
        .child(el("h1", "page-title").text(&words::TITLE))
        .child(
            el("div", "page-body scroll")
                .attr("tabindex", "0")
                .child(tabs(router, &route, of_one))
                .children(content),
        )
        .child(button("button back", &results::BACK_TO_MENU, back))
}

/// The games, and the modes of the one that is shown.
fn tabs(router: Router, now: &Route, of_one: bool) -> El {
    let tab = |label: Phrase, to: Route, current: bool| {
        let tab = button("mode", &label, move || router.replace(to.clone()));
        if current { tab.attr("aria-current", "page") } else { tab }
    };
    let all = tab(words::ALL_GAMES, Route::to(now.game, Screen::Statistics), !of_one);
    let games = GAMES.iter().map(|game| {
        tab(game.name, Route::to(game, Screen::GameStatistics), of_one && game == now.game)
    });
    let games = el("nav", "mode-row").attr("aria-label", &menu::GAMES).child(all).children(games);
    let modes = (of_one && now.game.modes.len() > 1).then(|| {
        let modes = now.game.modes.iter().map(|mode| {
            let to = Route::to(now.game, Screen::GameStatistics).in_mode(mode);
            tab(mode.name, to, now.mode().slug == mode.slug)
        });
        el("nav", "mode-row").attr("aria-label", &results::MODES).children(modes)
    });
    el("div", "statistics-tabs").child(games).children(modes)
}

/// What is shown before the first game, with a way to play it.
fn nothing(router: Router, text: &str, to: Route) -> Vec<El> {
    let start = button("button primary", &menu::START_GAME, move || router.go(to.clone()));
    vec![el("div", "no-scores panel").child(el("p", "").text(text)).child(start)]
}

/// Sums over all games, a line for each mode, and the days.
fn of_all(router: Router, store: Store) -> Vec<El> {
    let modes = GAMES.iter().flat_map(|game| game.modes.iter().map(move |mode| (game, mode)));
    let all: Vec<Counted> = modes
        .map(|(game, mode)| Counted::load(store, game, mode))
        .filter(|counted| counted.history.count() > 0)
        .collect();
    if all.is_empty() {
        let to = Route::to(router.now().game, Screen::Play);
        return nothing(router, &words::NONE, to);
    }
    let total = |of: fn(&History) -> u64| all.iter().map(|it| of(&it.history)).sum::<u64>();
    let sums = [
        (words::GAMES, thousands(total(History::count)).to_string()),
        (words::TIME_PLAYED, duration(total(|history| history.sum().time_us))),
        (words::LINES, thousands(total(|history| history.sum().lines.into())).to_string()),
        (words::PIECES, thousands(total(|history| history.sum().pieces.into())).to_string()),
    ];
    let heading = |text: &Phrase| el("th", "").attr("scope", "col").text(text);
    let headings = [words::MODE, words::GAMES, words::TIME_PLAYED, words::BEST];
    let rows = all.iter().map(|counted| {
        let to = Route::to(counted.game, Screen::GameStatistics).in_mode(counted.mode);
        let name = button("link", &counted.mode.title, move || router.go(to.clone()));
        let history = &counted.history;
        el("tr", "")
            .child(el("th", "").attr("scope", "row").child(name))
            .child(el("td", "number").text(&thousands(history.count())))
            .child(el("td", "number").text(&duration(history.sum().time_us)))
            .child(
                el("td", "number")
                    .text(&counted.best(store).unwrap_or_else(|| UNKNOWN.text().to_owned())),
            )
    });
    let table = el("table", "modes-table panel")
        .child(el("thead", "").child(el("tr", "").children(headings.iter().map(heading))))
        .child(el("tbody", "").children(rows));
    let games = all.iter().flat_map(|counted| counted.history.games());
    let mut content = vec![tiles(&sums), table];
    content.extend(days(games));
    content
}

/// Sums, rates and plots of one mode.
fn of_mode(router: Router, store: Store, counted: &Counted) -> Vec<El> {
    let Counted { game, mode, history } = counted;
    if history.count() == 0 {
        let to = Route::to(game, Screen::Play).in_mode(mode);
        return nothing(router, &words::none_of(&mode.title), to);
    }
    let games = history.games();
    let mut content = vec![tiles(&sums(game, mode, history, counted.best(store)))];
    let first = history.count() - games.len() as u64 + 1;
    let best = store.scores(game, mode);
    let best = best.entries().first().map(|entry| match mode.ranking() {
        Some(Ranking::Time) => entry.time_us,
        _ => entry.score,
    });
    let best = best.filter(|_| first > 1);
    let mut plots: Vec<El> =
        plots(counted).iter().filter_map(|it| plot(it, games, first, best)).collect();
    if history.counted().is_counted() {
        plots.push(kinds(words::CLEARS_PLOT, &clears(mode, history)));
    }
    plots.extend(days(games.iter()));
    content.push(el("div", "plots").children(plots));
    let uncounted = games.iter().filter(|game| !game.is_counted()).count() as u32;
    let notes = [
        (first > 1).then(|| words::last_games(games.len() as u32)),
        (uncounted > 0).then(|| words::uncounted(uncounted)),
    ];
    content.extend(notes.into_iter().flatten().map(|note| el("p", "option-note").text(&note)));
    content
}

fn tiles(sums: &[(Phrase, String)]) -> El {
    let sums = sums.iter().map(|(name, value)| term(name, value));
    el("dl", "tiles panel").attr("aria-label", &words::SUMS).children(sums)
}

/// The plots that mean something in a mode.
fn plots(counted: &Counted) -> Vec<Plot> {
    fn known(game: &Played, value: u32) -> Option<u64> {
        game.is_counted().then_some(value.into())
    }
    let Counted { game, mode, .. } = counted;
    let mut plots = Vec::new();
    match mode.ranking() {
        Some(Ranking::Score) => plots.push(Plot {
            title: words::SCORE_PLOT,
            unit: Unit::Points,
            has_best: true,
            value: |game| Some(game.score),
        }),
        Some(Ranking::Time) => plots.push(Plot {
            title: words::TIME_PLOT,
            unit: Unit::Time,
            has_best: true,
            value: |game| (game.reached > 0).then_some(game.time_us),
        }),
        None => {}
    }
    if game.is_duel() {
        plots.push(Plot {
            title: words::ATTACK_PLOT,
            unit: Unit::Rate,
            has_best: false,
            value: |game| known(game, game.attack()),
        });
    }
    plots.push(Plot {
        title: words::SPEED_PLOT,
        unit: Unit::Rate,
        has_best: false,
        value: |game| known(game, game.speed()),
    });
    if game.own_handling {
        plots.push(Plot {
            title: words::FINESSE_PLOT,
            unit: Unit::Share,
            has_best: false,
            value: |game| known(game, game.finesse()),
        });
    }
    plots
}
