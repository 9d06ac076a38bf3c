//! Quick matches between players of all nodes.
//!
//! Every node tells who waits on it, all of them, whenever somebody new waits and every second. The
//! leader pairs them. It remembers nothing that it would not hear again within a second, so that
//! another node can take its place at any moment.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use quintet_engine::Micros;
use quintet_protocol::{ClientMessage, RoomCode, RuleSet, ServerMessage, encode};
use tracing::warn;

use super::message::{NodeMessage, Seeker};
use super::{Cluster, NodeId, lock};
use crate::rooms::hub::{Guest, Hub};
use crate::rooms::pairing::{Pool, WaitingPlayer};
use crate::rooms::quick_match::quick_settings;
use crate::store::PlayerId;

/// How long what a node has told is believed, and how long two who were paired are left alone.
const BELIEVED_FOR: Duration = Duration::from_secs(3);
/// The shortest time between two lists of who waits here: each goes to all nodes.
const TOLD_APART: Duration = Duration::from_millis(100);
/// How long an opponent who was invited may take to come. A player who waits longer is paired again.
const INVITED_FOR: Duration = Duration::from_secs(3);

/// How long an invitation is remembered, so that a player who arrives too late keeps waiting.
const INVITED_KNOWN_FOR: Duration = Duration::from_secs(30);

/// What the leader knows.
#[derive(Default)]
pub(super) struct Pairing {
    state: Mutex<State>,
    /// By room, who waits here in a new one for an opponent who was invited, and their pool entry,
    /// restored if the opponent does not arrive.
    hosts: Mutex<HashMap<RoomCode, (Guest, WaitingPlayer<PlayerId>)>>,
    /// Who was invited from here or to here, to which room, for what and when.
    invited: Mutex<HashMap<PlayerId, (RoomCode, RuleSet, Instant)>>,
}

impl Pairing {
    fn note_invited(&self, player: PlayerId, code: RoomCode, rules: RuleSet) {
        let mut invited = lock(&self.invited);
        invited.retain(|_, (_, _, when)| when.elapsed() < INVITED_KNOWN_FOR);
        invited.insert(player, (code, rules, Instant::now()));
    }
}

#[derive(Default)]
struct State {
    /// The revision of the leader's key, while this node is the leader.
    term: Option<u64>,
    /// Who waits on each node, and when it was told.
    waiting: HashMap<NodeId, (Instant, Vec<Seeker>)>,
    /// Who was paired when.
    paired: HashMap<PlayerId, Instant>,
}

impl State {
    /// Two who may play each other.
    fn next_pair(&mut self) -> Option<[(NodeId, Seeker); 2]> {
        self.waiting.retain(|_, (told, _)| told.elapsed() < BELIEVED_FOR);
        self.paired.retain(|_, paired| paired.elapsed() < BELIEVED_FOR);
        // The clock of this sum starts with the longest wait there could be.
        let now = Micros::from_secs(24 * 60 * 60);
        let mut pool = Pool::default();
        let mut seekers = HashMap::new();
        for (node, (_, list)) in &self.waiting {
            for seeker in list.iter().filter(|seeker| !self.paired.contains_key(&seeker.player)) {
                seekers.insert(seeker.player, (*node, seeker.clone()));
            }
        }
        let mut longest_first: Vec<&Seeker> = seekers.values().map(|(_, seeker)| seeker).collect();
        longest_first.sort_by_key(|seeker| std::cmp::Reverse(seeker.waited));
        for &Seeker { player, rules, rating, waited } in longest_first {
            pool.join(WaitingPlayer::new(player, rules, rating, now - Micros(waited)));
        }
        let (one, other) = pool.pair(now)?;
        let both = [seekers.remove(&one.player)?, seekers.remove(&other.player)?];
        self.paired.extend(both.iter().map(|(_, seeker)| (seeker.player, Instant::now())));
        Some(both)
    }
}

impl Cluster {
    /// Tells the leader who waits here, and becomes the leader if there is none.
    pub(crate) async fn seek(&self, hub: &Hub) {
        let now = hub.clock.now();
        let seekers = hub.waiting().into_iter().map(|waiting| Seeker {
            player: waiting.player,
            rules: waiting.rules,
            rating: waiting.rating,
            waited: (now - waiting.since).0,
        });
        let seekers = seekers.collect();
        self.tell_all(&NodeMessage::Seekers { node: self.node, seekers }).await;
    }

    /// Somebody begins or ceases to wait here: the leader is told in a moment.
    pub(crate) fn seek_soon(&self) {
        self.seeking.notify_one();
    }

    /// Tells the leader who waits here whenever that has changed, but not too often.
    pub(super) async fn keep_seeking(&self, hub: &Hub) {
        loop {
            self.seeking.notified().await;
            self.seek(hub).await;
            tokio::time::sleep(TOLD_APART).await;
        }
    }

    /// Becomes or stays the leader, if nobody else is.
    pub(crate) async fn keep_leading(&self) {
        let term = lock(&self.pairing.state).term;
        let term = self.directory.lead(self.node, term).await.unwrap_or_else(|problem| {
            warn!(%problem, "it is not known who pairs players");
            None
        });
        lock(&self.pairing.state).term = term;
        self.metrics.is_leader.set(i64::from(term.is_some()));
    }

    pub(super) fn is_leader(&self) -> bool {
        lock(&self.pairing.state).term.is_some()
    }

    /// A node has told who waits on it.
    pub(super) async fn take_waiting(&self, node: NodeId, seekers: Vec<Seeker>) {
        if !self.is_leader() {
            return;
        }
        lock(&self.pairing.state).waiting.insert(node, (Instant::now(), seekers));
        loop {
            let pair = lock(&self.pairing.state).next_pair();
            let Some([(node, one), (other_node, other)]) = pair else { return };
            let (one, other, rules) = (one.player, other.player, one.rules);
            self.tell(node, &NodeMessage::Pair { one, other, other_node, rules }).await;
        }
    }

    /// Opens a room for a player who waits here, and invites the other.
    pub(super) async fn pair(
        self: &Arc<Cluster>,
        hub: &Arc<Hub>,
        one: PlayerId,
        other: PlayerId,
        other_node: NodeId,
        rules: RuleSet,
    ) {
        let settings = quick_settings(rules);
        let Ok(code) = hub.reserve(settings, true).await else { return };
        let Some((host, waiting)) = hub.stop_waiting(one) else { return hub.release(code) };
        let Some(room) = hub.open_room(settings, true, None, code) else {
            hub.release(code);
            return hub.wait_for_place(&host, waiting);
        };
        if hub.enter(&room, &host, None, false).is_err() {
            room.close_if_vacant(hub);
            return hub.wait_on(&host, waiting);
        }
        hub.count_meetings(room.clone(), [one, other]);
        let code = room.code;
        lock(&self.pairing.hosts).insert(code, (host, waiting));
        self.pairing.note_invited(other, code, rules);
        let (cluster, hub) = (Arc::clone(self), Arc::clone(hub));
        tokio::spawn(async move {
            tokio::time::sleep(INVITED_FOR).await;
            cluster.withdraw(&hub, code);
        });
        self.tell(other_node, &NodeMessage::Invite { player: other, node: self.node, code }).await;
    }

    /// If the opponent who was invited to a room is not there, the other waits for another one.
    pub(super) fn withdraw(&self, hub: &Arc<Hub>, code: RoomCode) {
        let Some((host, waiting)) = lock(&self.pairing.hosts).remove(&code) else { return };
        let is_alone = hub.room(code).is_some_and(|room| !room.is_full());
        if is_alone
            && hub.is_connected(&host)
            && hub.room_of(waiting.player).is_some()
            && hub.leave(&host, Some(code))
        {
            host.outbox.tell(&ServerMessage::Waiting);
            hub.wait_on(&host, waiting);
            self.seek_soon();
        }
    }

    /// What a player waits for who was invited to a room and cannot enter it any more.
    pub(crate) fn waits_on_for(&self, player: PlayerId, code: RoomCode) -> Option<RuleSet> {
        let invitation = lock(&self.pairing.invited).remove(&player);
        invitation.filter(|(to, ..)| *to == code).map(|(_, rules, _)| rules)
    }

    /// Leads a player who waits here to the opponent's room.
    pub(super) async fn invite(&self, hub: &Hub, player: PlayerId, node: NodeId, code: RoomCode) {
        let Some((guest, waiting)) = hub.stop_waiting(player) else {
            self.tell(node, &NodeMessage::Declined { code }).await;
            return;
        };
        if node != self.node {
            self.pairing.note_invited(player, code, waiting.rules);
            let message = encode(&ClientMessage::JoinRoom { code, watch: false });
            guest.outbox.move_to(node, Some(message.into()));
        } else if hub.join(&guest, code, false).is_err() {
            hub.wait_on(&guest, waiting);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seeker(player: PlayerId, rating: i32) -> Seeker {
        Seeker { player, rules: RuleSet::Versus, rating, waited: 0 }
    }

    #[test]
    fn players_of_two_nodes_are_paired_once() {
        let mut state = State::default();
        state.waiting.insert(1, (Instant::now(), vec![seeker(10, 1500)]));
        assert!(state.next_pair().is_none());
        state.waiting.insert(2, (Instant::now(), vec![seeker(20, 1550), seeker(21, 3000)]));
        let pair = state.next_pair().expect("two who may play each other");
        let mut players = pair.map(|(node, seeker)| (node, seeker.player));
        players.sort_unstable();
        assert_eq!(players, [(1, 10), (2, 20)]);
        assert!(state.next_pair().is_none());
    }
}
