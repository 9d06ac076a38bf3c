//! The computer as a player: asks the worker when a piece enters, and has its strokes made.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::Uint8Array;
use quintet_worker::{Answer, Request};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{MessageEvent, Worker};

use super::Session;
use crate::page;

/// The board that the computer plays on in a duel.
pub(crate) const OPPONENT: usize = 1;

/// For the piece that comes after so many: whether to hold first, and the cells to fill.
pub(crate) type Advice = (u32, bool, Vec<(i8, i8)>);

/// What has come from the worker.
#[derive(Default)]
struct Inbox {
    answers: Vec<Answer>,
    failed: bool,
}

/// A worker with a computer player in it.
pub(crate) struct Computer {
    worker: Worker,
    inbox: Rc<RefCell<Inbox>>,
    /// Whose strokes it has asked for last: how many pieces had locked before.
    asked: Option<u32>,
    seat: usize,
    level: u8,
    seed: u64,
    hint: Option<Advice>,
    // The worker calls these for as long as it lives.
    _listen: Closure<dyn FnMut(MessageEvent)>,
    _fail: Closure<dyn FnMut()>,
}

impl Computer {
    /// Starts the worker; none where the browser has no such thing.
    pub(crate) fn start() -> Option<Computer> {
        let worker = Worker::new(&page::marked("data-worker")?).ok()?;
        let inbox: Rc<RefCell<Inbox>> = Rc::default();
        let (answers, failed) = (Rc::clone(&inbox), Rc::clone(&inbox));
        let listen = Closure::new(move |event: MessageEvent| {
            let bytes = Uint8Array::new(&event.data()).to_vec();
            answers.borrow_mut().answers.extend(Answer::from_bytes(&bytes));
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

    /// A frame has passed: takes answers, and asks for strokes if a piece has entered. False once
    /// the worker has broken down.
    pub(crate) fn frame(&mut self, session: &mut Session) -> bool {
        let answers = std::mem::take(&mut self.inbox.borrow_mut().answers);
        for answer in answers {
            match answer {
                Answer::Strokes { piece, made } if self.asked == Some(piece) => {
                    session.plan(made);
                }
                Answer::OutOfStep => self.sit(session),
                Answer::Hint { piece, hold, cells } => self.hint = Some((piece, hold, cells)),
                _ => {}
            }
        }
        let works = !self.inbox.borrow().failed;
        let board = session.board(self.seat).filter(|_| session.has_computer());
        let Some(board) = board else { return works };
        let view = board.view();
        if view.piece.is_some() && self.asked != Some(view.pieces) && !board.is_over() {
            let (piece, now, hash) = (view.pieces, session.now(), board.state_hash());
            self.asked = Some(piece);
            let made = session.take_made();
            self.send(&Request::Play { piece, now, hash, made });
        }
        works
    }

    /// Asks what to do with the piece that the first player has.
    pub(crate) fn ask_hint(&self, session: &Session) {
        self.send(&Request::Hint { replay: session.replay().to_bytes() });
    }

    /// What came of that question, once.
    pub(crate) fn take_hint(&mut self) -> Option<Advice> {
        self.hint.take()
    }

    fn send(&self, request: &Request) {
        // Refused only for what cannot be copied, and bytes can.
        let _ = self.worker.post_message(&Uint8Array::from(&request.to_bytes()[..]));
    }
}

impl Drop for Computer {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}
