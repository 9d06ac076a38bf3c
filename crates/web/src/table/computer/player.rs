//! The computer as a player: asks the worker when a piece enters, and has its inputs made.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::Uint8Array;
use quintet_engine::TimedInput;
use quintet_worker::{Answer, Request};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{MessageEvent, Worker};

use crate::page;
use crate::table::{HintCells, Session};

/// The board that the computer plays on in a duel.
pub(crate) const OPPONENT: usize = 1;

/// For the piece that comes after this many: whether to hold first, and the cells to fill.
pub(crate) type Advice = (u32, bool, HintCells);

/// Room that lists have from the start, so that nothing is allocated in play: inputs of one message,
/// bytes of one message, and messages at once.
const INPUTS: usize = 1_024;
const BYTES: usize = 16 * INPUTS;
const MESSAGES: usize = 8;

/// What has come from the worker. Its lists are used again and again.
struct Inbox {
    answers: Vec<Answer>,
    bytes: Vec<u8>,
    /// Lists for the inputs of coming answers.
    spare: Vec<Vec<TimedInput>>,
    failed: bool,
}

impl Inbox {
    fn new() -> Inbox {
        let mut spare = Vec::with_capacity(MESSAGES);
        spare.extend([(); 2].map(|()| Vec::with_capacity(INPUTS)));
        Inbox {
            answers: Vec::with_capacity(MESSAGES),
            bytes: Vec::with_capacity(BYTES),
            spare,
            failed: false,
        }
    }

    fn take(&mut self, data: &Uint8Array) {
        self.bytes.resize(data.length() as usize, 0);
        data.copy_to(&mut self.bytes);
        let inputs = self.spare.pop().unwrap_or_default();
        self.answers.extend(Answer::read(&self.bytes, inputs));
    }
}

/// A worker with a computer player in it.
pub(crate) struct Computer {
    worker: Worker,
    inbox: Rc<RefCell<Inbox>>,
    /// Whose inputs it has asked for last: how many pieces had locked before.
    asked: Option<u32>,
    seat: usize,
    level: u8,
    seed: u64,
    hint: Option<Advice>,
    /// Lists that are used again and again: answers being read, inputs and bytes being sent.
    reading: Vec<Answer>,
    inputs: Vec<TimedInput>,
    bytes: Vec<u8>,
    // The worker calls these for as long as it lives.
    _listen: Closure<dyn FnMut(MessageEvent)>,
    _fail: Closure<dyn FnMut()>,
}

impl Computer {
    /// Starts the worker; none where the browser has no such thing.
    pub(crate) fn start() -> Option<Computer> {
        let worker = Worker::new(&page::marked("data-worker")?).ok()?;
        let inbox = Rc::new(RefCell::new(Inbox::new()));
        let (answers, failed) = (Rc::clone(&inbox), Rc::clone(&inbox));
        let listen = Closure::new(move |event: MessageEvent| {
            answers.borrow_mut().take(&Uint8Array::new(&event.data()));
        });
        let fail = Closure::new(move || failed.borrow_mut().failed = true);
        worker.set_onmessage(Some(listen.as_ref().unchecked_ref()));
        worker.set_onerror(Some(fail.as_ref().unchecked_ref()));
        Some(Computer {
            worker,
            inbox,
            asked: None,
            seat: 0,
            level: 1,
            seed: 0,
            hint: None,
            reading: Vec::with_capacity(MESSAGES),
            inputs: Vec::with_capacity(INPUTS),
            bytes: Vec::with_capacity(BYTES),
            _listen: listen,
            _fail: fail,
        })
    }

    /// Plays on this board from here on.
    pub(crate) fn sit_down(&mut self, session: &mut Session, seat: usize, level: u8, seed: u64) {
        (self.seat, self.level, self.seed) = (seat, level, seed);
        self.sit(session);
    }

    fn sit(&mut self, session: &mut Session) {
        session.seat_computer(self.seat);
        self.asked = None;
        self.inbox.borrow_mut().answers.clear();
        let replay = session.replay().to_bytes();
        let (player, level, seed) = (self.seat as u8, self.level, self.seed);
        self.send(&Request::Sit { player, level, seed, replay });
    }

    /// A frame has passed: takes answers, and asks for inputs if a piece has entered. False once
    /// the worker has broken down.
    pub(crate) fn frame(&mut self, session: &mut Session) -> bool {
        let mut answers = std::mem::take(&mut self.reading);
        std::mem::swap(&mut answers, &mut self.inbox.borrow_mut().answers);
        for answer in answers.drain(..) {
            match answer {
                Answer::Inputs { piece, inputs } => {
                    if self.asked == Some(piece) {
                        session.plan(&inputs);
                    }
                    self.inbox.borrow_mut().spare.push(inputs);
                }
                Answer::OutOfStep => self.sit(session),
                Answer::Hint { piece, hold, cells } => {
                    self.hint = Some((piece, hold, cells.into_iter().collect()));
                }
                _ => {}
            }
        }
        self.reading = answers;
        let works = !self.inbox.borrow().failed;
        let board = session.board(self.seat).filter(|_| session.has_computer());
        let Some(board) = board else { return works };
        let view = board.view();
        if view.piece.is_some() && self.asked != Some(view.pieces) && !board.is_over() {
            let (piece, now, hash) = (view.pieces, session.now(), board.state_hash());
            self.asked = Some(piece);
            let mut inputs = std::mem::take(&mut self.inputs);
            session.take_inputs(self.seat, &mut inputs);
            let request = Request::Play { piece, now, hash, inputs };
            self.send(&request);
            if let Request::Play { inputs, .. } = request {
                self.inputs = inputs;
            }
        }
        works
    }

    /// Asks what to do with the piece that the first player has.
    pub(crate) fn ask_hint(&mut self, session: &Session) {
        self.send(&Request::Hint { replay: session.replay().to_bytes() });
    }

    /// The answer to that question, once.
    pub(crate) fn take_hint(&mut self) -> Option<Advice> {
        self.hint.take()
    }

    fn send(&mut self, request: &Request) {
        self.bytes.clear();
        request.write(&mut self.bytes);
        // Refused only for what cannot be copied, and bytes can.
        let _ = self.worker.post_message(&Uint8Array::from(&self.bytes[..]));
    }
}

impl Drop for Computer {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}
