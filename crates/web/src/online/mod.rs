//! Playing others over a server: the connection, the room, and the match.
//!
//! `quintet_online` knows the connection, the room and the match. Here it gets a socket and a clock,
//! and what it knows becomes signals.

mod connection;
mod device;
mod messages;
mod moving;
mod playing;
mod reports;
mod request;
mod socket;
mod submitting;
mod ticket;

pub(crate) use quintet_online::{
    ClosedBecause, Connection, GameEnd, OnlineState, RemoteGame, Reported, RequestError,
};
pub(crate) use request::{request, request_bytes};

use quintet_engine::{Micros, Replay, Rules, TimedInput};
use quintet_online::RankedGame;
use quintet_protocol::PlayState;
use quintet_protocol::http::IssuedTicket;

use crate::notices::Notices;
use crate::page;
use crate::route::Router;
use crate::signals::prelude::*;
use crate::store::Store;
use crate::table::{RankedGames, SeedTaker};
use crate::timers::Interval;
use socket::Socket;

/// What all of it shares.
pub(crate) struct Online {
    /// Counts changes of what is known. One signal for all of it keeps the download small.
    changed: RwSignal<u64>,
    /// Counts games begun and left.
    pub(crate) begun: RwSignal<u64>,
    /// Seconds until time runs.
    pub(crate) count: RwSignal<u64>,
    link: StoredValue<ServerLink, LocalStorage>,
    router: Router,
    store: Store,
    notices: Notices,
}

/// The connection to the server, and what is known through it.
struct ServerLink {
    state: OnlineState,
    /// The game whose score can be submitted.
    ranked: Option<RankedGame>,
    socket: Option<Socket>,
    /// Looks after the connection, whether or not frames are shown.
    ticks: Option<Interval>,
    /// Whether the player's room is kept while another screen is shown.
    keeps_room: bool,
    /// The notice that offers the way back into a room.
    way_back: Option<u32>,
}

impl Online {
    /// Not connected.
    pub(crate) fn new(router: Router, store: Store, notices: Notices) -> Online {
        let state = OnlineState::new(device::load(store));
        let link = ServerLink {
            state,
            ranked: None,
            socket: None,
            ticks: None,
            keeps_room: false,
            way_back: None,
        };
        Online {
            changed: RwSignal::new(0),
            begun: RwSignal::new(0),
            count: RwSignal::new(0),
            link: StoredValue::new_local(link),
            router,
            store,
            notices,
        }
    }

    /// Reads what is known, and again whenever it changes.
    pub(crate) fn with<T>(&self, look: impl FnOnce(&OnlineState) -> T) -> T {
        self.changed.get();
        self.with_untracked(look)
    }

    /// Reads what is known, once.
    pub(crate) fn with_untracked<T>(&self, look: impl FnOnce(&OnlineState) -> T) -> T {
        self.link.with_value(|link| look(&link.state))
    }

    /// Changes what is known.
    pub(crate) fn update(&self, act: impl FnOnce(&mut OnlineState)) {
        self.silently(act);
        self.changed.update(|count| *count += 1);
    }
}

impl Online {
    /// Changes what no screen shows.
    fn silently(&self, act: impl FnOnce(&mut OnlineState)) {
        self.link.update_value(|link| act(&mut link.state));
    }
}

impl RankedGames for Online {
    fn ask_seed(&'static self, rules: &Rules, answer: SeedTaker) -> bool {
        self.want_ticket(rules, answer)
    }

    fn follow(&'static self, seed: u64, inputs: &[TimedInput], at: Micros, state: PlayState) {
        self.tell_played(seed, inputs, at, state);
    }

    fn submit(&'static self, replay: &Replay, rules: &Rules, assisted: bool) {
        self.hand_in(replay, rules, assisted);
    }

    fn ticket(&self, seed: u64) -> Option<u64> {
        let ranked = self.link.with_value(|link| link.ranked)?;
        Some(ranked.issued()).filter(|issued| issued.seed == seed).map(|issued| issued.ticket)
    }

    fn go_on(&self, seed: u64, ticket: Option<u64>) {
        let resumed =
            ticket.map(|ticket| RankedGame::resumed(IssuedTicket { ticket, seed }, now()));
        self.link.update_value(|link| link.ranked = resumed);
    }
}

/// The page's clock.
fn now() -> Micros {
    page::micros(page::page_now())
}
