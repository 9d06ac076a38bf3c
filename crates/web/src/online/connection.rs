//! The connection to the server, and reconnecting when it breaks.

use quintet_engine::Handling;
use quintet_protocol::client::Client;
use quintet_protocol::{RoomCode, decode_server};
use quintet_words::online as words;

use super::socket::{Socket, SocketEvent};
use super::{Connection, Device, Online, OnlineState, micros};
use crate::games;
use crate::page::page_now;
use crate::route::{Route, Screen};
use crate::signals::prelude::*;
use crate::timers::every;

/// How often the connection is looked after, whether or not frames are shown.
const TICK_MS: i32 = 200;
/// How long after the connection broke another is tried, in milliseconds.
const RETRY_MS: f64 = 700.0;
/// How long a new connection may take before yet another is tried, in milliseconds.
const DIAL_MS: f64 = 4000.0;

impl Online {
    /// Begins to connect, and enters the room that a link names once that is done.
    pub(crate) fn connect(&'static self, handling: Handling, previews: u8, link: Option<&str>) {
        self.update(|known| {
            let Device { name, secret } = &known.device;
            known.client = Some(Client::new(name, *secret, handling, previews));
            known.wanted = link.and_then(RoomCode::parse);
            known.connection = Connection::Connecting;
        });
        if let Some(notice) = self.known.try_update_value(|known| known.way_back.take()).flatten() {
            self.notices.dismiss(notice);
        }
        self.dial();
    }

    /// Disconnects and leaves the room. During a match the server keeps the player's seat for a while.
    pub(crate) fn disconnect(&'static self) {
        if self.with_untracked(OnlineState::is_in_match) {
            self.forget_room();
            let notice = self.notices.offer(words::MATCH_WAITS, words::RETURN, || {
                self.router.go(Route::to(games::duel(), Screen::Online(None)));
            });
            self.known.update_value(|known| known.way_back = Some(notice));
        } else {
            self.leave();
        }
        self.update(|known| {
            (known.client, known.socket, known.retry_at, known.wanted) = (None, None, None, None);
            known.waiting = false;
            known.connection = Connection::Off;
        });
    }

    /// Looks after the connection for as long as the owner lives, whether or not frames are shown.
    /// A screen that leads neither to play nor to the settings disconnects.
    pub(crate) fn look_after(&'static self) {
        every(TICK_MS, move || self.tick(page_now()));
        on_cleanup(move || {
            if !self.is_wanted() {
                self.disconnect();
            }
        });
    }

    /// Whether the player is where a connection is kept.
    pub(super) fn is_wanted(&self) -> bool {
        matches!(self.router.now().screen, Screen::Online(_) | Screen::Settings)
    }

    /// Whether there is a connection, or one is being made.
    pub(crate) fn is_on(&self) -> bool {
        self.with_untracked(|known| known.client.is_some())
    }

    fn dial(&'static self) {
        let socket = Socket::open(move |event| self.receive(event));
        self.known.update_value(|known| {
            // A network that is stuck opens nothing and refuses nothing.
            let is_lost = known.connection == Connection::Lost;
            known.retry_at = is_lost.then(|| page_now() + DIAL_MS);
            known.socket = socket;
        });
    }

    /// Time passes, whether or not frames are shown.
    pub(crate) fn tick(&'static self, stamp: f64) {
        let (mut due, mut stuck) = (false, false);
        self.known.update_value(|known| {
            due = known.retry_at.is_some_and(|at| at <= stamp);
            let (Some(client), happened) = (&mut known.client, &mut known.happened) else { return };
            client.tick(micros(stamp), &mut |board, event| happened.push((board, event)));
            happened.extend(client.drain_events());
            stuck = client.is_unanswered(micros(stamp));
        });
        if stuck {
            self.lost();
        }
        if due || stuck {
            self.dial();
        }
        self.flush();
    }

    fn receive(&'static self, event: SocketEvent<'_>) {
        let now = micros(page_now());
        match event {
            SocketEvent::Opened => self.on_client(|client| client.connected(now)),
            SocketEvent::Closed => self.lost(),
            SocketEvent::Message(bytes) => {
                let Ok(message) = decode_server(bytes) else { return self.lost() };
                let mut fits = true;
                self.on_client(|client| fits = client.receive(&message, now).is_ok());
                if fits {
                    self.take(message);
                } else {
                    self.lost();
                }
            }
        }
        self.flush();
    }

    /// The connection is gone, or carries nonsense. Reconnects unless the server would refuse again.
    fn lost(&self) {
        self.on_client(Client::disconnected);
        let connection = match self.with_untracked(|known| known.connection) {
            closed @ (Connection::Closed(_) | Connection::Off) => closed,
            Connection::Connecting | Connection::NoServer => Connection::NoServer,
            Connection::Open | Connection::Lost => Connection::Lost,
        };
        if connection == Connection::NoServer && !self.is_wanted() {
            self.notices.warn(words::NO_SERVER);
        }
        let retry = (connection == Connection::Lost).then(|| page_now() + RETRY_MS);
        self.update(|known| {
            if known.connection == Connection::Open {
                known.lost_at = page_now();
            }
            (known.retry_at, known.connection) = (retry, connection);
        });
    }

    pub(crate) fn on_client(&self, act: impl FnOnce(&mut Client)) {
        self.known.update_value(|known| {
            if let Some(client) = &mut known.client {
                act(client);
            }
        });
    }

    pub(super) fn flush(&self) {
        self.known.update_value(|known| {
            let Some(client) = &mut known.client else { return };
            for message in client.drain_outgoing() {
                if let Some(socket) = &mut known.socket {
                    socket.send(&message);
                }
            }
        });
    }
}
