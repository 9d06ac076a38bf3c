//! Options.

use quintet_words::{Phrase, keys, settings as words};
use web_sys::{Event, HtmlInputElement, HtmlSelectElement, KeyboardEvent};

use super::{data_settings, key_settings};
use crate::app::{Shared, shared};
use crate::dom::{El, button, el, follow, on_window, once_shown, target};
use crate::keys::is_key;
use crate::language;
use crate::online::OnlineState;
use crate::page;
use crate::signals::prelude::*;
use crate::store::{Control, SETTINGS, Section, Settings};

/// All options, and the way back.
pub(crate) fn settings() -> El {
    once_shown(|| page::focus(".page-title"));
    let shared = shared();
    // A room that waits is not left for this.
    if shared.online.with_untracked(OnlineState::is_on) {
        shared.online.look_after();
    }
    let sections = [
        heading(words::HANDLING)
            .child(el("p", "option-note").text(&words::HANDLING_NOTE))
            .children(rows(shared, Section::Handling)),
        heading(words::DISPLAY)
            .children(language_row(shared))
            .children(rows(shared, Section::Display)),
        heading(words::SOUND_SECTION).children(rows(shared, Section::Sound)),
        heading(words::TOUCH).children(rows(shared, Section::Touch)),
        heading(keys::TITLE).child(key_settings()),
        heading(words::DATA).child(data_settings()),
    ];
    // Listens after the key settings do, for which Escape may be a key to assign.
    on_window("keydown", |event: KeyboardEvent| {
        if is_key(&event, "Escape") && !event.default_prevented() {
            page::go_back();
        }
    });
    el("main", "screen page")
        .attr("data-screen", "settings")
        .child(el("h1", "page-title").attr("tabindex", "-1").text(&words::TITLE))
        .child(el("div", "page-body scroll").children(sections))
        .child(button("button back", &words::DONE, page::go_back))
}

fn heading(title: Phrase) -> El {
    el("section", "panel options").child(el("h2", "").text(&title))
}

/// The settings of a section, as the table has them.
fn rows(shared: &'static Shared, section: Section) -> impl Iterator<Item = El> {
    let settings = SETTINGS.iter().filter(move |setting| setting.section == section);
    settings.map(move |setting| {
        let control = match &setting.control {
            Control::Switch { get, set } => switch(shared, *get, *set),
            Control::Slider { .. } => slider(shared, &setting.control),
            Control::Choice { labels, get, set } => choice(shared, labels, *get, *set),
        };
        row(setting.label, control, setting.note)
    })
}

/// What a setting is called, what sets it, and a note.
fn row(label: Phrase, control: El, note: Phrase) -> El {
    el("label", "option")
        .child(el("span", "option-name").text(&label))
        .child(control)
        .child(el("span", "option-note").text(&note))
}

fn slider(shared: &'static Shared, control: &'static Control) -> El {
    let Control::Slider { least, most, get, set, show } = *control else { return el("span", "") };
    let settings = shared.settings;
    let shown = move || show(settings.with(get)).to_string();
    let range = el("input", "")
        .attr("type", "range")
        .attr("min", &least.to_string())
        .attr("max", &most.to_string())
        .live_attr("aria-valuetext", shown);
    let input: HtmlInputElement = range.get();
    let range = range.on("input", move |event: Event| {
        let wanted = target::<HtmlInputElement>(&event).value().parse().unwrap_or(least);
        settings.update(|settings| set(settings, wanted.clamp(least, most)));
    });
    follow(move || input.set_value(&settings.with(get).to_string()));
    el("span", "slider").child(range).child(el("output", "number").words(shown))
}

fn switch(shared: &'static Shared, get: fn(&Settings) -> bool, set: fn(&mut Settings, bool)) -> El {
    let settings = shared.settings;
    let control = el("input", "switch").attr("type", "checkbox").attr("role", "switch");
    let input: HtmlInputElement = control.get();
    follow(move || input.set_checked(settings.with(get)));
    control.on("change", move |event: Event| {
        let wanted = target::<HtmlInputElement>(&event).checked();
        settings.update(|settings| set(settings, wanted));
    })
}

fn choice(
    shared: &'static Shared,
    labels: &[Phrase],
    get: fn(&Settings) -> usize,
    set: fn(&mut Settings, usize),
) -> El {
    let settings = shared.settings;
    let options = labels.iter().map(|label| el("option", "").text(label));
    let control = el("select", "").children(options);
    let select: HtmlSelectElement = control.get();
    follow(move || select.set_selected_index(settings.with(get) as i32));
    control.on("change", move |event: Event| {
        let wanted = target::<HtmlSelectElement>(&event).selected_index();
        settings.update(|settings| set(settings, wanted.max(0) as usize));
    })
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
