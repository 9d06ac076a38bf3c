//! All local data: out, in, and gone.

use quintet_words::settings;
use web_sys::Event;

use crate::app::shared;
use crate::dom::{El, button, el, live};
use crate::files;
use crate::page;
use crate::signals::prelude::*;
use crate::store::Backup;

/// Export, import and reset.
pub(crate) fn data_settings() -> El {
    let shared = shared();
    let (store, notices) = (shared.store, shared.notices);
    let sure = RwSignal::new(false);
    let export = move || {
        let name = format!("quintet-{}.json", page::today());
        files::save(&name, "application/json", Backup::take(store).as_bytes());
    };
    let import = move |event: Event| {
        files::read(&event, move |bytes| match Backup::parse(&String::from_utf8_lossy(&bytes)) {
            Ok(backup) => {
                backup.restore(store);
                page::reload();
            }
            Err(reason) => notices.warn(reason),
        });
    };
    let erase = move || {
        Backup::erase(store);
        page::reload();
    };
    let reset = live(move || {
        Some(if sure.get() {
            el("div", "live").children([
                button("button small danger", &settings::ERASE, erase),
                button("button small", &settings::KEEP, move || sure.set(false)),
            ])
        } else {
            button("button small", &settings::RESET, move || sure.set(true))
        })
    });
    let row = el("div", "data-row").children([
        button("button small", &settings::EXPORT, export),
        files::chooser("button small file", &settings::IMPORT, ".json,application/json", import),
        reset,
    ]);
    el("div", "live").child(el("p", "option-note").text(&settings::DATA_NOTE)).child(row)
}
