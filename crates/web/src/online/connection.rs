//! The connection to the server, and reconnecting when it breaks.

use quintet_engine::Handling;
use quintet_protocol::RoomCode;
use quintet_protocol::limits::RETURN_LIMIT;
use quintet_words::online as words;

use super::socket::{Socket, SocketEvent};
use super::{Connection, Online, OnlineState, now};
use crate::games;
use crate::page::{self, page_now};
use crate::route::{Route, Screen};
use crate::signals::prelude::*;
use crate::timers::every;

/// How often the connection is looked after, whether or not frames are shown.
const TICK_MS: i32 = 200;

impl Online {
    /// Begins to connect, and enters the room that a link names once that is done.
    pub(crate) fn connect(&'static self, handling: Handling, previews: u8, link: Option<&str>) {
        let room = link.and_then(RoomCode::parse).map(|code| (code, false));
        self.update(|known| known.connect(handling, previews, room));
        if let Some(notice) = self.known.try_update_value(|known| known.way_back.take()).flatten() {
            self.notices.dismiss(notice);
        }
        self.dial();
    }

    /// Disconnects and leaves the room. During a match the server keeps the player's seat for a while.
    pub(crate) fn disconnect(&'static self) {
        if self.with_untracked(OnlineState::is_in_match) {
            self.forget_room();
            let seconds = (RETURN_LIMIT.as_millis() / 1000) as u32;
            let notice = self.notices.offer(words::match_waits(seconds), words::RETURN, || {
                self.router.go(Route::to(games::duel(), Screen::Online(None)));
            });
            self.known.update_value(|known| known.way_back = Some(notice));
        } else {
            self.leave();
        }
        self.known.update_value(|known| known.socket = None);
        self.update(OnlineState::disconnect);
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

    fn dial(&'static self) {
        let socket = Socket::open(move |event| self.receive(event));
        self.known.update_value(|known| {
            known.state.dialled(now());
            known.socket = socket;
        });
    }

    /// Time passes, whether or not frames are shown.
    pub(crate) fn tick(&'static self, stamp: f64) {
        let mut dials = false;
        let before = self.with_untracked(|known| known.connection);
        self.silently(|known| dials = known.tick(page::micros(stamp)));
        if self.with_untracked(|known| known.connection) != before {
            self.update(|_| {});
        }
        if dials {
            self.dial();
        }
        self.flush();
    }

    fn receive(&'static self, event: SocketEvent<'_>) {
        match event {
            SocketEvent::Opened => self.silently(|known| known.opened(now())),
            SocketEvent::Closed => self.lost(),
            SocketEvent::Message(bytes) => {
                let was_full = self.with_untracked(OnlineState::is_full);
                let mut taken = None;
                self.silently(|known| taken = known.take_bytes(bytes, now()).ok());
                match taken {
                    Some(message) => self.react(&message, was_full),
                    None => self.lost(),
                }
            }
        }
        self.flush();
    }

    /// The connection is gone, or carries nonsense.
    fn lost(&self) {
        self.update(|known| known.lost(now()));
        let is_none = self.with_untracked(|known| known.connection == Connection::NoServer);
        if is_none && !self.is_wanted() {
            self.notices.warn(words::NO_SERVER);
        }
    }

    pub(super) fn flush(&self) {
        self.known.update_value(|known| {
            let socket = &mut known.socket;
            known.state.send_outgoing(&mut |message| {
                if let Some(socket) = socket {
                    socket.send(message);
                }
            });
        });
    }
}
