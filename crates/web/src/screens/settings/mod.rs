//! Options.

mod data;
mod finder;
mod keys;
mod rows;
mod trial;

use quintet_words::{Phrase, keys as key_words, settings as words};
use web_sys::{Event, HtmlSelectElement};

use crate::app::{Shared, shared};
use crate::dom::{El, button, el, on_escape, once_shown, target};
use crate::language;
use crate::online::OnlineState;
use crate::page;
use crate::signals::prelude::*;
use crate::store::Section;
use data::data_settings;
use finder::finder;
use keys::key_settings;
use rows::{row, rows};
use trial::trial;

/// All options, and the way back.
pub(crate) fn settings() -> El {
    once_shown(|| page::focus(".page-title"));
    let shared = shared();
    // A room that waits is not left for this.
    if shared.online.with_untracked(OnlineState::is_on) {
        shared.online.disconnect_on_leaving();
    }
    let sections = [
        heading(Section::Handling.title())
            .child(el("p", "option-note").text(&words::HANDLING_NOTE))
            .children(rows(shared, Section::Handling))
            .child(trial()),
        heading(Section::Display.title())
            .children(language_row(shared))
            .children(rows(shared, Section::Display)),
        heading(Section::Live.title())
            .child(el("p", "option-note").text(&words::LIVE_ROOM))
            .children(rows(shared, Section::Live)),
        section(shared, Section::Sound),
        section(shared, Section::Touch),
        section(shared, Section::Game),
        heading(key_words::TITLE).child(key_settings()),
        heading(words::DATA).child(data_settings()),
    ];
    // Listens after the key settings do, for which Escape may be a key to assign.
    on_escape(page::go_back);
    el("main", "screen page")
        .attr("data-screen", "settings")
        .child(el("h1", "page-title").attr("tabindex", "-1").text(&words::TITLE))
        .child(el("div", "page-body scroll").child(finder(&sections)).children(sections))
        .child(button("button back", &words::DONE, page::go_back))
}

/// A section that has nothing but its settings.
fn section(shared: &'static Shared, section: Section) -> El {
    heading(section.title()).children(rows(shared, section))
}

fn heading(title: Phrase) -> El {
    el("section", "panel options").child(el("h2", "").attr("tabindex", "-1").text(&title))
}

/// The choice of language, where the site has more than English.
fn language_row(shared: &'static Shared) -> Option<El> {
    let languages = language::offered();
    if languages.is_empty() {
        return None;
    }
    let now = shared.settings.with_untracked(|settings| settings.language.clone());
    let chosen = languages.iter().position(|language| language.code == now);
    let names = languages.iter().map(|language| language.name.as_str());
    let options = std::iter::once("English").chain(names).map(|name| el("option", "").text(name));
    let control = el("select", "").children(options);
    let select: HtmlSelectElement = control.get();
    select.set_selected_index(chosen.map_or(0, |index| index as i32 + 1));
    let control = control.on("change", move |event: Event| {
        let wanted = target::<HtmlSelectElement>(&event).selected_index() - 1;
        let wanted = usize::try_from(wanted).ok().and_then(|index| languages.get(index));
        let code = wanted.map(|language| language.code.clone()).unwrap_or_default();
        shared.settings.update(|settings| settings.language = code);
        // What is on the screen was written in the old language.
        page::reload();
    });
    Some(row(words::LANGUAGE, control, words::LANGUAGE_NOTE))
}
