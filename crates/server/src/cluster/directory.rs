//! Nodes, rooms and players, in replicated buckets.

use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use async_nats::jetstream::ErrorCode;
use async_nats::jetstream::kv::{Config, CreateErrorKind, Store, UpdateError, UpdateErrorKind};
use async_nats::jetstream::message::StreamMessage;
use async_nats::jetstream::stream::LastRawMessageErrorKind;
use futures_util::future::join_all;
use quintet_protocol::{RoomCode, Settings};
use serde::{Deserialize, Serialize};
use tracing::{info, warn};

use super::lease::Lease;
use super::notes::{Change, Next, Note, Notes};
use super::{LEASE, NodeId};
use crate::store::nats::Nats;
use crate::store::{PlayerId, StoreError, unix_micros};

/// How long a key is kept that nobody has deleted: no room is open for so long.
const KEPT_FOR: Duration = Duration::from_hours(7 * 24);
/// The version of what is written about a room. Nodes of two neighbouring versions read the same one.
const VERSION: u8 = 1;
/// How far the clocks of this machine and of NATS may differ.
const MOST_SKEW: Duration = Duration::from_secs(1);
/// How long after a failure a change is tried again.
const RETRY_AFTER: Duration = Duration::from_millis(200);
/// The most changes that are written at the same time.
const WRITTEN_AT_ONCE: usize = 64;
/// Of how many players the revision is kept that their key had on this node.
const REVISIONS_KEPT: usize = 100_000;
/// The place of a player who is in no room.
const NOWHERE: &str = "";
/// What follows the code of a room where its player only watches.
const WATCHES: &str = " watches";
/// How often a key is read again that changes between reading and deleting it.
const ATTEMPTS: usize = 5;
const READ_AGAIN_AFTER: Duration = Duration::from_millis(20);
/// The key of the node that pairs players.
const LEADER: &str = "leader";

/// A room, as all nodes know it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct RoomRecord {
    /// The node that the room lives on.
    pub(super) owner: NodeId,
    /// How often it has changed hands.
    pub(super) epoch: u64,
    pub(super) settings: Settings,
    pub(super) ranked: bool,
}

/// The buckets.
pub(super) struct SharedDirectory {
    nodes: Store,
    rooms: Store,
    players: Store,
    /// The revision of a player's key when they came to this node, or when it was last written here.
    /// What another node has written since is not overwritten, however late a change is written.
    revisions: Mutex<HashMap<PlayerId, u64>>,
}

impl SharedDirectory {
    pub(super) async fn open(
        nats: &Nats,
        patience: Duration,
    ) -> Result<SharedDirectory, StoreError> {
        let open = async |name: &str, max_age| {
            let config = Config {
                bucket: format!("{}-{name}", nats.config.prefix),
                history: 1,
                max_age,
                num_replicas: nats.config.replicas(),
                ..Config::default()
            };
            nats.refuse_fewer_replicas(&format!("KV_{}", config.bucket)).await?;
            nats.insist(patience, async |nats: &Nats| {
                nats.streams.create_or_update_key_value(config.clone()).await
            })
            .await
        };
        Ok(SharedDirectory {
            nodes: open("nodes", LEASE).await?,
            rooms: open("rooms", KEPT_FOR).await?,
            players: open("players", KEPT_FOR).await?,
            revisions: Mutex::default(),
        })
    }

    pub(super) async fn renew(&self, node: NodeId) -> Result<(), StoreError> {
        let put = self.nodes.put(node.to_string(), "leased".into()).await;
        put.map(drop).map_err(failed)
    }

    /// Compares the clock of NATS with this machine's, by when the lease was written.
    pub(super) async fn check_clock(&self, node: NodeId, before: u64) -> Result<(), StoreError> {
        let Some(lease) = last(&self.nodes, &node.to_string()).await? else { return Ok(()) };
        let written = u64::try_from(lease.time.unix_timestamp_nanos() / 1000).unwrap_or(0);
        match skew(written, before..=unix_micros()) {
            skew if skew > MOST_SKEW => Err(StoreError::Unsuitable {
                service: "NATS",
                problem: format!(
                    "its clock and this machine's differ by {} ms; synchronise both, for instance \
                     by NTP",
                    skew.as_millis()
                ),
            }),
            _ => Ok(()),
        }
    }

    pub(super) async fn end_lease(&self, node: NodeId) -> Result<(), StoreError> {
        self.nodes.delete(node.to_string()).await.map_err(failed)
    }

    /// Whether a node's lease has not lapsed.
    pub(super) async fn has_lease(&self, node: NodeId) -> Result<bool, StoreError> {
        Ok(last(&self.nodes, &node.to_string()).await?.is_some())
    }

    /// The nodes whose leases have not lapsed.
    pub(super) async fn leases(&self) -> Result<HashSet<NodeId>, StoreError> {
        use futures_util::TryStreamExt;
        let keys = self.nodes.keys().await.map_err(failed)?;
        let keys: Vec<String> = keys.try_collect().await.map_err(failed)?;
        Ok(keys.iter().filter_map(|key| key.parse().ok()).collect())
    }

    /// Becomes the leader, or stays it if `term` says that this node was. Returns the new term.
    pub(super) async fn lead(
        &self,
        node: NodeId,
        term: Option<u64>,
    ) -> Result<Option<u64>, StoreError> {
        let name = || node.to_string().into();
        let Some(term) = term else {
            return match self.nodes.create(LEADER, name()).await {
                Ok(term) => Ok(Some(term)),
                Err(problem) if problem.kind() == CreateErrorKind::AlreadyExists => Ok(None),
                Err(problem) => Err(failed(problem)),
            };
        };
        match self.nodes.update(LEADER, name(), term).await {
            Ok(term) => Ok(Some(term)),
            Err(problem) if problem.kind() == UpdateErrorKind::WrongLastRevision => Ok(None),
            Err(problem) => Err(failed(problem)),
        }
    }

    /// Adds a room; false if there is one with this code.
    pub(super) async fn add_room(
        &self,
        code: RoomCode,
        record: &RoomRecord,
    ) -> Result<bool, StoreError> {
        match self.rooms.create(code.to_string(), encode(record)).await {
            Ok(_) => Ok(true),
            Err(problem) if problem.kind() == CreateErrorKind::AlreadyExists => Ok(false),
            Err(problem) => Err(failed(problem)),
        }
    }

    /// A room and the revision of its key.
    pub(super) async fn room(
        &self,
        code: RoomCode,
    ) -> Result<Option<(RoomRecord, u64)>, StoreError> {
        let Some(entry) = last(&self.rooms, &code.to_string()).await? else { return Ok(None) };
        match postcard::from_bytes(&entry.payload) {
            Ok((VERSION, record)) => Ok(Some((record, entry.sequence))),
            _ => Err(StoreError::Unreadable("the record of a room")),
        }
    }

    /// Changes a room; false if somebody else has meanwhile.
    pub(super) async fn change_room(
        &self,
        code: RoomCode,
        record: &RoomRecord,
        revision: u64,
    ) -> Result<bool, StoreError> {
        let changed = self.rooms.update(code.to_string(), encode(record), revision).await;
        Ok(unless_superseded(changed)?.is_some())
    }

    /// Removes a room, if nobody has changed it.
    pub(super) async fn remove_room(&self, code: RoomCode, revision: u64) {
        // A node that finds it left behind removes it.
        let _ = delete(&self.rooms, &code.to_string(), revision).await;
    }

    /// The codes of all rooms.
    pub(super) async fn rooms(&self) -> Result<Vec<RoomCode>, StoreError> {
        use futures_util::TryStreamExt;
        let keys = self.rooms.keys().await.map_err(failed)?;
        let keys: Vec<String> = keys.try_collect().await.map_err(failed)?;
        Ok(keys.iter().filter_map(|key| RoomCode::parse(key)).collect())
    }

    /// Whether there certainly is no room with this code.
    pub(super) async fn is_closed(&self, code: RoomCode) -> Result<bool, StoreError> {
        is_certainly_absent(&self.rooms, &code.to_string()).await
    }

    /// The room that a player is in, whether they have a seat there, and the revision of that.
    pub(super) async fn room_of(
        &self,
        player: PlayerId,
    ) -> Result<(Option<(RoomCode, bool)>, u64), StoreError> {
        let (entry, revision) = last_written(&self.players, &player.to_string()).await?;
        Ok((entry.and_then(|entry| read_place(&entry.payload)), revision))
    }

    /// A player has come to this node, to the room that was read with this revision.
    pub(super) fn note_arrival(&self, player: PlayerId, revision: u64) {
        let mut revisions = self.revisions.lock().unwrap_or_else(PoisonError::into_inner);
        if revisions.len() >= REVISIONS_KEPT {
            revisions.clear();
        }
        revisions.insert(player, revision);
    }

    fn known_revision(&self, player: PlayerId) -> Option<u64> {
        let revisions = self.revisions.lock().unwrap_or_else(PoisonError::into_inner);
        revisions.get(&player).copied()
    }

    /// A player has come to this node and is in no room; false if that has changed since this revision.
    pub(super) async fn free(&self, player: PlayerId, revision: u64) -> Result<bool, StoreError> {
        self.change_place(player, NOWHERE, revision).await
    }

    /// A player has come back to a room of this node. Another node may have written meanwhile that they
    /// are in none, because it did not know of the room yet.
    pub(super) async fn note_return(
        &self,
        player: PlayerId,
        code: RoomCode,
        has_seat: bool,
    ) -> Result<(), StoreError> {
        for _ in 0..ATTEMPTS {
            let (place, revision) = self.room_of(player).await?;
            match place {
                Some((found, _)) if found == code => {
                    self.note_arrival(player, revision);
                    return Ok(());
                }
                None if !self.change_place(player, &place_in(code, has_seat), revision).await? => {}
                _ => return Ok(()),
            }
        }
        Err(StoreError::Database("the room of a player changes all the time".into()))
    }

    /// Writes where a player is; false if that has been written since this revision.
    async fn change_place(
        &self,
        player: PlayerId,
        place: &str,
        revision: u64,
    ) -> Result<bool, StoreError> {
        let place = place.to_owned().into();
        let written = self.players.update(player.to_string(), place, revision).await;
        let written = unless_superseded(written)?;
        if let Some(revision) = written {
            self.note_arrival(player, revision);
        }
        Ok(written.is_some())
    }

    /// Writes which room of this node a player is in, unless they have gone to another node since.
    async fn write_place(&self, player: PlayerId, place: &str) -> Result<(), StoreError> {
        let revision = match self.known_revision(player) {
            Some(revision) => revision,
            None => last_written(&self.players, &player.to_string()).await?.1,
        };
        if self.change_place(player, place, revision).await? {
            return Ok(());
        }
        // The answer to an earlier attempt may have been lost.
        let (written, revision) = last_written(&self.players, &player.to_string()).await?;
        if written.is_some_and(|written| *written.payload == *place.as_bytes()) {
            self.note_arrival(player, revision);
        } else {
            info!(player, place, "a player has gone to another node");
        }
        Ok(())
    }

    /// Writes changes, those of one player or room in order. It never stops trying: without them a
    /// player cannot find their seat again. Only changes from before the rooms were given up are dropped:
    /// another node may have taken a match over without what happened last.
    pub(super) async fn keep_notes(&self, node: NodeId, notes: &Notes, lease: &Lease) {
        loop {
            match notes.next(WRITTEN_AT_ONCE).await {
                Next::Write(changes) => {
                    join_all(changes.iter().map(|change| self.write_change(node, change, lease)))
                        .await;
                }
                Next::Flush(done) => {
                    let _ = done.send(());
                }
            }
        }
    }

    async fn write_change(&self, node: NodeId, change: &Change, lease: &Lease) {
        for note in &change.notes {
            let is_place = !matches!(note, Note::Closed(_));
            let is_true = || !is_place || lease.lapses() == change.lapses;
            let mut has_failed = false;
            while is_true()
                && let Err(problem) = self.write(node, note).await
            {
                if !has_failed {
                    warn!(%problem, ?note, "a change of the directory is written again");
                }
                has_failed = true;
                tokio::time::sleep(RETRY_AFTER).await;
            }
        }
    }

    async fn write(&self, node: NodeId, note: &Note) -> Result<(), StoreError> {
        match note {
            Note::Seat(player, code) => self.write_place(*player, &place_in(*code, true)).await?,
            Note::Watch(player, code) => self.write_place(*player, &place_in(*code, false)).await?,
            Note::Free(player, code) => {
                let entry = last(&self.players, &player.to_string()).await?;
                let is_theirs =
                    |value: &[u8]| read_place(value).is_some_and(|(place, _)| place == *code);
                if let Some(entry) = entry.filter(|entry| is_theirs(&entry.payload)) {
                    // If it has changed meanwhile, it is another room's.
                    let _ = self.change_place(*player, NOWHERE, entry.sequence).await;
                }
            }
            Note::Closed(code) => {
                if let Some((record, revision)) = self.room(*code).await?
                    && record.owner == node
                {
                    self.remove_room(*code, revision).await;
                }
            }
        }
        Ok(())
    }
}

/// The place of a player in a room, with a seat or watching.
fn place_in(code: RoomCode, has_seat: bool) -> String {
    if has_seat { code.to_string() } else { format!("{code}{WATCHES}") }
}

/// The room that a player is in, and whether they have a seat there.
fn read_place(value: &[u8]) -> Option<(RoomCode, bool)> {
    let place = std::str::from_utf8(value).ok()?;
    let code = place.strip_suffix(WATCHES);
    Some((RoomCode::parse(code.unwrap_or(place))?, code.is_none()))
}

fn encode(record: &RoomRecord) -> axum::body::Bytes {
    postcard::to_allocvec(&(VERSION, record)).unwrap_or_default().into()
}

/// The last value of a key, from the leader of the bucket: what another replica has may be old, and
/// an old lease looks like one that has lapsed. A key that was deleted has an empty value.
async fn last(bucket: &Store, key: &str) -> Result<Option<StreamMessage>, StoreError> {
    Ok(last_written(bucket, key).await?.0)
}

/// The same, with the revision of the key, be it of its value or of its deletion; 0 if it was never
/// written.
async fn last_written(
    bucket: &Store,
    key: &str,
) -> Result<(Option<StreamMessage>, u64), StoreError> {
    let subject = format!("{}{key}", bucket.prefix);
    match bucket.stream.get_last_raw_message_by_subject(&subject).await {
        Ok(message) => {
            let revision = message.sequence;
            Ok((Some(message).filter(|message| !message.payload.is_empty()), revision))
        }
        Err(problem) if problem.kind() == LastRawMessageErrorKind::NoMessageFound => Ok((None, 0)),
        Err(problem) => Err(failed(problem)),
    }
}

/// Deletes a key; false if it has been written since this revision.
async fn delete(bucket: &Store, key: &str, revision: u64) -> Result<bool, StoreError> {
    let deleted = bucket.delete_expect_revision(key, Some(revision)).await;
    Ok(unless_superseded(deleted)?.is_some())
}

/// What a change returned; none if it came too late.
fn unless_superseded<T>(changed: Result<T, UpdateError>) -> Result<Option<T>, StoreError> {
    match changed {
        Ok(returned) => Ok(Some(returned)),
        Err(problem) if is_superseded(&problem) => Ok(None),
        Err(problem) => Err(failed(problem)),
    }
}

/// Whether a change came too late: the key has been written since, or is just being written.
fn is_superseded(problem: &UpdateError) -> bool {
    let cause = problem.source().and_then(|publishing| publishing.source());
    let answer = cause.and_then(|cause| cause.downcast_ref::<async_nats::jetstream::Error>());
    problem.kind() == UpdateErrorKind::WrongLastRevision
        || answer.is_some_and(|answer| {
            answer.error_code() == ErrorCode::STREAM_WRONG_LAST_SEQUENCE_CONSTANT
        })
}

/// Whether a key has no value. A newly elected leader answers reads before it has applied its log, so
/// a missing value proves nothing. Writes wait until it has: deleting the key at the revision that was
/// read fails if there is a value after all.
async fn is_certainly_absent(bucket: &Store, key: &str) -> Result<bool, StoreError> {
    for _ in 0..ATTEMPTS {
        let (value, revision) = last_written(bucket, key).await?;
        if value.is_some() {
            return Ok(false);
        }
        if delete(bucket, key, revision).await? {
            return Ok(true);
        }
        tokio::time::sleep(READ_AGAIN_AFTER).await;
    }
    Err(StoreError::Database("a key changes all the time".into()))
}

/// How far a clock is off that showed this at some moment between two of this machine's.
fn skew(shown: u64, between: std::ops::RangeInclusive<u64>) -> Duration {
    let off = between.start().saturating_sub(shown).max(shown.saturating_sub(*between.end()));
    Duration::from_micros(off)
}

fn failed(problem: impl std::error::Error + Send + Sync + 'static) -> StoreError {
    StoreError::Database(Box::new(problem))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::hex;

    /// When changing these bytes, raise `VERSION`, and say in docs/book/cluster.md that all nodes
    /// are stopped for the upgrade.
    #[test]
    fn rooms_are_written_as_other_nodes_read_them() {
        let settings = Settings::default();
        let record = RoomRecord { owner: 300, epoch: 2, settings, ranked: true };
        assert_eq!(hex(&encode(&record)), "01ac0202010002000001");
        let code = RoomCode::parse("222222").expect("a code");
        assert_eq!(read_place(b"222222"), Some((code, true)));
        assert_eq!(read_place(b"222222 watches"), Some((code, false)));
    }

    /// A busy machine that answers late has no wrong clock.
    #[test]
    fn a_clock_is_off_by_what_no_delay_explains() {
        let millis = |from: u64, to: u64| from * 1000..=to * 1000;
        assert_eq!(skew(5_000_000, millis(1000, 9000)), Duration::ZERO);
        assert_eq!(skew(5_000_000, millis(7000, 9000)), Duration::from_secs(2));
        assert_eq!(skew(5_000_000, millis(1000, 2000)), Duration::from_secs(3));
    }
}
