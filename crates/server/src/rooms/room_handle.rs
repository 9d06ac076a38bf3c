//! A room in use: everything that happens to it happens under its lock, and what it answers is done
//! at once. A task wakes it when something falls due.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use axum::body::Bytes;
use quintet_engine::Micros;
use quintet_protocol::{
    ClientMessage, FarewellReason, Refusal, RoomCode, ServerMessage, encode_onto,
};
use tokio::sync::Notify;
use tracing::{info, warn};

use crate::edge::address::Permit;
use crate::edge::outbox::Outbox;
use crate::limits::{CATCH_UP_EVERY, RETURN_PART};
use crate::rooms::hub::Hub;
use crate::rooms::room::{Actions, ConnId, Room, Visitor};
use crate::store::{Batch, Envelope, PlayerId, Step};

/// For how many messages a room keeps memory.
const SENDS_KEPT: usize = 16;

/// A handle to a room. Never call it while holding the hub's directory lock: the lock order is room,
/// then directory.
#[derive(Clone)]
pub(crate) struct RoomHandle {
    pub(crate) code: RoomCode,
    shared: Arc<Shared>,
}

struct Shared {
    state: Mutex<State>,
    /// Notified when something falls due sooner than the task expects, or the room is closed.
    sooner: Notify,
}

/// What a connection still has to be told, part by part, so that its outbox does not overflow.
struct Backlog {
    messages: VecDeque<Bytes>,
    /// When the next part is sent.
    next: Micros,
}

struct State {
    room: Room,
    /// In small maps a tree finds a number without hashing it.
    outboxes: BTreeMap<ConnId, Outbox>,
    /// Whatever else is said to these connections waits behind their backlog.
    backlogs: BTreeMap<ConnId, Backlog>,
    /// Buffers to encode a message in, and for messages to send.
    scratch: Vec<u8>,
    sends: Vec<(ConnId, ServerMessage)>,
    is_open: bool,
    /// The match that is on, or was last.
    match_id: Option<u64>,
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
    let match_id = room.match_id();
    let state = State {
        room,
        outboxes: BTreeMap::new(),
        backlogs: BTreeMap::new(),
        scratch: Vec::new(),
        sends: Vec::new(),
        is_open: true,
        match_id,
        is_vacant: false,
        permit,
        wakes_at,
    };
    let shared = Arc::new(Shared { state: Mutex::new(state), sooner: Notify::new() });
    let handle = RoomHandle { code, shared };
    tokio::spawn(keep_awake(handle.clone(), Arc::clone(hub)));
    handle
}

/// Wakes a room whenever something falls due, while it is open.
async fn keep_awake(handle: RoomHandle, hub: Arc<Hub>) {
    loop {
        let wakes_at = {
            let state = handle.shared.state();
            if !state.is_open {
                return;
            }
            state.wakes_at
        };
        tokio::select! {
            () = tokio::time::sleep_until(hub.clock.instant(wakes_at).into()) => {
                handle.shared.state().wakes_at = Micros::NEVER;
                handle.step(&hub, |_, _, _| ());
            }
            () = handle.shared.sooner.notified() => {}
        }
    }
}

impl Shared {
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
                state.forget(conn);
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

    /// Whether a connection may have a bot take the free seat.
    pub(crate) fn may_seat_bot(&self, conn: ConnId) -> Result<(), Refusal> {
        self.shared.state().room.may_seat_bot(conn)
    }

    /// A connection leaves, and is told so once that is durable, and nothing more after it. False if
    /// the room has not heard it: it is closed, or another server may have it.
    pub(crate) fn leave(&self, hub: &Hub, conn: ConnId) -> bool {
        let heard = self.step(hub, |state, now, actions| {
            // Nobody needs the rest of what ends here.
            state.backlogs.remove(&conn);
            state.room.message(now, conn, ClientMessage::Leave { code: None }, actions);
            actions.sends.push((conn, ServerMessage::Left));
        });
        if heard.is_some() {
            self.shared.state().forget(conn);
        }
        heard.is_some()
    }

    /// A connection was closed.
    pub(crate) fn lose(&self, hub: &Hub, conn: ConnId) {
        self.step(hub, |state, now, actions| {
            state.room.lose(now, conn, actions);
            state.forget(conn);
        });
    }

    /// How often two players of this room have met lately.
    pub(crate) fn note_meetings(&self, hub: &Hub, one: PlayerId, other: PlayerId, meetings: u32) {
        self.step(hub, |state, _, _| state.room.note_meetings(one, other, meetings));
    }

    /// A player of this room was given another name.
    pub(crate) fn rename(&self, hub: &Hub, player: PlayerId, name: &str) {
        self.step(hub, |state, _, actions| state.room.rename(player, name, actions));
    }

    /// What an operator sees of the room; none if it is closed.
    pub(crate) fn describe(&self) -> Option<String> {
        let state = self.shared.state();
        state.is_open.then(|| state.room.describe())
    }

    /// Ends the room for an operator: a match in it ends without a winner, and everybody leaves.
    pub(crate) fn dissolve(&self, hub: &Hub) -> bool {
        let dissolved = self.step(hub, |state, now, actions| {
            // Nobody needs the rest of what ends here.
            state.backlogs.clear();
            state.room.dissolve(now, actions);
        });
        if dissolved.is_some() {
            self.shared.state().outboxes.clear();
        }
        dissolved.is_some()
    }

    /// Closes the room if it is empty.
    pub(crate) fn close_if_vacant(&self, hub: &Hub) {
        let mut state = self.shared.state();
        if state.is_open && state.room.is_vacant() {
            self.close(&mut state, hub);
        }
    }

    /// Whether a connection is that of a player with a seat.
    pub(crate) fn has_seat(&self, conn: ConnId) -> bool {
        self.shared.state().room.seat_of(conn).is_some()
    }

    /// Whether a player has a seat, connected or not.
    pub(crate) fn seats(&self, player: PlayerId) -> bool {
        self.shared.state().room.seats_player(player)
    }

    /// Whether this is the room's current match or its last one. The room itself tells a player who
    /// comes back how that match ended.
    pub(crate) fn knows(&self, match_id: u64) -> bool {
        self.shared.state().room.knows(match_id)
    }

    /// Whether the room is open on this server.
    pub(crate) fn is_open(&self) -> bool {
        self.shared.state().is_open
    }

    /// Whether all seats are taken.
    pub(crate) fn is_full(&self) -> bool {
        self.shared.state().room.is_full()
    }

    /// Whether what is said here may speak of a match, which is on or was the last.
    pub(crate) fn speaks_of(&self, match_id: u64) -> bool {
        self.shared.state().match_id == Some(match_id)
    }

    /// Closes the room here, because another server has it or may have it. Players are disconnected,
    /// so that they come back to where it is.
    pub(crate) fn abandon(&self, hub: &Hub) {
        let mut state = self.shared.state();
        self.give_away(&mut state, hub);
        for outbox in std::mem::take(&mut state.outboxes).into_values() {
            outbox.close(FarewellReason::ShuttingDown);
        }
    }

    /// Closes the room here for another server to take it over. Players stay connected.
    pub(crate) fn hand_over(&self, hub: &Hub) {
        self.give_away(&mut self.shared.state(), hub);
    }

    fn give_away(&self, state: &mut State, hub: &Hub) {
        if !state.is_open {
            return;
        }
        hub.metrics.matches.add(-i64::from(state.room.has_match()));
        hub.forget_room(self.code);
        self.end(state, hub);
    }

    fn close(&self, state: &mut State, hub: &Hub) {
        hub.close_room(self.code);
        self.end(state, hub);
    }

    fn end(&self, state: &mut State, hub: &Hub) {
        state.is_open = false;
        state.permit = None;
        hub.metrics.rooms.add(-1);
        self.shared.sooner.notify_one();
    }

    /// Lets something happen in the room; returns none if it is closed, or another server may have it.
    fn step<T>(
        &self,
        hub: &Hub,
        happen: impl FnOnce(&mut State, Micros, &mut Actions) -> T,
    ) -> Option<T> {
        let mut state = self.shared.state();
        // Read under the lock, so that the room's time never goes back.
        let since = Instant::now();
        if !state.is_open || !hub.may_referee() {
            return None;
        }
        let had_match = state.room.has_match();
        let mut actions = Actions { sends: std::mem::take(&mut state.sends), ..Actions::default() };
        let now = hub.clock.at(since);
        let happened = happen(&mut state, now, &mut actions);
        state.room.tick(now, &mut actions);
        let change = i64::from(state.room.has_match()) - i64::from(had_match);
        if change != 0 {
            hub.metrics.matches.add(change);
        }
        state.act(hub, actions, now, since);
        let parts = state.backlogs.values().map(|backlog| backlog.next);
        let due = parts.chain(state.room.next_deadline()).min().unwrap_or(Micros::NEVER);
        if state.room.is_vacant() != state.is_vacant {
            state.is_vacant = !state.is_vacant;
            hub.note_vacant(self.code, state.is_vacant);
        }
        if state.room.is_deserted() {
            self.close(&mut state, hub);
        } else if due < state.wakes_at {
            state.wakes_at = due;
            self.shared.sooner.notify_one();
        }
        Some(happened)
    }
}

impl State {
    /// Carries out the room's actions.
    fn act(&mut self, hub: &Hub, mut actions: Actions, now: Micros, since: Instant) {
        let code = self.room.code();
        for fault in &actions.faults {
            fault.counter(&hub.metrics).add(1);
            warn!(room = %code, %fault, "a client's fault");
        }
        for entry in &actions.entries {
            if let Step::MatchOver(result) = &entry.step {
                hub.rate(result);
                hub.metrics.matches_decided.add(1);
                info!(room = %code, ?result, "a match is decided");
            }
        }
        let envelopes = self.envelopes(&actions.sends, now);
        actions.sends.clear();
        actions.sends.shrink_to(SENDS_KEPT);
        self.sends = actions.sends;
        if let Some(entry) = actions.entries.last() {
            self.match_id = Some(entry.match_id);
        }
        if !actions.entries.is_empty() || !envelopes.is_empty() {
            let (entries, games, match_id) = (actions.entries, actions.games, self.match_id);
            hub.journal.submit(Batch { entries, envelopes, games, match_id, since });
        }
        for (conn, reason) in actions.drops {
            let outbox = self.outboxes.remove(&conn);
            self.forget(conn);
            if let Some(outbox) = outbox {
                outbox.close(reason);
            }
        }
        for player in actions.freed {
            hub.free(player, code);
        }
    }

    /// Nothing more is sent to a connection.
    fn forget(&mut self, conn: ConnId) {
        self.outboxes.remove(&conn);
        self.backlogs.remove(&conn);
    }

    /// What is sent now: the next parts of backlogs, and the messages except those that have to wait.
    fn envelopes(&mut self, sends: &[(ConnId, ServerMessage)], now: Micros) -> Vec<Envelope> {
        let mut envelopes = Vec::new();
        for (conn, backlog) in &mut self.backlogs {
            if backlog.next <= now
                && let Some(to) = self.outboxes.get(conn)
            {
                backlog.next = now + CATCH_UP_EVERY;
                let part = backlog.messages.len().min(RETURN_PART);
                let part = backlog.messages.drain(..part);
                envelopes.extend(part.map(|message| Envelope { to: to.clone(), message }));
            }
        }
        self.backlogs.retain(|_, backlog| !backlog.messages.is_empty());
        for (index, (conn, message)) in sends.iter().enumerate() {
            let Some(to) = self.outboxes.get(conn) else { continue };
            self.scratch.clear();
            encode_onto(message, &mut self.scratch);
            let message = Bytes::copy_from_slice(&self.scratch);
            if let Some(backlog) = self.backlogs.get_mut(conn) {
                backlog.messages.push_back(message);
                continue;
            }
            envelopes.push(Envelope { to: to.clone(), message });
            // A connection can only have got more than a part once that many messages were sent.
            if index >= RETURN_PART
                && sends[..=index].iter().filter(|(other, _)| other == conn).count() >= RETURN_PART
            {
                let (messages, next) = (VecDeque::new(), now + CATCH_UP_EVERY);
                self.backlogs.insert(*conn, Backlog { messages, next });
            }
        }
        envelopes
    }
}

#[cfg(test)]
mod tests {
    use quintet_protocol::{RoomCode, Settings, decode_server};

    use super::*;
    use crate::edge::outbox::Outgoing;
    use crate::limits::MOST_WAITING;
    use crate::rating::Rating;
    use crate::rooms::hub::tests::hub;
    use crate::rooms::room::Timing;

    /// A player who reloads late in a long game once got more messages at once than may wait.
    #[tokio::test]
    async fn a_long_past_is_told_part_by_part_and_what_follows_waits_behind_it() {
        let hub = hub();
        let code = RoomCode::parse("222222").expect("a code");
        let room = Room::new(code, Settings::default(), false, Timing::default(), || 7);
        let handle = open(room, &hub, None);
        let (outbox, mut inbox) = Outbox::new();
        let (player, conn, name) = (1, 1, "Ada".to_owned());
        let visitor = Visitor { player, conn, name, rating: Rating::default(), have: None };
        handle.enter(&hub, visitor, outbox, false).expect("a seat");
        let past = 3 * MOST_WAITING as u64;
        let say =
            |number: u64| (conn, ServerMessage::Pong { sent: Micros(number), now: Micros::ZERO });
        handle.step(&hub, |_, _, actions| actions.sends.extend((0..past).map(say)));
        handle.step(&hub, |_, _, actions| actions.sends.push(say(past)));
        let mut heard = Vec::new();
        while heard.last() != Some(&past) {
            let waiting = inbox.recv().await.expect("the room is open");
            let Outgoing::Message(bytes) = waiting else { panic!("it is closed") };
            if let Ok(ServerMessage::Pong { sent, .. }) = decode_server(&bytes) {
                heard.push(sent.0);
            }
        }
        assert!(heard.iter().copied().eq(0..=past), "all of it, in order");
        assert!(handle.shared.state().backlogs.is_empty());
    }
}
