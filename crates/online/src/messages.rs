//! What the server says, and what is asked of it.

use quintet_engine::{Micros, Rules};
use quintet_protocol::client::{Client, OutOfStep};
use quintet_protocol::{
    BoardSetup, ClientMessage, Ending, FarewellReason, PerSeat, RoomCode, ServerMessage, Settings,
    tagged,
};
use quintet_records::Statistics;
use quintet_words::online as words;

use crate::sentences::shown_name;
use crate::{ClosedBecause, Connection, Device, GameEnd, OnlineState, RemoteGame, SHOWN_SEATS};

/// Events between two frames that a game is prepared for.
const EVENTS_RESERVED: usize = 512;
/// How long after its welcome the server may take to tell a player's room: longer than several servers
/// take to find a room whose server has died.
const ROOM_TOLD_WITHIN: Micros = Micros::from_secs(15);

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

    /// Leaves whatever room one is in for another one, once there is a connection.
    pub fn change_room(&mut self, code: RoomCode) {
        self.leave();
        self.waiting = false;
        if self.connection == Connection::Open {
            self.ask(ClientMessage::JoinRoom { code, watch: false });
        } else if self.is_on() {
            self.wanted = Some((code, false));
        }
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
        let rules = self.seek_again.take();
        if let Some(rules) = rules.filter(|_| self.sought.is_some()) {
            self.ask(ClientMessage::QuickMatch { rules });
        }
    }

    /// Ends a match that the server no longer knows. Otherwise its board would stay frozen.
    fn end_forgotten_match(&mut self, now: Micros) {
        let is_forgotten = self.room.is_none() && now >= self.welcomed_at + ROOM_TOLD_WITHIN;
        if is_forgotten && self.is_in_match() {
            let wins = self.over.map_or(PerSeat::new(0, self.names.len()), |over| over.wins);
            let ending = Some(Ending::Interrupted);
            self.over = Some(GameEnd { winner: None, wins, ending, ratings: None });
            (self.halted, self.ended_at) = (false, now);
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
                self.tagged = shown_name(&tagged(name, *player), None);
                self.device = Device { name: name.clone(), secret: secret.or(self.device.secret) };
                // The server keeps the seats of players whose connection breaks, but no spectators.
                let watched = self.room.take().filter(|room| room.you.is_none());
                self.wanted = self.wanted.or(watched.map(|room| (room.code, true)));
                self.wish = None;
                self.welcomed_at = now;
                self.connection = Connection::Open;
                self.retry_at = None;
                // The server stopped looking for an opponent when the connection broke; but it may
                // have found one before, and tells of that room next.
                (self.bot, self.seek_again) = (0, self.sought);
                // Wanted until it is answered: the connection may break before that.
                if let Some((code, watch)) = self.wanted {
                    self.ask(ClientMessage::JoinRoom { code, watch });
                }
            }
            ServerMessage::Pong { .. } => {
                self.seek_again();
                self.end_forgotten_match(now);
            }
            ServerMessage::Room { seats, .. } if seats.len() != SHOWN_SEATS => {
                self.close(ClosedBecause::RoomSize);
                return Err(OutOfStep);
            }
            ServerMessage::Room { .. } => {
                let watched = self.room.as_ref().is_some_and(|room| room.you.is_none());
                self.enter_room();
                self.wanted = None;
                self.waiting = false;
                self.sought = None;
                // A spectator who has taken a seat no longer watches what the others played.
                if watched && self.room.as_ref().is_some_and(|room| room.you.is_some()) {
                    self.clear_game();
                }
            }
            &ServerMessage::Begin { game, settings, ref boards, ref names, bots, .. } => {
                let you = self.room.as_ref().and_then(|room| room.you);
                let front = you.unwrap_or(0);
                let seats = boards.len();
                let bot_of = |seat: usize| bots.get(seat).copied().flatten();
                let name_of = |seat: usize| match names.get(seat) {
                    Some(name) => shown_name(name, bot_of(seat)),
                    None => words::EMPTY_SEAT.into(),
                };
                self.names = (0..seats).map(name_of).collect();
                self.bots = (0..seats).map(bot_of).collect();
                let Some(rules) = rules_on_table(settings, boards, front) else {
                    // A board that cannot be played is not shown either.
                    return Ok(());
                };
                self.game = Some(RemoteGame { game, front, plays: you.is_some(), rules });
                (self.over, self.halted) = (None, false);
                self.is_new_game = true;
                self.happened.clear();
                self.happened.reserve(EVENTS_RESERVED);
                if let Some(client) = &mut self.client {
                    client.reserve();
                }
                self.statistics = vec![Statistics::default(); seats];
                self.recount = PerSeat::new(false, seats);
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
                self.seek_again = None;
            }
            ServerMessage::BotOffer { level } => self.bot = *level,
            // Before its welcome a server refuses nothing but the name.
            &ServerMessage::Refused { reason } if self.connection == Connection::Connecting => {
                self.name_refused = Some(reason);
            }
            ServerMessage::Refused { .. } => {
                self.wish = None;
                self.enter_room();
                // Who comes back to a room that is gone has nothing to watch any more.
                if self.wanted.take().is_some() && self.room.is_none() {
                    self.clear_game();
                }
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

/// The rules of every board, from the one in front on; none if one of them cannot be played.
fn rules_on_table(settings: Settings, boards: &[BoardSetup], front: u8) -> Option<PerSeat<Rules>> {
    let mut rules = PerSeat::new(Rules::BASE, boards.len());
    let in_order = boards.iter().cycle().skip(front.into());
    for (rules, board) in rules.iter_mut().zip(in_order) {
        *rules = settings.rules.board_rules(board.handling, board.previews).ok()?.get();
    }
    Some(rules)
}

#[cfg(test)]
mod tests {
    use quintet_engine::{Button, Handling, Input};
    use quintet_protocol::{GameId, RoomPhase, SeatView};

    use super::*;
    use crate::Reported;

    fn room(seats: &[(&str, Option<u8>)], you: Option<u8>) -> ServerMessage {
        let seat = |&(name, bot): &(&str, Option<u8>)| {
            let name = name.to_owned();
            Some(SeatView { name, rating: 1500, present: true, ready: false, wins: 0, bot })
        };
        ServerMessage::Room {
            code: RoomCode::parse("222222").expect("a code"),
            settings: Settings::default(),
            seats: seats.iter().map(seat).collect(),
            you,
            spectators: 0,
            phase: RoomPhase::Open,
        }
    }

    fn connected() -> OnlineState {
        let mut state = OnlineState::new(Device::default());
        state.connect(Handling::STANDARD, 5, None);
        state
    }

    #[test]
    fn a_room_of_a_number_of_seats_that_cannot_be_shown_is_refused() {
        for seats in [0, 1, 3, 8] {
            let mut state = connected();
            let seats = vec![("Ada#0001", None); seats];
            assert!(state.take(&room(&seats, None), Micros::ZERO).is_err());
            assert_eq!(state.connection, Connection::Closed(ClosedBecause::RoomSize));
            assert!(state.room.is_none());
        }
        let mut state = connected();
        assert!(state.take(&room(&[("Ada#0001", None); 2], None), Micros::ZERO).is_ok());
    }

    /// A game that has begun with the countdown before it.
    fn begun() -> OnlineState {
        let mut state = connected();
        let seats = [("Ada#0001", None), ("Grace#0002", None)];
        state.take(&room(&seats, Some(1)), Micros::ZERO).expect("two seats");
        let setup = BoardSetup { handling: Handling::STANDARD, previews: 5 };
        let begin = ServerMessage::Begin {
            game: GameId { match_id: 7, number: 2 },
            seed: 5,
            settings: Settings::default(),
            boards: vec![setup; 2],
            names: seats.iter().map(|(name, _)| (*name).to_owned()).collect(),
            bots: seats.iter().map(|&(_, bot)| bot).collect(),
        };
        state.take(&begin, Micros::ZERO).expect("a game");
        state
    }

    #[test]
    fn presses_that_the_board_does_not_take_are_not_counted() {
        let mut state = begun();
        let press = Input::Press(Button::RotateCw);
        let start = Micros::from_secs(3);
        state.input(press, Micros::from_secs(1));
        state.take(&ServerMessage::Go { at: Micros::ZERO, when: start }, start).expect("it goes");
        state.input(press, Micros::from_secs(2));
        assert_eq!(state.statistics(0).keys, 0, "in the countdown");
        state.input(Input::Release(Button::RotateCw), Micros::from_secs(2));
        state.input(press, Micros::from_secs(4));
        assert_eq!(state.statistics(0).keys, 1);
    }

    #[test]
    fn a_match_that_the_server_has_forgotten_ends_with_the_reason() {
        let welcome = ServerMessage::Welcome {
            player: 2,
            secret: None,
            name: "Grace".into(),
            rating: 1500,
            now: Micros::ZERO,
        };
        let pong = ServerMessage::Pong { sent: Micros::ZERO, now: Micros::ZERO };
        let back = |told: &[ServerMessage]| {
            let mut state = begun();
            state.take(&welcome, Micros::ZERO).expect("welcome");
            for message in told {
                state.take(message, Micros::ZERO).expect("it is in step");
            }
            state.take(&pong, Micros::from_secs(9)).expect("the server answers");
            assert!(state.over.is_none(), "the room may still be told");
            state.take(&pong, Micros::from_secs(16)).expect("the server answers");
            state.over.and_then(|over| over.ending)
        };
        assert_eq!(back(&[]), Some(Ending::Interrupted));
        let seats = [("Ada#0001", None), ("Grace#0002", None)];
        assert_eq!(back(&[room(&seats, Some(1))]), None);
    }

    #[test]
    fn who_gives_a_game_up_keeps_it_as_lost_and_a_game_that_has_ended_is_kept_once() {
        let mut state = begun();
        let given_up = state.given_up().expect("it is on").summary;
        assert_eq!((given_up.winner, given_up.online.as_deref()), (Some(0), Some("7/2")));
        let wins = PerSeat::new(0, 2);
        let over = ServerMessage::GameOver { winner: Some(0), at: Micros::ZERO, wins };
        state.take(&over, Micros::ZERO).expect("it ends");
        assert!(state.given_up().is_none());
    }

    #[test]
    fn another_room_is_entered_at_once_or_with_the_connection() {
        let other = RoomCode::parse("333333").expect("a code");
        let asked = |state: &mut OnlineState| {
            let mut asked = Vec::new();
            state.send_outgoing(&mut |message| asked.push(message.clone()));
            asked
        };
        let join = ClientMessage::JoinRoom { code: other, watch: false };
        let mut state = begun();
        state.connection = Connection::Open;
        state.change_room(other);
        assert!(state.room.is_none() && state.game.is_none());
        let asked_now = asked(&mut state);
        let left = asked_now.iter().position(|it| matches!(it, ClientMessage::Leave { .. }));
        let joined = asked_now.iter().position(|it| *it == join);
        assert!(left.is_some() && left < joined, "{asked_now:?}");

        let mut state = connected();
        state.change_room(other);
        assert!(!asked(&mut state).contains(&join));
        assert_eq!(state.wanted, Some((other, false)));
    }

    #[test]
    fn a_bot_is_named_by_its_level_and_only_a_person_can_be_reported() {
        for (other, shown, is_person) in [
            (("", Some(3)), words::bot_name(3), false),
            (("Grace#0002", None), "Grace#0002".to_owned(), true),
            (("#0002", None), words::nameless("#0002"), true),
        ] {
            let mut state = connected();
            let seats = [other, ("Ada#0001", None)];
            state.take(&room(&seats, Some(1)), Micros::ZERO).expect("two seats");
            let seat = state.room.as_ref().and_then(|room| room.seats[0].as_ref());
            assert_eq!(seat.map(|seat| seat.name.as_str()), Some(shown.as_str()));
            let setup = BoardSetup { handling: Handling::STANDARD, previews: 5 };
            let begin = ServerMessage::Begin {
                game: GameId { match_id: 7, number: 0 },
                seed: 5,
                settings: Settings::default(),
                boards: vec![setup; 2],
                names: seats.iter().map(|(name, _)| (*name).to_owned()).collect(),
                bots: seats.iter().map(|&(_, bot)| bot).collect(),
            };
            state.take(&begin, Micros::ZERO).expect("a game");
            assert_eq!(state.names, [shown, "Ada#0001".to_owned()]);
            let opponent = Reported::Opponent { match_id: 7, seat: 0 };
            assert_eq!(state.opponent(), is_person.then_some(opponent));
            let game = state.game.expect("a game");
            assert_eq!(
                [0, 1].map(|place| game.seat_of(place)),
                [1, 0],
                "the local player's in front"
            );
            assert_eq!([0, 1].map(|seat| game.board_of(seat)), [1, 0]);
        }
    }
}
