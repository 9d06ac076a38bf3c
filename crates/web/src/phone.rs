//! What a phone does beyond showing a page: its screen stays on while a game is played, fills up
//! with the game, and the phone vibrates.

use std::cell::{Cell, RefCell};

use js_sys::{Promise, Reflect};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};

use crate::page::{document, window};

#[wasm_bindgen]
extern "C" {
    type Browser;
    #[wasm_bindgen(method, getter, js_name = wakeLock)]
    fn wake_lock(this: &Browser) -> JsValue;
    #[wasm_bindgen(method, getter, js_name = vibrate)]
    fn has_vibrate(this: &Browser) -> JsValue;
    #[wasm_bindgen(method)]
    fn vibrate(this: &Browser, ms: u32) -> bool;

    type Root;
    #[wasm_bindgen(method, getter, js_name = requestFullscreen)]
    fn has_full_screen(this: &Root) -> JsValue;
    #[wasm_bindgen(method, js_name = requestFullscreen)]
    fn request_full_screen(this: &Root) -> Promise;

    type Locks;
    #[wasm_bindgen(method)]
    fn request(this: &Locks, kind: &str) -> Promise;

    type Lock;
    #[wasm_bindgen(method)]
    fn release(this: &Lock) -> Promise;
}

thread_local! {
    static WANTED: Cell<bool> = const { Cell::new(false) };
    static LOCK: RefCell<Option<Lock>> = const { RefCell::new(None) };
}

/// Has the phone vibrate for this long, where it can.
pub(crate) fn vibrate(ms: u32) {
    let navigator = window().navigator();
    let browser = navigator.unchecked_ref::<Browser>();
    if browser.has_vibrate().is_function() {
        // Refused until the page has been touched.
        browser.vibrate(ms);
    }
}

/// Gives the whole screen to the page, where the browser allows it.
pub(crate) fn fill_screen() {
    let Some(root) = document().document_element() else { return };
    let root = root.unchecked_into::<Root>();
    if !is_full() && root.has_full_screen().is_function() {
        let asked = root.request_full_screen();
        // Refused where no touch led here.
        spawn_local(async move { drop(JsFuture::from(asked).await) });
    }
}

fn is_full() -> bool {
    let element = Reflect::get(&document(), &"fullscreenElement".into());
    element.is_ok_and(|element| element.is_object())
}

/// Keeps the screen on, or lets it turn off again, where the browser supports that.
pub(crate) fn keep_awake(wanted: bool) {
    if WANTED.replace(wanted) == wanted {
        return;
    }
    if wanted { ask_lock() } else { let_go() }
}

/// The page is seen again. A browser lets the screen go off when its page is hidden, and does not
/// take that back by itself.
pub(crate) fn stay_awake() {
    if WANTED.get() {
        // What the browser has released it does not mind releasing again.
        let_go();
        ask_lock();
    }
}

fn ask_lock() {
    let locks = window().navigator().unchecked_ref::<Browser>().wake_lock();
    if !locks.is_object() {
        return;
    }
    let asked = locks.unchecked_ref::<Locks>().request("screen");
    spawn_local(async move {
        // Refused when the battery is low, for one.
        if let Ok(lock) = JsFuture::from(asked).await {
            LOCK.replace(Some(lock.unchecked_into()));
            if !WANTED.get() {
                let_go();
            }
        }
    });
}

fn let_go() {
    if let Some(lock) = LOCK.take() {
        let released = lock.release();
        spawn_local(async move { drop(JsFuture::from(released).await) });
    }
}
