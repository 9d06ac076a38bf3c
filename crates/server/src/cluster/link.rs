//! Messages from and to other nodes.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use async_nats::Subscriber;
use futures_util::StreamExt;
use quintet_protocol::FarewellReason;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tracing::warn;

use super::message::NodeMessage;
use super::visitor::receive;
use super::{Cluster, NodeId, SENDING_LIMIT, lock};
use crate::limits::MOST_WAITING_ON_LINK;
use crate::rooms::hub::Hub;
use crate::store::{PlayerId, StoreError};

/// How long after it was last heard a node is still counted.
const REMEMBERED_FOR: Duration = Duration::from_mins(1);

/// The ends of links on this node.
#[derive(Default)]
pub(super) struct Links(Mutex<HashMap<u64, Sender<NodeMessage>>>);

impl Links {
    /// Opens an end.
    pub(super) fn open(&self, link: u64) -> Receiver<NodeMessage> {
        let (sender, receiver) = channel(MOST_WAITING_ON_LINK);
        lock(&self.0).insert(link, sender);
        receiver
    }

    pub(super) fn close(&self, link: u64) {
        lock(&self.0).remove(&link);
    }

    /// Hands a message to an end. One that is full is closed; its task notices.
    fn pass(&self, link: u64, message: NodeMessage) {
        let mut links = lock(&self.0);
        if links.get(&link).is_some_and(|end| end.try_send(message).is_err()) {
            links.remove(&link);
        }
    }

    pub(super) fn len(&self) -> usize {
        lock(&self.0).len()
    }
}

impl Cluster {
    pub(super) async fn subscribe(&self, subject: String) -> Result<Subscriber, StoreError> {
        let subscriber = self.nats.client.subscribe(subject).await;
        subscriber.map_err(|problem| StoreError::Database(Box::new(problem)))
    }

    /// Sends a message to a node; false if it cannot be sent at the moment.
    pub(super) async fn tell(&self, node: NodeId, message: &NodeMessage) -> bool {
        self.publish(self.own_subject(node), message).await
    }

    /// Sends a message to all nodes.
    pub(super) async fn tell_all(&self, message: &NodeMessage) -> bool {
        self.publish(self.all_subject(), message).await
    }

    async fn publish(&self, subject: String, message: &NodeMessage) -> bool {
        let publishing = self.nats.client.publish(subject, message.encode().into());
        matches!(tokio::time::timeout(SENDING_LIMIT, publishing).await, Ok(Ok(())))
    }

    /// Nodes that ended long ago are forgotten, and the others counted.
    pub(super) fn count_nodes(&self) {
        let mut heard = lock(&self.heard);
        heard.retain(|_, heard| heard.elapsed() < REMEMBERED_FOR);
        self.clocks.retain(|node| heard.contains_key(&node));
        self.metrics.nodes.set(heard.len() as i64);
    }

    /// Tells all nodes that a player is banned.
    pub(crate) async fn announce_ban(&self, player: PlayerId) {
        self.tell_all(&NodeMessage::Ejected { player }).await;
    }

    /// Tells all nodes that a player has another name.
    pub(crate) async fn announce_name(&self, player: PlayerId, name: String) {
        self.tell_all(&NodeMessage::Renamed { player, name }).await;
    }

    /// Tells all nodes that an address has registered a device here.
    pub(crate) async fn announce_device(&self, address: IpAddr) {
        self.tell_all(&NodeMessage::DeviceAdded { node: self.node, address }).await;
    }

    /// Tells all nodes that a player has connected here.
    pub(crate) async fn announce_arrival(&self, player: PlayerId, arrived: u64) {
        self.tell_all(&NodeMessage::Arrived { node: self.node, player, arrived }).await;
    }
}

/// Takes in messages from other nodes.
pub(super) async fn listen(cluster: Arc<Cluster>, hub: Arc<Hub>, mut messages: Subscriber) {
    while let Some(message) = messages.next().await {
        let Some(message) = NodeMessage::decode(&message.payload) else {
            warn!("a node of another version says something that is ignored");
            continue;
        };
        take(&cluster, &hub, message).await;
    }
}

async fn take(cluster: &Arc<Cluster>, hub: &Arc<Hub>, message: NodeMessage) {
    match message {
        NodeMessage::Alive { node, unix } => {
            lock(&cluster.heard).insert(node, Instant::now());
            cluster.compare_clocks(node, unix, hub.clock.unix());
        }
        NodeMessage::Usage { node, usage } => {
            if node != cluster.node {
                hub.addresses.note_elsewhere(node, usage, hub.clock.now());
            }
        }
        NodeMessage::DeviceAdded { node, address } => {
            if node != cluster.node {
                hub.addresses.may_add_device(Some(address), hub.clock.now());
            }
        }
        NodeMessage::Ejected { player } => {
            hub.eject(player);
        }
        NodeMessage::Renamed { player, name } => hub.rename(player, &name),
        NodeMessage::Dissolve { code } => {
            hub.room(code).map(|room| room.dissolve(hub));
        }
        NodeMessage::Arrived { node, player, arrived } => {
            if node != cluster.node {
                hub.close_older(player, arrived);
            }
        }
        NodeMessage::Seekers { node, seekers } => cluster.take_waiting(node, seekers).await,
        NodeMessage::Open { link, from, protocol, visit } => {
            // What clients say is passed on as it is, so that both nodes have to speak their version.
            let is_foreign = protocol != quintet_protocol::VERSION;
            if is_foreign || cluster.is_draining() || !cluster.is_leased() {
                if is_foreign {
                    warn!(protocol, "a player's node speaks another version of the protocol");
                }
                let reason = FarewellReason::ShuttingDown;
                cluster.tell(from, &NodeMessage::Ended { link, number: 0, reason }).await;
                return;
            }
            let incoming = cluster.links.open(link);
            let (cluster, hub) = (Arc::clone(cluster), Arc::clone(hub));
            tokio::spawn(
                async move { receive(cluster, hub, (link, from), *visit, incoming).await },
            );
        }
        NodeMessage::FromClient { link, .. }
        | NodeMessage::Gone { link }
        | NodeMessage::ToClient { link, .. }
        | NodeMessage::Ended { link, .. }
        | NodeMessage::Moved { link, .. } => cluster.links.pass(link, message),
        NodeMessage::Pair { one, other, other_node, rules } => {
            let (cluster, hub) = (Arc::clone(cluster), Arc::clone(hub));
            tokio::spawn(async move { cluster.pair(&hub, one, other, other_node, rules).await });
        }
        NodeMessage::Invite { player, node, code } => {
            cluster.invite(hub, player, node, code).await;
        }
        NodeMessage::Declined { code } => cluster.withdraw(hub, code),
    }
}
