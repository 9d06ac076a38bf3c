//! Search in the background.

use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use std::{io, thread};

use super::Settings;
use crate::search::state::State;
use crate::search::{Choice, think};

/// A thread that searches the latest position it was given.
pub(super) struct Thinker {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
    is_patient: bool,
}

struct Shared {
    desk: Mutex<Desk>,
    changed: Condvar,
    /// The number of the position being searched; a new number interrupts the search.
    current: AtomicU64,
    /// The number of the position for which an answer is requested now.
    urgent: AtomicU64,
}

#[derive(Default)]
struct Desk {
    task: Option<State>,
    answer: Option<Thought>,
    is_closed: bool,
}

/// The result of a search, and how long it took.
#[derive(Clone)]
pub(super) struct Thought {
    pub(super) choice: Option<Choice>,
    pub(super) time: Duration,
}

impl Shared {
    fn desk(&self) -> MutexGuard<'_, Desk> {
        // A panic while the lock is held leaves the desk consistent: its position stays unanswered.
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
        let worker = Arc::clone(&shared);
        let thread = thread::Builder::new()
            .name("thinker".into())
            .spawn(move || work(&worker, &settings))?;
        Ok(Thinker { shared, thread: Some(thread), is_patient: settings.is_patient })
    }

    /// Searches this from now on, or nothing.
    pub(super) fn set_task(&self, state: Option<State>) {
        let mut desk = self.shared.desk();
        self.shared.current.fetch_add(1, Ordering::Relaxed);
        desk.answer = None;
        desk.task = state;
        self.shared.changed.notify_all();
    }

    /// The result so far; `None` if there is nothing to search.
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
        self.set_task(None);
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
        let started = Instant::now();
        // A request is answered even if the search panics.
        let thinking = || think(&state, &settings.weights, settings.budget, &stop);
        let choice = panic::catch_unwind(AssertUnwindSafe(thinking)).unwrap_or_default();
        let time = started.elapsed();
        desk = shared.desk();
        if shared.current.load(Ordering::Relaxed) == number {
            desk.answer = Some(Thought { choice, time });
            shared.changed.notify_all();
        }
    }
}
