//! The animation loop.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use leptos::prelude::window;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

type Callback = Closure<dyn FnMut(f64)>;

/// Calls back before every frame that the browser shows, until it is dropped.
pub(crate) struct Frames {
    running: Rc<Cell<bool>>,
    callback: Rc<RefCell<Option<Callback>>>,
}

impl Frames {
    /// Begins. The callback gets the frame's stamp in milliseconds of the page's clock.
    pub(crate) fn run(mut each: impl FnMut(f64) + 'static) -> Frames {
        let running = Rc::new(Cell::new(true));
        let callback = Rc::new(RefCell::new(None));
        let (going, again) = (Rc::clone(&running), Rc::clone(&callback));
        let closure = Closure::new(move |stamp| {
            if going.get() {
                each(stamp);
                request(&again);
            }
        });
        *callback.borrow_mut() = Some(closure);
        request(&callback);
        Frames { running, callback }
    }
}

impl Drop for Frames {
    fn drop(&mut self) {
        self.running.set(false);
        // The callback may be what drops us; then it must live until it returns.
        let callback = Rc::clone(&self.callback);
        leptos::task::spawn_local(async move { drop(callback.borrow_mut().take()) });
    }
}

fn request(callback: &RefCell<Option<Callback>>) {
    if let Some(callback) = &*callback.borrow() {
        // Refused only where there is no page to show frames on.
        let _ = window().request_animation_frame(callback.as_ref().unchecked_ref());
    }
}
