//! One request to the computer in a worker of its own: to analyse a game, or to read one as JSON.

use js_sys::Uint8Array;
use quintet_worker::{Answer, Request};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{MessageEvent, Worker};

use crate::page;

/// A worker that answers one request. Dropping it stops the worker.
pub(crate) struct Job {
    worker: Worker,
    // The worker calls these for as long as it lives.
    _listen: Closure<dyn FnMut(MessageEvent)>,
    _fail: Closure<dyn FnMut()>,
}

impl Job {
    /// Starts a worker on a request; none where the browser has no workers. `receive` gets the
    /// answers as they come, and `None` if the worker breaks down.
    pub(crate) fn start(
        request: &Request,
        receive: impl Fn(Option<Answer>) + Copy + 'static,
    ) -> Option<Job> {
        let worker = Worker::new(&page::marked("data-worker")?).ok()?;
        let port = worker.clone();
        let listen = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let bytes = Uint8Array::new(&event.data()).to_vec();
            if let Some(answer) = Answer::from_bytes(&bytes) {
                if !matches!(answer, Answer::Judged { .. }) {
                    port.terminate();
                }
                receive(Some(answer));
            }
        });
        let port = worker.clone();
        let fail = Closure::<dyn FnMut()>::new(move || {
            port.terminate();
            receive(None);
        });
        worker.set_onmessage(Some(listen.as_ref().unchecked_ref()));
        worker.set_onerror(Some(fail.as_ref().unchecked_ref()));
        // Refused only for values that cannot be cloned, and bytes can be.
        let _ = worker.post_message(&Uint8Array::from(&request.to_bytes()[..]));
        Some(Job { worker, _listen: listen, _fail: fail })
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}
