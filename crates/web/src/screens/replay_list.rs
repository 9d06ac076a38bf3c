//! The replays that are kept.

use leptos::ev;
use leptos::prelude::*;
use quintet_engine::Replay;

use crate::app::shared;
use crate::files;
use crate::games;
use crate::page;
use crate::parts::{button, follow, live};
use crate::route::{Route, Screen};
use crate::store::{Kept, Replays};
use crate::text;

/// The address of a replay that was opened from a file.
pub(crate) const OPENED: &str = "file";

/// The last games and the high scores, newest first; and a way to open a file.
pub(crate) fn replay_list() -> AnyView {
    let shared = shared();
    let router = shared.router;
    let game = router.now().game;
    let changed = RwSignal::new(());
    let back = move || router.go(Route::to(game, Screen::Start));
    let escape = window_event_listener(ev::keydown, move |event| {
        if event.code() == "Escape" {
            back();
        }
    });
    on_cleanup(move || escape.remove());
    follow(|| page::focus(".back"));
    let open = move |event: ev::Event| {
        files::read(&event, move |bytes| match Replay::from_bytes(&bytes) {
            Ok(replay) => {
                shared.opened.set_value(Some(replay));
                router.go(Route::to(game, Screen::Watch(OPENED.to_owned())));
            }
            Err(reason) => shared.notices.warn(&format!("This file cannot be shown: {reason}.")),
        });
    };
    let list = live(move || {
        changed.get();
        let replays = Replays::load(shared.store);
        if replays.list().is_empty() {
            return view! { <p class="no-scores panel">"No replays yet. Play a game!"</p> }
                .into_any();
        }
        let row = |kept: &Kept| row(kept.clone(), changed);
        let rows: Vec<AnyView> = replays.list().iter().map(row).collect();
        view! { <ul class="replays panel">{rows}</ul> }.into_any()
    });
    view! {
        <main class="screen page" data-screen="replays">
            <h1 class="page-title">"REPLAYS"</h1>
            <div class="page-body scroll">{list}</div>
            <div class="data-row">
                <label class="button file">
                    "OPEN A FILE"
                    <input type="file" on:change=open />
                </label>
                {button("button back", "BACK TO MENU", back)}
            </div>
        </main>
    }
    .into_any()
}

fn row(kept: Kept, changed: RwSignal<()>) -> AnyView {
    let shared = shared();
    let router = shared.router;
    let game = games::find(&kept.game).unwrap_or_else(games::first);
    let mode = game.mode(&kept.mode).map_or("", |mode| mode.name);
    let (watched, saved, removed) = (kept.id.clone(), kept.id.clone(), kept.id.clone());
    let file = format!("quintet-{}-{}-{}.replay", kept.mode, kept.date, kept.id);
    let watch = move || router.go(Route::to(game, Screen::Watch(watched.clone())));
    let save = move || {
        if let Some(replay) = Replays::find(shared.store, &saved) {
            files::save(&file, "application/octet-stream", &replay.to_bytes());
        }
    };
    let remove = move || {
        Replays::load(shared.store).remove(shared.store, &removed);
        changed.set(());
    };
    let facts = format!(
        "{} points, {} lines, {}",
        text::thousands(kept.score),
        kept.lines,
        text::time(kept.time_us)
    );
    let star = kept.ranked.then(|| view! { <span class="gold">"★ "</span> });
    view! {
        <li class="replay">
            <span class="replay-name">{star}{mode}<span class="replay-date number">{kept.date}</span></span>
            <span class="replay-facts number">{facts}</span>
            <span class="replay-buttons">
                {button("link", "Watch", watch)}
                {button("link", "Download", save)}
                {button("link", "Delete", remove)}
            </span>
        </li>
    }
    .into_any()
}
