//! Messages below the screen, which leaves them the room that they need.

use quintet_words::notices as words;
use web_sys::{Event, HtmlElement, HtmlInputElement};

use crate::app::shared;
use crate::dom::{El, button, el, follow, live, once_shown};
use crate::notices::Notice;
use crate::page;
use crate::signals::prelude::*;

/// Shows what the player should know.
pub(crate) fn notice_list() -> El {
    let shared = shared();
    let notices = shared.notices;
    let list = live(move || {
        let list = notices.list();
        Some(el("div", "live").children(list.iter().map(notice)))
    });
    let region = el("div", "notices")
        .attr("role", "region")
        .attr("aria-label", &words::NOTICES)
        .attr("aria-live", "polite")
        .live_class("aside", move || notices.is_held())
        .child(list);
    let shown: HtmlElement = region.get();
    follow(move || {
        notices.list();
        // Lines break elsewhere in another window.
        shared.viewport.track();
        let aside = notices.is_held();
        let shown = shown.clone();
        once_shown(move || {
            let height = if aside { 0 } else { shown.offset_height() };
            page::set_token("--notices-height", &[&height.to_string(), "px"].concat());
            notices.height.set(height.into());
        });
    });
    region
}

fn notice(notice: &Notice) -> El {
    let notices = shared().notices;
    let id = notice.id;
    let accept = notice
        .offer
        .map(|offer| button("button small primary", &offer, move || notices.accept(id)));
    let link = notice.link.as_ref().map(|link| {
        let field = el("input", "link-field")
            .attr("readonly", "")
            .attr("aria-label", &words::LINK)
            .attr("value", link);
        let input: HtmlInputElement = field.get();
        field.on("focus", move |_: Event| input.select())
    });
    el("div", "notice panel")
        .child(el("p", "").text(notice.message.text()))
        .children(link)
        .children(accept)
        .child(button("button small", &words::DISMISS, move || notices.dismiss(id)))
}
