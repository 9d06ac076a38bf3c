//! The replays that are kept.

use quintet_engine::Replay;
use quintet_frontend::replay_refused;
use quintet_online::replay_facts;
use quintet_words::{notices, replays as words, results, thousands};
use quintet_worker::{Answer, Request, Unreadable};
use wasm_bindgen_futures::spawn_local;
use web_sys::Event;

use crate::app::shared;
use crate::dom::{El, button, el, follow, live, on_escape, once_shown};
use crate::files;
use crate::games;
use crate::page;
use crate::route::{Route, Screen};
use crate::signals::prelude::*;
use crate::store::{Kept, Listed, Replays};
use crate::table::Job;

/// The address of a replay that was opened from a file.
pub(crate) const OPENED: &str = "file";

/// How many replays are shown at first, and with every MORE.
const PAGE: usize = 50;

/// Why a replay in JSON is not shown.
fn json_refused(reason: Unreadable) -> String {
    match reason {
        Unreadable::TooLarge => words::TOO_LARGE.into(),
        Unreadable::Version(version) => notices::unknown_version(version),
        Unreadable::Json { line, column } => words::bad_json(line, column),
        Unreadable::Differs => words::DIFFERS.into(),
    }
}

/// The last games and the high scores, newest first; and a way to open a file.
pub(crate) fn replay_list() -> El {
    let shared = shared();
    let router = shared.router;
    let game = router.now().game;
    let changed = RwSignal::new(0_u64);
    let sure = RwSignal::new(false);
    let back = move || router.go(Route::to(game, Screen::Start));
    on_escape(back);
    once_shown(|| page::focus(".back"));
    let show = move |bytes: &[u8]| match Replay::from_bytes(bytes) {
        Ok(replay) => {
            shared.opened.set_value(Some(replay));
            router.go(Route::to(game, Screen::Watch(OPENED.to_owned())));
        }
        Err(reason) => shared.notices.warn(words::file_refused(&replay_refused(&reason))),
    };
    // The engine's reader of JSON is as large as an eighth of the app, so it is in the worker.
    let job = StoredValue::new_local(None);
    let convert = move |json: String| {
        let receive = move |answer| match answer {
            Some(Answer::Read { replay }) => show(&replay),
            Some(Answer::Unreadable(reason)) => {
                shared.notices.warn(words::file_refused(&json_refused(reason)));
            }
            _ => shared.notices.warn(words::JSON_REFUSED),
        };
        let started = Job::start(&Request::Read { json }, receive);
        if started.is_none() {
            receive(None);
        }
        job.set_value(started);
    };
    let open = move |event: Event| {
        files::read(&event, move |bytes| {
            // Who has gone elsewhere meanwhile stays there.
            if !router.is_at(&Screen::Replays) {
                return;
            }
            match String::from_utf8(bytes) {
                Ok(text) if text.trim_start().starts_with('{') => convert(text),
                Ok(text) => show(text.as_bytes()),
                Err(not_text) => show(not_text.as_bytes()),
            }
        });
    };
    let (listed, shown) = (RwSignal::new_local(None::<Vec<Listed>>), RwSignal::new(PAGE));
    follow(move || {
        changed.get();
        spawn_local(async move {
            let list = Replays::list(shared.store).await;
            // The screen may have been left meanwhile.
            if changed.try_get_untracked().is_some() {
                listed.set(Some(list));
            }
        });
    });
    let list = live(move || {
        let listed = listed.read();
        let replays = listed.as_deref()?;
        if replays.is_empty() {
            return Some(el("p", "no-scores panel").text(&words::NONE));
        }
        let bytes: usize = replays.iter().map(|listed| listed.size).sum();
        let kilobytes = bytes.div_ceil(1000) as u32;
        let clear = move || {
            sure.set(false);
            spawn_local(async move {
                Replays::clear(shared.store).await;
                again(changed);
            });
        };
        let clear = if sure.get() {
            button("link", &words::CLEAR_SURE, clear)
        } else {
            button("link", &words::CLEAR, move || sure.set(true))
        };
        let size = words::size(replays.len() as u32, &thousands(kilobytes.into()));
        let head = el("p", "replays-head").child(el("span", "").text(&size)).child(clear);
        let rows = replays.iter().take(shown.get()).map(|listed| row(&listed.kept, changed));
        let list = el("ul", "replays panel").children(rows);
        let more = (replays.len() > shown.get()).then(|| {
            button("button small", &words::MORE, move || shown.update(|count| *count += PAGE))
        });
        Some(el("div", "live").child(head).child(list).children(more))
    });
    let buttons = el("div", "data-row")
        .child(files::chooser("button file", &words::OPEN_FILE, ".replay,.qntr,.json", open))
        .child(button("button back", &results::BACK_TO_MENU, back));
    el("main", "screen page")
        .attr("data-screen", "replays")
        .child(el("h1", "page-title").text(&words::LIST_TITLE))
        .child(el("div", "page-body scroll").child(list))
        .child(buttons)
}

/// Has the list made again, if its screen is still there.
fn again(changed: RwSignal<u64>) {
    if changed.try_get_untracked().is_some() {
        changed.update(|count| *count += 1);
    }
}

fn row(kept: &Kept, changed: RwSignal<u64>) -> El {
    let shared = shared();
    let router = shared.router;
    let game = games::find(&kept.game).unwrap_or_else(games::first);
    let mode = game.mode(&kept.mode).map_or(game.name, |mode| mode.title);
    let file = format!("quintet-{}-{}-{}-{}.replay", game.slug, kept.mode, kept.date, kept.id);
    let id = kept.id.clone();
    let watch = move || router.go(Route::to(game, Screen::Watch(id.clone())));
    let id = kept.id.clone();
    let save = move || {
        let (id, file) = (id.clone(), file.clone());
        spawn_local(async move {
            if let Some(replay) = Replays::find(shared.store, &id).await {
                files::save(&file, "application/octet-stream", &replay.to_bytes());
            }
        });
    };
    let id = kept.id.clone();
    let remove = move || {
        let id = id.clone();
        spawn_local(async move {
            Replays::remove(shared.store, &[&id]).await;
            again(changed);
        });
    };
    let (id, pinned) = (kept.id.clone(), kept.pinned);
    let pin = move || {
        let id = id.clone();
        spawn_local(async move {
            Replays::pin(shared.store, &id, !pinned).await;
            again(changed);
        });
    };
    let facts = replay_facts(kept);
    let name = el("span", "replay-name")
        .children(kept.ranked.then(|| el("span", "gold").text("★ ")))
        .text(&mode)
        .child(el("span", "replay-date number").text(&kept.date));
    let buttons = el("span", "replay-buttons").children([
        button("link", &words::WATCH, watch),
        button("link", &words::PIN, pin).attr("aria-pressed", &pinned.to_string()),
        button("link", &words::DOWNLOAD, save),
        button("link", &words::DELETE, remove),
    ]);
    el("li", "replay")
        .child(name)
        .child(el("span", "replay-facts number").text(&facts))
        .child(buttons)
}
