//! This node's lease, and how the others are known to be there.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tracing::{error, info, warn};

use super::message::NodeMessage;
use super::{Cluster, HEARTBEAT, REFEREE_FOR, RENEW_EVERY, lock};
use crate::rooms::hub::Hub;
use crate::store::StoreError;

/// How long one attempt to renew the lease may take, so that there is time for another.
const RENEWAL_LIMIT: Duration = Duration::from_millis(500);

/// For how long this node may referee.
#[derive(Debug)]
pub(super) struct Lease {
    start: Instant,
    /// When it was last renewed, in milliseconds after the start.
    renewed: AtomicU64,
    /// Held while it is renewed or lapses, so that neither happens in the middle of the other.
    changing: Mutex<()>,
    /// Whether the rooms have been given up since.
    has_lapsed: AtomicBool,
    /// How often the rooms have been given up.
    lapses: AtomicU64,
}

impl Default for Lease {
    fn default() -> Lease {
        Lease {
            start: Instant::now(),
            renewed: AtomicU64::new(0),
            changing: Mutex::default(),
            has_lapsed: AtomicBool::new(false),
            lapses: AtomicU64::new(0),
        }
    }
}

impl Lease {
    /// Whether it has not lapsed.
    pub(super) fn is_valid(&self) -> bool {
        let renewed = Duration::from_millis(self.renewed.load(Ordering::Acquire));
        self.start.elapsed() < renewed + REFEREE_FOR
    }

    /// How often the rooms have been given up. Whatever was true of them before may not be any more.
    pub(super) fn lapses(&self) -> u64 {
        self.lapses.load(Ordering::Acquire)
    }

    /// It was renewed by a request of this moment. If it had lapsed, other nodes may have this one's
    /// rooms, so that they are given up first, with those that were opened since it lapsed.
    fn renew(&self, asked: Instant, give_up: impl FnOnce()) {
        let _changing = lock(&self.changing);
        if !self.is_valid() {
            self.give_up(give_up);
        }
        let renewed = asked.duration_since(self.start).as_millis() as u64;
        self.renewed.store(renewed, Ordering::Release);
        if self.has_lapsed.swap(false, Ordering::AcqRel) {
            info!("the lease is renewed");
        }
    }

    /// If it has lapsed, the rooms are given up, once.
    fn look(&self, give_up: impl FnOnce()) {
        let _changing = lock(&self.changing);
        if !self.is_valid() && !self.has_lapsed.load(Ordering::Acquire) {
            self.give_up(give_up);
        }
    }

    fn give_up(&self, give_up: impl FnOnce()) {
        if !self.has_lapsed.swap(true, Ordering::AcqRel) {
            error!("the lease has lapsed: other nodes may take this one's rooms over");
        }
        self.lapses.fetch_add(1, Ordering::AcqRel);
        give_up();
    }
}

impl Cluster {
    /// Renews the lease once.
    pub(super) async fn renew(&self, give_up: impl FnOnce()) -> Result<(), StoreError> {
        // The lease is as old as the request, whenever the answer comes.
        let asked = Instant::now();
        self.directory.renew(self.node).await?;
        self.lease.renew(asked, give_up);
        Ok(())
    }

    pub(super) async fn keep_lease(&self, hub: &Arc<Hub>) {
        let mut every = tokio::time::interval(RENEW_EVERY);
        every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            every.tick().await;
            let renewing = self.renew(|| hub.abandon_all());
            match tokio::time::timeout(RENEWAL_LIMIT, renewing).await {
                Ok(Ok(())) => {}
                Ok(Err(problem)) => warn!(%problem, "the lease could not be renewed"),
                Err(_) => warn!("the lease could not be renewed in time"),
            }
        }
    }

    /// Tells the others that this node is there and what addresses use here, and gives up the rooms
    /// when the lease lapses.
    pub(super) async fn keep_watch(self: Arc<Cluster>, hub: &Arc<Hub>) {
        let mut every = tokio::time::interval(HEARTBEAT);
        let mut has_told_usage = false;
        loop {
            every.tick().await;
            // The rooms are given up first: to tell the others may take a while.
            self.lease.look(|| hub.abandon_all());
            let is_leased = self.is_leased();
            self.metrics.is_leased.set(i64::from(is_leased));
            self.count_nodes();
            // Even a node without a lease is heard, because it relays for players of others' rooms.
            let unix = hub.clock.unix();
            self.tell_all(&NodeMessage::Alive { node: self.node, unix }).await;
            if !is_leased {
                continue;
            }
            let usage = hub.addresses.heavy_users();
            // An empty list takes back what was told before.
            if !usage.is_empty() || has_told_usage {
                has_told_usage = !usage.is_empty();
                self.tell_all(&NodeMessage::Usage { node: self.node, usage }).await;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A node that slept through the end of its lease, as a machine that is paused does, once went
    /// on with its rooms when it could renew the lease before it had looked.
    #[test]
    fn whoever_renews_a_lapsed_lease_gives_up_the_rooms_first() {
        let paused = Instant::now().checked_sub(REFEREE_FOR * 2).expect("it is later than that");
        let lease = Lease { start: paused, ..Lease::default() };
        assert!(!lease.is_valid());
        let mut given_up = 0;
        lease.renew(Instant::now(), || {
            assert!(!lease.is_valid(), "not before the rooms are given up");
            given_up += 1;
        });
        assert!(lease.is_valid());
        lease.renew(Instant::now(), || given_up += 1);
        assert_eq!((given_up, lease.lapses()), (1, 1));
    }

    /// A room that was opened while the lease had lapsed was once kept when it was renewed.
    #[test]
    fn rooms_are_given_up_when_it_lapses_and_again_before_it_is_renewed() {
        let start = Instant::now().checked_sub(REFEREE_FOR * 2).expect("it is later than that");
        let lease = Lease { start, ..Lease::default() };
        let mut given_up = 0;
        lease.look(|| given_up += 1);
        lease.look(|| given_up += 1);
        assert_eq!(given_up, 1);
        lease.renew(Instant::now(), || given_up += 1);
        assert_eq!((given_up, lease.lapses()), (2, 2));
    }

    /// A check that began before a renewal and ended after it must not make the lease lapse: the rooms
    /// would not be given up when it really lapses.
    #[test]
    fn a_lease_that_is_valid_does_not_lapse() {
        let lease = Lease::default();
        lease.look(|| panic!("it is valid"));
        assert_eq!(lease.lapses(), 0);
    }

    #[test]
    fn an_answer_that_comes_late_renews_from_when_it_was_asked_for() {
        let start = Instant::now().checked_sub(REFEREE_FOR * 2).expect("it is later than that");
        let lease = Lease { start, ..Lease::default() };
        lease.renew(start + REFEREE_FOR / 2, || {});
        assert!(!lease.is_valid());
    }
}
