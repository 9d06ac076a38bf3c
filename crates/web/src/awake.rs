//! Keeping the screen of a phone on while a game is played.

use std::cell::{Cell, RefCell};

use js_sys::Promise;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};

use crate::page::window;

#[wasm_bindgen]
extern "C" {
    type Browser;
    #[wasm_bindgen(method, getter, js_name = wakeLock)]
    fn wake_lock(this: &Browser) -> JsValue;

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

/// Keeps the screen on, or lets it go off as it pleases, where the browser offers that. A browser
/// that is put aside lets go by itself, and the game pauses then.
pub(crate) fn keep_awake(wanted: bool) {
    if WANTED.replace(wanted) == wanted {
        return;
    }
    if !wanted {
        return let_go();
    }
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
