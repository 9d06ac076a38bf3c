//! The settings of the table as rows of the screen.

use quintet_words::{Phrase, settings as words};
use web_sys::{Event, HtmlInputElement, HtmlSelectElement};

use crate::app::Shared;
use crate::dom::{El, el, follow, target};
use crate::page::document;
use crate::signals::prelude::*;
use crate::store::{Control, SETTINGS, Section, Settings};

/// The settings of a section, as the table has them.
pub(super) fn rows(shared: &'static Shared, section: Section) -> impl Iterator<Item = El> {
    let settings = SETTINGS.iter().filter(move |setting| setting.section == section);
    settings.map(move |setting| {
        let control = match &setting.control {
            Control::Switch { get, set } => switch(shared, *get, *set),
            Control::Slider { .. } => slider(shared, setting.label, &setting.control),
            Control::Choice { labels, get, set } => choice(shared, labels, *get, *set),
        };
        row(setting.label, control, setting.note)
    })
}

/// What a setting is called, what sets it, and a note.
pub(super) fn row(label: Phrase, control: El, note: Phrase) -> El {
    el("label", "option")
        .child(el("span", "option-name").text(&label))
        .child(control)
        .child(el("span", "option-note").text(&note))
}

/// A slider, and the number beside it, which can be typed.
fn slider(shared: &'static Shared, label: Phrase, control: &'static Control) -> El {
    let Control::Slider { least, most, get, set, show, .. } = *control else {
        return el("span", "");
    };
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
    let typed = el("input", "typed number")
        .attr("inputmode", "numeric")
        .attr("autocomplete", "off")
        .attr("aria-label", &words::typed(label));
    let field: HtmlInputElement = typed.get();
    follow(move || field.set_value(&shown()));
    let typed = typed
        .on("focus", |event: Event| target::<HtmlInputElement>(&event).select())
        // Enter, or leaving the field.
        .on("change", move |event: Event| {
            let field: HtmlInputElement = target(&event);
            if let Some(wanted) = first_number(&field.value()) {
                settings.update(|settings| set(settings, wanted.clamp(least, most)));
            }
            field.set_value(&show(settings.with_untracked(get)));
            // What is typed after Enter replaces it again.
            if document().active_element().as_ref() == Some(&field) {
                field.select();
            }
        });
    el("span", "slider").child(range).child(typed)
}

/// The first whole number in what was typed: the unit may stand behind it. One that is too large
/// is the largest.
fn first_number(text: &str) -> Option<u32> {
    let digits = text.trim_start_matches(|c: char| !c.is_ascii_digit());
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    let digits = &digits[..end];
    (!digits.is_empty()).then(|| digits.parse().unwrap_or(u32::MAX))
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

#[cfg(test)]
mod tests {
    use super::first_number;

    #[test]
    fn a_typed_number_may_have_its_unit_and_be_too_large() {
        assert_eq!(first_number("170 ms"), Some(170));
        assert_eq!(first_number(" about 33%"), Some(33));
        assert_eq!(first_number("99999999999"), Some(u32::MAX));
        assert_eq!(first_number("fast"), None);
        assert_eq!(first_number(""), None);
    }
}
