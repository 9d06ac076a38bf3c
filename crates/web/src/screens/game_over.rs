//! The game is over: what came of it, and what next.

use quintet_engine::Scoring;

use crate::app::{Shared, shared};
use crate::dom::{El, button, el, term};
use crate::duel::{Opponent, Series};
use crate::games::Ranking;
use crate::parts::{menu, overlay};
use crate::play::{Origin, Outcome};
use crate::route::{Route, Screen};
use crate::share::copy_link;
use crate::signals::prelude::*;
use crate::text;

/// Over the grey board: the score, the statistics and the way on.
pub(crate) fn game_over() -> El {
    let shared = shared();
    let (stage, router) = (shared.stage, shared.router);
    let route = router.now();
    let (game, mode) = (route.game, route.mode());
    let scores = move || router.go(Route::to(game, Screen::Scores).in_mode(mode));
    let leave = move || {
        stage.clear();
        router.replace(Route::to(game, Screen::Start).in_mode(mode));
    };
    let outcome = stage.outcome.get_untracked();
    let series = stage.series.get_untracked();
    let content = |outcome: &Outcome| match outcome.winner {
        Some(winner) => verdict(outcome, series, winner),
        None => results(outcome),
    };
    let mut content = outcome.as_ref().map(content).unwrap_or_default();
    let again = match (game.is_duel(), series.winner()) {
        (false, _) => "PLAY AGAIN",
        (true, Some(_)) => "REMATCH",
        (true, None) => "NEXT ROUND",
    };
    let mut buttons = vec![
        button("button wide primary", again, move || stage.restart()),
        button("button wide", if game.is_duel() { "RESULTS" } else { "HIGH SCORES" }, scores),
        button("button wide", "MAIN MENU", leave),
    ];
    if let Some(outcome) = outcome {
        buttons.push(el("div", "links").children(links(shared, outcome)));
    }
    content.push(menu("Game over", buttons));
    overlay("Game over", "overlay over-overlay", None, content)
}

/// The replay, and the same pieces for somebody else.
fn links(shared: &'static Shared, outcome: Outcome) -> Vec<El> {
    let mut links = Vec::new();
    let game = outcome.game;
    if let Some(id) = outcome.replay {
        let watch = move || shared.router.go(Route::to(game, Screen::Watch(id.clone())));
        links.push(button("link", "Watch the replay", watch));
    }
    if outcome.origin == Origin::New {
        let mut route = Route::to(game, Screen::Play).in_mode(outcome.mode);
        route.seed = Some(outcome.seed);
        let told = "Link copied. Whoever opens it gets the same pieces.";
        let race = move || copy_link(shared.notices, &route, told);
        links.push(button("link", "Race this seed", race));
    }
    links
}

fn results(outcome: &Outcome) -> Vec<El> {
    let finished = outcome.is_finished();
    let (title, class) =
        if finished { ("FINISHED", "over-title finished") } else { ("GAME OVER", "over-title") };
    let (label, value) = match outcome.mode.ranking {
        Ranking::Time => ("TIME", text::time(outcome.time_us)),
        Ranking::Score | Ranking::Nothing => ("FINAL SCORE", text::thousands(outcome.score)),
    };
    let level = outcome.mode.has_levels().then(|| term("LEVEL", &outcome.level.to_string()));
    let rows = level.into_iter().chain([term("LINES", &outcome.lines.to_string())]);
    let mut content = vec![
        el("h2", class).attr("data-text", title).text(title),
        el("hr", "divider"),
        el("p", "final-label").text(label),
        el("p", "final-score number").text(&value),
        el("dl", "final-rows").children(rows),
    ];
    if outcome.placing.is_some_and(|placing| placing.is_best) {
        content.push(el("p", "new-best").text("★ NEW HIGH SCORE! ★"));
    }
    let unranked = match (outcome.origin, outcome.mode.ranking) {
        (Origin::SetUp, _) => Some("Begun from a position: not ranked."),
        (Origin::New, Ranking::Time) if !finished => Some("Goal not reached: not ranked."),
        (Origin::New, _) => None,
    };
    if outcome.helped {
        content.push(el("p", "not-ranked").text("Played with hints."));
    }
    content.extend(unranked.map(|note| el("p", "not-ranked").text(note)));
    content.push(statistics(outcome));
    content
}

/// Who won, the rounds so far, and the two boards in numbers.
fn verdict(outcome: &Outcome, series: Series, winner: usize) -> Vec<El> {
    let title = series.verdict(winner);
    let lost = matches!(series.opponent, Opponent::Computer(_)) && winner != 0;
    let class = if lost { "over-title" } else { "over-title finished" };
    let head = ["SCORE", "LEVEL", "LINES", "SENT"].map(|name| el("th", "").text(name));
    let head = el("tr", "").child(el("td", "")).children(head);
    let rows = [0, 1].map(|player| {
        let board = outcome.boards.get(player).copied().unwrap_or_default();
        let sent = outcome.sent.get(player).copied().unwrap_or_default();
        let numbers = [board.score, board.level.into(), board.lines.into(), sent.into()];
        let numbers = numbers.map(|number| el("td", "number").text(&text::thousands(number)));
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
        let words = format!("Best of {}", series.best_of);
        content.push(el("p", "final-label").text(&words));
        let score = format!("{first} : {second}");
        content.push(el("p", "final-score number").text(&score));
    }
    content.push(table);
    content
}

fn statistics(outcome: &Outcome) -> El {
    let tally = &outcome.tally;
    let [single, double, triple, tetris] = tally.clears;
    let rules = &outcome.mode.rules;
    let mut rows = vec![
        ("Time", text::time(outcome.time_us)),
        ("Pieces", text::number(outcome.pieces)),
        ("Pieces per second", text::per_second(outcome.pieces, outcome.time_us)),
        ("Singles", text::number(single)),
        ("Doubles", text::number(double)),
    ];
    if rules.scoring == Scoring::Fives {
        rows.push(("Rows of fives", text::number(tally.fives)));
        rows.push(("Other rows", text::number(tally.not_fives)));
    } else {
        rows.push(("Triples", text::number(triple)));
        rows.push(("Tetrises", text::number(tetris)));
    }
    if rules.flip {
        rows.push(("Flips", text::number(tally.flips)));
    }
    if outcome.game.own_handling {
        rows.push(("Finesse faults", text::number(tally.finesse_faults)));
    }
    let rows = rows.iter().map(|(name, value)| term(name, value));
    el("dl", "statistics").attr("aria-label", "Statistics").children(rows)
}
