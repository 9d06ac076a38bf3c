//! A room in use: everything that happens to it happens under its lock, and what it answers is done
//! at once. A task wakes it when something falls due.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use axum::body::Bytes;
use quintet_engine::Micros;
use quintet_protocol::{ClientMessage, FarewellReason, Refusal, RoomCode, encode_onto};
use tokio::sync::Notify;
use tracing::{info, warn};

use crate::edge::address::Permit;
use crate::edge::outbox::Outbox;
use crate::rooms::hub::Hub;
use crate::rooms::room::{Actions, ClientFault, ConnId, Room, Visitor};
use crate::store::{Batch, Envelope, Step};

/// A handle to a room. Never call it while holding the hub's directory lock: the lock order is room,
/// then directory.
#[derive(Clone)]
pub(crate) struct RoomHandle {
    pub(crate) code: RoomCode,
    inside: Arc<Inside>,
}

struct Inside {
    state: Mutex<State>,
    /// Notified when something falls due sooner than the task expects, or the room is closed.
    sooner: Notify,
}

struct State {
    room: Room,
    outboxes: HashMap<ConnId, Outbox>,
    /// A buffer to encode messages in.
    scratch: Vec<u8>,
    is_open: bool,
    /// Whether no player is connected, though one may come back.
    is_vacant: bool,
    /// Counts for the address that opened the room.
    permit: Option<Permit>,
    /// When the room's task will wake it.
    wakes_at: Micros,
}

/// Opens a room.
pub(crate) fn open(room: Room, hub: &Arc<Hub>, permit: Option<Permit>) -> RoomHandle {
    hub.metrics.rooms.add(1);
    hub.metrics.matches.add(i64::from(room.has_match()));
    let code = room.code();
    let wakes_at = room.next_deadline().unwrap_or(Micros::NEVER);
    let (outboxes, scratch) = (HashMap::new(), Vec::new());
    let (is_open, is_vacant) = (true, false);
    let state = State { room, outboxes, scratch, is_open, is_vacant, permit, wakes_at };
    let inside = Arc::new(Inside { state: Mutex::new(state), sooner: Notify::new() });
    let handle = RoomHandle { code, inside };
    tokio::spawn(keep_awake(handle.clone(), Arc::clone(hub)));
    handle
}

/// Wakes a room whenever something falls due, while it is open.
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
        // After a panic the room goes on from wherever it was.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RoomHandle {
    /// A player or spectator enters.
    pub(crate) fn enter(
        &self,
        hub: &Hub,
        visitor: Visitor,
        outbox: Outbox,
        watch: bool,
    ) -> Result<(), Refusal> {
        let entered = self.step(hub, |state, now, actions| {
            let conn = visitor.conn;
            state.outboxes.insert(conn, outbox);
            let entered = state.room.enter(now, visitor, watch, actions);
            if entered.is_err() {
                state.outboxes.remove(&conn);
            }
            entered
        });
        entered.unwrap_or(Err(Refusal::NoSuchRoom))
    }

    /// A message from a connection; false when the room is closed.
    pub(crate) fn hear(&self, hub: &Hub, conn: ConnId, message: ClientMessage) -> bool {
        let heard = self.step(hub, |state, now, actions| {
            state.room.message(now, conn, message, actions);
        });
        heard.is_some()
    }

    /// A connection leaves. The room sends it nothing more after this.
    pub(crate) fn leave(&self, hub: &Hub, conn: ConnId) {
        self.hear(hub, conn, ClientMessage::Leave);
        self.inside.state().outboxes.remove(&conn);
    }

    /// A connection was closed.
    pub(crate) fn lose(&self, hub: &Hub, conn: ConnId) {
        self.step(hub, |state, now, actions| {
            state.room.lose(now, conn, actions);
            state.outboxes.remove(&conn);
        });
    }

    /// How often the players of this room have met lately.
    pub(crate) fn note_meetings(&self, hub: &Hub, meetings: u32) {
        self.step(hub, |state, _, _| state.room.note_meetings(meetings));
    }

    /// Closes the room if it is empty.
    pub(crate) fn close_if_vacant(&self, hub: &Hub) {
        let mut state = self.inside.state();
        if state.is_open && state.room.is_vacant() {
            self.close(&mut state, hub);
        }
    }

    /// The match that is on.
    pub(crate) fn match_id(&self) -> Option<u64> {
        self.inside.state().room.match_id()
    }

    /// Closes the room here, because another server has it or may have it. Players are disconnected,
    /// so that they come back to where it is.
    pub(crate) fn abandon(&self, hub: &Hub) {
        let mut state = self.inside.state();
        if !state.is_open {
            return;
        }
        for (_, outbox) in state.outboxes.drain() {
            outbox.close(FarewellReason::ShuttingDown);
        }
        hub.metrics.matches.add(-i64::from(state.room.has_match()));
        hub.forget_room(self.code);
        self.end(&mut state, hub);
    }

    fn close(&self, state: &mut State, hub: &Hub) {
        hub.close_room(self.code);
        self.end(state, hub);
    }

    fn end(&self, state: &mut State, hub: &Hub) {
        state.is_open = false;
        state.permit = None;
        hub.metrics.rooms.add(-1);
        self.inside.sooner.notify_one();
    }

    /// Lets something happen in the room; returns none if it is closed.
    fn step<T>(
        &self,
        hub: &Hub,
        happen: impl FnOnce(&mut State, Micros, &mut Actions) -> T,
    ) -> Option<T> {
        let since = Instant::now();
        let mut state = self.inside.state();
        if !state.is_open {
            return None;
        }
        let had_match = state.room.has_match();
        let mut actions = Actions::default();
        let now = hub.clock.now();
        let happened = happen(&mut state, now, &mut actions);
        state.room.tick(now, &mut actions);
        let change = i64::from(state.room.has_match()) - i64::from(had_match);
        if change != 0 {
            hub.metrics.matches.add(change);
        }
        state.act(hub, actions, since);
        let due = state.room.next_deadline().unwrap_or(Micros::NEVER);
        if state.room.is_vacant() != state.is_vacant {
            state.is_vacant = !state.is_vacant;
            hub.note_vacant(self.code, state.is_vacant);
        }
        if state.room.is_deserted() {
            self.close(&mut state, hub);
        } else if due < state.wakes_at {
            state.wakes_at = due;
            self.inside.sooner.notify_one();
        }
        Some(happened)
    }
}

impl State {
    /// Carries out the room's actions.
    fn act(&mut self, hub: &Hub, actions: Actions, since: Instant) {
        let code = self.room.code();
        for fault in &actions.faults {
            let counter = match fault {
                ClientFault::BoardDiffers { .. } => &hub.metrics.differences,
                ClientFault::DifferenceReported { .. } => &hub.metrics.differences_reported,
                ClientFault::RuleBroken { .. } => &hub.metrics.faults,
            };
            counter.add(1);
            warn!(room = %code, %fault, "a client's fault");
        }
        for entry in &actions.entries {
            if let Step::MatchOver(result) = &entry.step {
                hub.rate(result);
                hub.metrics.matches_decided.add(1);
                info!(room = %code, ?result, "a match is decided");
            }
        }
        // Before the entries: a match stays in the journal until its games are kept.
        for game in actions.games {
            let _ = hub.games.send(game);
        }
        let scratch = &mut self.scratch;
        let envelopes: Vec<Envelope> = actions
            .sends
            .iter()
            .filter_map(|(conn, message)| {
                let to = self.outboxes.get(conn)?.clone();
                scratch.clear();
                encode_onto(message, scratch);
                Some(Envelope { to, message: Bytes::copy_from_slice(scratch) })
            })
            .collect();
        if !actions.entries.is_empty() || !envelopes.is_empty() {
            hub.journal.submit(Batch { entries: actions.entries, envelopes, since });
        }
        for (conn, reason) in actions.drops {
            if let Some(outbox) = self.outboxes.remove(&conn) {
                outbox.close(reason);
            }
        }
        for player in actions.freed {
            hub.free(player, code);
        }
    }
}
