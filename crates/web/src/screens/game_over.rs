//! The game is over: what came of it, and what next.

use quintet_engine::Scoring;
use quintet_words::{menu, notices, number, per_second, play, results, thousands, time};

use crate::app::{Shared, shared};
use crate::dom::{El, button, el, term};
use crate::duel::{Opponent, Series};
use crate::games::Ranking;
use crate::parts::{menu as menu_of, overlay};
use crate::route::{Route, Screen};
use crate::share::copy_link;
use crate::signals::prelude::*;
use crate::table::{GameResult, Origin};

/// Over the grey board: the score, the statistics and the way on.
pub(crate) fn game_over() -> El {
    let shared = shared();
    let (local, router) = (shared.game, shared.router);
    let route = router.now();
    let (game, mode) = (route.game, route.mode());
    let scores = move || router.go(Route::to(game, Screen::Scores).in_mode(mode));
    let leave = move || {
        local.clear();
        router.replace(Route::to(game, Screen::Start).in_mode(mode));
    };
    let outcome = local.result.get_untracked();
    let series = local.series.get_untracked();
    let content = |outcome: &GameResult| match outcome.winner {
        Some(winner) => verdict(outcome, series, winner),
        None => results(outcome),
    };
    let mut content = outcome.as_ref().map(content).unwrap_or_default();
    let again = match (game.is_duel(), series.winner()) {
        (false, _) => results::PLAY_AGAIN,
        (true, Some(_)) => results::REMATCH,
        (true, None) => results::NEXT_ROUND,
    };
    let mut buttons = vec![
        button("button wide primary", &again, move || local.restart()),
        button(
            "button wide",
            if game.is_duel() { &menu::RESULTS } else { &menu::HIGH_SCORES },
            scores,
        ),
        button("button wide", &results::MAIN_MENU, leave),
    ];
    if let Some(outcome) = outcome {
        buttons.push(el("div", "links").children(links(shared, outcome)));
    }
    content.push(menu_of(&results::GAME_OVER, buttons));
    overlay(&results::GAME_OVER, "overlay over-overlay", None, content)
}

/// The replay, and the same pieces for somebody else.
fn links(shared: &'static Shared, outcome: GameResult) -> Vec<El> {
    let mut links = Vec::new();
    let game = outcome.game;
    if let Some(id) = outcome.replay {
        let watch = move || shared.router.go(Route::to(game, Screen::Watch(id.clone())));
        links.push(button("link", &results::WATCH_REPLAY, watch));
    }
    if outcome.origin == Origin::New {
        let mut route = Route::to(game, Screen::Play).in_mode(outcome.mode);
        route.seed = Some(outcome.seed);
        let race = move || copy_link(shared.notices, &route, notices::SEED_COPIED);
        links.push(button("link", &results::RACE_SEED, race));
    }
    links
}

fn results(outcome: &GameResult) -> Vec<El> {
    let finished = outcome.is_finished();
    let (title, class) = if finished {
        (results::FINISHED, "over-title finished")
    } else {
        (results::GAME_OVER_TITLE, "over-title")
    };
    let (label, value) = match outcome.mode.ranking {
        Ranking::Time => (play::TIME, time(outcome.time_us)),
        Ranking::Score | Ranking::Nothing => (results::FINAL_SCORE, thousands(outcome.score)),
    };
    let level = outcome.mode.has_levels().then(|| term(&play::LEVEL, &outcome.level.to_string()));
    let rows = level.into_iter().chain([term(&play::LINES, &outcome.lines.to_string())]);
    let mut content = vec![
        el("h2", class).attr("data-text", &title).text(&title),
        el("hr", "divider"),
        el("p", "final-label").text(&label),
        el("p", "final-score number").text(&value),
        el("dl", "final-rows").children(rows),
    ];
    if outcome.placing.is_some_and(|placing| placing.is_best) {
        content.push(el("p", "new-best").text(&results::NEW_HIGH_SCORE));
    }
    let unranked = match (outcome.origin, outcome.mode.ranking) {
        (Origin::SetUp, _) => Some(results::FROM_POSITION),
        (Origin::New, Ranking::Time) if !finished => Some(results::GOAL_NOT_REACHED),
        (Origin::New, _) => None,
    };
    if outcome.helped {
        content.push(el("p", "not-ranked").text(&results::PLAYED_WITH_HINTS));
    }
    content.extend(unranked.map(|note| el("p", "not-ranked").text(&note)));
    content.push(statistics(outcome));
    content
}

/// Who won, the rounds so far, and the two boards in numbers.
fn verdict(outcome: &GameResult, series: Series, winner: usize) -> Vec<El> {
    let title = series.verdict(winner);
    let lost = matches!(series.opponent, Opponent::Computer(_)) && winner != 0;
    let class = if lost { "over-title" } else { "over-title finished" };
    let head = [play::SCORE, play::LEVEL, play::LINES, results::SENT];
    let head = head.map(|name| el("th", "").text(&name));
    let head = el("tr", "").child(el("td", "")).children(head);
    let rows = [0, 1].map(|player| {
        let board = outcome.boards.get(player).copied().unwrap_or_default();
        let sent = outcome.sent.get(player).copied().unwrap_or_default();
        let numbers = [board.score, board.level.into(), board.lines.into(), sent.into()];
        let numbers = numbers.map(|number| el("td", "number").text(&thousands(number)));
        let name = el("th", "").attr("scope", "row").text(&series.name(player));
        el("tr", if player == winner { "latest" } else { "" }).child(name).children(numbers)
    });
    let table = el("table", "boards-table")
        .child(el("thead", "").child(head))
        .child(el("tbody", "").children(rows));
    let mut content =
        vec![el("h2", class).attr("data-text", &title).text(&title), el("hr", "divider")];
    if series.best_of > 1 {
        let [first, second] = series.wins;
        content.push(el("p", "final-label").text(&menu::best_of(series.best_of)));
        let score = results::match_score(first, second);
        content.push(el("p", "final-score number").text(&score));
    }
    content.push(table);
    content
}

fn statistics(outcome: &GameResult) -> El {
    let tally = &outcome.statistics;
    let [single, double, triple, tetris] = tally.clears;
    let rules = &outcome.mode.rules;
    let mut rows = vec![
        (results::TIME, time(outcome.time_us)),
        (results::PIECES, number(outcome.pieces)),
        (results::PIECES_PER_SECOND, per_second(outcome.pieces, outcome.time_us)),
        (results::SINGLES, number(single)),
        (results::DOUBLES, number(double)),
    ];
    if rules.scoring == Scoring::Fives {
        rows.push((results::ROWS_OF_FIVES, number(tally.fives)));
        rows.push((results::OTHER_ROWS, number(tally.not_fives)));
    } else {
        rows.push((results::TRIPLES, number(triple)));
        rows.push((results::TETRISES, number(tetris)));
    }
    if rules.flip {
        rows.push((results::FLIPS, number(tally.flips)));
    }
    if outcome.game.own_handling {
        rows.push((results::FINESSE_FAULTS, number(tally.finesse_faults)));
    }
    let rows = rows.iter().map(|(name, value)| term(name, value));
    el("dl", "statistics").attr("aria-label", &results::STATISTICS).children(rows)
}
