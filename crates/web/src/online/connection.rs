//! The connection to the server, and reconnecting when it breaks.

use quintet_engine::Handling;
use quintet_protocol::RoomCode;
use quintet_protocol::limits::RETURN_LIMIT;
use quintet_words::online as words;

use super::socket::{Socket, SocketEvent};
use super::{Connection, Online, OnlineState, now};
use crate::page::{self, page_now};
use crate::route::Screen;
use crate::signals::prelude::*;
use crate::timers::Interval;

/// How often the connection is looked after, whether or not frames are shown.
const TICK_MS: i32 = 200;

impl Online {
    /// Begins to connect, and enters the room that a link names once that is done.
    pub(crate) fn connect(&'static self, handling: Handling, previews: u8, room: Option<RoomCode>) {
        let room = room.map(|code| (code, false));
        self.update(|known| known.connect(handling, previews, room));
        self.dismiss_way_back();
        let ticks = Interval::start(TICK_MS, move || self.tick(page_now()));
        self.link.update_value(|link| link.ticks = ticks);
        self.dial();
    }

    /// Disconnects and leaves the room. During a match the server keeps the player's seat for a while.
    pub(crate) fn disconnect(&'static self) {
        if self.with_untracked(OnlineState::is_in_match) {
            self.forget_room();
            let seconds = (RETURN_LIMIT.as_millis() / 1000) as u32;
            self.offer_way_back(words::match_waits(seconds));
        } else {
            self.leave();
        }
        self.link.update_value(|link| (link.socket, link.ticks) = (None, None));
        self.update(OnlineState::disconnect);
    }

    /// Disconnects when the owner goes, unless the player is where the connection is needed, or hosts
    /// a room that waits: its link has been sent, so it is kept as long as the page lives.
    pub(crate) fn disconnect_on_leaving(&'static self) {
        on_cleanup(move || {
            if self.is_wanted() {
                return;
            }
            if self.with_untracked(OnlineState::can_ask_bot) {
                self.link.update_value(|link| link.keeps_room = true);
                self.offer_way_back(words::ROOM_WAITS);
            } else {
                self.disconnect();
            }
        });
    }

    /// Leaves whatever room one is in for another one.
    pub(crate) fn change_room(&self, code: RoomCode) {
        self.keep_replay(self.with_untracked(OnlineState::given_up));
        self.update(|known| known.change_room(code));
        self.begun.update(|count| *count += 1);
        self.flush();
    }

    /// The player looks at the room, if there is one.
    pub(crate) fn come_back(&self) {
        self.link.update_value(|link| link.keeps_room = false);
        self.dismiss_way_back();
    }

    /// Whether the connection is needed where the player is.
    pub(super) fn is_wanted(&self) -> bool {
        self.is_shown()
            || self.router.is_at(&Screen::Settings)
            || self.link.with_value(|link| link.keeps_room)
    }

    /// Whether the player sees the room.
    pub(super) fn is_shown(&self) -> bool {
        matches!(self.router.now().screen, Screen::Online(_))
    }

    fn dial(&'static self) {
        let socket = Socket::open(move |event| self.receive(event));
        self.link.update_value(|link| {
            link.state.dialled(now());
            link.socket = socket;
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
                let was_in_match = self.with_untracked(OnlineState::is_in_match);
                let mut taken = None;
                self.silently(|known| taken = known.take_bytes(bytes, now()).ok());
                match taken {
                    Some(message) => self.react(&message, was_full),
                    None => self.lost(),
                }
                // A match may also end by what the server does not tell.
                if was_in_match && !self.with_untracked(OnlineState::is_in_match) {
                    self.update(|_| {});
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
        self.link.update_value(|link| {
            let socket = &mut link.socket;
            link.state.send_outgoing(&mut |message| {
                if let Some(socket) = socket {
                    socket.send(message);
                }
            });
        });
    }
}
