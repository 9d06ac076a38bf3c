//! The task that appends to the journal, gathering what waits into one row, and then sends the
//! messages.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use quintet_protocol::FarewellReason;
use tokio::sync::mpsc::{Receiver, UnboundedSender};
use tokio::time::timeout_at;
use tracing::{error, warn};

use super::writer::{Batch, Envelope, Job, Outcomes, PassedBy};
use super::{Entry, Journal, MatchResult, Step, StoreError};
use crate::edge::outbox::Outbox;
use crate::limits::{ENTRIES_KEPT, MESSAGES_HELD};
use crate::metrics::Metrics;
use crate::rooms::ended_game::{EndedGame, GamesToKeep};

/// The most batches in one row, so that none waits long.
const MOST_GATHERED: usize = 512;
/// From this many batches in one row of a shared journal on, the task waits for more before the next
/// one, because a row costs about the same there however much is in it.
const BUSY: usize = 2;
/// How long it waits for more.
const GATHERING: Duration = Duration::from_millis(2);
/// How long after a failed append the next one is tried.
const RETRY_AFTER: Duration = Duration::from_millis(100);

/// To how many connections one task writes, so that other tasks get their turn.
const FLUSHED_AT_ONCE: usize = 64;

/// The connections that have messages to be written.
#[derive(Default)]
struct ToFlush(Vec<Outbox>);

impl ToFlush {
    /// Puts a message in, or closes its connection if it speaks of what was not written.
    fn deliver(&mut self, Envelope { to, message }: Envelope, is_void: bool) {
        if is_void {
            to.close(FarewellReason::Overloaded);
        } else if to.add_message(message) {
            self.0.push(to);
        }
    }

    /// Writes the messages; many of them by tasks of their own, which other threads may take.
    fn flush(&mut self) {
        while self.0.len() > FLUSHED_AT_ONCE {
            let some = self.0.split_off(self.0.len() - FLUSHED_AT_ONCE);
            tokio::spawn(async move { some.iter().for_each(Outbox::flush) });
        }
        self.0.drain(..).for_each(|outbox| outbox.flush());
    }
}

fn is_of(matches: &HashSet<u64>, match_id: Option<u64>) -> bool {
    match_id.is_some_and(|match_id| matches.contains(&match_id))
}

pub(super) fn results_of(entries: &[Entry]) -> impl Iterator<Item = &MatchResult> {
    entries.iter().filter_map(|entry| match &entry.step {
        Step::MatchOver(result) => Some(result),
        _ => None,
    })
}

pub(super) fn hand_on_games(games: &GamesToKeep, ended: impl IntoIterator<Item = EndedGame>) {
    ended.into_iter().for_each(|game| games.push(game));
}

pub(super) fn hand_on_results(results: &UnboundedSender<MatchResult>, entries: &[Entry]) {
    for result in results_of(entries) {
        let _ = results.send(result.clone());
    }
}

/// What the task works with.
pub(super) struct Appender {
    journal: Box<dyn Journal>,
    is_shared: bool,
    outcomes: Outcomes,
    metrics: Arc<Metrics>,
    passed_by: PassedBy,
    /// Entries to be appended, some of which may have failed before.
    kept: Vec<Entry>,
    /// Games whose last entries are among those.
    games: Vec<EndedGame>,
    /// Matches that have lost entries.
    given_up: HashSet<u64>,
    /// Matches whose result is neither in this journal nor, if that has lost entries of theirs, in
    /// the accounts. With a shared journal always empty: there every message waits.
    undecided: HashSet<u64>,
    /// When to try again after a failure.
    retry_at: Option<Instant>,
    /// Messages of results that are not durable yet, and what is to follow them.
    held: Vec<(Envelope, Option<u64>)>,
    /// The outboxes that they are for.
    held_for: HashSet<usize>,
    to_flush: ToFlush,
}

impl Appender {
    pub(super) fn new(
        journal: Box<dyn Journal>,
        outcomes: Outcomes,
        metrics: Arc<Metrics>,
        passed_by: PassedBy,
    ) -> Appender {
        Appender {
            is_shared: journal.is_shared(),
            journal,
            outcomes,
            metrics,
            passed_by,
            kept: Vec::new(),
            games: Vec::new(),
            given_up: HashSet::new(),
            undecided: HashSet::new(),
            retry_at: None,
            held: Vec::new(),
            held_for: HashSet::new(),
            to_flush: ToFlush::default(),
        }
    }

    pub(super) async fn run(mut self, mut jobs: Receiver<Job>) {
        let mut gathered: Vec<Batch> = Vec::new();
        let mut is_busy = false;
        loop {
            let mut next = if let Some(at) = self.retry_at {
                let Ok(job) = timeout_at(at.into(), jobs.recv()).await else {
                    self.append_and_send(&mut gathered).await;
                    continue;
                };
                job
            } else {
                jobs.recv().await
            };
            if next.is_none() {
                return;
            }
            // Whatever else has arrived is handed over first, and goes into the same row.
            if is_busy && self.is_shared {
                tokio::time::sleep(GATHERING).await;
            } else {
                tokio::task::yield_now().await;
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
                        self.append_and_send(&mut gathered).await;
                        // The accounts have its result.
                        self.undecided.remove(&match_id);
                        if let Err(problem) = self.journal.remove(match_id).await {
                            warn!(%problem, match_id, "a match was not removed from the journal");
                        }
                    }
                    Job::Tidy(answer) => {
                        self.append_and_send(&mut gathered).await;
                        let _ = answer.send(self.journal.tidy().await);
                    }
                    Job::TakeOver(code, answer) => {
                        self.append_and_send(&mut gathered).await;
                        let taken = self.journal.take_over(code).await;
                        for log in taken.iter().flatten() {
                            self.forget(log.match_id);
                        }
                        let _ = answer.send(taken);
                    }
                    Job::Rooms(answer) => {
                        self.append_and_send(&mut gathered).await;
                        let _ = answer.send(self.journal.rooms().await);
                    }
                    Job::CloseWaiting => {
                        self.append_and_send(&mut gathered).await;
                        self.held_for.clear();
                        for (envelope, _) in self.held.drain(..) {
                            envelope.to.close(FarewellReason::ShuttingDown);
                        }
                    }
                    Job::Stop => {
                        self.retry_at = None;
                        self.append_and_send(&mut gathered).await;
                        return;
                    }
                }
            }
            is_busy = gathered.len() >= BUSY;
            self.append_and_send(&mut gathered).await;
        }
    }

    /// Appends what was gathered, then sends the messages. While appending fails, players go on, but
    /// no result is told. A shared journal is stricter: nothing is told before it is durable, not
    /// even to returning players or spectators, because another server may never learn of it.
    async fn append_and_send(&mut self, gathered: &mut Vec<Batch>) {
        let mut tells_result = Vec::new();
        self.undecided.extend(self.passed_by.take());
        for batch in gathered.iter_mut() {
            if !self.is_shared {
                self.undecided.extend(results_of(&batch.entries).map(|result| result.match_id));
            }
            let waits = self.is_shared || is_of(&self.undecided, batch.match_id);
            tells_result.push((waits, batch.match_id));
            self.kept.append(&mut batch.entries);
            self.games.append(&mut batch.games);
        }
        if !self.is_shared {
            hand_on_games(&self.outcomes.games, self.games.drain(..));
        }
        if !self.kept.is_empty() && self.retry_at.is_none_or(|at| Instant::now() >= at) {
            self.append().await;
        }
        let is_durable = self.kept.is_empty() && self.undecided.is_empty();
        if is_durable && !self.held.is_empty() {
            self.held_for.clear();
            let given_up = &self.given_up;
            for (envelope, match_id) in self.held.drain(..) {
                self.to_flush.deliver(envelope, self.is_shared && is_of(given_up, match_id));
            }
        }
        let now = Instant::now();
        for (batch, (waits, match_id)) in gathered.drain(..).zip(tells_result) {
            for envelope in batch.envelopes {
                if is_durable || !waits && !self.held_for.contains(&envelope.to.id()) {
                    let is_void = self.is_shared && is_of(&self.given_up, match_id);
                    self.to_flush.deliver(envelope, is_void);
                } else {
                    self.hold(envelope, match_id);
                }
            }
            self.metrics.relay.observe(now.saturating_duration_since(batch.since));
        }
        self.to_flush.flush();
    }

    /// Keeps a message, and all that follow it to the same connection, until entries are durable.
    fn hold(&mut self, envelope: Envelope, match_id: Option<u64>) {
        if self.held.len() >= MESSAGES_HELD {
            return envelope.to.close(FarewellReason::Overloaded);
        }
        self.held_for.insert(envelope.to.id());
        self.held.push((envelope, match_id));
    }

    async fn append(&mut self) {
        let begin = Instant::now();
        loop {
            if !self.given_up.is_empty() {
                self.drop_given_up();
            }
            match self.journal.append(&self.kept).await {
                Ok(()) => {
                    hand_on_games(&self.outcomes.games, self.games.drain(..));
                    hand_on_results(&self.outcomes.results, &self.kept);
                    for result in results_of(&self.kept) {
                        self.undecided.remove(&result.match_id);
                    }
                    self.kept.clear();
                    self.retry_at = None;
                    self.metrics.store_fails.set(0);
                    break;
                }
                Err(StoreError::TakenOver { match_id }) => {
                    warn!(match_id, "another server has taken a match over");
                    self.give_up(match_id);
                }
                Err(problem @ StoreError::OutOfSequence { match_id, .. }) => {
                    error!(%problem, "a match has a gap in its journal and is given up");
                    self.metrics.store_failures.add(1);
                    self.give_up(match_id);
                }
                Err(problem) => {
                    // Players go on without results; the operator is told, by the log and /healthz.
                    let entries = self.kept.len();
                    error!(%problem, entries, "entries could not be appended to the journal");
                    self.metrics.store_failures.add(1);
                    self.metrics.store_fails.set(1);
                    self.retry_at = Some(Instant::now() + RETRY_AFTER);
                    if entries > ENTRIES_KEPT {
                        let matches: HashSet<u64> =
                            self.kept.iter().map(|entry| entry.match_id).collect();
                        for match_id in matches {
                            self.give_up(match_id);
                        }
                        self.drop_given_up();
                    }
                    break;
                }
            }
        }
        self.metrics.writing.observe(begin.elapsed());
    }

    /// A match begins again from what the journal has: what was not written before never happened.
    fn forget(&mut self, match_id: u64) {
        self.given_up.remove(&match_id);
        self.kept.retain(|entry| entry.match_id != match_id);
        self.games.retain(|game| game.match_id() != match_id);
        for (envelope, _) in self.held.extract_if(.., |(_, of)| *of == Some(match_id)) {
            envelope.to.close(FarewellReason::Overloaded);
        }
    }

    /// Appends nothing more to a match. A shared one is somebody else's from now on.
    fn give_up(&mut self, match_id: u64) {
        if self.given_up.insert(match_id) && self.is_shared {
            let _ = self.outcomes.lost.send(match_id);
        }
    }

    /// Drops the entries of matches that have lost some. Their results are stored all the same, and
    /// told after that, unless another server may decide them.
    fn drop_given_up(&mut self) {
        let (given_up, results) = (&mut self.given_up, &self.outcomes.results);
        let is_shared = self.is_shared;
        self.games.retain(|game| !given_up.contains(&game.match_id()));
        self.kept.retain(|entry| {
            if !given_up.contains(&entry.match_id) {
                return true;
            }
            if is_shared {
                return false;
            }
            if let Step::MatchOver(result) = &entry.step {
                given_up.remove(&result.match_id);
                let _ = results.send(result.clone());
            }
            false
        });
    }
}
