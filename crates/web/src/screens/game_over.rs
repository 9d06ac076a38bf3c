//! The game is over: what came of it, and what next.

use leptos::prelude::*;

use crate::app::shared;
use crate::games::Ranking;
use crate::parts::{button, menu, overlay, term};
use crate::play::{Origin, Outcome};
use crate::route::{Route, Screen};
use crate::text;

/// Over the grey board: the score, the statistics and the way on.
pub(crate) fn game_over() -> AnyView {
    let shared = shared();
    let (stage, router) = (shared.stage, shared.router);
    let route = router.now();
    let (game, mode) = (route.game, route.mode());
    let scores = move || router.go(Route::to(game, Screen::Scores).in_mode(mode));
    let leave = move || {
        stage.clear();
        router.replace(Route::to(game, Screen::Start).in_mode(mode));
    };
    let mut content =
        stage.outcome.with(|outcome| outcome.as_ref().map(results).unwrap_or_default());
    let replay = stage.outcome.with(|outcome| outcome.as_ref().and_then(|it| it.replay.clone()));
    let mut buttons = vec![
        button("button wide primary", "PLAY AGAIN", move || stage.restart()),
        button("button wide", "HIGH SCORES", scores),
        button("button wide", "MAIN MENU", leave),
    ];
    if let Some(id) = replay {
        let watch = move || router.go(Route::to(game, Screen::Watch(id.clone())));
        buttons.push(button("link", "Watch the replay", watch));
    }
    content.push(menu("Game over", buttons));
    overlay("Game over", "overlay over-overlay", None, content)
}

fn results(outcome: &Outcome) -> Vec<AnyView> {
    let finished = outcome.is_finished();
    let (title, class) =
        if finished { ("FINISHED", "over-title finished") } else { ("GAME OVER", "over-title") };
    let (label, value) = match outcome.mode.ranking {
        Ranking::Time => ("TIME", text::time(outcome.time_us)),
        Ranking::Score => ("FINAL SCORE", text::thousands(outcome.score)),
    };
    let rows =
        vec![term("LEVEL", outcome.level.to_string()), term("LINES", outcome.lines.to_string())];
    let mut content = vec![
        view! { <h2 class=class data-text=title>{title}</h2> }.into_any(),
        view! { <hr class="divider" /> }.into_any(),
        view! { <p class="final-label">{label}</p> }.into_any(),
        view! { <p class="final-score number">{value}</p> }.into_any(),
        view! { <dl class="final-rows">{rows}</dl> }.into_any(),
    ];
    if outcome.placing.is_some_and(|placing| placing.is_best) {
        content.push(view! { <p class="new-best">"★ NEW HIGH SCORE! ★"</p> }.into_any());
    }
    let unranked = match (outcome.origin, outcome.mode.ranking) {
        (Origin::SetUp, _) => Some("Begun from a position: not ranked."),
        (Origin::New, Ranking::Time) if !finished => Some("Goal not reached: not ranked."),
        (Origin::New, _) => None,
    };
    if let Some(note) = unranked {
        content.push(view! { <p class="not-ranked">{note}</p> }.into_any());
    }
    content.push(statistics(outcome));
    content
}

fn statistics(outcome: &Outcome) -> AnyView {
    let [single, double, triple, tetris] = outcome.tally.clears;
    let rows = vec![
        term("Time", text::time(outcome.time_us)),
        term("Pieces", outcome.pieces.to_string()),
        term("Pieces per second", text::per_second(outcome.pieces, outcome.time_us)),
        term("Singles", single.to_string()),
        term("Doubles", double.to_string()),
        term("Triples", triple.to_string()),
        term("Tetrises", tetris.to_string()),
        term("Finesse faults", outcome.tally.finesse_faults.to_string()),
    ];
    view! { <dl class="statistics" aria-label="Statistics">{rows}</dl> }.into_any()
}
