//! The thread that appends to the journal, gathering what waits into one transaction.
//!
//! No client is told of a step before it is durable: messages travel through here behind the entries
//! they speak of.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use quintet_protocol::FarewellReason;
use tokio::runtime::Handle;
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::oneshot;
use tracing::{error, warn};

use super::{Entry, Journal, MatchResult, Step, StoreError};
use crate::edge::outbox::Outbox;
use crate::metrics::Metrics;

/// The most batches that may wait. When the queue is full, the connections that the next batch has
/// messages for are closed; clients reconnect and catch up from the room's memory.
const QUEUE: usize = 32_768;
/// The most batches in one transaction, so that none waits long.
const MOST_GATHERED: usize = 512;
/// From this many batches in one transaction on, the thread waits for more before the next one,
/// because a transaction costs about the same however much is in it.
const BUSY: usize = 2;
/// How long it waits for more.
const GATHERING: Duration = Duration::from_millis(2);
/// How long after a failed append the next one is tried.
const RETRY_AFTER: Duration = Duration::from_millis(100);
/// The most entries that are kept for another try; the matches of those beyond are given up, which
/// means that they cannot be taken up again after a restart.
const MOST_KEPT: usize = 100_000;
/// The most messages that wait for results to be durable; the connections of those beyond are closed.
const MOST_HELD: usize = 100_000;

/// A message for a connection.
#[derive(Debug)]
pub(crate) struct Envelope {
    /// For whom.
    pub(crate) to: Outbox,
    /// What.
    pub(crate) message: Bytes,
}

/// Entries to append, and messages to send once they are durable.
#[derive(Debug)]
pub(crate) struct Batch {
    /// The entries.
    pub(crate) entries: Vec<Entry>,
    /// The messages.
    pub(crate) envelopes: Vec<Envelope>,
    /// When whatever led to them came in.
    pub(crate) since: Instant,
}

enum Job {
    Batch(Batch),
    Remove(u64),
    Tidy(oneshot::Sender<Result<bool, StoreError>>),
    Stop,
}

/// The way to the thread that appends.
#[derive(Clone)]
pub(crate) struct JournalWriter {
    jobs: SyncSender<Job>,
    results: UnboundedSender<MatchResult>,
}

impl JournalWriter {
    /// Starts the thread, which ends after [`JournalWriter::stop`]. It hands on the results of
    /// matches once they are in the journal.
    pub(crate) fn start(
        journal: Box<dyn Journal>,
        results: UnboundedSender<MatchResult>,
        metrics: Arc<Metrics>,
    ) -> (JournalWriter, JoinHandle<()>) {
        let (jobs, incoming) = sync_channel(QUEUE);
        let writer = JournalWriter { jobs, results: results.clone() };
        let runtime = Handle::current();
        let thread = std::thread::spawn(move || {
            let appender = Appender {
                journal,
                results,
                metrics,
                runtime,
                kept: Vec::new(),
                given_up: HashSet::new(),
                retry_at: None,
                held: Vec::new(),
                held_for: HashSet::new(),
            };
            appender.run(&incoming);
        });
        (writer, thread)
    }

    /// Hands over entries and messages.
    pub(crate) fn submit(&self, batch: Batch) {
        if let Err(TrySendError::Full(Job::Batch(batch))) = self.jobs.try_send(Job::Batch(batch)) {
            // The journal notices the gap by the numbers of the entries. A result is stored all the
            // same.
            warn!("the journal's queue is full");
            for envelope in batch.envelopes {
                envelope.to.close(FarewellReason::Overloaded);
            }
            hand_on_results(&self.results, &batch.entries);
        }
    }

    /// Removes a match whose result is stored.
    pub(crate) fn remove(&self, match_id: u64) {
        // What is not removed now is removed after the next start.
        let _ = self.jobs.try_send(Job::Remove(match_id));
    }

    /// Frees some of the space of removed matches; true if nothing is left to free.
    pub(crate) async fn tidy(&self) -> Result<bool, StoreError> {
        let (answer, answered) = oneshot::channel();
        let _ = self.jobs.try_send(Job::Tidy(answer));
        answered.await.unwrap_or(Err(StoreError::Closed))
    }

    /// Ends the thread once everything handed over before is appended.
    pub(crate) fn stop(&self) {
        let _ = self.jobs.send(Job::Stop);
    }
}

impl Envelope {
    fn send(self) {
        self.to.send(self.message);
    }
}

fn has_result(entries: &[Entry]) -> bool {
    entries.iter().any(|entry| matches!(entry.step, Step::MatchOver(_)))
}

fn hand_on_results(results: &UnboundedSender<MatchResult>, entries: &[Entry]) {
    for entry in entries {
        if let Step::MatchOver(result) = &entry.step {
            let _ = results.send(result.clone());
        }
    }
}

/// What the thread works with.
struct Appender {
    journal: Box<dyn Journal>,
    results: UnboundedSender<MatchResult>,
    metrics: Arc<Metrics>,
    runtime: Handle,
    /// Entries to be appended, some of which may have failed before.
    kept: Vec<Entry>,
    /// Matches that have lost entries.
    given_up: HashSet<u64>,
    /// When to try again after a failure.
    retry_at: Option<Instant>,
    /// Messages of results that are not durable yet, and what is to follow them.
    held: Vec<Envelope>,
    /// The outboxes that they are for.
    held_for: HashSet<usize>,
}

impl Appender {
    fn run(mut self, jobs: &Receiver<Job>) {
        let mut gathered: Vec<Batch> = Vec::new();
        let mut is_busy = false;
        loop {
            let first = match self.retry_at {
                None => jobs.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(at) => jobs.recv_timeout(at.saturating_duration_since(Instant::now())),
            };
            let mut next = match first {
                Ok(job) => Some(job),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => return,
            };
            if is_busy {
                std::thread::sleep(GATHERING);
            }
            while let Some(job) = next.take() {
                match job {
                    Job::Batch(batch) => {
                        gathered.push(batch);
                        if gathered.len() < MOST_GATHERED {
                            next = jobs.try_recv().ok();
                        }
                    }
                    Job::Remove(match_id) => {
                        self.settle(&mut gathered);
                        if let Err(problem) = self.runtime.block_on(self.journal.remove(match_id)) {
                            warn!(%problem, match_id, "a match was not removed from the journal");
                        }
                    }
                    Job::Tidy(answer) => {
                        self.settle(&mut gathered);
                        let _ = answer.send(self.runtime.block_on(self.journal.tidy()));
                    }
                    Job::Stop => {
                        self.retry_at = None;
                        self.settle(&mut gathered);
                        return;
                    }
                }
            }
            is_busy = gathered.len() >= BUSY;
            self.settle(&mut gathered);
        }
    }

    /// Appends what was gathered, then sends the messages. While appending fails, players go on, but
    /// no result is told.
    fn settle(&mut self, gathered: &mut Vec<Batch>) {
        let mut tells_result = Vec::new();
        for batch in gathered.iter_mut() {
            tells_result.push(has_result(&batch.entries));
            self.kept.append(&mut batch.entries);
        }
        if !self.kept.is_empty() && self.retry_at.is_none_or(|at| Instant::now() >= at) {
            self.append();
        }
        let is_durable = self.kept.is_empty();
        if is_durable && !self.held.is_empty() {
            self.held_for.clear();
            self.held.drain(..).for_each(Envelope::send);
        }
        for (batch, tells_result) in gathered.drain(..).zip(tells_result) {
            for envelope in batch.envelopes {
                if is_durable || !tells_result && !self.held_for.contains(&envelope.to.id()) {
                    envelope.send();
                } else {
                    self.hold(envelope);
                }
            }
            self.metrics.relay.observe(batch.since.elapsed());
        }
    }

    /// Keeps a message, and all that follow it to the same connection, until entries are durable.
    fn hold(&mut self, envelope: Envelope) {
        if self.held.len() >= MOST_HELD {
            return envelope.to.close(FarewellReason::Overloaded);
        }
        self.held_for.insert(envelope.to.id());
        self.held.push(envelope);
    }

    fn append(&mut self) {
        let begin = Instant::now();
        loop {
            if !self.given_up.is_empty() {
                self.drop_given_up();
            }
            match self.runtime.block_on(self.journal.append(&self.kept)) {
                Ok(()) => {
                    hand_on_results(&self.results, &self.kept);
                    self.kept.clear();
                    self.retry_at = None;
                    self.metrics.store_fails.set(0);
                    break;
                }
                Err(problem @ StoreError::OutOfSequence { match_id, .. }) => {
                    error!(%problem, "a match has a gap in its journal and is given up");
                    self.metrics.store_failures.add(1);
                    self.given_up.insert(match_id);
                }
                Err(problem) => {
                    // Players go on without results; the operator is told, by the log and /healthz.
                    let entries = self.kept.len();
                    error!(%problem, entries, "entries could not be appended to the journal");
                    self.metrics.store_failures.add(1);
                    self.metrics.store_fails.set(1);
                    self.retry_at = Some(Instant::now() + RETRY_AFTER);
                    if entries > MOST_KEPT {
                        self.given_up.extend(self.kept.iter().map(|entry| entry.match_id));
                        self.drop_given_up();
                    }
                    break;
                }
            }
        }
        self.metrics.writing.observe(begin.elapsed());
    }

    /// Drops the entries of matches that have lost some. Their results are stored all the same.
    fn drop_given_up(&mut self) {
        let (given_up, results) = (&mut self.given_up, &self.results);
        self.kept.retain(|entry| {
            if !given_up.contains(&entry.match_id) {
                return true;
            }
            if let Step::MatchOver(result) = &entry.step {
                given_up.remove(&result.match_id);
                let _ = results.send(result.clone());
            }
            false
        });
    }
}
