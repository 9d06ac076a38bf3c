//! Links to a game, for others.

use quintet_words::{Phrase, notices as words};
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_futures::spawn_local;

use crate::notices::Notices;
use crate::page::window;
use crate::route::Route;

/// Puts a link onto the clipboard and says so; where the browser keeps that closed, the player is
/// shown the link.
pub(crate) fn copy_link(notices: Notices, route: &Route, told: Phrase) {
    let link = link_to(route);
    let navigator = window().navigator();
    // Only a page from a secure place has a clipboard.
    let there = js_sys::Reflect::get(&navigator, &"clipboard".into());
    let promise =
        there.is_ok_and(|it| it.is_object()).then(|| navigator.clipboard().write_text(&link));
    spawn_local(async move {
        let copied = match promise {
            Some(promise) => JsFuture::from(promise).await.is_ok(),
            None => false,
        };
        if copied {
            notices.tell(told);
        } else {
            notices.show_link(words::COPY_LINK, link);
        }
    });
}

/// The whole address of a place in the app.
pub(crate) fn link_to(route: &Route) -> String {
    let page = window().location().href().unwrap_or_default();
    let page = page.split('#').next().unwrap_or_default();
    [page, "#", &route.address()].concat()
}
