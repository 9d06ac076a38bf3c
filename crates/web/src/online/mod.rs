//! Playing others over a server: the connection, the room, and the match.
//!
//! `quintet_protocol::client` does the playing. Here it gets a socket and a clock, and what it knows
//! becomes signals.

mod connection;
mod device;
mod messages;
mod playing;
mod request;
mod socket;
mod ticket;

pub(crate) use device::Device;
pub(crate) use request::{RequestError, request, request_bytes};

use quintet_engine::{Micros, Replay, Rules, TimedEvent};
use quintet_protocol::client::{Client, RoomView};
use quintet_protocol::{Ending, GameId, PerSeat, RoomCode, Settings};

use crate::notices::Notices;
use crate::route::Router;
use crate::signals::prelude::*;
use crate::store::Store;
use crate::table::RankedGames;
use socket::Socket;
use ticket::Ticket;

/// How the connection is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Connection {
    /// There is none, and none is wanted.
    Off,
    /// It is being made.
    Connecting,
    /// It is there.
    Open,
    /// It broke, and is being made anew.
    Lost,
    /// The page was not served by a server of matches.
    NoServer,
    /// The server refuses another.
    Closed(ClosedBecause),
}

/// Why the server refuses another connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClosedBecause {
    /// It speaks a newer version of the protocol.
    NewerVersion,
    /// This device is connected from another tab or window.
    Elsewhere,
    /// A moderator has banned this device.
    Banned,
}

/// A game that has begun.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RemoteGame {
    /// Which.
    pub(crate) game: GameId,
    /// Which board is the table's first: one's own, or the first.
    pub(crate) front: u8,
    /// Whether one plays, or watches.
    pub(crate) plays: bool,
    /// The rules of the board in front and of the other.
    pub(crate) rules: [Rules; 2],
}

/// How the last game, or the match, ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GameEnd {
    /// Who won.
    pub(crate) winner: Option<u8>,
    /// Games won.
    pub(crate) wins: PerSeat<u8>,
    /// How the match ended, if it did.
    pub(crate) ending: Option<Ending>,
    /// The new ratings.
    pub(crate) ratings: Option<PerSeat<i32>>,
}

/// What all of it shares.
pub(crate) struct Online {
    /// Counts changes of what is known. One signal for all of it keeps the download small.
    changed: RwSignal<u64>,
    /// Counts games begun and left.
    pub(crate) begun: RwSignal<u64>,
    /// Seconds until time runs.
    pub(crate) count: RwSignal<u64>,
    known: StoredValue<OnlineState, LocalStorage>,
    router: Router,
    store: Store,
    notices: Notices,
}

/// What is known.
pub(crate) struct OnlineState {
    /// The connection.
    pub(crate) connection: Connection,
    /// The room one is in.
    pub(crate) room: Option<RoomView>,
    /// Whether an opponent is being looked for.
    pub(crate) waiting: bool,
    /// The level of the bot that has offered itself meanwhile; 0 while none has.
    pub(crate) bot: u8,
    /// What the host has set, until the server tells the same.
    pub(crate) wish: Option<Settings>,
    /// Who plays on which board of the table: who leaves its room afterwards changes nothing there.
    pub(crate) names: [String; 2],
    /// The game that is on, or was last.
    pub(crate) game: Option<RemoteGame>,
    /// Whether the match is halted until a player is back.
    pub(crate) halted: bool,
    /// The end of the last game.
    pub(crate) over: Option<GameEnd>,
    /// The device.
    pub(crate) device: Device,
    /// The player's name with the tag, as others see it.
    pub(crate) tagged: String,
    /// The seed for the next game alone, and that of the one being played.
    ticket: Option<Ticket>,
    playing: Option<Ticket>,
    client: Option<Client>,
    socket: Option<Socket>,
    /// When to try again, by the page's clock.
    retry_at: Option<f64>,
    /// When the server was last heard before the connection broke, by the page's clock.
    lost_at: f64,
    /// The room that a link leads to.
    wanted: Option<RoomCode>,
    /// Whether another game began since the table was last told.
    is_new_game: bool,
    happened: Vec<(u8, TimedEvent)>,
    /// When the last game ended, by the page's clock.
    pub(crate) ended_at: f64,
    /// The notice that offers the way back into a match.
    way_back: Option<u32>,
}

impl OnlineState {
    /// Whether a match that one plays in is on.
    fn is_in_match(&self) -> bool {
        let is_over = self.over.is_some_and(|over| over.ending.is_some());
        self.game.is_some_and(|game| game.plays) && !is_over
    }

    /// Takes the room as the server told it, but for what the host has set since.
    fn enter_room(&mut self) {
        self.room = self.client.as_ref().and_then(|client| client.room().cloned());
        let told = self.room.as_ref().map(|room| room.settings);
        self.wish = self.wish.filter(|wish| told.is_some_and(|told| told != *wish));
        if let (Some(room), Some(wish)) = (&mut self.room, self.wish) {
            room.settings = wish;
        }
    }
}

impl Online {
    /// Not connected.
    pub(crate) fn new(router: Router, store: Store, notices: Notices) -> Online {
        let known = OnlineState {
            connection: Connection::Off,
            room: None,
            waiting: false,
            bot: 0,
            wish: None,
            names: Default::default(),
            game: None,
            halted: false,
            over: None,
            device: Device::load(store),
            tagged: String::new(),
            ticket: None,
            playing: None,
            client: None,
            socket: None,
            retry_at: None,
            lost_at: 0.0,
            wanted: None,
            is_new_game: false,
            happened: Vec::new(),
            ended_at: 0.0,
            way_back: None,
        };
        Online {
            changed: RwSignal::new(0),
            begun: RwSignal::new(0),
            count: RwSignal::new(0),
            known: StoredValue::new_local(known),
            router,
            store,
            notices,
        }
    }

    /// Reads what is known, and again whenever it changes.
    pub(crate) fn with<T>(&self, look: impl FnOnce(&OnlineState) -> T) -> T {
        self.changed.get();
        self.known.with_value(look)
    }

    /// Reads what is known, once.
    pub(crate) fn with_untracked<T>(&self, look: impl FnOnce(&OnlineState) -> T) -> T {
        self.known.with_value(look)
    }

    /// Changes what is known.
    pub(crate) fn update(&self, act: impl FnOnce(&mut OnlineState)) {
        self.known.update_value(act);
        self.changed.update(|count| *count += 1);
    }
}

impl RankedGames for Online {
    fn take_seed(&self, rules: &Rules) -> Option<u64> {
        Online::take_seed(self, rules)
    }

    fn submit(&'static self, replay: &Replay, rules: &Rules, assisted: bool) {
        self.hand_in(replay, rules, assisted);
        self.want_ticket(rules);
    }
}

fn micros(stamp: f64) -> Micros {
    Micros((stamp * 1000.0) as u64)
}
