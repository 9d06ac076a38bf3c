//! All local data: out, in, and gone.

use quintet_words::settings;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Event, HtmlInputElement};

use crate::app::{Shared, shared};
use crate::dom::{El, button, el, live, on_enter, once_shown};
use crate::files;
use crate::page;
use crate::signals::prelude::*;
use crate::store::Backup;

/// Export, import and reset.
pub(crate) fn data_settings() -> El {
    let shared = shared();
    let (store, notices) = (shared.store, shared.notices);
    let sure = RwSignal::new(false);
    let export = move |with_identity: bool| {
        move || {
            spawn_local(async move {
                let name = ["quintet-", &page::today(), ".json"].concat();
                let backup = Backup::take(store, with_identity).await;
                files::save(&name, "application/json", backup.as_bytes());
            });
        }
    };
    let import = move |event: Event| {
        files::read(&event, move |bytes| match Backup::parse(&String::from_utf8_lossy(&bytes)) {
            Ok(backup) => spawn_local(async move {
                backup.restore(store).await;
                page::reload();
            }),
            Err(reason) => notices.warn(reason),
        });
    };
    let erase = move || {
        spawn_local(async move {
            Backup::erase(store).await;
            page::reload();
        });
    };
    let reset = live(move || {
        Some(if sure.get() {
            // What does no harm has the focus, and both answers are in sight.
            once_shown(|| page::focus(".keep-data"));
            el("div", "live").children([
                button("button small danger", &settings::ERASE, erase),
                button("button small keep-data", &settings::KEEP, move || sure.set(false)),
            ])
        } else {
            button("button small", &settings::RESET, move || sure.set(true))
        })
    });
    let row = el("div", "data-row").children([
        button("button small", &settings::EXPORT, export(true)),
        button("button small", &settings::EXPORT_PLAIN, export(false)),
        files::chooser("button small file", &settings::IMPORT, ".json,application/json", import),
        reset,
    ]);
    let data =
        el("div", "live").child(el("p", "option-note").text(&settings::DATA_NOTE)).child(row);
    if page::marked("data-server").is_none() {
        return data;
    }
    data.child(el("p", "option-note").text(&settings::MOVE_NOTE)).child(moving(shared))
}

/// The way to another device, and from one.
fn moving(shared: &'static Shared) -> El {
    let code = el("input", "field")
        .attr("type", "text")
        .attr("autocomplete", "off")
        .attr("aria-label", &settings::MOVE_CODE)
        .attr("placeholder", &settings::MOVE_CODE);
    let field: HtmlInputElement = code.get();
    let take = move || shared.online.move_here(field.value());
    let code = code.on("keydown", on_enter(take.clone()));
    el("div", "data-row").children([
        button("button small", &settings::MOVE_AWAY, move || shared.online.move_away()),
        code,
        button("button small", &settings::MOVE_HERE, take),
    ])
}
