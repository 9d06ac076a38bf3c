//! A room's task: hands what comes in to the room, and does what the room says.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use quintet_protocol::{ClientMessage, Refusal, RoomCode, encode};
use tokio::sync::{mpsc, oneshot};
use tracing::{info, warn};

use crate::hub::Hub;
use crate::outbox::Outbox;
use crate::room::{ConnId, Effects, Room, Visitor};
use crate::store::{Batch, Parcel, Record};

/// How many commands may wait for a room; connections wait beyond that.
const MOST_COMMANDS: usize = 256;

/// Something for a room.
#[derive(Debug)]
pub(crate) enum Command {
    /// Somebody comes in.
    Enter {
        visitor: Visitor,
        outbox: Outbox,
        watch: bool,
        answer: Option<oneshot::Sender<Result<(), Refusal>>>,
    },
    /// Somebody says something.
    Message { conn: ConnId, message: ClientMessage, since: Instant },
    /// Somebody leaves; is answered when the room has nothing more to say to them.
    Leave { conn: ConnId, answer: oneshot::Sender<()> },
    /// A connection is gone.
    Gone { conn: ConnId },
}

/// The way to a room.
#[derive(Clone, Debug)]
pub(crate) struct RoomHandle {
    pub(crate) code: RoomCode,
    commands: mpsc::Sender<Command>,
}

impl RoomHandle {
    /// Hands over a command, waiting for room; false when the room is closed.
    pub(crate) async fn send(&self, command: Command) -> bool {
        self.commands.send(command).await.is_ok()
    }
}

/// Starts a room's task.
pub(crate) fn open(room: Room, hub: Arc<Hub>) -> RoomHandle {
    let (commands, incoming) = mpsc::channel(MOST_COMMANDS);
    let handle = RoomHandle { code: room.code(), commands };
    hub.metrics.rooms.add(1);
    hub.metrics.matches.add(i64::from(room.has_match()));
    tokio::spawn(run(room, hub, incoming));
    handle
}

async fn run(mut room: Room, hub: Arc<Hub>, mut incoming: mpsc::Receiver<Command>) {
    let mut outboxes: HashMap<ConnId, Outbox> = HashMap::new();
    loop {
        let deadline = room.next_deadline().map(|at| hub.clock.instant(at));
        let command = match deadline {
            Some(deadline) => {
                match tokio::time::timeout_at(deadline.into(), incoming.recv()).await {
                    Ok(Some(command)) => Some(command),
                    Ok(None) => break,
                    Err(_) => None,
                }
            }
            None => match incoming.recv().await {
                Some(command) => Some(command),
                None => break,
            },
        };
        let had_match = room.has_match();
        let mut effects = Effects::default();
        let mut since = Instant::now();
        let mut left = None;
        let now = hub.clock.now();
        match command {
            Some(Command::Enter { visitor, outbox, watch, answer }) => {
                let conn = visitor.conn;
                outboxes.insert(conn, outbox);
                let entered = room.enter(now, visitor, watch, &mut effects);
                if entered.is_err() {
                    outboxes.remove(&conn);
                }
                if let Some(answer) = answer {
                    let _ = answer.send(entered);
                }
            }
            Some(Command::Message { conn, message, since: came }) => {
                since = came;
                room.message(now, conn, message, &mut effects);
            }
            Some(Command::Leave { conn, answer }) => {
                room.message(now, conn, ClientMessage::Leave, &mut effects);
                left = Some((conn, answer));
            }
            Some(Command::Gone { conn }) => {
                room.lose(now, conn, &mut effects);
                outboxes.remove(&conn);
            }
            None => {}
        }
        room.tick(now, &mut effects);
        let change = i64::from(room.has_match()) - i64::from(had_match);
        hub.metrics.matches.add(change);
        act(&room, &hub, &mut outboxes, effects, since);
        if let Some((conn, answer)) = left {
            outboxes.remove(&conn);
            let _ = answer.send(());
        }
        if room.is_deserted() {
            break;
        }
    }
    hub.close_room(room.code());
    hub.metrics.rooms.add(-1);
}

/// Does what the room said.
fn act(
    room: &Room,
    hub: &Hub,
    outboxes: &mut HashMap<ConnId, Outbox>,
    effects: Effects,
    since: Instant,
) {
    let code = room.code();
    for fault in &effects.faults {
        let is_difference = fault.contains("differs");
        let counter = if is_difference { &hub.metrics.differences } else { &hub.metrics.faults };
        counter.add(1);
        warn!(room = %code, fault, "a client broke the rules of play");
    }
    for record in &effects.records {
        if let Record::MatchOver { match_id, outcome, wins, ratings } = record {
            hub.rate(ratings.as_ref().map_or(&[], |ratings| ratings.as_slice()));
            hub.metrics.matches_decided.add(1);
            info!(room = %code, match_id, ?outcome, ?wins, "a match is decided");
        }
    }
    let parcels: Vec<Parcel> = effects
        .sends
        .iter()
        .filter_map(|(conn, message)| {
            let to = outboxes.get(conn)?.clone();
            Some(Parcel { to, message: encode(message).into() })
        })
        .collect();
    if !effects.records.is_empty() || !parcels.is_empty() {
        hub.writer.submit(Batch { records: effects.records, parcels, since });
    }
    for (conn, why) in effects.drops {
        if let Some(outbox) = outboxes.remove(&conn) {
            outbox.close(why);
        }
    }
    for player in effects.freed {
        hub.free(player, code);
    }
}
