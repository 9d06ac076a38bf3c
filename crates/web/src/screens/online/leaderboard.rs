//! The leaderboards of the server: the best of a day, a week, and of all time.

use quintet_engine::{GameName, Ranking};
use quintet_online::shown_name;
use quintet_protocol::http::{LeaderboardEntry, Span, ranked_games};
use quintet_words::{Phrase, exact_time, online as words, play, results, thousands};
use wasm_bindgen_futures::spawn_local;

use super::select;
use crate::app::{Shared, shared};
use crate::dom::{El, button, el, live, on_escape, once_shown};
use crate::games;
use crate::online::{Reported, RequestError, request};
use crate::page;
use crate::parts::report;
use crate::route::{Route, Screen, ServerReplay};
use crate::signals::prelude::*;

/// The list that was last asked for; none while it is on its way.
type Listed = Option<Result<Vec<LeaderboardEntry>, RequestError>>;

/// The leaderboards.
pub(crate) fn leaderboard() -> El {
    let shared = shared();
    let lists: Vec<GameName> = ranked_games().collect();
    let titles: Vec<&str> = lists.iter().map(|&game| games::of(game).1.title.text()).collect();
    let first = lists.first().copied().unwrap_or(GameName::ALL[0]);
    let chosen = StoredValue::new((first, Span::ALL[0]));
    let listed: StoredValue<Listed> = StoredValue::new(None);
    let changed = RwSignal::new(0_u64);
    let reported = RwSignal::new(None);
    let show = move |list: Listed| {
        listed.set_value(list);
        changed.update(|count| *count += 1);
    };
    let ask = move |game: GameName, span: Span| {
        chosen.set_value((game, span));
        show(None);
        spawn_local(async move {
            let address = ["api/scores?game=", game.name(), "&span=", span.name()].concat();
            let answer = request(&address, None, None).await;
            // By now the player may have left, and everything of this screen with it.
            if chosen.try_get_value() == Some((game, span)) {
                show(Some(answer));
            }
        });
    };
    ask(first, Span::ALL[0]);
    let choices = el("div", "online-choices").children([
        select(words::GAME, &titles, move |index| {
            if let Some(&game) = lists.get(index) {
                ask(game, chosen.get_value().1);
            }
        }),
        select(words::PERIOD, &Span::ALL.map(span_title), move |index| {
            if let Some(&span) = Span::ALL.get(index) {
                ask(chosen.get_value().0, span);
            }
        }),
    ]);
    let list = live(move || {
        let (game, _) = chosen.get_value();
        changed.get();
        Some(match listed.get_value() {
            None => el("p", "no-scores panel").text(&words::LOADING),
            Some(Err(_)) => el("p", "no-scores panel").text(&words::NO_LEADERBOARDS),
            Some(Ok(entries)) => table(shared, game, &entries, reported),
        })
    });
    let back = move || shared.router.go(Route::to(games::duel(), Screen::Online(None)));
    on_escape(back);
    once_shown(|| page::focus(".back"));
    el("main", "screen page")
        .attr("data-screen", "leaderboard")
        .child(el("h1", "page-title gold").text(&words::LEADERBOARDS_TITLE))
        .child(choices)
        .child(el("div", "page-body scroll").child(list))
        .child(button("button back", &words::BACK, back))
        .child(report(shared, reported))
}

fn span_title(span: Span) -> &'static str {
    match span {
        Span::Day => words::TODAY.text(),
        Span::Week => words::THIS_WEEK.text(),
        Span::All => words::ALL_TIME.text(),
    }
}

fn table(
    shared: &'static Shared,
    game: GameName,
    entries: &[LeaderboardEntry],
    reported: RwSignal<Option<Reported>>,
) -> El {
    if entries.is_empty() {
        return el("p", "no-scores panel").text(&words::NOBODY_YET);
    }
    let by_time = game.ranking() == Some(Ranking::Time);
    let heading = |text: Phrase| el("th", "").attr("scope", "col").text(&text);
    let value = if by_time { play::TIME } else { play::SCORE };
    let headings = [results::RANK, results::NAME, value, play::LINES, results::REPLAY];
    let can_report = shared.online.can_report();
    let row = |entry: &LeaderboardEntry| {
        let value = if by_time { exact_time(entry.duration_us) } else { thousands(entry.score) };
        let (id, name) = (entry.id, shown_name(&entry.name, None));
        let flag = || {
            let ask = move || reported.set(Some(Reported::Score(id)));
            button("link", "⚑", ask).attr("aria-label", &words::report_player(&name))
        };
        el("tr", "")
            .child(el("td", "").text(&entry.place.to_string()))
            .child(el("td", "").text(&name))
            .child(el("td", "number").text(&value))
            .child(el("td", "number").text(&entry.lines.to_string()))
            .child(el("td", "").child(button("link", &results::WATCH, move || {
                let replay = ServerReplay::Score(id.to_string());
                shared.router.go(Route::to(games::duel(), Screen::WatchOnline(replay)));
            })))
            .children(can_report.then(|| el("td", "").child(flag())))
    };
    let report = can_report.then(|| el("td", ""));
    let head = el("tr", "").children(headings.map(heading)).children(report);
    el("table", "scores panel")
        .child(el("thead", "").child(head))
        .child(el("tbody", "").children(entries.iter().map(row)))
}
