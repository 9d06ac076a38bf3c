//! Several servers, called nodes, that work as one.
//!
//! A room lives on one node, which owns it. Players may be connected to any node, their edge: a
//! player whose room is on another node is a visitor there, and the edge carries messages both ways
//! through NATS. What a client sends and is sent is the same in either case.
//!
//! | | where | how it is kept true |
//! |---|---|---|
//! | which nodes there are | bucket `nodes` | keys that lapse; each node renews its own ([`lease`]) |
//! | who owns a room | bucket `rooms` | compare-and-swap; a lapsed owner's room may be taken ([`takeover`]) |
//! | which room a player is in | bucket `players` | written by the room's owner |
//! | what happened in a match | the journal | every message names the one before it |
//! | who waits for an opponent | every node tells the leader | told again every second ([`pairing`]) |
//!
//! The journal is what makes this safe: nobody is told of a step before the journal has it, and it
//! refuses the steps of a former owner. Leases and links only decide how soon that happens. A link
//! that loses a message, or whose other end is silent, is closed, and the client reconnects.

mod clocks;
mod directory;
mod lease;
mod link;
mod message;
mod notes;
mod pairing;
mod relay;
mod takeover;
mod visitor;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;
use tokio::task::JoinHandle;

use crate::metrics::Metrics;
use crate::rooms::hub::Hub;
use crate::secure_random;
use crate::store::nats::Nats;
use crate::store::{StoreError, unix_micros};
use clocks::Clocks;
use directory::SharedDirectory;
use lease::Lease;
use link::Links;
use notes::Notes;
use pairing::Pairing;

pub(crate) use message::Visit;
pub(crate) use relay::relay;
pub(crate) use takeover::RoomLocation;

/// A node's number: a new one every time a server starts.
pub(crate) type NodeId = u64;

/// How long after a node's lease was last renewed others may take its rooms over.
const LEASE: Duration = Duration::from_millis(2_500);
/// How long a node may referee without renewing; must be less than `LEASE`.
const REFEREE_FOR: Duration = Duration::from_millis(1_800);
/// How often the lease is renewed.
const RENEW_EVERY: Duration = Duration::from_millis(400);
/// How often a node tells all others that it is there.
const HEARTBEAT: Duration = Duration::from_millis(250);
/// How long a node may be silent before links to it are closed.
const SILENCE: Duration = Duration::from_millis(1_500);
/// How long ago a node has to have been heard for players to be sent there: three heartbeats.
const HEARD_LATELY: Duration = Duration::from_millis(750);
/// How long sending a message to another node may take.
const SENDING_LIMIT: Duration = Duration::from_secs(1);

/// What a node knows of the others.
pub(crate) struct Cluster {
    pub(crate) node: NodeId,
    nats: Nats,
    directory: SharedDirectory,
    notes: Notes,
    links: Links,
    pairing: Pairing,
    /// Notified when somebody begins or ceases to wait here for an opponent.
    seeking: Notify,
    metrics: Arc<Metrics>,
    /// When each node was last heard.
    heard: Mutex<HashMap<NodeId, Instant>>,
    clocks: Clocks,
    lease: Lease,
    /// One room is taken over at a time.
    taking: tokio::sync::Mutex<()>,
    is_draining: AtomicBool,
}

/// A node at work.
pub(crate) struct Running {
    tasks: Vec<JoinHandle<()>>,
}

impl Cluster {
    /// Opens the buckets and takes a lease.
    pub(crate) async fn open(
        nats: Nats,
        metrics: Arc<Metrics>,
        patience: Duration,
    ) -> Result<Arc<Cluster>, StoreError> {
        let directory = SharedDirectory::open(&nats, patience).await?;
        let cluster = Arc::new(Cluster {
            node: secure_random::number(),
            nats,
            directory,
            notes: Notes::default(),
            links: Links::default(),
            pairing: Pairing::default(),
            seeking: Notify::new(),
            metrics,
            heard: Mutex::default(),
            clocks: Clocks::default(),
            lease: Lease::default(),
            taking: tokio::sync::Mutex::default(),
            is_draining: AtomicBool::new(false),
        });
        let before = unix_micros();
        let first = cluster.nats.insist(patience, async |_: &Nats| cluster.renew(|| ()).await);
        first.await?;
        cluster.directory.check_clock(cluster.node, before).await?;
        Ok(cluster)
    }

    /// Begins to listen to other nodes and to keep the lease.
    pub(crate) async fn start(self: &Arc<Cluster>, hub: &Arc<Hub>) -> Result<Running, StoreError> {
        let (node, nodes) = (self.own_subject(self.node), self.all_subject());
        let (to_me, to_all) = (self.subscribe(node).await?, self.subscribe(nodes).await?);
        let this = || (Arc::clone(self), Arc::clone(hub));
        let listening = |subscriber| {
            let (cluster, hub) = this();
            tokio::spawn(async move { link::listen(cluster, hub, subscriber).await })
        };
        let (keeping, beating) = (this(), this());
        let noting = Arc::clone(self);
        Ok(Running {
            tasks: vec![
                listening(to_me),
                listening(to_all),
                tokio::spawn(async move { keeping.0.keep_lease(&keeping.1).await }),
                tokio::spawn(async move { beating.0.keep_watch(&beating.1).await }),
                tokio::spawn(async move {
                    noting.directory.keep_notes(noting.node, &noting.notes, &noting.lease).await;
                }),
                tokio::spawn({
                    let (cluster, hub) = this();
                    async move { cluster.keep_seeking(&hub).await }
                }),
                tokio::spawn({
                    let (cluster, hub) = this();
                    async move { cluster.keep_sweeping(&hub).await }
                }),
            ],
        })
    }

    /// From now on no player may come to this node, be it directly or as a visitor.
    pub(crate) fn drain(&self) {
        self.is_draining.store(true, Ordering::Relaxed);
    }

    /// Lets other nodes take this one's rooms over at once. They have been given up, and everything
    /// of them is in the journal.
    pub(crate) async fn hand_over(&self, running: &Running) {
        let _ = tokio::time::timeout(SENDING_LIMIT, self.flush()).await;
        running.tasks.iter().for_each(JoinHandle::abort);
        let _ = tokio::time::timeout(SENDING_LIMIT, self.directory.end_lease(self.node)).await;
        let _ = tokio::time::timeout(SENDING_LIMIT, self.nats.client.flush()).await;
    }

    pub(crate) fn is_draining(&self) -> bool {
        self.is_draining.load(Ordering::Relaxed)
    }

    /// Whether this node may referee.
    pub(crate) fn is_leased(&self) -> bool {
        self.lease.is_valid()
    }

    /// Whether this node's clock shows another date than those of most nodes.
    pub(crate) fn is_clock_wrong(&self) -> bool {
        self.clocks.is_own_wrong()
    }

    fn compare_clocks(&self, node: NodeId, theirs: u64, ours: u64) {
        if node != self.node {
            self.clocks.compare(node, theirs, ours);
        }
    }

    /// Whether a node has been heard lately; one that was never heard may have just started.
    fn is_heard(&self, node: NodeId) -> bool {
        node == self.node
            || lock(&self.heard).get(&node).is_none_or(|heard| heard.elapsed() < SILENCE)
    }

    /// Whether a node has been heard so lately that it is most probably there.
    fn is_heard_lately(&self, node: NodeId) -> bool {
        node == self.node
            || lock(&self.heard).get(&node).is_some_and(|heard| heard.elapsed() < HEARD_LATELY)
    }

    fn own_subject(&self, node: NodeId) -> String {
        format!("{}.node.{node}", self.nats.config.prefix)
    }

    fn all_subject(&self) -> String {
        format!("{}.nodes", self.nats.config.prefix)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // No change under these locks can panic half-way.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
