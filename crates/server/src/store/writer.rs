//! The way to the thread that appends to the journal.
//!
//! No client is told of a step before it is durable: messages travel through here behind the entries
//! they speak of.

use std::sync::Arc;
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::thread::JoinHandle;
use std::time::Instant;

use axum::body::Bytes;
use quintet_protocol::{FarewellReason, RoomCode};
use tokio::runtime::Handle;
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::oneshot;
use tracing::warn;

use super::appender::{Appender, hand_on_games, hand_on_results};
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

/// What the thread is to do.
pub(super) enum Job {
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
            Appender::new(journal, outcomes, metrics, runtime).run(&incoming);
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
    pub(super) fn send(self) {
        self.to.send(self.message);
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
        assert!(matches!(heard.try_recv(), Some(Outgoing::Farewell(_))));
        assert!(heard.try_recv().is_none());
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
        assert!(heard.try_recv().is_none() && heard_back.try_recv().is_none());
        is_reached.store(true, Ordering::SeqCst);
        stop(writer, thread).await;
        for inbox in [&mut heard, &mut heard_back] {
            assert!(matches!(inbox.try_recv(), Some(Outgoing::Message(_))));
        }
    }
}
