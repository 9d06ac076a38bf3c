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
    job: Mutex<Job>,
    changed: Condvar,
    /// The number of the position being searched; a new number interrupts the search.
    current: AtomicU64,
    /// The number of the position for which an answer is requested now.
    urgent: AtomicU64,
}

/// What to search, and what was found.
#[derive(Default)]
struct Job {
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
    fn job(&self) -> MutexGuard<'_, Job> {
        // A panic while the lock is held leaves the job consistent: its position stays unanswered.
        self.job.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Thinker {
    pub(super) fn new(settings: Settings) -> io::Result<Thinker> {
        let shared = Arc::new(Shared {
            job: Mutex::default(),
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
        let mut job = self.shared.job();
        self.shared.current.fetch_add(1, Ordering::Relaxed);
        job.answer = None;
        job.task = state;
        self.shared.changed.notify_all();
    }

    /// The result so far; `None` if there is nothing to search.
    pub(super) fn answer(&self) -> Option<Thought> {
        let mut job = self.shared.job();
        if !self.is_patient {
            let current = self.shared.current.load(Ordering::Relaxed);
            self.shared.urgent.store(current, Ordering::Relaxed);
        }
        loop {
            if let Some(answer) = &job.answer {
                return Some(answer.clone());
            }
            job.task.as_ref()?;
            job = self.shared.changed.wait(job).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.set_task(None);
        self.shared.job().is_closed = true;
        self.shared.changed.notify_all();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn work(shared: &Shared, settings: &Settings) {
    let mut job = shared.job();
    while !job.is_closed {
        let Some(state) = job.task.clone().filter(|_| job.answer.is_none()) else {
            job = shared.changed.wait(job).unwrap_or_else(PoisonError::into_inner);
            continue;
        };
        let number = shared.current.load(Ordering::Relaxed);
        drop(job);
        let stop = || {
            shared.current.load(Ordering::Relaxed) != number
                || shared.urgent.load(Ordering::Relaxed) == number
        };
        let started = Instant::now();
        // A request is answered even if the search panics.
        let thinking = || think(&state, &settings.weights, settings.budget, &stop);
        let choice = panic::catch_unwind(AssertUnwindSafe(thinking)).unwrap_or_default();
        let time = started.elapsed();
        job = shared.job();
        if shared.current.load(Ordering::Relaxed) == number {
            job.answer = Some(Thought { choice, time });
            shared.changed.notify_all();
        }
    }
}
