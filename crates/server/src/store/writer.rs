//! The way to the task that appends to the journal.
//!
//! No client is told of a step before it is durable: messages travel through here behind the entries
//! they speak of.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use axum::body::Bytes;
use quintet_protocol::{FarewellReason, RoomCode};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{Sender, UnboundedSender, channel};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tracing::warn;

use super::appender::{Appender, hand_on_games, hand_on_results, results_of};
use super::{Entry, Journal, MatchLog, MatchResult, StoreError};
use crate::edge::outbox::Outbox;
use crate::limits::JOURNAL_QUEUE;
use crate::metrics::Metrics;
use crate::rooms::ended_game::{EndedGame, GamesToKeep};

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

/// What the task is to do.
pub(super) enum Job {
    Batch(Batch),
    Remove(u64),
    Tidy(oneshot::Sender<Result<bool, StoreError>>),
    Rooms(oneshot::Sender<Result<Vec<RoomCode>, StoreError>>),
    TakeOver(RoomCode, oneshot::Sender<Result<Vec<MatchLog>, StoreError>>),
    CloseWaiting,
    Stop,
}

/// The way to the task that appends.
#[derive(Clone)]
pub(crate) struct JournalWriter {
    jobs: Sender<Job>,
    outcomes: Outcomes,
    is_shared: bool,
    passed_by: PassedBy,
}

/// Matches whose results the queue had no room for. They are stored without the task, which has to
/// know of them nevertheless: nothing may be told of them before that.
#[derive(Clone, Default)]
pub(super) struct PassedBy(Arc<Mutex<Vec<u64>>>);

impl PassedBy {
    pub(super) fn take(&self) -> Vec<u64> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn add(&self, entries: &[Entry]) {
        let matches = results_of(entries).map(|result| result.match_id);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend(matches);
    }
}

/// What the task reports.
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
    /// Starts the task, which ends after [`JournalWriter::stop`]. It hands on the results of
    /// matches once they are in the journal.
    pub(crate) fn start(
        journal: Box<dyn Journal>,
        outcomes: Outcomes,
        metrics: Arc<Metrics>,
    ) -> (JournalWriter, JoinHandle<()>) {
        let (jobs, incoming) = channel(JOURNAL_QUEUE);
        let is_shared = journal.is_shared();
        let passed_by = PassedBy::default();
        let writer = JournalWriter {
            jobs,
            outcomes: outcomes.clone(),
            is_shared,
            passed_by: passed_by.clone(),
        };
        let appender = Appender::new(journal, outcomes, metrics, passed_by);
        (writer, tokio::spawn(appender.run(incoming)))
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
                self.passed_by.add(&batch.entries);
                hand_on_games(&self.outcomes.games, batch.games);
                hand_on_results(&self.outcomes.results, &batch.entries);
            }
        }
    }

    /// Removes a match whose result is stored. False if the queue is full: the result may not have
    /// been told yet, so this has to be tried again.
    pub(crate) fn remove(&self, match_id: u64) -> bool {
        !matches!(self.jobs.try_send(Job::Remove(match_id)), Err(TrySendError::Full(_)))
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

    /// Ends the task once everything handed over before is appended.
    pub(crate) async fn stop(&self) {
        let _ = self.jobs.send(Job::Stop).await;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use quintet_protocol::Ending;
    use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
    use tokio::sync::{Notify, Semaphore};

    use super::*;
    use crate::edge::outbox::{Inbox, Outgoing};
    use crate::limits::{ENTRIES_KEPT, MESSAGES_HELD};
    use crate::store::{Pending, Step};

    /// A journal that can be out of reach, or not answer.
    #[derive(Clone)]
    struct Fake {
        is_shared: bool,
        is_reached: Arc<AtomicBool>,
        /// Closed once it answers.
        answers: Arc<Semaphore>,
        is_asked: Arc<Notify>,
    }

    impl Fake {
        fn new(is_shared: bool) -> Fake {
            let answers = Arc::new(Semaphore::new(0));
            answers.close();
            Fake { is_shared, is_reached: Arc::default(), answers, is_asked: Arc::default() }
        }

        /// One that is reached, and does not answer for the moment.
        fn unanswering() -> Fake {
            let (is_reached, answers) = (Arc::new(true.into()), Arc::new(Semaphore::new(0)));
            Fake { is_shared: false, is_reached, answers, is_asked: Arc::default() }
        }

        fn be_reached(&self) {
            self.is_reached.store(true, Ordering::SeqCst);
        }

        fn start(&self) -> Running {
            let (results, stored) = unbounded_channel();
            let (lost, _) = unbounded_channel();
            let outcomes = Outcomes { games: Arc::default(), results, lost };
            let journal = Box::new(self.clone());
            let (writer, task) = JournalWriter::start(journal, outcomes, Arc::default());
            Running { writer, task, stored }
        }
    }

    impl Journal for Fake {
        fn append<'a>(&'a mut self, _entries: &'a [Entry]) -> Pending<'a, ()> {
            Box::pin(async {
                self.is_asked.notify_one();
                let _ = self.answers.acquire().await;
                let is_reached = self.is_reached.load(Ordering::SeqCst);
                if is_reached { Ok(()) } else { Err(StoreError::Database("out of reach".into())) }
            })
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
            self.is_shared
        }
    }

    struct Running {
        writer: JournalWriter,
        task: JoinHandle<()>,
        /// Results that are handed on to the accounts.
        stored: UnboundedReceiver<MatchResult>,
    }

    impl Running {
        /// Whatever was handed over before has been looked at behind this.
        async fn catch_up(&self) {
            self.writer.tidy().await.expect("an answer");
        }

        async fn stop(self) {
            self.writer.stop().await;
            self.task.await.expect("it ends in peace");
        }
    }

    fn batch(entries: Vec<Entry>, to: &Outbox, message: &'static [u8]) -> Batch {
        let envelopes = vec![Envelope { to: to.clone(), message: message.into() }];
        Batch { entries, envelopes, games: vec![], match_id: Some(7), since: Instant::now() }
    }

    fn entry() -> Entry {
        let step = Step::GameOver { winner: None, wins: vec![] };
        Entry { match_id: 7, number: 1, step }
    }

    fn result() -> Entry {
        let result = MatchResult::unwon(7, false, &[], vec![], Ending::Interrupted);
        Entry { match_id: 7, number: 2, step: Step::MatchOver(result) }
    }

    fn is_told(inbox: &mut Inbox) -> bool {
        matches!(inbox.try_recv(), Some(Outgoing::Message(_)))
    }

    fn is_closed(inbox: &mut Inbox) -> bool {
        matches!(inbox.try_recv(), Some(Outgoing::Farewell(FarewellReason::Overloaded)))
    }

    /// A leave that never gets into the journal was once confirmed all the same.
    #[tokio::test]
    async fn whoever_waits_when_the_rooms_are_given_up_is_disconnected_and_told_nothing() {
        let journal = Fake::new(true);
        let running = journal.start();
        let (leaving, mut heard) = Outbox::new();
        running.writer.submit(batch(vec![entry()], &leaving, b"left"));
        running.writer.close_waiting();
        running.catch_up().await;
        journal.be_reached();
        running.stop().await;
        assert!(matches!(heard.try_recv(), Some(Outgoing::Farewell(_))));
        assert!(heard.try_recv().is_none());
    }

    /// Somebody who comes back is told the whole game from the room's memory. While the journal is
    /// out of reach, that has inputs which another server may never learn of.
    #[tokio::test]
    async fn while_a_shared_journal_is_out_of_reach_nobody_is_told_anything() {
        let journal = Fake::new(true);
        let running = journal.start();
        let (player, mut heard) = Outbox::new();
        let (returning, mut heard_back) = Outbox::new();
        running.writer.submit(batch(vec![entry()], &player, b"input"));
        running.writer.submit(batch(vec![], &returning, b"the game so far"));
        running.catch_up().await;
        assert!(heard.try_recv().is_none() && heard_back.try_recv().is_none());
        journal.be_reached();
        running.stop().await;
        assert!(is_told(&mut heard) && is_told(&mut heard_back));
    }

    /// A player who reconnects is told the end of the match from the room's memory.
    #[tokio::test]
    async fn while_the_journal_fails_players_go_on_and_nobody_is_told_a_result() {
        let journal = Fake::new(false);
        let running = journal.start();
        let [(player, mut heard), (returning, mut heard_back), (other, mut goes_on)] =
            [(); 3].map(|()| Outbox::new());
        running.writer.submit(batch(vec![entry()], &player, b"input"));
        running.writer.submit(batch(vec![result()], &player, b"result"));
        running.writer.submit(batch(vec![], &returning, b"result"));
        let elsewhere = Entry { match_id: 8, ..entry() };
        running
            .writer
            .submit(Batch { match_id: Some(8), ..batch(vec![elsewhere], &other, b"input") });
        running.catch_up().await;
        assert!(is_told(&mut heard) && heard.try_recv().is_none());
        assert!(heard_back.try_recv().is_none());
        assert!(is_told(&mut goes_on));
        journal.be_reached();
        running.stop().await;
        assert!(is_told(&mut heard) && is_told(&mut heard_back));
    }

    /// With so many entries that the journal lacks, matches are given up and their results are stored
    /// without it. They were once told before that.
    #[tokio::test]
    async fn the_result_of_a_match_that_the_journal_has_lost_is_told_once_it_is_stored() {
        let journal = Fake::new(false);
        let mut running = journal.start();
        let [(player, mut heard), (returning, mut heard_back)] = [(); 2].map(|()| Outbox::new());
        running.writer.submit(batch(vec![result()], &player, b"result"));
        let many = vec![Entry { match_id: 8, ..entry() }; ENTRIES_KEPT];
        let envelopes = Vec::new();
        running.writer.submit(Batch { envelopes, ..batch(many, &player, b"") });
        let stored = running.stored.recv().await.expect("it goes to the accounts");
        assert_eq!(stored.match_id, 7);
        // The journal has room again; the accounts have not stored the result yet.
        journal.be_reached();
        running.writer.submit(batch(vec![], &returning, b"result"));
        running.catch_up().await;
        assert!(heard.try_recv().is_none() && heard_back.try_recv().is_none());
        assert!(running.writer.remove(7));
        running.catch_up().await;
        running.stop().await;
        assert!(is_told(&mut heard) && is_told(&mut heard_back));
    }

    #[tokio::test]
    async fn with_too_many_messages_that_wait_the_connections_of_those_beyond_are_closed() {
        let running = Fake::new(false).start();
        let [(waiting, mut waits), (beyond, mut goes)] = [(); 2].map(|()| Outbox::new());
        let mut results = batch(vec![result()], &waiting, b"result");
        for number in 1..=MESSAGES_HELD {
            let to = if number < MESSAGES_HELD { &waiting } else { &beyond };
            results.envelopes.push(Envelope { to: to.clone(), message: Bytes::new() });
        }
        running.writer.submit(results);
        running.catch_up().await;
        assert!(is_closed(&mut goes));
        assert!(waits.try_recv().is_none());
        running.stop().await;
    }

    #[tokio::test]
    async fn when_the_queue_is_full_connections_are_closed_and_a_result_is_told_once_it_is_stored()
    {
        let journal = Fake::unanswering();
        let mut running = journal.start();
        let [(player, mut heard), (returning, mut heard_back)] = [(); 2].map(|()| Outbox::new());
        let silent = || Batch { envelopes: Vec::new(), ..batch(vec![entry()], &player, b"") };
        running.writer.submit(silent());
        journal.is_asked.notified().await;
        for _ in 0..JOURNAL_QUEUE {
            running.writer.submit(silent());
        }
        running.writer.submit(batch(vec![result()], &player, b"result"));
        assert!(is_closed(&mut heard));
        let stored = running.stored.recv().await.expect("it goes to the accounts");
        assert_eq!(stored.match_id, 7);
        assert!(!running.writer.remove(7), "there is no room for this either");

        journal.answers.close();
        while running.writer.tidy().await.is_err() {
            tokio::task::yield_now().await;
        }
        running.writer.submit(batch(vec![], &returning, b"result"));
        running.catch_up().await;
        assert!(heard_back.try_recv().is_none());
        assert!(running.writer.remove(7));
        running.catch_up().await;
        assert!(is_told(&mut heard_back));
        running.stop().await;
    }
}
