//! The computer as a judge of recorded games.

use js_sys::Uint8Array;
use quintet_worker::{Answer, Request};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{MessageEvent, Worker};

use crate::page;

/// A worker that judges one game. Dropping it breaks it off.
pub(crate) struct Analyst {
    worker: Worker,
    // The worker calls these for as long as it lives.
    _listen: Closure<dyn FnMut(MessageEvent)>,
    _fail: Closure<dyn FnMut()>,
}

impl Analyst {
    /// Begins with a player of a replay; none where the browser has no workers. What the worker
    /// says is heard as it comes; a worker that breaks down can say nothing of this game.
    pub(crate) fn start(
        player: usize,
        replay: Vec<u8>,
        hear: impl Fn(Answer) + Copy + 'static,
    ) -> Option<Analyst> {
        let worker = Worker::new(&page::marked("data-worker")?).ok()?;
        let port = worker.clone();
        let listen = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let bytes = Uint8Array::new(&event.data()).to_vec();
            if let Some(answer) = Answer::from_bytes(&bytes) {
                if !matches!(answer, Answer::Judged { .. }) {
                    port.terminate();
                }
                hear(answer);
            }
        });
        let port = worker.clone();
        let fail = Closure::<dyn FnMut()>::new(move || {
            port.terminate();
            hear(Answer::NoAnalysis);
        });
        worker.set_onmessage(Some(listen.as_ref().unchecked_ref()));
        worker.set_onerror(Some(fail.as_ref().unchecked_ref()));
        let request = Request::Analyse { player: player as u8, replay };
        // Refused only for what cannot be copied, and bytes can.
        let _ = worker.post_message(&Uint8Array::from(&request.to_bytes()[..]));
        Some(Analyst { worker, _listen: listen, _fail: fail })
    }
}

impl Drop for Analyst {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}
