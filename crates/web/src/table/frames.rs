//! The animation loop.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use crate::page::window;

type Callback = Closure<dyn FnMut(f64)>;

/// Calls back before every frame that the browser shows, until it is dropped.
pub(crate) struct Frames {
    /// The frame that was asked for last; none once we have stopped.
    asked: Rc<Cell<Option<i32>>>,
    callback: Rc<RefCell<Option<Callback>>>,
}

impl Frames {
    /// Begins. The callback gets the frame's stamp in milliseconds of the page's clock.
    pub(crate) fn run(mut each: impl FnMut(f64) + 'static) -> Frames {
        let frames = Frames { asked: Rc::default(), callback: Rc::default() };
        let (asked, callback) = (Rc::clone(&frames.asked), Rc::clone(&frames.callback));
        let closure = Closure::new(move |stamp| {
            each(stamp);
            // What was just done may have stopped us.
            if asked.get().is_some() {
                asked.set(ask(&callback));
            }
        });
        *frames.callback.borrow_mut() = Some(closure);
        frames.asked.set(ask(&frames.callback));
        frames
    }
}

impl Drop for Frames {
    fn drop(&mut self) {
        if let Some(frame) = self.asked.take() {
            // Fails only where there is no page.
            let _ = window().cancel_animation_frame(frame);
        }
        // The callback may be what drops us; then it must live until it returns.
        let callback = Rc::clone(&self.callback);
        wasm_bindgen_futures::spawn_local(async move { drop(callback.borrow_mut().take()) });
    }
}

fn ask(callback: &RefCell<Option<Callback>>) -> Option<i32> {
    let callback = callback.borrow();
    window().request_animation_frame(callback.as_ref()?.as_ref().unchecked_ref()).ok()
}
