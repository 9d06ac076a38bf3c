//! Connected players, rooms, and which player is in which room.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use quintet_protocol::{FarewellReason, Have, Refusal, RoomCode, ServerMessage, Settings, encode};

use tracing::warn;

use crate::clock::Clock;
use crate::cluster::Cluster;
use crate::edge::address::{AddressBook, Permit, Resource};
use crate::edge::outbox::Outbox;
use crate::limits::MAX_ROOMS;
use crate::metrics::Metrics;
use crate::rooms::bots::{self, BotPlace, BotPool, Bots};
use crate::rooms::pairing::Pool;
use crate::rooms::room::{ConnId, Room, Timing, Visitor};
use crate::rooms::room_handle::{self, RoomHandle};
use crate::secure_random;
use crate::store::{
    Accounts, Batch, Envelope, JournalWriter, KnownPlayer, MatchResult, PlayerId, SavedMatch,
    Scores,
};

/// A connected player.
#[derive(Clone, Debug)]
pub(crate) struct Guest {
    pub(crate) conn: ConnId,
    pub(crate) known: KnownPlayer,
    pub(crate) outbox: Outbox,
    /// Where the player is, if that is limited.
    pub(crate) address: Option<IpAddr>,
    /// When the player connected, in microseconds since 1970.
    pub(crate) arrived: u64,
}

impl Guest {
    fn visitor(&self, have: Option<Have>) -> Visitor {
        let KnownPlayer { player, ref name, rating } = self.known;
        Visitor { player, conn: self.conn, name: name.clone(), rating, have }
    }
}

/// Who and what is here.
#[derive(Default)]
pub(super) struct Directory {
    rooms: HashMap<RoomCode, RoomHandle>,
    /// Rooms without a connected player. They are closed first when the server is full.
    vacant: HashSet<RoomCode>,
    /// Connected players.
    pub(super) guests: HashMap<PlayerId, Guest>,
    /// The room that a player is in; kept while the player is away.
    rooms_of_players: HashMap<PlayerId, RoomHandle>,
    pub(super) pool: Pool<PlayerId>,
}

/// What all connections and rooms share.
pub(crate) struct Hub {
    pub(crate) clock: Clock,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) journal: JournalWriter,
    pub(crate) accounts: Arc<dyn Accounts>,
    pub(crate) scores: Arc<dyn Scores>,
    pub(crate) bot_pool: BotPool,
    pub(crate) addresses: Arc<AddressBook>,
    /// The other servers, where there are any.
    pub(crate) cluster: Option<Arc<Cluster>>,
    timing: Timing,
    directory: Mutex<Directory>,
    conns: AtomicU64,
}

impl Hub {
    /// An empty hub.
    pub(crate) fn new(
        clock: Clock,
        metrics: Arc<Metrics>,
        journal: JournalWriter,
        accounts: Arc<dyn Accounts>,
        scores: Arc<dyn Scores>,
        (cluster, timing, bots): (Option<Arc<Cluster>>, Timing, Bots),
    ) -> Arc<Hub> {
        let (directory, conns) = (Mutex::default(), AtomicU64::new(1));
        let bot_pool = BotPool::new(bots);
        Arc::new(Hub {
            clock,
            metrics,
            journal,
            accounts,
            scores,
            bot_pool,
            addresses: Arc::default(),
            cluster,
            timing,
            directory,
            conns,
        })
    }

    pub(super) fn directory(&self) -> MutexGuard<'_, Directory> {
        // No change under the lock can panic half-way.
        self.directory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn next_conn(&self) -> ConnId {
        self.conns.fetch_add(1, Ordering::Relaxed)
    }

    /// A player has connected. An older connection of the same player is closed. Returns the room
    /// that the player is in.
    pub(crate) fn arrive(&self, guest: Guest) -> Option<RoomHandle> {
        let player = guest.known.player;
        let mut directory = self.directory();
        directory.pool.leave(&player);
        if let Some(old) = directory.guests.insert(player, guest) {
            old.outbox.close(FarewellReason::Elsewhere);
        }
        directory.rooms_of_players.get(&player).cloned()
    }

    /// A player has connected again, here or to another node: an older connection is closed.
    pub(crate) fn close_older(&self, player: PlayerId, arrived: u64) {
        let directory = self.directory();
        if let Some(guest) = directory.guests.get(&player).filter(|guest| guest.arrived < arrived) {
            guest.outbox.close(FarewellReason::Elsewhere);
        }
    }

    /// A connection was closed.
    pub(crate) fn depart(&self, player: PlayerId, conn: ConnId) {
        let mut directory = self.directory();
        if directory.guests.get(&player).is_some_and(|guest| guest.conn == conn) {
            directory.guests.remove(&player);
            directory.pool.leave(&player);
        }
    }

    /// Whether this connection is still the player's.
    pub(crate) fn is_connected(&self, guest: &Guest) -> bool {
        let directory = self.directory();
        directory.guests.get(&guest.known.player).is_some_and(|known| known.conn == guest.conn)
    }

    /// Whether rooms of this server may go on: no other server may have them.
    pub(crate) fn may_referee(&self) -> bool {
        self.cluster.as_ref().is_none_or(|cluster| cluster.is_leased())
    }

    /// Whether the server is stopping and hands its rooms over.
    pub(crate) fn is_draining(&self) -> bool {
        self.cluster.as_ref().is_some_and(|cluster| cluster.is_draining())
    }

    /// The room that a player is in.
    pub(crate) fn room_of(&self, player: PlayerId) -> Option<RoomHandle> {
        self.directory().rooms_of_players.get(&player).cloned()
    }

    /// A room of this node.
    pub(crate) fn room(&self, code: RoomCode) -> Option<RoomHandle> {
        self.directory().rooms.get(&code).cloned()
    }

    /// Notes that a player is in a room, though not connected.
    pub(crate) fn note_room(&self, player: PlayerId, handle: RoomHandle) {
        self.directory().rooms_of_players.insert(player, handle);
    }

    /// Reserves the code of a room among all nodes; none is needed where there is only one.
    pub(crate) async fn reserve(
        &self,
        settings: Settings,
        ranked: bool,
    ) -> Result<Option<RoomCode>, Refusal> {
        let Some(cluster) = &self.cluster else { return Ok(None) };
        match cluster.reserve(settings, ranked).await {
            Ok(code) => Ok(Some(code)),
            Err(problem) => {
                warn!(%problem, "no room can be opened");
                Err(Refusal::ServerFull)
            }
        }
    }

    /// Gives back a code that was reserved and not used.
    pub(crate) fn release(&self, code: Option<RoomCode>) {
        if let (Some(cluster), Some(code)) = (&self.cluster, code) {
            cluster.note_closed(code);
        }
    }

    /// Opens a room and lets the player enter it. The code is one that was reserved, if that is needed.
    pub(crate) fn create(
        self: &Arc<Hub>,
        guest: &Guest,
        settings: Settings,
        code: Option<RoomCode>,
    ) -> Result<RoomHandle, Refusal> {
        let handle = self.open_room_for(guest, settings, code).ok_or(Refusal::ServerFull)?;
        self.enter(&handle, guest, None, false).inspect_err(|_| handle.close_if_vacant(self))?;
        Ok(handle)
    }

    /// Opens a room that counts for the address of a guest.
    pub(super) fn open_room_for(
        self: &Arc<Hub>,
        guest: &Guest,
        settings: Settings,
        code: Option<RoomCode>,
    ) -> Option<RoomHandle> {
        let permit = self.addresses.take(guest.address, Resource::Room, self.clock.now());
        if permit.is_none() {
            self.metrics.too_many.add(1);
        }
        self.open_room(settings, false, Some(permit?), code)
    }

    /// Opens an empty room; none if the server is full, or may not referee.
    pub(crate) fn open_room(
        self: &Arc<Hub>,
        settings: Settings,
        ranked: bool,
        permit: Option<Permit>,
        code: Option<RoomCode>,
    ) -> Option<RoomHandle> {
        if !self.may_referee() {
            return None;
        }
        let mut directory = self.directory();
        while directory.rooms.len() >= MAX_ROOMS {
            let vacant = directory.vacant.iter().next().copied()?;
            directory.vacant.remove(&vacant);
            let handle = directory.rooms.get(&vacant).cloned();
            drop(directory);
            if let Some(handle) = handle {
                handle.close_if_vacant(self);
            }
            directory = self.directory();
        }
        let mut codes = code.into_iter().chain(std::iter::repeat_with(secure_random::room_code));
        let code = codes.find(|code| !directory.rooms.contains_key(code))?;
        let room = Room::new(code, settings, ranked, self.timing, secure_random::number);
        let handle = room_handle::open(room, self, permit);
        directory.rooms.insert(code, handle.clone());
        Some(handle)
    }

    /// Takes up a match that was on when the server last stopped; false if it cannot be.
    pub(crate) fn take_up(self: &Arc<Hub>, saved: SavedMatch) -> bool {
        let (players, ranked) = (saved.players.clone(), saved.ranked);
        let now = self.clock.now();
        let Ok(room) = Room::restore(saved, now, self.timing, secure_random::number) else {
            return false;
        };
        let mut directory = self.directory();
        let handle = room_handle::open(room, self, None);
        directory.rooms.insert(handle.code, handle.clone());
        if ranked {
            self.count_meetings(handle.clone(), players.iter().map(|known| known.player));
        }
        for known in players {
            directory.rooms_of_players.insert(known.player, handle.clone());
            if let Some(level) = bots::level_of(known.player) {
                // A bot that was in a match before keeps its place, even if fewer are allowed now.
                let place = Arc::clone(&self.bot_pool.places).try_acquire_owned().ok();
                let place = place.map(|place| BotPlace::new(place, None));
                bots::sit(self, handle.clone(), known, level, place);
            }
        }
        true
    }

    /// Lets a player enter a room by its code.
    pub(crate) fn join(
        &self,
        guest: &Guest,
        code: RoomCode,
        watch: bool,
    ) -> Result<RoomHandle, Refusal> {
        let handle = self.directory().rooms.get(&code).cloned().ok_or(Refusal::NoSuchRoom)?;
        self.enter(&handle, guest, None, watch)?;
        Ok(handle)
    }

    /// Lets a player enter a room, or come back to it. Somebody who is in another room by now, because
    /// both were asked for at the same moment, has that one.
    pub(crate) fn enter(
        &self,
        handle: &RoomHandle,
        guest: &Guest,
        have: Option<Have>,
        watch: bool,
    ) -> Result<(), Refusal> {
        let player = guest.known.player;
        let is_new = self.claim_place(player, handle)?;
        let entered = handle.enter(self, guest.visitor(have), guest.outbox.clone(), watch);
        if entered.is_err() && is_new {
            self.forget_place(player, handle.code);
        }
        entered?;
        self.note_place(handle, guest);
        Ok(())
    }

    /// Notes that a player is in a room, unless it is another one; true if that is new.
    fn claim_place(&self, player: PlayerId, handle: &RoomHandle) -> Result<bool, Refusal> {
        let mut directory = self.directory();
        let known = directory.rooms_of_players.get(&player);
        let is_elsewhere = known.is_some_and(|known| {
            known.code != handle.code && directory.rooms.contains_key(&known.code)
        });
        if is_elsewhere {
            return Err(Refusal::AlreadyInRoom);
        }
        let is_new = known.is_none_or(|known| known.code != handle.code);
        directory.rooms_of_players.insert(player, handle.clone());
        Ok(is_new)
    }

    /// Lets the other servers know whether a player has a seat in a room, or watches.
    pub(crate) fn note_place(&self, handle: &RoomHandle, guest: &Guest) {
        if let Some(cluster) = &self.cluster {
            cluster.note_place(guest.known.player, handle.code, handle.has_seat(guest.conn));
        }
    }

    /// A player is no longer in a room.
    pub(crate) fn free(&self, player: PlayerId, code: RoomCode) {
        if self.forget_place(player, code)
            && let Some(cluster) = &self.cluster
        {
            cluster.note_free(player, code);
        }
    }

    /// A player is no longer in a room of this node, though perhaps in the same room on another one.
    pub(crate) fn forget_place(&self, player: PlayerId, code: RoomCode) -> bool {
        let mut directory = self.directory();
        let is_here = |handle: &RoomHandle| handle.code == code;
        let was_here = directory.rooms_of_players.get(&player).is_some_and(is_here);
        if was_here {
            directory.rooms_of_players.remove(&player);
        }
        was_here
    }

    /// A room is closed for everybody.
    pub(crate) fn close_room(&self, code: RoomCode) {
        let players = self.forget_room(code);
        if let Some(cluster) = &self.cluster {
            for player in players {
                cluster.note_free(player, code);
            }
            cluster.note_closed(code);
        }
    }

    /// A room is no longer here. Returns the players who are in it.
    pub(crate) fn forget_room(&self, code: RoomCode) -> Vec<PlayerId> {
        let mut directory = self.directory();
        directory.rooms.remove(&code);
        directory.vacant.remove(&code);
        let inside = directory.rooms_of_players.extract_if(|_, handle| handle.code == code);
        inside.map(|(player, _)| player).collect()
    }

    /// Gives up all rooms, because other nodes may take them over. Clients with messages that
    /// wait for a durable entry are disconnected, because the entry may never become durable.
    pub(crate) fn abandon_all(&self) {
        for room in self.rooms() {
            room.abandon(self);
        }
        self.journal.close_waiting();
    }

    /// Gives up all rooms, so that other nodes take them over. Players are told later.
    pub(crate) fn hand_over_all(&self) {
        for room in self.rooms() {
            room.hand_over(self);
        }
    }

    /// Gives up the room of a match, which another server referees from now on.
    pub(crate) fn abandon_match(&self, match_id: u64) {
        // A room may be asked only while the directory is not locked.
        for room in self.rooms().iter().filter(|room| room.speaks_of(match_id)) {
            room.abandon(self);
        }
    }

    /// Notes that a room has no connected player, or has one again.
    pub(crate) fn note_vacant(&self, code: RoomCode, is_vacant: bool) {
        let mut directory = self.directory();
        if is_vacant {
            directory.vacant.insert(code);
        } else {
            directory.vacant.remove(&code);
        }
    }

    /// Leaves the room, if there is one and it is this one. Nothing of it is said after `Left`. False
    /// if that does not count, because another node has the room or may have it: nothing is said, and
    /// the player is to leave it there.
    pub(crate) fn leave(&self, guest: &Guest, code: Option<RoomCode>) -> bool {
        let player = guest.known.player;
        let is_meant = |room: &RoomHandle| code.is_none_or(|code| code == room.code);
        let room = self.room_of(player).filter(is_meant);
        let is_heard = room.as_ref().is_some_and(|room| room.leave(self, guest.conn));
        if !is_heard && (self.is_draining() || !self.may_referee()) {
            return false;
        }
        // Where a newer connection of the player has the seat, it keeps it.
        if let Some(room) = room.filter(|room| !room.seats(player)) {
            self.free(player, room.code);
        }
        if is_heard {
            return true;
        }
        // Queued behind the room's messages, so that `Left` cannot overtake them.
        let message = encode(&ServerMessage::Left).into();
        let left = Envelope { to: guest.outbox.clone(), message };
        let (entries, games, match_id) = (vec![], vec![], None);
        let (envelopes, since) = (vec![left], Instant::now());
        self.journal.submit(Batch { entries, envelopes, games, match_id, since });
        true
    }

    /// The rooms that are open.
    pub(crate) fn rooms(&self) -> Vec<RoomHandle> {
        self.directory().rooms.values().cloned().collect()
    }

    /// Closes the connection of a player who was banned, who leaves the room; false if there is none.
    pub(crate) fn eject(&self, player: PlayerId) -> bool {
        let guest = self.directory().guests.get(&player).cloned();
        if let Some(guest) = &guest {
            self.stop_looking(player);
            self.leave(guest, None);
            guest.outbox.close(FarewellReason::Banned);
        }
        guest.is_some()
    }

    /// A player was given another name.
    pub(crate) fn rename(&self, player: PlayerId, name: &str) {
        if let Some(guest) = self.directory().guests.get_mut(&player) {
            name.clone_into(&mut guest.known.name);
        }
        if let Some(room) = self.room_of(player) {
            room.rename(self, player, name);
        }
    }

    /// Ratings have changed: connected players continue with the new ones.
    pub(crate) fn rate(&self, result: &MatchResult) {
        let Some(ratings) = &result.ratings else { return };
        let mut directory = self.directory();
        for (player, rating) in result.players.iter().zip(ratings) {
            if let Some(guest) = directory.guests.get_mut(player) {
                guest.known.rating = *rating;
            }
        }
    }

    /// Tells everybody that the server stops.
    pub(crate) fn say_farewell(&self) {
        for guest in self.directory().guests.values() {
            guest.outbox.close(FarewellReason::ShuttingDown);
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::edge::outbox::Inbox;
    use crate::store::local::FileJournal;
    use crate::store::{Outcomes, sqlite};

    pub(crate) fn hub() -> Arc<Hub> {
        let metrics = Arc::new(Metrics::default());
        let (accounts, scores) = sqlite::in_memory().expect("memory");
        let folder = std::env::temp_dir().join(format!("quintet-{}", secure_random::number()));
        let journal = FileJournal::open(&folder).expect("a folder");
        // The file stays open.
        std::fs::remove_dir_all(folder).expect("nobody else uses it");
        let (results, _) = tokio::sync::mpsc::unbounded_channel();
        let (lost, _) = tokio::sync::mpsc::unbounded_channel();
        let outcomes = Outcomes { games: Arc::default(), results, lost };
        let (journal, _) = JournalWriter::start(Box::new(journal), outcomes, Arc::clone(&metrics));
        let settings = (None, Timing::default(), Bots::default());
        Hub::new(Clock::start(), metrics, journal, accounts, scores, settings)
    }

    pub(crate) fn guest(hub: &Hub, player: PlayerId) -> (Guest, Inbox) {
        let (outbox, inbox) = Outbox::new();
        let (name, rating) = ("Somebody".to_owned(), crate::rating::Rating::default());
        let known = KnownPlayer { player, name, rating };
        (Guest { conn: hub.next_conn(), known, outbox, address: None, arrived: 0 }, inbox)
    }

    /// A player who opened a room in the instant of being paired once had a seat in both; the second
    /// one was never given up.
    #[tokio::test]
    async fn nobody_has_a_place_in_two_rooms() {
        let hub = hub();
        let ((player, _one), (other, _two)) = (guest(&hub, 1), guest(&hub, 2));
        for guest in [&player, &other] {
            hub.arrive(guest.clone());
        }
        let own = hub.create(&player, Settings::default(), None).expect("a room");
        let others = hub.create(&other, Settings::default(), None).expect("a room");
        assert_eq!(hub.enter(&others, &player, None, false), Err(Refusal::AlreadyInRoom));
        let again = hub.create(&player, Settings::default(), None).map(drop);
        assert_eq!(again, Err(Refusal::AlreadyInRoom));
        assert_eq!(hub.directory().rooms.len(), 2, "a room that nobody entered is closed");
        assert_eq!(hub.room_of(1).map(|room| room.code), Some(own.code));
        hub.leave(&player, None);
        hub.enter(&others, &player, None, false).expect("a seat");
        assert!(others.has_seat(player.conn));
    }

    /// Once 10,000 rooms of devices that never came back were enough to keep everybody out.
    #[tokio::test]
    async fn rooms_that_nobody_is_in_make_room_for_others() {
        let hub = hub();
        let rooms = (0..MAX_ROOMS as u64).map(|id| {
            let (vanishing, _) = guest(&hub, id);
            hub.arrive(vanishing.clone());
            let room = hub.create(&vanishing, Settings::default(), None).expect("a room");
            hub.depart(vanishing.known.player, vanishing.conn);
            room.lose(&hub, vanishing.conn);
        });
        assert_eq!(rooms.count(), MAX_ROOMS);
        let (newcomer, _inbox) = guest(&hub, 1 << 40);
        hub.create(&newcomer, Settings::default(), None).expect("one of the others was closed");
        assert_eq!(hub.directory().rooms.len(), MAX_ROOMS);
        assert_eq!(hub.metrics.rooms.get(), MAX_ROOMS as i64);
    }
}
