//! What the server says, and what is asked of it.

use quintet_protocol::client::Client;
use quintet_protocol::{ClientMessage, FarewellReason, Refusal, ServerMessage, tagged};
use quintet_words::{Phrase, online as words};

use super::{ClosedBecause, Connection, Device, GameEnd, Online, OnlineState, RemoteGame};
use crate::dom::once_shown;
use crate::games;
use crate::page::{self, page_now};
use crate::route::{Route, Screen};
use crate::signals::prelude::*;

impl Online {
    /// Asks the server for something.
    pub(crate) fn ask(&self, message: ClientMessage) {
        self.on_client(|client| client.send(message));
        self.flush();
    }

    /// Ready to begin, for the next game or for a rematch.
    pub(crate) fn ready(&self) {
        self.on_client(Client::ready);
        self.flush();
    }

    /// Leaves the room.
    pub(crate) fn leave(&self) {
        if self.with_untracked(|known| known.room.is_some()) {
            self.on_client(Client::leave);
            self.flush();
        }
        self.forget_room();
    }

    pub(super) fn forget_room(&self) {
        self.update(|known| {
            (known.room, known.wish) = (None, None);
            known.halted = false;
        });
        self.clear_game();
    }

    /// Takes the boards away.
    pub(crate) fn clear_game(&self) {
        self.update(|known| (known.game, known.over) = (None, None));
        self.begun.update(|count| *count += 1);
    }

    /// Gives up waiting for an opponent.
    pub(crate) fn stop_waiting(&self) {
        self.update(|known| known.waiting = false);
        self.ask(ClientMessage::CancelQuickMatch);
    }

    /// Takes in what the server said.
    pub(super) fn take(&'static self, message: ServerMessage) {
        match message {
            ServerMessage::Welcome { player, secret, name, .. } => {
                let mut wanted = None;
                self.update(|known| {
                    known.tagged = tagged(&name, player);
                    known.device = Device { name, secret: secret.or(known.device.secret) };
                    known.device.save(self.store);
                    (known.room, known.wish) = (None, None);
                    known.connection = Connection::Open;
                    known.retry_at = None;
                    wanted = known.wanted.take();
                });
                if !self.is_wanted() {
                    return self.end_greeting();
                }
                if let Some(code) = wanted {
                    self.ask(ClientMessage::JoinRoom { code, watch: false });
                }
            }
            ServerMessage::Room { code, .. } => {
                let was_full = self.with_untracked(is_full);
                let mut route = self.router.now();
                if matches!(route.screen, Screen::Online(_)) {
                    route.screen = Screen::Online(Some(code.to_string()));
                    self.router.replace(route);
                }
                self.update(|known| {
                    known.enter_room();
                    known.waiting = false;
                });
                if self.router.is_at(&Screen::Settings) && !was_full && self.with_untracked(is_full)
                {
                    self.notices.offer(words::GUEST_HERE, words::RETURN, || self.show_room());
                }
            }
            ServerMessage::Begin { game, settings, boards, .. } => {
                page::blur();
                if self.router.is_at(&Screen::Settings) {
                    self.show_room();
                }
                self.update(|known| {
                    let you = known.room.as_ref().and_then(|room| room.you);
                    let front = you.unwrap_or(0);
                    known.names = [0, 1].map(|board: usize| {
                        let seat = known.room.as_ref().and_then(|room| room.seats[board].as_ref());
                        seat.map_or_else(|| words::EMPTY_SEAT.into(), |seat| seat.name.clone())
                    });
                    let rules = |board: u8| {
                        let board = boards[usize::from(board)];
                        settings.rules.board_rules(board.handling, board.previews)
                    };
                    // A board that cannot be played is not shown either.
                    let (Ok(first), Ok(second)) = (rules(front), rules(1 - front)) else { return };
                    let rules = [first.get(), second.get()];
                    known.game = Some(RemoteGame { game, front, plays: you.is_some(), rules });
                    (known.over, known.halted) = (None, false);
                    known.is_new_game = true;
                    known.happened.clear();
                });
                self.begun.update(|count| *count += 1);
            }
            ServerMessage::Go { .. } => self.update(|known| known.halted = false),
            ServerMessage::Halt { .. } => self.update(|known| known.halted = true),
            ServerMessage::GameOver { winner, wins, .. } => {
                let over = GameEnd { winner, wins, ending: None, ratings: None };
                self.update(|known| {
                    (known.halted, known.over) = (false, Some(over));
                    known.ended_at = page_now();
                });
            }
            ServerMessage::MatchOver { outcome, wins, ratings } => {
                let (winner, ending) = (outcome.winner, Some(outcome.ending));
                let over = GameEnd { winner, wins, ending, ratings };
                self.update(|known| {
                    // When a player leaves, the match ends without a `GameOver`.
                    if known.over.is_none() {
                        known.ended_at = page_now();
                    }
                    (known.halted, known.over) = (false, Some(over));
                });
            }
            ServerMessage::Waiting => self.update(|known| (known.waiting, known.bot) = (true, 0)),
            ServerMessage::BotOffer { level } => self.update(|known| known.bot = level),
            ServerMessage::Refused { reason } => {
                self.update(|known| {
                    known.wish = None;
                    known.enter_room();
                });
                self.notices.warn(refusal(reason));
            }
            ServerMessage::TooOld { .. } => {
                self.close(ClosedBecause::NewerVersion);
            }
            ServerMessage::Farewell { reason: FarewellReason::Elsewhere } => {
                self.close(ClosedBecause::Elsewhere);
            }
            ServerMessage::Farewell { reason: FarewellReason::Banned } => {
                self.close(ClosedBecause::Banned);
            }
            ServerMessage::Farewell { .. }
            | ServerMessage::Pong { .. }
            | ServerMessage::Inputs { .. }
            | ServerMessage::Garbage { .. }
            | ServerMessage::Ack { .. }
            | ServerMessage::Left => {}
        }
    }

    /// The device was only to be given its name, for the scores of games alone.
    fn end_greeting(&'static self) {
        let name = self.with_untracked(|known| known.device.name.clone());
        self.notices.tell(words::name_accepted(&name));
        self.want_ticket(&self.router.now().mode().rules());
        // The socket must not go while its own event is being handled.
        once_shown(|| self.disconnect());
    }

    /// Leads from the settings to the room.
    fn show_room(&self) {
        self.router.go(Route::to(games::duel(), Screen::Online(None)));
    }

    fn close(&self, why: ClosedBecause) {
        self.update(|known| known.connection = Connection::Closed(why));
    }
}

/// Whether every seat of the room is taken.
fn is_full(known: &OnlineState) -> bool {
    known.room.as_ref().is_some_and(|room| room.seats.iter().all(Option::is_some))
}

const fn refusal(why: Refusal) -> Phrase {
    match why {
        Refusal::NoSuchRoom => words::REFUSED_NO_ROOM,
        Refusal::RoomFull => words::REFUSED_ROOM_FULL,
        Refusal::AlreadyInRoom => words::REFUSED_IN_ROOM,
        Refusal::NotHost => words::REFUSED_NOT_HOST,
        Refusal::Unplayable => words::REFUSED_UNPLAYABLE,
        Refusal::ServerFull => words::REFUSED_SERVER_FULL,
        Refusal::OutOfPhase => words::REFUSED_NOT_NOW,
        Refusal::NameInvisible => words::NAME_INVISIBLE,
        Refusal::NameStacked => words::NAME_STACKED,
        Refusal::NameSymbols => words::NAME_SYMBOLS,
        Refusal::NameMixed => words::NAME_MIXED,
        Refusal::NameReserved => words::NAME_RESERVED,
        Refusal::NameFixed => words::NAME_FIXED,
    }
}
