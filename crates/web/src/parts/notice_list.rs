//! Messages at the edge of the screen.

use quintet_words::notices as words;
use web_sys::{Event, HtmlInputElement};

use crate::app::shared;
use crate::dom::{El, button, el, live};
use crate::notices::Notice;

/// Shows what the player should know, until it is dismissed.
pub(crate) fn notice_list() -> El {
    let notices = shared().notices;
    let list = live(move || {
        let list = notices.list();
        Some(el("div", "live").children(list.iter().map(notice)))
    });
    el("div", "notices")
        .attr("role", "region")
        .attr("aria-label", &words::NOTICES)
        .attr("aria-live", "polite")
        .child(list)
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
