//! What the server says, and what is asked of it.

use quintet_frontend::keep_online_game;
use quintet_online::{FinishedGame, refusal};
use quintet_protocol::{ClientMessage, ServerMessage, Settings};
use quintet_words::online as words;

use super::{Connection, Online, OnlineState, device};
use crate::dom::once_shown;
use crate::games;
use crate::notices::Message;
use crate::page;
use crate::route::{Route, Screen};
use crate::signals::prelude::*;
use crate::store::Recent;

impl Online {
    /// Asks the server for something.
    pub(crate) fn ask(&self, message: ClientMessage) {
        self.silently(|known| known.ask(message));
        self.flush();
    }

    /// Ready to begin, for the next game or for a rematch.
    pub(crate) fn ready(&self) {
        self.silently(OnlineState::ready);
        self.flush();
    }

    /// Leaves the room, and gives up a game that is on there.
    pub(crate) fn leave(&self) {
        self.keep_replay(self.with_untracked(OnlineState::given_up));
        self.silently(OnlineState::leave);
        self.flush();
        self.forget_room();
    }

    pub(super) fn forget_room(&self) {
        self.update(OnlineState::forget_room);
        self.begun.update(|count| *count += 1);
    }

    /// Takes the boards away.
    pub(crate) fn clear_game(&self) {
        self.update(OnlineState::clear_game);
        self.begun.update(|count| *count += 1);
    }

    /// The host changes what is played.
    pub(crate) fn set_room(&self, change: &dyn Fn(&mut Settings)) {
        self.update(|known| known.set_room(change));
        self.flush();
    }

    /// Gives up waiting for an opponent.
    pub(crate) fn stop_waiting(&self) {
        self.update(OnlineState::stop_waiting);
        self.flush();
    }

    /// Shows what the server said, which is known by now.
    pub(super) fn react(&'static self, message: &ServerMessage, was_full: bool) {
        let is_news = OnlineState::is_news(message);
        match message {
            ServerMessage::Welcome { .. } => {
                self.with_untracked(|known| device::save(&known.device, self.store));
                // A device that the server knows keeps the name it had.
                let mut refused = None;
                self.silently(|known| refused = known.name_refused.take());
                if let Some(reason) = refused {
                    self.notices.warn(refusal(reason));
                }
                if !self.is_wanted() {
                    self.end_greeting();
                }
            }
            // A room may still tell something to who has just left it.
            ServerMessage::Room { code, .. }
                if self.with_untracked(|known| known.is_in_room(*code)) =>
            {
                let mut route = self.router.now();
                if matches!(route.screen, Screen::Online(_)) {
                    route.screen = Screen::Online(Some(code.to_string()));
                    self.router.replace(route);
                }
                let is_full = self.with_untracked(OnlineState::is_full);
                if !self.is_shown() && !was_full && is_full {
                    // While a game is played, the way back that was offered before waits for its pause.
                    if self.notices.is_held() {
                        self.notices.tell(words::GUEST_HERE);
                    } else {
                        self.offer_way_back(words::GUEST_HERE);
                    }
                }
            }
            ServerMessage::Begin { .. } => {
                page::blur();
                if self.with_untracked(OnlineState::plays) {
                    Recent::note(self.store, games::duel());
                }
                if !self.is_shown() {
                    self.show_room();
                }
                self.begun.update(|count| *count += 1);
            }
            &ServerMessage::GameOver { winner, at, .. } => {
                self.keep_replay(self.with_untracked(|known| known.finished(at, winner)));
            }
            ServerMessage::Refused { reason } if self.is_open() => {
                self.notices.warn(refusal(*reason));
            }
            _ => {}
        }
        if is_news {
            self.update(|_| {});
        }
    }

    fn is_open(&self) -> bool {
        self.with_untracked(|known| known.connection == Connection::Open)
    }

    /// Keeps the replay of a game that one has played.
    pub(super) fn keep_replay(&self, game: Option<FinishedGame>) {
        if let Some(FinishedGame { replay, summary, played }) = game {
            keep_online_game(&mut { self.store }, &replay, summary, played, &page::today());
        }
    }

    /// The device was only to be given its name, for the scores of games alone.
    fn end_greeting(&'static self) {
        let name = self.with_untracked(|known| known.device.name.clone());
        // Without a name the server has said why.
        if !name.is_empty() {
            self.notices.tell(words::name_accepted(&name));
        }
        // The socket must not go while its own event is being handled.
        once_shown(|| self.disconnect());
    }

    /// Leads from another screen to the room.
    fn show_room(&self) {
        self.router.go(Route::to(games::duel(), Screen::Online(None)));
    }

    /// Offers the way to the room, in place of an earlier offer.
    pub(super) fn offer_way_back(&'static self, message: impl Into<Message>) {
        self.dismiss_way_back();
        let notice = self.notices.offer(message, words::RETURN, || self.show_room());
        self.link.update_value(|link| link.way_back = Some(notice));
    }

    /// The player is back.
    pub(super) fn dismiss_way_back(&self) {
        if let Some(notice) = self.link.try_update_value(|link| link.way_back.take()).flatten() {
            self.notices.dismiss(notice);
        }
    }
}
