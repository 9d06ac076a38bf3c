//! Finding a setting: the sections to jump to, and a search.

use quintet_words::settings as words;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement, HtmlInputElement, KeyboardEvent};

use crate::dom::{El, button, el, target};
use crate::keys::is_key;

/// What is found, or hidden, by itself within a section.
const ROWS: &str = ".option, .key-row, .data-row, .trial";
/// What takes the focus in a row.
const CONTROLS: &str = "input, select, button";

/// The way to these sections. A search shows the rows whose words contain what was typed; Enter
/// leads to the first of them.
pub(super) fn finder(sections: &[El]) -> El {
    let jumps = sections.iter().map(|section| {
        let section: HtmlElement = section.get();
        let title = heading(&section);
        let name = title.as_ref().and_then(|title| title.text_content()).unwrap_or_default();
        button("link", &name, move || {
            section.scroll_into_view();
            if let Some(title) = &title {
                let _ = title.focus();
            }
        })
    });
    let jumps = el("nav", "jumps").attr("aria-label", &words::SECTIONS).children(jumps);
    let none = el("p", "option-note").attr("role", "status");
    let found = none.blank();
    let searched = sections.to_vec();
    let first = sections.to_vec();
    let search = el("input", "field search")
        .attr("type", "search")
        .attr("placeholder", &words::SEARCH)
        .attr("aria-label", &words::SEARCH)
        .on("input", move |event: Event| {
            let wanted = target::<HtmlInputElement>(&event).value().trim().to_lowercase();
            let any = show_matching(&searched, &wanted);
            found.set_data(if any { "" } else { &words::NOT_FOUND });
        })
        .on("keydown", move |event: KeyboardEvent| {
            if is_key(&event, "Enter") {
                focus_first(&first);
            }
        });
    el("div", "finder").children([search, jumps, none])
}

fn heading(section: &HtmlElement) -> Option<HtmlElement> {
    section.query_selector("h2").ok().flatten().map(JsCast::unchecked_into)
}

/// Hides every row without these words, unless its section's title has them. Says whether any is
/// left.
fn show_matching(sections: &[El], wanted: &str) -> bool {
    let has = |element: &Element| {
        element.text_content().is_some_and(|text| text.to_lowercase().contains(wanted))
    };
    let mut any = false;
    for section in sections {
        let element: HtmlElement = section.get();
        let whole = heading(&element).is_some_and(|title| has(&title));
        let mut shown = whole;
        for row in rows(&element) {
            let matches = whole || has(&row);
            // Fails only for names that are none.
            let _ = row.toggle_attribute_with_force("hidden", !matches);
            shown |= matches;
        }
        section.mark("hidden", !shown);
        any |= shown;
    }
    any
}

fn rows(section: &Element) -> Vec<Element> {
    let Ok(list) = section.query_selector_all(ROWS) else { return Vec::new() };
    (0..list.length()).filter_map(|index| list.get(index)).map(JsCast::unchecked_into).collect()
}

fn focus_first(sections: &[El]) {
    let shown = |section: &El| rows(&section.get::<Element>());
    let row = sections.iter().flat_map(shown).find(|row| {
        let row: &HtmlElement = row.unchecked_ref();
        row.offset_parent().is_some()
    });
    let control = row.and_then(|row| row.query_selector(CONTROLS).ok().flatten());
    if let Some(control) = control {
        let _ = control.unchecked_into::<HtmlElement>().focus();
    }
}
