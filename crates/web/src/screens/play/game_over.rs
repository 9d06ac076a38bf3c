//! The game is over: what came of it, and what next.

use quintet_engine::{Ranking, Scoring};
use quintet_words::statistics::KEYS_PER_PIECE;
use quintet_words::{
    exact_time, menu, notices, number, per_second, play, results, thousands, time,
};

use crate::app::{Shared, shared};
use crate::dom::{El, button, el, term, when};
use crate::parts::{boards_table, menu as menu_of, overlay};
use crate::route::{Route, Screen};
use crate::screens::online::name_for_scores;
use crate::share::copy_link;
use crate::signals::prelude::*;
use crate::table::{GameResult, Origin};
use quintet_frontend::{Live, MatchScore, Opponent};

/// Over the grey board: the score, the statistics and the way on.
pub(crate) fn game_over() -> El {
    let shared = shared();
    let (local, router) = (shared.game, shared.router);
    let route = router.now();
    let (game, mode) = (route.game, route.mode());
    let scores = move || router.go(Route::to(game, Screen::Scores).in_mode(mode));
    let result = local.result.get_untracked();
    let score = local.match_score.get_untracked();
    let content = |result: &GameResult| {
        let mut content = match result.winner {
            Some(winner) => verdict(result, score, winner),
            None => results(result),
        };
        if let Some(why) = result.why_ended(&score) {
            content.insert(1, el("p", "over-why").text(&why));
        }
        content
    };
    let mut content = result.as_ref().map(content).unwrap_or_default();
    let again = match (game.is_duel(), score.winner()) {
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
        button("button wide", &results::MAIN_MENU, move || local.leave()),
    ];
    if let Some(result) = result {
        buttons.push(el("div", "links").children(links(shared, result)));
    }
    content.push(menu_of(&results::GAME_OVER, buttons));
    overlay(&results::GAME_OVER, "overlay over-overlay", None, content)
}

/// The replay, and a link to the same pieces.
fn links(shared: &'static Shared, result: GameResult) -> Vec<El> {
    let (game, id) = (result.game, result.replay);
    let watch = move || shared.router.go(Route::to(game, Screen::Watch(id.clone())));
    let mut links = vec![button("link", &results::WATCH_REPLAY, watch)];
    if result.origin == Origin::New {
        let mut route = Route::to(game, Screen::Play).in_mode(result.mode);
        route.seed = Some(result.seed);
        let race = move || copy_link(shared.notices, &route, notices::SEED_COPIED);
        links.push(button("link", &results::RACE_SEED, race));
    }
    links
}

fn results(result: &GameResult) -> Vec<El> {
    let finished = result.is_finished();
    let (title, class) = if finished {
        (results::FINISHED, "over-title finished")
    } else {
        (results::GAME_OVER_TITLE, "over-title")
    };
    let (label, value) = match result.mode.ranking() {
        Some(Ranking::Time) => (play::TIME, exact_time(result.time_us)),
        Some(Ranking::Score) | None => (results::FINAL_SCORE, thousands(result.score)),
    };
    let level = result.mode.has_levels().then(|| term(&play::LEVEL, &result.level.to_string()));
    let rows = level.into_iter().chain([term(&play::LINES, &result.lines.to_string())]);
    let mut content = vec![
        el("h2", class).attr("data-text", &title).text(&title),
        el("hr", "divider"),
        el("p", "final-label").text(&label),
        el("p", "final-score number").text(&value),
        el("dl", "final-rows").children(rows),
    ];
    if result.placing.is_some_and(|placing| placing.is_best) {
        content.push(el("p", "new-best").text(&results::NEW_HIGH_SCORE));
    } else {
        let standing = result.standing(&shared().store.scores(result.game, result.mode));
        if !standing.is_empty() {
            content.push(el("p", "over-why").text(&standing));
        }
    }
    if result.helped {
        content.push(el("p", "not-ranked").text(&results::PLAYED_WITH_HINTS));
    }
    content.extend(result.why_unranked().map(|note| el("p", "not-ranked").text(&note)));
    let rules = result.mode.rules();
    if result.origin == Origin::New && !result.helped {
        let shared = shared();
        content
            .push(when(move || shared.online.needs_name(&rules), move || name_for_scores(shared)));
    }
    content.push(statistics(result));
    content
}

/// Who won, the rounds so far, and the two boards in numbers.
fn verdict(result: &GameResult, score: MatchScore, winner: usize) -> Vec<El> {
    let title = score.verdict(winner);
    let lost = matches!(score.opponent, Opponent::Computer(_)) && winner != 0;
    let class = if lost { "over-title" } else { "over-title finished" };
    let names = [0, 1].map(|player| score.name(player));
    let boards: Vec<_> = names.iter().map(String::as_str).zip(&result.boards).collect();
    let table = boards_table(&boards, Some(winner), result.time_us);
    let mut content =
        vec![el("h2", class).attr("data-text", &title).text(&title), el("hr", "divider")];
    if score.best_of > 1 {
        let [first, second] = score.wins;
        content.push(el("p", "final-label").text(&menu::best_of(score.best_of)));
        let score = results::match_score(first, second);
        content.push(el("p", "final-score number").text(&score));
    }
    content.push(table);
    if score.has_handicap() && score.opponent != Opponent::Person {
        content.push(el("p", "not-ranked").text(&results::WITH_HANDICAP));
    }
    content
}

fn statistics(result: &GameResult) -> El {
    let tally = &result.statistics;
    let [single, double, triple, tetris] = tally.clears;
    let rules = result.mode.rules();
    let by_time = result.mode.ranking() == Some(Ranking::Time);
    let time = if by_time { exact_time } else { time };
    let mut rows = vec![
        (results::TIME, time(result.time_us)),
        (results::PIECES, number(result.pieces)),
        (results::PIECES_PER_SECOND, per_second(result.pieces, result.time_us)),
        (KEYS_PER_PIECE, Live::of(tally).keys_per_piece()),
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
    if result.game.own_handling {
        rows.push((results::FINESSE_FAULTS, number(tally.finesse_faults)));
    }
    let rows = rows.iter().map(|(name, value)| term(name, value));
    el("dl", "statistics").attr("aria-label", &results::STATISTICS).children(rows)
}
