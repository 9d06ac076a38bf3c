//! Where a room is, and taking over one whose owner has gone.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use quintet_protocol::{Ending, RoomCode, Settings};
use tracing::{info, warn};

use super::directory::RoomRecord;
use super::message::NodeMessage;
use super::notes::Note;
use super::{Cluster, LEASE, NodeId};
use crate::rooms::hub::Hub;
use crate::rooms::room_handle::RoomHandle;
use crate::secure_random;
use crate::store::{PlayerId, RecoveredMatch, StoreError, recover_match};

/// How often ownership is tried for when others change it at the same time.
const ATTEMPTS: usize = 5;
/// How often it is looked whether the lease of a node has lapsed that is not heard.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// How long changes of the directory are waited for.
const FLUSH_LIMIT: Duration = Duration::from_secs(1);
/// How often the leader looks for rooms whose owner has gone.
const SWEEP_EVERY: Duration = Duration::from_secs(2);
/// For how long it looks after a node has gone, and for how long every minute otherwise: to look
/// through all rooms takes requests for each.
const SWEPT_AFTER_LOSS: Duration = Duration::from_mins(1);
const SWEPT_ANYWAY: Duration = Duration::from_secs(12);
const SWEPT_ANYWAY_EVERY: Duration = Duration::from_mins(1);
/// How long rooms are left to the nodes of players who come back.
const LEFT_FOR: Duration = Duration::from_secs(5);
/// How long a room without a match waits for a player after its owner has gone.
const LOBBY_KEPT_FOR: Duration = Duration::from_secs(30);

/// Where a room is.
pub(crate) enum RoomLocation {
    /// On this node.
    Here(RoomHandle),
    /// On another one.
    At(NodeId),
    /// There is no such room.
    Nowhere,
}

/// A room whose owner has gone.
struct Orphan {
    since: Instant,
    /// Whether its match, if it had one, has been taken over.
    is_looked_after: bool,
}

impl Default for Orphan {
    fn default() -> Orphan {
        Orphan { since: Instant::now(), is_looked_after: false }
    }
}

impl Cluster {
    /// Reserves a code for a room of this node.
    pub(crate) async fn reserve(
        &self,
        settings: Settings,
        ranked: bool,
    ) -> Result<RoomCode, StoreError> {
        let record = RoomRecord { owner: self.node, epoch: 0, settings, ranked };
        loop {
            let code = secure_random::room_code();
            if self.directory.add_room(code, &record).await? {
                return Ok(code);
            }
        }
    }

    /// Asks the owner of a room to close it for an operator; false if there is none.
    pub(crate) async fn dissolve(&self, code: RoomCode) -> Result<bool, StoreError> {
        let Some((record, _)) = self.directory.room(code).await? else { return Ok(false) };
        Ok(self.directory.has_lease(record.owner).await?
            && self.tell(record.owner, &NodeMessage::Dissolve { code }).await)
    }

    /// Notes that a player is in a room of this node, with a seat or watching.
    pub(crate) fn note_place(&self, player: PlayerId, code: RoomCode, has_seat: bool) {
        self.note(if has_seat { Note::Seat(player, code) } else { Note::Watch(player, code) });
    }

    /// Notes that a player is no longer in a room of this node.
    pub(crate) fn note_free(&self, player: PlayerId, code: RoomCode) {
        self.note(Note::Free(player, code));
    }

    /// Notes that a room of this node is closed.
    pub(crate) fn note_closed(&self, code: RoomCode) {
        self.note(Note::Closed(code));
    }

    /// Where the room is that a player is in, and whether they have a seat there.
    pub(crate) async fn room_of(
        &self,
        hub: &Arc<Hub>,
        player: PlayerId,
    ) -> Result<(RoomLocation, bool), StoreError> {
        for _ in 0..ATTEMPTS {
            let (place, revision) = self.directory.room_of(player).await?;
            if let Some((code, has_seat)) = place {
                let location = self.find_room(hub, code).await?;
                if matches!(location, RoomLocation::Here(_)) {
                    self.directory.note_arrival(player, revision);
                }
                if !matches!(location, RoomLocation::Nowhere) {
                    return Ok((location, has_seat));
                }
                if !self.directory.is_closed(code).await? {
                    continue;
                }
            }
            // A player who is wrongly thought to be in no room would lose a match by it.
            if self.directory.free(player, revision).await? {
                return Ok((RoomLocation::Nowhere, false));
            }
        }
        Err(StoreError::Database("the room of a player changes all the time".into()))
    }

    /// A player has come back to a room of this node. If NATS does not answer, they play on all the
    /// same.
    pub(crate) async fn note_return(&self, player: PlayerId, room: &RoomHandle) {
        let noted = self.directory.note_return(player, room.code, room.seats(player)).await;
        if let Err(problem) = noted {
            warn!(%problem, player, "the directory may not know the room of a player");
        }
    }

    /// Where a room is. One whose owner has gone is taken over.
    pub(crate) async fn find_room(
        &self,
        hub: &Arc<Hub>,
        code: RoomCode,
    ) -> Result<RoomLocation, StoreError> {
        match hub.room(code) {
            Some(handle) => Ok(RoomLocation::Here(handle)),
            None => self.find_elsewhere(hub, code, true).await,
        }
    }

    /// Where a room is whose match matters, and not the room: without one, it is not opened again.
    pub(crate) async fn find_match(
        &self,
        hub: &Arc<Hub>,
        code: RoomCode,
    ) -> Result<RoomLocation, StoreError> {
        self.find_elsewhere(hub, code, false).await
    }

    async fn find_elsewhere(
        &self,
        hub: &Arc<Hub>,
        code: RoomCode,
        is_needed: bool,
    ) -> Result<RoomLocation, StoreError> {
        // Only to take a room over is there a queue, so that others do not wait while NATS does not
        // answer.
        let mut taking = None;
        for attempt in 0..ATTEMPTS {
            if let Some(handle) = hub.room(code) {
                return Ok(RoomLocation::Here(handle));
            }
            let Some((record, revision)) = self.directory.room(code).await? else {
                return Ok(RoomLocation::Nowhere);
            };
            if record.owner != self.node && self.is_there(record.owner).await? {
                return Ok(RoomLocation::At(record.owner));
            }
            if taking.is_none() {
                taking = Some(self.taking.lock().await);
                continue;
            }
            if record.owner == self.node && attempt == 1 {
                // It was closed here a moment ago, or given up when the lease lapsed.
                self.flush().await;
                continue;
            }
            let lapses = self.lease.lapses();
            if !self.is_leased() {
                return Err(StoreError::Closed);
            }
            let own = RoomRecord { owner: self.node, epoch: record.epoch + 1, ..record };
            if self.directory.change_room(code, &own, revision).await? {
                return self.restore(hub, code, own, is_needed, lapses).await;
            }
        }
        Err(StoreError::Database("the owner of a room changes all the time".into()))
    }

    /// Whether a node has its lease. One that is not heard, or was never heard, has probably gone: a
    /// player would be sent there in vain, so this waits until its lease lapses or it is heard.
    async fn is_there(&self, node: NodeId) -> Result<bool, StoreError> {
        let begin = Instant::now();
        while self.directory.has_lease(node).await? {
            if self.is_heard_lately(node) || begin.elapsed() > LEASE {
                return Ok(true);
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
        Ok(false)
    }

    /// Waits until the changes of the directory are written that were noted before; false if that
    /// takes too long.
    pub(crate) async fn flush(&self) -> bool {
        matches!(tokio::time::timeout(FLUSH_LIMIT, self.notes.flush()).await, Ok(Ok(())))
    }

    fn note(&self, note: Note) {
        self.notes.add(note, self.lease.lapses());
    }

    /// Restores a room that this node owns since rooms were given up for the last time. A room without
    /// a match opens empty, if it is needed. If rooms are given up meanwhile, so is this one.
    async fn restore(
        &self,
        hub: &Arc<Hub>,
        code: RoomCode,
        record: RoomRecord,
        is_needed: bool,
        lapses: u64,
    ) -> Result<RoomLocation, StoreError> {
        let (begin, now) = (Instant::now(), hub.clock.unix());
        for log in hub.journal.take_over(code).await? {
            let match_id = log.match_id;
            if let RecoveredMatch::Running(saved) =
                recover_match(log, hub.accounts.as_ref(), hub.scores.as_ref(), now).await?
            {
                let unwon = saved.unwon(Ending::Interrupted);
                if hub.take_up(*saved) {
                    continue;
                }
                warn!(match_id, room = %code, "a match cannot be taken up again");
                hub.accounts.store_result(unwon, now).await?;
            }
            let _ = hub.journal.remove(match_id);
        }
        self.metrics.takeovers.add(1);
        let (epoch, took) = (record.epoch, begin.elapsed());
        info!(room = %code, epoch, ?took, "a room is taken over from a node that has gone");
        let restored = match hub.room(code) {
            None if is_needed => {
                let room = hub.open_room(record.settings, record.ranked, None, Some(code));
                Some(room.ok_or(StoreError::Closed)?)
            }
            restored => restored,
        };
        if self.lease.lapses() != lapses {
            if let Some(room) = restored {
                room.abandon(hub);
            }
            return Err(StoreError::Closed);
        }
        Ok(restored.map_or(RoomLocation::Nowhere, RoomLocation::Here))
    }

    /// The leader takes over the matches that no player comes back to, so that they end, and removes
    /// rooms that were left behind.
    pub(super) async fn keep_sweeping(&self, hub: &Arc<Hub>) {
        let mut every = tokio::time::interval(SWEEP_EVERY);
        every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut orphans = HashMap::new();
        let (mut nodes, mut anyway) = (HashSet::new(), Instant::now());
        let mut until = Instant::now();
        loop {
            every.tick().await;
            self.metrics.links.set(self.links.len() as i64);
            if !self.is_leader() || !self.is_leased() {
                orphans.clear();
                until = Instant::now() + SWEPT_AFTER_LOSS;
                continue;
            }
            match self.directory.leases().await {
                Ok(there) => {
                    if !nodes.is_subset(&there) {
                        until = Instant::now() + SWEPT_AFTER_LOSS;
                    }
                    nodes = there;
                }
                Err(problem) => warn!(%problem, "it is not known which nodes there are"),
            }
            if anyway.elapsed() > SWEPT_ANYWAY_EVERY {
                anyway = Instant::now();
                until = until.max(anyway + SWEPT_ANYWAY);
            }
            if Instant::now() > until {
                continue;
            }
            if let Err(problem) = self.sweep(hub, &mut orphans).await {
                warn!(%problem, "rooms of nodes that have gone could not be looked through");
            }
        }
    }

    /// Looks through all rooms. One that cannot be looked after does not keep the others from it.
    async fn sweep(
        &self,
        hub: &Arc<Hub>,
        orphans: &mut HashMap<RoomCode, Orphan>,
    ) -> Result<(), StoreError> {
        let mut leases = HashMap::new();
        let mut seen = HashSet::new();
        for code in self.directory.rooms().await? {
            let is_orphan = self.sweep_room(hub, code, orphans, &mut leases).await;
            if self.is_left(code, is_orphan)? {
                seen.insert(code);
            }
        }
        for code in hub.journal.rooms().await? {
            let is_orphan = self.sweep_journal(hub, code, orphans).await;
            if self.is_left(code, is_orphan)? {
                seen.insert(code);
            }
        }
        orphans.retain(|code, _| seen.contains(code));
        Ok(())
    }

    /// Whether a room has to be looked at again. While this node may not take any over, the sweep ends.
    fn is_left(
        &self,
        room: RoomCode,
        is_orphan: Result<bool, StoreError>,
    ) -> Result<bool, StoreError> {
        if !self.is_leased() {
            return Err(StoreError::Closed);
        }
        Ok(is_orphan.unwrap_or_else(|problem| {
            warn!(%problem, %room, "a room whose node may have gone is left as it is for now");
            true
        }))
    }

    /// Looks at a room of the directory: whether its owner has gone.
    async fn sweep_room(
        &self,
        hub: &Arc<Hub>,
        code: RoomCode,
        orphans: &mut HashMap<RoomCode, Orphan>,
        leases: &mut HashMap<NodeId, bool>,
    ) -> Result<bool, StoreError> {
        let Some((record, revision)) = self.directory.room(code).await? else { return Ok(false) };
        if record.owner == self.node && hub.room(code).is_some() {
            return Ok(false);
        }
        if record.owner != self.node && !leases.contains_key(&record.owner) {
            let has_lease = self.directory.has_lease(record.owner).await?;
            leases.insert(record.owner, has_lease);
        }
        if leases.get(&record.owner).copied().unwrap_or(false) {
            return Ok(false);
        }
        let orphan = orphans.entry(code).or_default();
        if orphan.since.elapsed() > LEFT_FOR && !orphan.is_looked_after {
            self.find_elsewhere(hub, code, false).await?;
            orphan.is_looked_after = true;
        } else if orphan.since.elapsed() > LOBBY_KEPT_FOR {
            self.directory.remove_room(code, revision).await;
        }
        Ok(true)
    }

    /// Looks at a room of the journal: stores the results of one that was closed before its node
    /// could.
    async fn sweep_journal(
        &self,
        hub: &Arc<Hub>,
        code: RoomCode,
        orphans: &mut HashMap<RoomCode, Orphan>,
    ) -> Result<bool, StoreError> {
        if hub.room(code).is_some() || self.directory.room(code).await?.is_some() {
            return Ok(false);
        }
        if orphans.entry(code).or_default().since.elapsed() < LEFT_FOR {
            return Ok(true);
        }
        let _taking = self.taking.lock().await;
        let lapses = self.lease.lapses();
        let settings = Settings::default();
        let record = RoomRecord { owner: self.node, epoch: 0, settings, ranked: false };
        if self.directory.add_room(code, &record).await? {
            let location = self.restore(hub, code, record, false, lapses).await?;
            if matches!(location, RoomLocation::Nowhere) {
                self.note_closed(code);
            }
        }
        Ok(true)
    }
}
