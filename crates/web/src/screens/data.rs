//! All local data: out, in, and gone.

use leptos::ev;
use leptos::prelude::*;

use crate::app::shared;
use crate::files;
use crate::page;
use crate::parts::{button, live};
use crate::store::Backup;

/// Export, import and reset.
pub(crate) fn data_settings() -> AnyView {
    let shared = shared();
    let (store, notices) = (shared.store, shared.notices);
    let sure = RwSignal::new(false);
    let export = move || {
        let name = format!("quintet-{}.json", page::today());
        files::save(&name, "application/json", Backup::take(store).as_bytes());
    };
    let import = move |event: ev::Event| {
        files::read(&event, move |bytes| {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            match Backup::parse(&text) {
                Ok(backup) => {
                    backup.restore(store);
                    page::reload();
                }
                Err(reason) => notices.warn(reason),
            }
        });
    };
    let reset = live(move || {
        if sure.get() {
            let erase = move || {
                Backup::erase(store);
                page::reload();
            };
            vec![
                button("button small danger", "ERASE EVERYTHING", erase),
                button("button small", "KEEP MY DATA", move || sure.set(false)),
            ]
            .into_any()
        } else {
            button("button small", "RESET ALL DATA", move || sure.set(true))
        }
    });
    view! {
        <p class="option-note">
            "Scores, settings and replays are kept in this browser only. A file of all of them can be taken to another."
        </p>
        <div class="data-row">
            {button("button small", "EXPORT", export)}
            <label class="button small file">
                "IMPORT"
                <input type="file" accept=".json,application/json" on:change=import />
            </label>
            {reset}
        </div>
    }
    .into_any()
}
