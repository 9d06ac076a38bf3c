//! The thread that writes, gathering what is waiting into one transaction.
//!
//! Nobody is told of a step before it is written down: messages travel through here behind the
//! records they speak of.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use tokio::sync::oneshot;
use tracing::error;

use super::{Record, Store, StoreError};
use crate::metrics::Metrics;
use crate::outbox::Outbox;

/// The most batches in one transaction, so that none waits long.
const MOST_GATHERED: usize = 512;
/// When so many batches have come together of themselves, there is much to do: then more are waited
/// for, because a transaction costs about the same however much is in it.
const BUSY: usize = 2;
/// How long is waited for more.
const GATHERING: Duration = Duration::from_millis(2);

/// A message for somebody.
#[derive(Debug)]
pub(crate) struct Parcel {
    /// For whom.
    pub(crate) to: Outbox,
    /// What.
    pub(crate) message: Bytes,
}

/// Steps to write down, and what is to be said when they are.
#[derive(Debug)]
pub(crate) struct Batch {
    /// The steps.
    pub(crate) records: Vec<Record>,
    /// The messages.
    pub(crate) parcels: Vec<Parcel>,
    /// When whatever led to them came in.
    pub(crate) since: Instant,
}

type Question = Box<dyn FnOnce(&mut dyn Store) + Send>;

enum Job {
    Batch(Batch),
    Question(Question),
    Stop,
}

/// The way to the thread that writes.
#[derive(Clone)]
pub(crate) struct Writer {
    jobs: Sender<Job>,
}

impl Writer {
    /// Starts the thread. It ends after [`Writer::stop`].
    pub(crate) fn start(store: Box<dyn Store>, metrics: Arc<Metrics>) -> (Writer, JoinHandle<()>) {
        let (jobs, incoming) = channel();
        let thread = std::thread::spawn(move || run(store, &incoming, &metrics));
        (Writer { jobs }, thread)
    }

    /// Hands over steps and messages.
    pub(crate) fn submit(&self, batch: Batch) {
        // After the thread has ended nobody is left to tell.
        let _ = self.jobs.send(Job::Batch(batch));
    }

    /// Asks the store something, after all that was handed over before.
    pub(crate) async fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&mut dyn Store) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (answer, answered) = oneshot::channel();
        let job = Job::Question(Box::new(move |store| {
            let _ = answer.send(question(store));
        }));
        let _ = self.jobs.send(job);
        answered.await.unwrap_or(Err(StoreError::Unreadable("the store is closed")))
    }

    /// Ends the thread once everything handed over before is written.
    pub(crate) fn stop(&self) {
        let _ = self.jobs.send(Job::Stop);
    }
}

fn run(mut store: Box<dyn Store>, jobs: &Receiver<Job>, metrics: &Metrics) {
    let mut gathered: Vec<Batch> = Vec::new();
    let mut is_busy = false;
    while let Ok(first) = jobs.recv() {
        if is_busy {
            std::thread::sleep(GATHERING);
        }
        let mut next = Some(first);
        while let Some(job) = next.take() {
            match job {
                Job::Batch(batch) => {
                    gathered.push(batch);
                    if gathered.len() < MOST_GATHERED {
                        next = jobs.try_recv().ok();
                    }
                }
                Job::Question(question) => {
                    settle(store.as_mut(), &mut gathered, metrics);
                    question(store.as_mut());
                }
                Job::Stop => {
                    settle(store.as_mut(), &mut gathered, metrics);
                    return;
                }
            }
        }
        is_busy = gathered.len() >= BUSY;
        settle(store.as_mut(), &mut gathered, metrics);
    }
}

/// Writes down what was gathered, then says what is to be said.
fn settle(store: &mut dyn Store, gathered: &mut Vec<Batch>, metrics: &Metrics) {
    let mut records = Vec::new();
    for batch in gathered.iter_mut() {
        records.append(&mut batch.records);
    }
    if !records.is_empty() {
        let begin = Instant::now();
        let written = store.write(&records);
        metrics.store_fails.set(i64::from(written.is_err()));
        if let Err(problem) = written {
            // Players go on; the operator is told, by the log and by /healthz.
            metrics.store_failures.add(1);
            error!(%problem, steps = records.len(), "steps of matches could not be written");
        }
        metrics.writing.observe(begin.elapsed());
    }
    for batch in gathered.drain(..) {
        for parcel in batch.parcels {
            parcel.to.send(parcel.message);
        }
        metrics.relay.observe(batch.since.elapsed());
    }
}
