//! The thread that verifies replays: of low priority, at a steady rate, behind a queue with a bound, so
//! that no match waits for it.

use std::collections::HashSet;
use std::panic::catch_unwind;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use axum::body::Bytes;
use tokio::sync::oneshot;
use tracing::{error, warn};

use super::verify::{RejectReason, Verdict, verify};
use crate::limits::{VERIFYING_EVERY, VERIFYING_QUEUE};
use crate::metrics::Metrics;
use crate::priority::run_when_idle;
use crate::store::{PlayerId, Ticket};

struct Job {
    replay: Bytes,
    ticket: Ticket,
    answer: oneshot::Sender<Result<Verdict, RejectReason>>,
}

/// How a replay is verified.
type Verify = fn(&[u8], &Ticket) -> Result<Verdict, RejectReason>;

/// The way to the thread, which ends with it.
pub(crate) struct Verifier {
    jobs: SyncSender<Job>,
    /// Players who have a place in the queue.
    players: Arc<Mutex<HashSet<PlayerId>>>,
}

/// A player's place in the queue, given back when it is dropped.
pub(crate) struct QueueSlot {
    player: PlayerId,
    players: Arc<Mutex<HashSet<PlayerId>>>,
    jobs: SyncSender<Job>,
}

impl Verifier {
    pub(crate) fn start(metrics: &Arc<Metrics>) -> Verifier {
        Verifier::start_with(metrics, verify)
    }

    fn start_with(metrics: &Arc<Metrics>, verify: Verify) -> Verifier {
        let (jobs, waiting) = sync_channel(VERIFYING_QUEUE);
        let metrics = Arc::clone(metrics);
        std::thread::spawn(move || work(waiting, verify, &metrics));
        Verifier { jobs, players: Arc::default() }
    }

    /// A place in the queue; none if it is full, or the player has one already.
    pub(crate) fn reserve(&self, player: PlayerId) -> Option<QueueSlot> {
        let mut players = lock(&self.players);
        if players.len() >= VERIFYING_QUEUE || !players.insert(player) {
            return None;
        }
        Some(QueueSlot { player, players: Arc::clone(&self.players), jobs: self.jobs.clone() })
    }
}

impl QueueSlot {
    /// Verifies a replay in its turn; none if that fails, or the server stops meanwhile.
    pub(crate) async fn verify(
        &self,
        replay: Bytes,
        ticket: Ticket,
    ) -> Option<Result<Verdict, RejectReason>> {
        let (answer, answered) = oneshot::channel();
        // There are no more places than the queue holds.
        self.jobs.try_send(Job { replay, ticket, answer }).ok()?;
        answered.await.ok()
    }
}

impl Drop for QueueSlot {
    fn drop(&mut self) {
        lock(&self.players).remove(&self.player);
    }
}

fn work(jobs: Receiver<Job>, verify: Verify, metrics: &Metrics) {
    if let Err(problem) = run_when_idle() {
        warn!(problem, "replays are verified at normal priority");
    }
    for Job { replay, ticket, answer } in jobs {
        let begin = Instant::now();
        let verdict = catch_unwind(|| verify(&replay, &ticket));
        metrics.verifying.observe(begin.elapsed());
        if let Ok(verdict) = verdict {
            // The request may have been cancelled.
            let _ = answer.send(verdict);
        } else {
            error!(ticket = ticket.ticket, "verifying a replay has panicked");
        }
        // However many replays wait, reading and storing them takes little of the time of matches.
        std::thread::sleep(VERIFYING_EVERY.saturating_sub(begin.elapsed()));
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use quintet_engine::GameName;

    use super::*;
    use crate::ranked::progress::Progress;

    fn a_ticket() -> Ticket {
        let (ticket, player, game, seed, issued) = (1, 1, GameName::Sprint, 0, 0);
        Ticket { ticket, player, game, seed, issued, progress: Progress::begun(0) }
    }

    #[tokio::test]
    async fn a_panic_ends_one_verification_alone() {
        let verifier = Verifier::start_with(&Arc::default(), |replay, ticket| {
            assert!(!replay.is_empty(), "on purpose");
            verify(replay, ticket)
        });
        let place = verifier.reserve(1).expect("a place");
        assert!(place.verify(Bytes::new(), a_ticket()).await.is_none());
        let next = place.verify(Bytes::from_static(b"nonsense"), a_ticket()).await;
        assert!(matches!(next, Some(Err(_))));
    }

    /// Replays that were stored as fast as they could be verified once slowed matches down.
    #[tokio::test]
    async fn replays_are_verified_at_a_steady_rate() {
        let verifier = Verifier::start(&Arc::default());
        let (begin, count) = (Instant::now(), 5);
        let waiting: Vec<_> = (0..=count).map(|player| verifier.reserve(player)).collect();
        for place in waiting.iter().flatten() {
            let verdict = place.verify(Bytes::from_static(b"nonsense"), a_ticket()).await;
            assert!(matches!(verdict, Some(Err(_))));
        }
        assert_eq!(waiting.len() as u64, count + 1);
        assert!(begin.elapsed() >= VERIFYING_EVERY * count as u32);
    }

    #[test]
    fn each_player_has_one_place_and_the_queue_has_an_end() {
        let verifier = Verifier::start(&Arc::default());
        let first = verifier.reserve(1).expect("a place");
        assert!(verifier.reserve(1).is_none(), "one place for each player");
        let rest: Vec<_> = (2..=VERIFYING_QUEUE as u64).map(|id| verifier.reserve(id)).collect();
        assert!(rest.iter().all(Option::is_some));
        assert!(verifier.reserve(1_000).is_none(), "the queue is full");
        drop(first);
        assert!(verifier.reserve(1_000).is_some());
    }
}
