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
use quintet_protocol::{FarewellReason, RoomCode};
use tokio::runtime::Handle;
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::oneshot;
use tracing::{error, warn};

use super::{Entry, Journal, MatchLog, MatchResult, Step, StoreError};
use crate::edge::outbox::Outbox;
use crate::limits::{ENTRIES_KEPT, JOURNAL_QUEUE, MESSAGES_HELD};
use crate::metrics::Metrics;
use crate::rooms::ended_game::{EndedGame, GamesToKeep};

/// The most batches in one transaction, so that none waits long.
const MOST_GATHERED: usize = 512;
/// From this many batches in one transaction on, the thread waits for more before the next one,
/// because a transaction costs about the same however much is in it.
const BUSY: usize = 2;
/// How long it waits for more.
const GATHERING: Duration = Duration::from_millis(2);
/// How long after a failed append the next one is tried.
const RETRY_AFTER: Duration = Duration::from_millis(100);

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
    /// Games that are over, to be kept once the entries that end them are durable.
    pub(crate) games: Vec<EndedGame>,
    /// The match that the messages may speak of, with or without entries.
    pub(crate) match_id: Option<u64>,
    /// When whatever led to them came in.
    pub(crate) since: Instant,
}

enum Job {
    Batch(Batch),
    Remove(u64),
    Tidy(oneshot::Sender<Result<bool, StoreError>>),
    Rooms(oneshot::Sender<Result<Vec<RoomCode>, StoreError>>),
    TakeOver(RoomCode, oneshot::Sender<Result<Vec<MatchLog>, StoreError>>),
    CloseWaiting,
    Stop,
}

/// The way to the thread that appends.
#[derive(Clone)]
pub(crate) struct JournalWriter {
    jobs: SyncSender<Job>,
    outcomes: Outcomes,
    is_shared: bool,
}

/// What the thread reports.
#[derive(Clone)]
pub(crate) struct Outcomes {
    /// Games that are over. Those of a match come before its result.
    pub(crate) games: Arc<GamesToKeep>,
    /// Results that are in the journal.
    pub(crate) results: UnboundedSender<MatchResult>,
    /// Matches of a shared journal that this server may not referee any more.
    pub(crate) lost: UnboundedSender<u64>,
}

impl JournalWriter {
    /// Starts the thread, which ends after [`JournalWriter::stop`]. It hands on the results of
    /// matches once they are in the journal.
    pub(crate) fn start(
        journal: Box<dyn Journal>,
        outcomes: Outcomes,
        metrics: Arc<Metrics>,
    ) -> (JournalWriter, JoinHandle<()>) {
        let (jobs, incoming) = sync_channel(JOURNAL_QUEUE);
        let is_shared = journal.is_shared();
        let writer = JournalWriter { jobs, outcomes: outcomes.clone(), is_shared };
        let runtime = Handle::current();
        let thread = std::thread::spawn(move || {
            let appender = Appender {
                journal,
                is_shared,
                outcomes,
                metrics,
                runtime,
                kept: Vec::new(),
                games: Vec::new(),
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
            // same, unless another server may decide the match.
            warn!("the journal's queue is full");
            for envelope in batch.envelopes {
                envelope.to.close(FarewellReason::Overloaded);
            }
            if !self.is_shared {
                hand_on_games(&self.outcomes.games, batch.games);
                hand_on_results(&self.outcomes.results, &batch.entries);
            }
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

    /// The rooms that have matches in a shared journal.
    pub(crate) async fn rooms(&self) -> Result<Vec<RoomCode>, StoreError> {
        let (answer, answered) = oneshot::channel();
        let _ = self.jobs.try_send(Job::Rooms(answer));
        answered.await.unwrap_or(Err(StoreError::Closed))
    }

    /// Takes the matches of a room over from another server.
    pub(crate) async fn take_over(&self, code: RoomCode) -> Result<Vec<MatchLog>, StoreError> {
        let (answer, answered) = oneshot::channel();
        let _ = self.jobs.try_send(Job::TakeOver(code, answer));
        answered.await.unwrap_or(Err(StoreError::Closed))
    }

    /// Closes the connections of all messages that still wait for entries handed over before this.
    pub(crate) fn close_waiting(&self) {
        // When the queue is full, the connections of those beyond it are closed anyway.
        let _ = self.jobs.try_send(Job::CloseWaiting);
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

/// Sends a message, or closes its connection if it speaks of what was not written.
fn deliver(envelope: Envelope, is_void: bool) {
    if is_void {
        envelope.to.close(FarewellReason::Overloaded);
    } else {
        envelope.send();
    }
}

fn is_of(matches: &HashSet<u64>, match_id: Option<u64>) -> bool {
    match_id.is_some_and(|match_id| matches.contains(&match_id))
}

fn has_result(entries: &[Entry]) -> bool {
    entries.iter().any(|entry| matches!(entry.step, Step::MatchOver(_)))
}

fn hand_on_games(games: &GamesToKeep, ended: impl IntoIterator<Item = EndedGame>) {
    ended.into_iter().for_each(|game| games.push(game));
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
    is_shared: bool,
    outcomes: Outcomes,
    metrics: Arc<Metrics>,
    runtime: Handle,
    /// Entries to be appended, some of which may have failed before.
    kept: Vec<Entry>,
    /// Games whose last entries are among those.
    games: Vec<EndedGame>,
    /// Matches that have lost entries.
    given_up: HashSet<u64>,
    /// When to try again after a failure.
    retry_at: Option<Instant>,
    /// Messages of results that are not durable yet, and what is to follow them.
    held: Vec<(Envelope, Option<u64>)>,
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
                    Job::TakeOver(code, answer) => {
                        self.settle(&mut gathered);
                        let taken = self.runtime.block_on(self.journal.take_over(code));
                        for log in taken.iter().flatten() {
                            self.forget(log.match_id);
                        }
                        let _ = answer.send(taken);
                    }
                    Job::Rooms(answer) => {
                        self.settle(&mut gathered);
                        let _ = answer.send(self.runtime.block_on(self.journal.rooms()));
                    }
                    Job::CloseWaiting => {
                        self.settle(&mut gathered);
                        self.held_for.clear();
                        for (envelope, _) in self.held.drain(..) {
                            envelope.to.close(FarewellReason::ShuttingDown);
                        }
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
    /// no result is told. A shared journal is stricter: nothing is told before it is durable, not
    /// even to returning players or spectators, because another server may never learn of it.
    fn settle(&mut self, gathered: &mut Vec<Batch>) {
        let mut tells_result = Vec::new();
        for batch in gathered.iter_mut() {
            let waits = self.is_shared || has_result(&batch.entries);
            tells_result.push((waits, batch.match_id));
            self.kept.append(&mut batch.entries);
            self.games.append(&mut batch.games);
        }
        if !self.is_shared {
            hand_on_games(&self.outcomes.games, self.games.drain(..));
        }
        if !self.kept.is_empty() && self.retry_at.is_none_or(|at| Instant::now() >= at) {
            self.append();
        }
        let is_durable = self.kept.is_empty();
        if is_durable && !self.held.is_empty() {
            self.held_for.clear();
            let given_up = &self.given_up;
            for (envelope, match_id) in self.held.drain(..) {
                deliver(envelope, self.is_shared && is_of(given_up, match_id));
            }
        }
        for (batch, (waits, match_id)) in gathered.drain(..).zip(tells_result) {
            for envelope in batch.envelopes {
                if is_durable || !waits && !self.held_for.contains(&envelope.to.id()) {
                    deliver(envelope, self.is_shared && is_of(&self.given_up, match_id));
                } else {
                    self.hold(envelope, match_id);
                }
            }
            self.metrics.relay.observe(batch.since.elapsed());
        }
    }

    /// Keeps a message, and all that follow it to the same connection, until entries are durable.
    fn hold(&mut self, envelope: Envelope, match_id: Option<u64>) {
        if self.held.len() >= MESSAGES_HELD {
            return envelope.to.close(FarewellReason::Overloaded);
        }
        self.held_for.insert(envelope.to.id());
        self.held.push((envelope, match_id));
    }

    fn append(&mut self) {
        let begin = Instant::now();
        loop {
            if !self.given_up.is_empty() {
                self.drop_given_up();
            }
            match self.runtime.block_on(self.journal.append(&self.kept)) {
                Ok(()) => {
                    hand_on_games(&self.outcomes.games, self.games.drain(..));
                    hand_on_results(&self.outcomes.results, &self.kept);
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

    /// Drops the entries of matches that have lost some. Their results are stored all the same,
    /// unless another server may decide them.
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

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;
    use crate::edge::outbox::Outgoing;
    use crate::store::{Pending, Step};

    /// A journal that several servers share, and that can be out of reach.
    struct Shared {
        is_reached: Arc<AtomicBool>,
    }

    impl Journal for Shared {
        fn append<'a>(&'a mut self, _entries: &'a [Entry]) -> Pending<'a, ()> {
            let is_reached = self.is_reached.load(Ordering::SeqCst);
            let problem = || StoreError::Database("out of reach".into());
            Box::pin(std::future::ready(if is_reached { Ok(()) } else { Err(problem()) }))
        }

        fn logs(&mut self) -> Pending<'_, Vec<MatchLog>> {
            Box::pin(std::future::ready(Ok(Vec::new())))
        }

        fn remove(&mut self, _match_id: u64) -> Pending<'_, ()> {
            Box::pin(std::future::ready(Ok(())))
        }

        fn tidy(&mut self) -> Pending<'_, bool> {
            Box::pin(std::future::ready(Ok(true)))
        }

        fn is_shared(&self) -> bool {
            true
        }
    }

    fn batch(entries: Vec<Entry>, to: &Outbox, message: &'static [u8]) -> Batch {
        let envelopes = vec![Envelope { to: to.clone(), message: message.into() }];
        Batch { entries, envelopes, games: vec![], match_id: Some(7), since: Instant::now() }
    }

    fn start(is_reached: &Arc<AtomicBool>) -> (JournalWriter, JoinHandle<()>) {
        let journal = Box::new(Shared { is_reached: Arc::clone(is_reached) });
        let ((results, _), (lost, _)) =
            (tokio::sync::mpsc::unbounded_channel(), tokio::sync::mpsc::unbounded_channel());
        let outcomes = Outcomes { games: Arc::default(), results, lost };
        JournalWriter::start(journal, outcomes, Arc::default())
    }

    async fn stop(writer: JournalWriter, thread: JoinHandle<()>) {
        writer.stop();
        let joined = tokio::task::spawn_blocking(move || thread.join()).await;
        joined.expect("it ends").expect("in peace");
    }

    fn entry() -> Entry {
        let step = Step::GameOver { winner: None, wins: vec![] };
        Entry { match_id: 7, number: 1, step }
    }

    /// A leave that never gets into the journal was once confirmed all the same.
    #[tokio::test]
    async fn whoever_waits_when_the_rooms_are_given_up_is_disconnected_and_told_nothing() {
        let is_reached = Arc::new(AtomicBool::new(false));
        let (writer, thread) = start(&is_reached);
        let (leaving, mut heard) = Outbox::new();
        writer.submit(batch(vec![entry()], &leaving, b"left"));
        writer.close_waiting();
        // Behind this, both have been looked at.
        writer.tidy().await.expect("an answer");
        is_reached.store(true, Ordering::SeqCst);
        stop(writer, thread).await;
        assert!(matches!(heard.waiting.try_recv(), Ok(Outgoing::Farewell(_))));
        assert!(heard.waiting.try_recv().is_err());
    }

    /// Somebody who comes back is told the whole game from the room's memory. While the journal is
    /// out of reach, that has inputs which another server may never learn of.
    #[tokio::test]
    async fn while_a_shared_journal_is_out_of_reach_nobody_is_told_anything() {
        let is_reached = Arc::new(AtomicBool::new(false));
        let (writer, thread) = start(&is_reached);
        let (player, mut heard) = Outbox::new();
        let (returning, mut heard_back) = Outbox::new();
        writer.submit(batch(vec![entry()], &player, b"input"));
        writer.submit(batch(vec![], &returning, b"the game so far"));
        // Behind this, both have been looked at.
        writer.tidy().await.expect("an answer");
        assert!(heard.waiting.try_recv().is_err() && heard_back.waiting.try_recv().is_err());
        is_reached.store(true, Ordering::SeqCst);
        stop(writer, thread).await;
        for inbox in [&mut heard, &mut heard_back] {
            assert!(matches!(inbox.waiting.try_recv(), Ok(Outgoing::Message(_))));
        }
    }
}
