//! A list of which one is chosen.

use web_sys::{Event, HtmlSelectElement};

use crate::dom::{El, el, target};

/// A list of these options, the first one chosen to begin with.
pub(crate) fn choice_list(options: &[&str], set: impl Fn(usize) + 'static) -> El {
    let changed = move |event: Event| {
        let list: HtmlSelectElement = target(&event);
        set(list.selected_index().max(0) as usize);
    };
    let options = options.iter().map(|name| el("option", "").text(name));
    el("select", "").on("change", changed).children(options)
}
