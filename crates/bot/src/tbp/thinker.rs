//! Thinking while nobody waits.

use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use std::{io, thread};

use super::Settings;
use crate::search::state::State;
use crate::search::{Choice, think};

/// A thread that thinks about the latest position it was given.
pub(super) struct Thinker {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
    is_patient: bool,
}

struct Shared {
    desk: Mutex<Desk>,
    changed: Condvar,
    /// The number of the position that is thought about; another one breaks thinking off.
    current: AtomicU64,
    /// The number of the position that an answer is wanted for at once.
    urgent: AtomicU64,
}

#[derive(Default)]
struct Desk {
    task: Option<State>,
    answer: Option<Thought>,
    is_closed: bool,
}

/// What came of a position, and how long it took.
#[derive(Clone)]
pub(super) struct Thought {
    pub(super) choice: Option<Choice>,
    pub(super) time: Duration,
}

impl Shared {
    fn desk(&self) -> MutexGuard<'_, Desk> {
        // A thinker that panicked leaves the desk as it was; its position is simply unanswered.
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Thinker {
    pub(super) fn new(settings: Settings) -> io::Result<Thinker> {
        let shared = Arc::new(Shared {
            desk: Mutex::default(),
            changed: Condvar::new(),
            current: AtomicU64::new(0),
            urgent: AtomicU64::new(0),
        });
        let theirs = Arc::clone(&shared);
        let thread = thread::Builder::new()
            .name("thinker".into())
            .spawn(move || work(&theirs, &settings))?;
        Ok(Thinker { shared, thread: Some(thread), is_patient: settings.is_patient })
    }

    /// Thinks about this from now on, or about nothing.
    pub(super) fn turn_to(&self, state: Option<State>) {
        let mut desk = self.shared.desk();
        self.shared.current.fetch_add(1, Ordering::Relaxed);
        desk.answer = None;
        desk.task = state;
        self.shared.changed.notify_all();
    }

    /// What it has come to; none if there is nothing to think about.
    pub(super) fn answer(&self) -> Option<Thought> {
        let mut desk = self.shared.desk();
        if !self.is_patient {
            let current = self.shared.current.load(Ordering::Relaxed);
            self.shared.urgent.store(current, Ordering::Relaxed);
        }
        loop {
            if let Some(answer) = &desk.answer {
                return Some(answer.clone());
            }
            desk.task.as_ref()?;
            desk = self.shared.changed.wait(desk).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.turn_to(None);
        self.shared.desk().is_closed = true;
        self.shared.changed.notify_all();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn work(shared: &Shared, settings: &Settings) {
    let mut desk = shared.desk();
    while !desk.is_closed {
        let Some(state) = desk.task.clone().filter(|_| desk.answer.is_none()) else {
            desk = shared.changed.wait(desk).unwrap_or_else(PoisonError::into_inner);
            continue;
        };
        let number = shared.current.load(Ordering::Relaxed);
        drop(desk);
        let stop = || {
            shared.current.load(Ordering::Relaxed) != number
                || shared.urgent.load(Ordering::Relaxed) == number
        };
        let begun = Instant::now();
        // Whoever waits for an answer gets one, even if thinking came upon a mistake of its own.
        let thinking = || think(&state, &settings.weights, settings.budget, &stop);
        let choice = panic::catch_unwind(AssertUnwindSafe(thinking)).unwrap_or_default();
        let time = begun.elapsed();
        desk = shared.desk();
        if shared.current.load(Ordering::Relaxed) == number {
            desk.answer = Some(Thought { choice, time });
            shared.changed.notify_all();
        }
    }
}
