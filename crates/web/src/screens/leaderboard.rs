//! The leaderboards of the server: the best of a day, a week, and of all time.

use quintet_engine::{GameName, Replay};
use quintet_words::{Phrase, online as words, play, results, thousands, time};
use wasm_bindgen_futures::spawn_local;

use super::online::select;
use super::replay_list::OPENED;
use crate::app::{Shared, shared};
use crate::dom::{El, button, el, live};
use crate::games;
use crate::online::{LISTS, request};
use crate::route::{Route, Screen};
use crate::signals::prelude::*;
use crate::store::Json;

const SPANS: [(Phrase, &str); 3] =
    [(words::TODAY, "day"), (words::THIS_WEEK, "week"), (words::ALL_TIME, "all")];

/// The list that was last asked for; none while it is on its way.
type Listed = Option<Result<Json, String>>;

/// The leaderboards.
pub(crate) fn leaderboard() -> El {
    let shared = shared();
    let chosen = StoredValue::new((0_usize, 0_usize));
    let listed: StoredValue<Listed> = StoredValue::new(None);
    let changed = RwSignal::new(0_u64);
    let show = move |list: Listed| {
        listed.set_value(list);
        changed.update(|count| *count += 1);
    };
    let ask = move |game: usize, span: usize| {
        chosen.set_value((game, span));
        show(None);
        spawn_local(async move {
            let names = [LISTS[game].0.name(), SPANS[span].1];
            let address = ["api/scores?game=", names[0], "&span=", names[1]].concat();
            let answer = request(&address, None, None).await.and_then(|bytes| {
                let json = str::from_utf8(&bytes).ok().and_then(|text| Json::parse(text).ok());
                json.ok_or_else(String::new)
            });
            if chosen.get_value() == (game, span) {
                show(Some(answer));
            }
        });
    };
    ask(0, 0);
    let choices = el("div", "online-choices").children([
        select(words::GAME, &LISTS.map(|(_, name)| name.text()), move |game| {
            ask(game.min(LISTS.len() - 1), chosen.get_value().1);
        }),
        select(words::PERIOD, &SPANS.map(|(name, _)| name.text()), move |span| {
            ask(chosen.get_value().0, span.min(2));
        }),
    ]);
    let list = live(move || {
        let (game, _) = chosen.get_value();
        changed.get();
        Some(match listed.get_value() {
            None => el("p", "no-scores panel").text(&words::LOADING),
            Some(Err(_)) => el("p", "no-scores panel").text(&words::NO_LEADERBOARDS),
            Some(Ok(json)) => table(shared, LISTS[game].0, &json),
        })
    });
    let back = move || shared.router.go(Route::to(games::duel(), Screen::Online(None)));
    el("main", "screen page")
        .attr("data-screen", "leaderboard")
        .child(el("h1", "page-title gold").text(&words::LEADERBOARDS_TITLE))
        .child(choices)
        .child(el("div", "page-body scroll").child(list))
        .child(button("button back", &words::BACK, back))
}

fn table(shared: &'static Shared, game: GameName, json: &Json) -> El {
    let entries = json.items().unwrap_or_default();
    if entries.is_empty() {
        return el("p", "no-scores panel").text(&words::NOBODY_YET);
    }
    let by_time = game == GameName::Sprint;
    let heading = |text: Phrase| el("th", "").attr("scope", "col").text(&text);
    let value = if by_time { play::TIME } else { play::SCORE };
    let headings = [results::RANK, results::NAME, value, play::LINES, results::REPLAY];
    let row = |entry: &Json| {
        let number = |name: &str| entry.number::<u64>(name).unwrap_or(0);
        let value = if by_time { time(number("duration_us")) } else { thousands(number("score")) };
        let id = entry.text("id").unwrap_or_default().to_owned();
        el("tr", "")
            .child(el("td", "").text(&number("place").to_string()))
            .child(el("td", "").text(entry.text("name").unwrap_or_default()))
            .child(el("td", "number").text(&value))
            .child(el("td", "number").text(&number("lines").to_string()))
            .child(
                el("td", "")
                    .child(button("link", &results::WATCH, move || watch(shared, id.clone()))),
            )
    };
    el("table", "scores panel")
        .child(el("thead", "").child(el("tr", "").children(headings.map(heading))))
        .child(el("tbody", "").children(entries.iter().map(row)))
}

/// Fetches a replay and shows it.
fn watch(shared: &'static Shared, id: String) {
    spawn_local(async move {
        let bytes = request(&["api/replays/", &id].concat(), None, None).await;
        match bytes.ok().and_then(|bytes| Replay::from_bytes(&bytes).ok()) {
            Some(replay) => {
                shared.opened.set_value(Some(replay));
                shared.router.go(Route::to(games::first(), Screen::Watch(OPENED.to_owned())));
            }
            None => shared.notices.warn(words::REPLAY_UNAVAILABLE),
        }
    });
}
