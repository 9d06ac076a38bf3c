//! Doing something later, or again and again.

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use crate::page::window;
use crate::signals::prelude::*;

/// Does something once, after this many seconds.
pub(crate) fn after(seconds: i32, act: impl FnOnce() + 'static) {
    let act = Closure::once_into_js(act);
    // Refused only where there is no page.
    let _ = window()
        .set_timeout_with_callback_and_timeout_and_arguments_0(act.unchecked_ref(), seconds * 1000);
}

/// Does something once the page has nothing else to do; some frames later where browsers do not
/// tell.
pub(crate) fn when_idle(act: impl FnOnce() + 'static) {
    let act = Closure::once_into_js(act);
    let (window, act) = (window(), act.unchecked_ref());
    if window.request_idle_callback(act).is_err() {
        let _ = window.set_timeout_with_callback_and_timeout_and_arguments_0(act, 50);
    }
}

/// Does something every this many milliseconds, as long as the owner lives.
pub(crate) fn every(interval_ms: i32, act: impl FnMut() + 'static) {
    StoredValue::new_local(Interval::start(interval_ms, act));
}

/// What is done again and again, until this is dropped.
pub(crate) struct Interval {
    timer: i32,
    _act: Closure<dyn FnMut()>,
}

impl Interval {
    /// Does something every this many milliseconds; none where there is no page.
    pub(crate) fn start(interval_ms: i32, act: impl FnMut() + 'static) -> Option<Interval> {
        let act: Closure<dyn FnMut()> = Closure::new(act);
        let timer = window().set_interval_with_callback_and_timeout_and_arguments_0(
            act.as_ref().unchecked_ref(),
            interval_ms,
        );
        timer.ok().map(|timer| Interval { timer, _act: act })
    }
}

impl Drop for Interval {
    fn drop(&mut self) {
        window().clear_interval_with_handle(self.timer);
    }
}
