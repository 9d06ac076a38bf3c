//! Nodes, rooms and players, in replicated buckets.

use std::time::Duration;

use async_nats::jetstream::kv::{Config, CreateErrorKind, Store, UpdateErrorKind};
use quintet_protocol::{RoomCode, Settings};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::oneshot;
use tracing::warn;

use super::{LEASE, NodeId};
use crate::store::nats::Nats;
use crate::store::{PlayerId, StoreError};

/// How long a key is kept that nobody has deleted: no room is open for so long.
const KEPT_FOR: Duration = Duration::from_hours(7 * 24);
/// How often a change is tried.
const ATTEMPTS: usize = 5;
/// How long after a failure it is tried again.
const RETRY_AFTER: Duration = Duration::from_millis(200);
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

/// A change that is written in the background, in order.
#[derive(Debug)]
pub(super) enum Note {
    /// A player is in a room.
    Seat(PlayerId, RoomCode),
    /// A player is not in a room any more.
    Free(PlayerId, RoomCode),
    /// A room is closed.
    Closed(RoomCode),
    /// Everything before this is written.
    Flush(oneshot::Sender<()>),
}

/// The buckets.
pub(super) struct Directory {
    nodes: Store,
    rooms: Store,
    players: Store,
}

impl Directory {
    pub(super) async fn open(nats: &Nats, patience: Duration) -> Result<Directory, StoreError> {
        let open = async |name: &str, max_age| {
            let config = Config {
                bucket: format!("{}-{name}", nats.config.prefix),
                history: 1,
                max_age,
                num_replicas: nats.config.replicas(),
                ..Config::default()
            };
            nats.insist(patience, async |nats: &Nats| {
                nats.streams.create_or_update_key_value(config.clone()).await
            })
            .await
        };
        Ok(Directory {
            nodes: open("nodes", LEASE).await?,
            rooms: open("rooms", KEPT_FOR).await?,
            players: open("players", KEPT_FOR).await?,
        })
    }

    pub(super) async fn renew(&self, node: NodeId) -> Result<(), StoreError> {
        let put = self.nodes.put(node.to_string(), "".into()).await;
        put.map(drop).map_err(failed)
    }

    pub(super) async fn end_lease(&self, node: NodeId) -> Result<(), StoreError> {
        self.nodes.delete(node.to_string()).await.map_err(failed)
    }

    /// Whether a node's lease has not lapsed.
    pub(super) async fn has_lease(&self, node: NodeId) -> Result<bool, StoreError> {
        let lease = self.nodes.get(node.to_string()).await.map_err(failed)?;
        Ok(lease.is_some())
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
        let entry = self.rooms.entry(code.to_string()).await.map_err(failed)?;
        let Some(entry) = entry.filter(|entry| !entry.value.is_empty()) else { return Ok(None) };
        let record = postcard::from_bytes(&entry.value)
            .map_err(|_| StoreError::Unreadable("the record of a room"))?;
        Ok(Some((record, entry.revision)))
    }

    /// Changes a room; false if somebody else has meanwhile.
    pub(super) async fn change_room(
        &self,
        code: RoomCode,
        record: &RoomRecord,
        revision: u64,
    ) -> Result<bool, StoreError> {
        match self.rooms.update(code.to_string(), encode(record), revision).await {
            Ok(_) => Ok(true),
            Err(problem) if problem.kind() == UpdateErrorKind::WrongLastRevision => Ok(false),
            Err(problem) => Err(failed(problem)),
        }
    }

    /// Removes a room, if nobody has changed it.
    pub(super) async fn remove_room(&self, code: RoomCode, revision: u64) {
        // Whoever finds it left behind removes it.
        let _ = self.rooms.delete_expect_revision(code.to_string(), Some(revision)).await;
    }

    /// The codes of all rooms.
    pub(super) async fn rooms(&self) -> Result<Vec<RoomCode>, StoreError> {
        use futures_util::TryStreamExt;
        let keys = self.rooms.keys().await.map_err(failed)?;
        let keys: Vec<String> = keys.try_collect().await.map_err(failed)?;
        Ok(keys.iter().filter_map(|key| RoomCode::parse(key)).collect())
    }

    /// The room that a player is in.
    pub(super) async fn room_of(&self, player: PlayerId) -> Result<Option<RoomCode>, StoreError> {
        let code = self.players.get(player.to_string()).await.map_err(failed)?;
        Ok(code.and_then(|code| RoomCode::parse(std::str::from_utf8(&code).ok()?)))
    }

    /// Writes changes in the order they were noted.
    pub(super) async fn keep_notes(&self, node: NodeId, mut notes: UnboundedReceiver<Note>) {
        while let Some(note) = notes.recv().await {
            if let Note::Flush(done) = note {
                let _ = done.send(());
                continue;
            }
            let mut attempts = 1;
            while let Err(problem) = self.write(node, &note).await {
                if attempts == ATTEMPTS {
                    warn!(%problem, ?note, "a change of the directory was not written");
                    break;
                }
                attempts += 1;
                tokio::time::sleep(RETRY_AFTER).await;
            }
        }
    }

    async fn write(&self, node: NodeId, note: &Note) -> Result<(), StoreError> {
        match note {
            Note::Seat(player, code) => {
                let code = code.to_string().into();
                self.players.put(player.to_string(), code).await.map_err(failed)?;
            }
            Note::Free(player, code) => {
                let key = player.to_string();
                let entry = self.players.entry(&key).await.map_err(failed)?;
                let is_theirs = |value: &[u8]| value == code.to_string().as_bytes();
                if let Some(entry) = entry.filter(|entry| is_theirs(&entry.value)) {
                    let revision = Some(entry.revision);
                    self.players.delete_expect_revision(&key, revision).await.map_err(failed)?;
                }
            }
            Note::Closed(code) => {
                if let Some((record, revision)) = self.room(*code).await?
                    && record.owner == node
                {
                    self.remove_room(*code, revision).await;
                }
            }
            Note::Flush(_) => {}
        }
        Ok(())
    }
}

fn encode(record: &RoomRecord) -> axum::body::Bytes {
    postcard::to_allocvec(record).unwrap_or_default().into()
}

fn failed(problem: impl std::error::Error + Send + Sync + 'static) -> StoreError {
    StoreError::Database(Box::new(problem))
}
