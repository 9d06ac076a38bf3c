//! The replays that are kept.

use quintet_engine::Replay;
use quintet_online::replay_facts;
use quintet_words::{replays as words, results, thousands};
use quintet_worker::{Answer, Request};
use web_sys::{Event, KeyboardEvent};

use crate::app::shared;
use crate::dom::{El, button, el, live, on_window, once_shown};
use crate::files;
use crate::games;
use crate::keys::is_key;
use crate::page;
use crate::route::{Route, Screen};
use crate::signals::prelude::*;
use crate::store::{Kept, Replays};
use crate::table::Job;

/// The address of a replay that was opened from a file.
pub(crate) const OPENED: &str = "file";

/// The last games and the high scores, newest first; and a way to open a file.
pub(crate) fn replay_list() -> El {
    let shared = shared();
    let router = shared.router;
    let game = router.now().game;
    let changed = RwSignal::new(0_u64);
    let sure = RwSignal::new(false);
    let back = move || router.go(Route::to(game, Screen::Start));
    on_window("keydown", move |event: KeyboardEvent| {
        if is_key(&event, "Escape") {
            back();
        }
    });
    once_shown(|| page::focus(".back"));
    let show = move |bytes: &[u8]| match Replay::from_bytes(bytes) {
        Ok(replay) => {
            shared.opened.set_value(Some(replay));
            router.go(Route::to(game, Screen::Watch(OPENED.to_owned())));
        }
        Err(reason) => shared.notices.warn(words::file_refused(&reason.to_string())),
    };
    // The engine's reader of JSON is as large as an eighth of the app, so it is in the worker.
    let job = StoredValue::new_local(None);
    let convert = move |json: String| {
        let receive = move |answer| match answer {
            Some(Answer::Read { replay }) => show(&replay),
            Some(Answer::Unreadable { reason }) => {
                shared.notices.warn(words::file_refused(&reason));
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
    let list = live(move || {
        changed.get();
        let replays = Replays::load(shared.store);
        if replays.list().is_empty() {
            return Some(el("p", "no-scores panel").text(&words::NONE));
        }
        let kilobytes = Replays::size(shared.store).div_ceil(1000) as u32;
        let clear = move || {
            Replays::load(shared.store).clear(shared.store);
            sure.set(false);
            changed.update(|count| *count += 1);
        };
        let clear = if sure.get() {
            button("link", &words::CLEAR_SURE, clear)
        } else {
            button("link", &words::CLEAR, move || sure.set(true))
        };
        let size = words::size(replays.list().len() as u32, &thousands(kilobytes.into()));
        let head = el("p", "replays-head").child(el("span", "").text(&size)).child(clear);
        let rows = replays.list().iter().map(|kept| row(kept, changed));
        Some(el("div", "live").child(head).child(el("ul", "replays panel").children(rows)))
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
        if let Some(replay) = Replays::find(shared.store, &id) {
            files::save(&file, "application/octet-stream", &replay.to_bytes());
        }
    };
    let id = kept.id.clone();
    let remove = move || {
        Replays::load(shared.store).remove(shared.store, &id);
        changed.update(|count| *count += 1);
    };
    let (id, pinned) = (kept.id.clone(), kept.pinned);
    let pin = move || {
        Replays::load(shared.store).pin(shared.store, &id, !pinned);
        changed.update(|count| *count += 1);
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
