//! Links to a game, for others.

use js_sys::{Object, Promise, Reflect};
use quintet_words::{Phrase, notices as words};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_futures::spawn_local;

use crate::app::shared;
use crate::notices::Notices;
use crate::page::window;
use crate::route::Route;

#[wasm_bindgen]
extern "C" {
    /// The browser, where it may have a sheet to share by.
    type Sharing;
    #[wasm_bindgen(method, getter, js_name = share)]
    fn has_share(this: &Sharing) -> JsValue;
    #[wasm_bindgen(method)]
    fn share(this: &Sharing, what: &Object) -> Promise;
}

/// Hands a link on: on phones by the sheet that they have for it, else by the clipboard, and says
/// so; where the browser keeps both closed, the player is shown the link.
pub(crate) fn copy_link(notices: Notices, route: &Route, told: Phrase) {
    let link = link_to(route);
    let navigator = window().navigator();
    let sharing = navigator.unchecked_ref::<Sharing>();
    // Desktops have such a sheet too, but a link on the clipboard is what is wanted there.
    if shared().is_mobile() && sharing.has_share().is_function() {
        let sheet = Object::new();
        // Setting a property fails only on what is not an object.
        let _ = Reflect::set(&sheet, &"url".into(), &link.as_str().into());
        let shown = sharing.share(&sheet);
        return spawn_local(async move {
            let Err(problem) = JsFuture::from(shown).await else { return };
            // Who closes the sheet has changed their mind, and knows it.
            let name = Reflect::get(&problem, &"name".into());
            if name.is_ok_and(|name| name != "AbortError") {
                copy(notices, link, told);
            }
        });
    }
    copy(notices, link, told);
}

/// Copies a link, or shows it.
fn copy(notices: Notices, link: String, told: Phrase) {
    let navigator = window().navigator();
    // Only a page from a secure place has a clipboard.
    let there = Reflect::get(&navigator, &"clipboard".into());
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
