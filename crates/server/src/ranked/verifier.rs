//! The threads that verify replays: few, of low priority, behind a queue with a bound, so that no
//! match waits for them.

use std::collections::HashSet;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use axum::body::Bytes;
use tokio::sync::oneshot;
use tracing::warn;

use super::verify::{RejectReason, Verdict, verify};
use crate::limits::{VERIFYING_AT_ONCE, VERIFYING_QUEUE};
use crate::metrics::Metrics;
use crate::store::{PlayerId, Ticket};

/// How much less important than everything else the threads are, from 0 to 19.
#[cfg(target_os = "linux")]
const NICE: i32 = 19;

struct Job {
    replay: Bytes,
    ticket: Ticket,
    answer: oneshot::Sender<Result<Verdict, RejectReason>>,
}

/// The way to the threads, which end with it.
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
        let (jobs, waiting) = sync_channel(VERIFYING_QUEUE);
        let waiting = Arc::new(Mutex::new(waiting));
        for _ in 0..VERIFYING_AT_ONCE {
            let (waiting, metrics) = (Arc::clone(&waiting), Arc::clone(metrics));
            std::thread::spawn(move || work(&waiting, &metrics));
        }
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
    /// Verifies a replay in its turn; none if the server stops meanwhile.
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

/// Lets every other thread of the machine go first. On Linux a priority is a thread's own.
fn lower_priority() {
    #[cfg(target_os = "linux")]
    if let Err(problem) = rustix::process::nice(NICE) {
        warn!(%problem, "replays are verified at normal priority");
    }
}

fn work(jobs: &Mutex<Receiver<Job>>, metrics: &Metrics) {
    lower_priority();
    loop {
        let job = lock(jobs).recv();
        let Ok(Job { replay, ticket, answer }) = job else { return };
        let begin = Instant::now();
        let verdict = verify(&replay, &ticket);
        metrics.verifying.observe(begin.elapsed());
        // The request may have been cancelled.
        let _ = answer.send(verdict);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The priority of the calling thread as the system knows it.
    #[cfg(target_os = "linux")]
    fn priority() -> i32 {
        let text = std::fs::read_to_string("/proc/thread-self/stat").expect("this thread");
        // After the name in brackets, it is field 17.
        let fields = text.rsplit(") ").next().expect("fields").split(' ');
        fields.skip(16).find_map(|field| field.parse().ok()).expect("a number")
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_threads_give_way_to_all_others() {
        let before = priority();
        let verifying = std::thread::spawn(|| {
            lower_priority();
            priority()
        });
        let lowest = 19;
        assert_eq!(verifying.join().expect("it ends"), (before + NICE).min(lowest));
        assert_eq!(priority(), before, "no other thread is concerned");
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
