//! What the server says, and what is asked of it.

use quintet_engine::Micros;
use quintet_protocol::client::{Client, OutOfStep};
use quintet_protocol::{ClientMessage, FarewellReason, ServerMessage, Settings, tagged};
use quintet_words::online as words;

use crate::{ClosedBecause, Connection, Device, GameEnd, OnlineState, RemoteGame};

/// Events between two frames that a game is prepared for.
const EVENTS_RESERVED: usize = 512;

impl OnlineState {
    /// Asks the server for something.
    pub fn ask(&mut self, message: ClientMessage) {
        match message {
            ClientMessage::QuickMatch { rules } => self.sought = Some(rules),
            ClientMessage::CancelQuickMatch
            | ClientMessage::CreateRoom { .. }
            | ClientMessage::JoinRoom { .. } => self.sought = None,
            _ => {}
        }
        if let Some(client) = &mut self.client {
            client.send(message);
        }
    }

    /// Ready to begin, for the next game or for a rematch.
    pub fn ready(&mut self) {
        if let Some(client) = &mut self.client {
            client.ready();
        }
    }

    /// Leaves the room.
    pub fn leave(&mut self) {
        if self.room.is_some()
            && let Some(client) = &mut self.client
        {
            Client::leave(client);
        }
        self.forget_room();
    }

    /// Forgets the room and what was played there, without a word to the server.
    pub fn forget_room(&mut self) {
        (self.room, self.wish, self.halted) = (None, None, false);
        self.clear_game();
    }

    /// Takes the boards away.
    pub fn clear_game(&mut self) {
        (self.game, self.over) = (None, None);
    }

    /// Gives up waiting for an opponent.
    pub fn stop_waiting(&mut self) {
        self.waiting = false;
        self.ask(ClientMessage::CancelQuickMatch);
    }

    /// Looks for an opponent again: the server has forgotten that, and there is no room.
    fn seek_again(&mut self) {
        if let Some(rules) = self.sought.filter(|_| self.seeks_again) {
            self.seeks_again = false;
            self.ask(ClientMessage::QuickMatch { rules });
        }
    }

    /// The host changes what is played. A second change builds on the first, though the server has
    /// not told of that yet.
    pub fn set_room(&mut self, change: &dyn Fn(&mut Settings)) {
        let Some(room) = &mut self.room else { return };
        change(&mut room.settings);
        let settings = room.settings;
        self.wish = Some(settings);
        self.ask(ClientMessage::SetRoom { settings });
    }

    /// Takes in a message of the server. On an error the connection is lost.
    pub fn take(&mut self, message: &ServerMessage, now: Micros) -> Result<(), OutOfStep> {
        if let Some(client) = &mut self.client {
            client.receive(message, now)?;
        }
        match message {
            ServerMessage::Welcome { player, secret, name, .. } => {
                self.tagged = tagged(name, *player);
                self.device = Device { name: name.clone(), secret: secret.or(self.device.secret) };
                (self.room, self.wish) = (None, None);
                self.connection = Connection::Open;
                self.retry_at = None;
                // A server no longer looks for an opponent for who was away; but it may have found
                // one before, and tells of that room next.
                (self.bot, self.seeks_again) = (0, self.sought.is_some());
                if let Some((code, watch)) = self.wanted.take() {
                    self.ask(ClientMessage::JoinRoom { code, watch });
                }
            }
            ServerMessage::Pong { .. } => self.seek_again(),
            ServerMessage::Room { .. } => {
                let watched = self.room.as_ref().is_some_and(|room| room.you.is_none());
                self.enter_room();
                self.waiting = false;
                self.sought = None;
                // Who has taken a seat no longer watches what the others played.
                if watched && self.room.as_ref().is_some_and(|room| room.you.is_some()) {
                    self.clear_game();
                }
            }
            &ServerMessage::Begin { game, settings, ref boards, ref names, .. } => {
                let you = self.room.as_ref().and_then(|room| room.you);
                let front = you.unwrap_or(0);
                self.names = [0, 1].map(|board: usize| {
                    names.get(board).cloned().unwrap_or_else(|| words::EMPTY_SEAT.into())
                });
                let rules = |board: u8| {
                    let board = boards[usize::from(board)];
                    settings.rules.board_rules(board.handling, board.previews)
                };
                // A board that cannot be played is not shown either.
                let (Ok(first), Ok(second)) = (rules(front), rules(1 - front)) else {
                    return Ok(());
                };
                let rules = [first.get(), second.get()];
                self.game = Some(RemoteGame { game, front, plays: you.is_some(), rules });
                (self.over, self.halted) = (None, false);
                self.is_new_game = true;
                self.happened.clear();
                self.happened.reserve(EVENTS_RESERVED);
                if let Some(client) = &mut self.client {
                    client.reserve();
                }
                self.statistics = Default::default();
                self.recount = [false; 2];
                self.numbers = None;
            }
            ServerMessage::Inputs { seat, upto, inputs, .. } => {
                self.count_inputs(*seat, *upto, inputs);
            }
            ServerMessage::Go { .. } => self.halted = false,
            ServerMessage::Halt { .. } => self.halted = true,
            &ServerMessage::GameOver { winner, wins, at } => {
                self.numbers = self.count_game(at);
                self.halted = false;
                self.over = Some(GameEnd { winner, wins, ending: None, ratings: None });
                self.ended_at = now;
            }
            &ServerMessage::MatchOver { outcome, wins, ratings } => {
                // When a player leaves, the match ends without a `GameOver`.
                if self.over.is_none() {
                    self.ended_at = now;
                }
                self.halted = false;
                let (winner, ending) = (outcome.winner, Some(outcome.ending));
                self.over = Some(GameEnd { winner, wins, ending, ratings });
            }
            ServerMessage::Waiting => {
                (self.waiting, self.bot) = (true, 0);
                self.seeks_again = false;
            }
            ServerMessage::BotOffer { level } => self.bot = *level,
            // Before its welcome a server refuses nothing but the name.
            &ServerMessage::Refused { reason } if self.connection == Connection::Connecting => {
                self.name_refused = Some(reason);
            }
            ServerMessage::Refused { .. } => {
                self.wish = None;
                self.enter_room();
            }
            ServerMessage::TooOld { .. } => self.close(ClosedBecause::NewerVersion),
            ServerMessage::Farewell { reason: FarewellReason::Elsewhere } => {
                self.close(ClosedBecause::Elsewhere);
            }
            ServerMessage::Farewell { reason: FarewellReason::Banned } => {
                self.close(ClosedBecause::Banned);
            }
            ServerMessage::Farewell { .. }
            | ServerMessage::Garbage { .. }
            | ServerMessage::Ack { .. }
            | ServerMessage::Left => {}
        }
        Ok(())
    }
}
