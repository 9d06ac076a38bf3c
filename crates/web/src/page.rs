//! The page itself: its root element, its title, what has the focus.

use quintet_engine::Micros;
use quintet_words::notices;
use wasm_bindgen::JsCast;
use web_sys::{Document, History, HtmlElement, Window};

/// The window.
pub(crate) fn window() -> Window {
    web_sys::window().expect("the app runs in a page only")
}

/// The document.
pub(crate) fn document() -> Document {
    window().document().expect("a page has one")
}

/// The `html` element.
pub(crate) fn root() -> Option<HtmlElement> {
    document().document_element()?.dyn_into().ok()
}

/// Sets a custom property that the styles use.
pub(crate) fn set_token(name: &str, value: &str) {
    if let Some(root) = root() {
        // An unknown name or a bad value is ignored by the browser.
        let _ = root.style().set_property(name, value);
    }
}

/// Marks the root element with an attribute, for the styles.
pub(crate) fn mark(name: &str, value: &str) {
    if let Some(root) = root() {
        let _ = root.set_attribute(name, value);
    }
}

/// What the root element is marked with.
pub(crate) fn marked(name: &str) -> Option<String> {
    root()?.get_attribute(name)
}

/// What has the focus, if it is more than the page.
pub(crate) fn focused() -> Option<HtmlElement> {
    let element: HtmlElement = document().active_element()?.dyn_into().ok()?;
    (element.tag_name() != "BODY").then_some(element)
}

/// Takes the focus away from whatever has it, so that game keys press no button.
pub(crate) fn blur() {
    if let Some(element) = focused() {
        // An element that has just left the page has no focus to lose.
        let _ = element.blur();
    }
}

/// Gives the focus to the first element that matches.
pub(crate) fn focus(selector: &str) {
    if let Ok(Some(element)) = document().query_selector(selector)
        && let Ok(element) = element.dyn_into::<HtmlElement>()
    {
        let _ = element.focus();
    }
}

/// Whether a media query holds.
pub(crate) fn prefers(query: &str) -> bool {
    window().match_media(query).ok().flatten().is_some_and(|list| list.matches())
}

/// The page's clock, in milliseconds, as frames and events carry it.
pub(crate) fn page_now() -> f64 {
    window().performance().map_or(0.0, |clock| clock.now())
}

/// The page's milliseconds, as frames and events carry them, in the engine's unit.
pub(crate) fn micros(stamp: f64) -> Micros {
    Micros((stamp * 1000.0).round() as u64)
}

/// Today where the player is, as YYYY-MM-DD.
pub(crate) fn today() -> String {
    let date = js_sys::Date::new_0();
    format!("{:04}-{:02}-{:02}", date.get_full_year(), date.get_month() + 1, date.get_date())
}

/// An unpredictable number, as the seed of a game.
pub(crate) fn random_seed() -> u64 {
    let mut bytes = [0; 8];
    let crypto = window().crypto();
    if crypto.and_then(|crypto| crypto.get_random_values_with_u8_array(&mut bytes)).is_err() {
        return js_sys::Math::random().to_bits();
    }
    u64::from_le_bytes(bytes)
}

/// Takes note in the browser's history of whether back stays in the app, unless it is noted already.
pub(crate) fn note_way_back(is_own: bool) {
    if let Ok(history) = window().history()
        && way_back(&history).is_none()
    {
        // Refused only when called hundreds of times a second.
        let _ = history.replace_state_with_url(&is_own.into(), "", None);
    }
}

/// Whether back stays in the app, as far as it was noted.
fn way_back(history: &History) -> Option<bool> {
    history.state().ok()?.as_bool()
}

/// Goes back to where the player came from; from a bookmark or another site, that is the start.
pub(crate) fn go_back() {
    match window().history() {
        Ok(history) if way_back(&history) == Some(true) => {
            // Refused only where there is no page.
            let _ = history.back();
        }
        _ => go_home(),
    }
}

/// Reloads the page.
pub(crate) fn reload() {
    // Refused only where there is no page.
    let _ = window().location().reload();
}

/// Tells the player, and the console, that the app has broken down.
pub(crate) fn report_panic(info: &std::panic::PanicHookInfo<'_>) {
    let reason = info.to_string();
    web_sys::console::error_1(&reason.as_str().into());
    let document = document();
    if let (Ok(element), Some(body)) = (document.create_element("p"), document.body()) {
        element.set_class_name("broken");
        let _ = element.set_attribute("role", "alert");
        element.set_text_content(Some(&notices::CRASHED));
        let _ = body.append_child(&element);
    }
}

/// Goes to the start.
pub(crate) fn go_home() {
    // Refused only where there is no page.
    let _ = window().location().set_hash("/");
}
