//! A room among people: whoever comes in, says something or goes away does so under its lock, and
//! what the room says to it is done at once. A task of its own wakes it when something falls due.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use axum::body::Bytes;
use quintet_engine::Micros;
use quintet_protocol::{ClientMessage, Refusal, RoomCode, encode_onto};
use tokio::sync::Notify;
use tracing::{info, warn};

use crate::hub::Hub;
use crate::outbox::Outbox;
use crate::room::{ConnId, Effects, Room, Visitor};
use crate::store::{Batch, Parcel, Step};

/// The way to a room. Whoever holds the directory's lock must not go it, since the room may have to
/// look into the directory.
#[derive(Clone)]
pub(crate) struct RoomHandle {
    pub(crate) code: RoomCode,
    inside: Arc<Inside>,
}

struct Inside {
    state: Mutex<State>,
    /// Rings when something falls due sooner than it seemed, or never more.
    sooner: Notify,
}

struct State {
    room: Room,
    outboxes: HashMap<ConnId, Outbox>,
    /// Where messages become bytes.
    scratch: Vec<u8>,
    is_open: bool,
    /// When the room's task will wake it.
    wakes_at: Micros,
}

/// Opens a room.
pub(crate) fn open(room: Room, hub: &Arc<Hub>) -> RoomHandle {
    hub.metrics.rooms.add(1);
    hub.metrics.matches.add(i64::from(room.has_match()));
    let code = room.code();
    let wakes_at = room.next_deadline().unwrap_or(Micros::NEVER);
    let (outboxes, scratch) = (HashMap::new(), Vec::new());
    let state = State { room, outboxes, scratch, is_open: true, wakes_at };
    let inside = Arc::new(Inside { state: Mutex::new(state), sooner: Notify::new() });
    let handle = RoomHandle { code, inside };
    tokio::spawn(keep_awake(handle.clone(), Arc::clone(hub)));
    handle
}

/// Wakes a room whenever something falls due, as long as it is open.
async fn keep_awake(handle: RoomHandle, hub: Arc<Hub>) {
    loop {
        let wakes_at = {
            let state = handle.inside.state();
            if !state.is_open {
                return;
            }
            state.wakes_at
        };
        tokio::select! {
            () = tokio::time::sleep_until(hub.clock.instant(wakes_at).into()) => {
                handle.inside.state().wakes_at = Micros::NEVER;
                handle.step(&hub, |_, _, _| ());
            }
            () = handle.inside.sooner.notified() => {}
        }
    }
}

impl Inside {
    fn state(&self) -> MutexGuard<'_, State> {
        // A room that failed in the midst of something is no worse than one that was never told.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RoomHandle {
    /// Somebody comes in.
    pub(crate) fn enter(
        &self,
        hub: &Hub,
        visitor: Visitor,
        outbox: Outbox,
        watch: bool,
    ) -> Result<(), Refusal> {
        let entered = self.step(hub, |state, now, effects| {
            let conn = visitor.conn;
            state.outboxes.insert(conn, outbox);
            let entered = state.room.enter(now, visitor, watch, effects);
            if entered.is_err() {
                state.outboxes.remove(&conn);
            }
            entered
        });
        entered.unwrap_or(Err(Refusal::NoSuchRoom))
    }

    /// Somebody says something; false when the room is closed.
    pub(crate) fn hear(&self, hub: &Hub, conn: ConnId, message: ClientMessage) -> bool {
        let heard = self.step(hub, |state, now, effects| {
            state.room.message(now, conn, message, effects);
        });
        heard.is_some()
    }

    /// Somebody leaves. After this the room has nothing more to say to them.
    pub(crate) fn leave(&self, hub: &Hub, conn: ConnId) {
        self.hear(hub, conn, ClientMessage::Leave);
        self.inside.state().outboxes.remove(&conn);
    }

    /// A connection is gone.
    pub(crate) fn lose(&self, hub: &Hub, conn: ConnId) {
        self.step(hub, |state, now, effects| {
            state.room.lose(now, conn, effects);
            state.outboxes.remove(&conn);
        });
    }

    /// Something happens; nothing does where the room is closed.
    fn step<T>(
        &self,
        hub: &Hub,
        happen: impl FnOnce(&mut State, Micros, &mut Effects) -> T,
    ) -> Option<T> {
        let since = Instant::now();
        let mut state = self.inside.state();
        if !state.is_open {
            return None;
        }
        let had_match = state.room.has_match();
        let mut effects = Effects::default();
        let now = hub.clock.now();
        let happened = happen(&mut state, now, &mut effects);
        state.room.tick(now, &mut effects);
        let change = i64::from(state.room.has_match()) - i64::from(had_match);
        if change != 0 {
            hub.metrics.matches.add(change);
        }
        state.act(hub, effects, since);
        let due = state.room.next_deadline().unwrap_or(Micros::NEVER);
        if state.room.is_deserted() {
            state.is_open = false;
            hub.close_room(self.code);
            hub.metrics.rooms.add(-1);
            self.inside.sooner.notify_one();
        } else if due < state.wakes_at {
            state.wakes_at = due;
            self.inside.sooner.notify_one();
        }
        Some(happened)
    }
}

impl State {
    /// Does what the room said.
    fn act(&mut self, hub: &Hub, effects: Effects, since: Instant) {
        let code = self.room.code();
        for fault in &effects.faults {
            let is_difference = fault.contains("differs");
            let counter =
                if is_difference { &hub.metrics.differences } else { &hub.metrics.faults };
            counter.add(1);
            warn!(room = %code, fault, "a client broke the rules of play");
        }
        for entry in &effects.entries {
            if let Step::MatchOver(result) = &entry.step {
                hub.rate(result);
                hub.metrics.matches_decided.add(1);
                info!(room = %code, ?result, "a match is decided");
            }
        }
        let scratch = &mut self.scratch;
        let parcels: Vec<Parcel> = effects
            .sends
            .iter()
            .filter_map(|(conn, message)| {
                let to = self.outboxes.get(conn)?.clone();
                scratch.clear();
                encode_onto(message, scratch);
                Some(Parcel { to, message: Bytes::copy_from_slice(scratch) })
            })
            .collect();
        if !effects.entries.is_empty() || !parcels.is_empty() {
            hub.journal.submit(Batch { entries: effects.entries, parcels, since });
        }
        for (conn, why) in effects.drops {
            if let Some(outbox) = self.outboxes.remove(&conn) {
                outbox.close(why);
            }
        }
        for player in effects.freed {
            hub.free(player, code);
        }
    }
}
