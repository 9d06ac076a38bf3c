//! Entering, leaving and coming back.

use quintet_engine::Micros;
use quintet_protocol::limits::{HOST_RETURN_LIMIT, MAX_SPECTATORS};
use quintet_protocol::{Ending, FarewellReason, Have, Refusal, ServerMessage};

use super::game_state::GameState;
use super::spectators::Spectator;
use super::{Actions, ConnId, Room, SeatedPlayer};
use crate::rating::Rating;
use crate::rooms::bots;
use crate::store::PlayerId;

/// A player who enters a room.
#[derive(Clone, Debug)]
pub struct Visitor {
    /// Who.
    pub player: PlayerId,
    /// By which connection.
    pub conn: ConnId,
    /// The cleaned name.
    pub name: String,
    /// How strong.
    pub rating: Rating,
    /// What they still know of a game that is on here.
    pub have: Option<Have>,
}

impl Room {
    /// A player enters: back to their own seat, to a free one, or to watch.
    pub fn enter(
        &mut self,
        now: Micros,
        visitor: Visitor,
        watch: bool,
        actions: &mut Actions,
    ) -> Result<(), Refusal> {
        let is_own = |player: &SeatedPlayer| player.player == visitor.player;
        let own = self.seats.iter().position(|seat| seat.as_ref().is_some_and(is_own));
        if let Some(seat) = own {
            self.come_back(now, seat, &visitor, actions);
            return Ok(());
        }
        let (conn, missed) = (visitor.conn, self.missed_end(&visitor));
        if let Some(seat) = self.free_seat().filter(|_| !watch) {
            self.seat(seat, visitor, actions);
            actions.sends.extend(missed.map(|over| (conn, over)));
            return Ok(());
        }
        if self.spectators.len() >= MAX_SPECTATORS {
            return Err(Refusal::RoomFull);
        }
        self.spectators.retain(|spectator| spectator.player != visitor.player);
        let next = self.latest_beginning();
        let Visitor { player, conn, name, rating, .. } = visitor;
        let paused_until = Micros::ZERO;
        self.spectators.push(Spectator { conn, player, name, rating, next, paused_until });
        actions.send(conn, self.described(None));
        actions.sends.extend(missed.map(|over| (conn, over)));
        self.note_spectators();
        self.feed_spectators(now, actions);
        Ok(())
    }

    /// The end of the last match, if this player took part in it and does not know it: it may have
    /// been told on a connection that broke.
    fn missed_end(&self, visitor: &Visitor) -> Option<ServerMessage> {
        let ended = self.ended.as_ref()?;
        let is_owed =
            |seat: &SeatedPlayer| seat.player == visitor.player && seat.must_be_told_result;
        let is_missed = ended.players.contains(&visitor.player)
            && visitor.have.is_some_and(|have| have.game.match_id == ended.match_id);
        (is_missed || self.players().any(is_owed)).then(|| ended.over.clone())
    }

    /// The first seat that can be taken: while a match is on there is none.
    pub(super) fn free_seat(&self) -> Option<usize> {
        let free = self.seats.iter().position(Option::is_none);
        free.filter(|_| self.match_state.is_none())
    }

    fn seat(&mut self, seat: usize, visitor: Visitor, actions: &mut Actions) {
        self.seats[seat] = Some(SeatedPlayer {
            player: visitor.player,
            name: visitor.name,
            rating: visitor.rating,
            conn: Some(visitor.conn),
            wait_until: Micros::NEVER,
            ready: None,
            absences: 0,
            must_be_told_result: false,
        });
        self.tell_room(actions);
    }

    /// A spectator takes a seat that is free.
    pub(super) fn take_seat(&mut self, conn: ConnId, actions: &mut Actions) -> Result<(), Refusal> {
        let watches = self.spectators.iter().position(|spectator| spectator.conn == conn);
        let watches = watches.ok_or(Refusal::OutOfPhase)?;
        let seat = self.free_seat().ok_or(Refusal::SeatTaken)?;
        let Spectator { conn, player, name, rating, .. } = self.spectators.remove(watches);
        self.seat(seat, Visitor { player, conn, name, rating, have: None }, actions);
        Ok(())
    }

    /// Whether a connection may have a bot take the free seat, or send it away.
    fn may_set_bot(&self, conn: ConnId) -> Result<(), Refusal> {
        if self.seat_of(conn) != Some(0) {
            return Err(Refusal::NotHost);
        }
        let is_open = self.match_state.is_none() && !self.ranked;
        if is_open { Ok(()) } else { Err(Refusal::OutOfPhase) }
    }

    /// Whether a connection may have a bot take the free seat.
    pub fn may_seat_bot(&self, conn: ConnId) -> Result<(), Refusal> {
        self.may_set_bot(conn)?;
        self.free_seat().map(drop).ok_or(Refusal::SeatTaken)
    }

    /// The host sends the bot away.
    pub(super) fn send_bot_away(
        &mut self,
        conn: ConnId,
        actions: &mut Actions,
    ) -> Result<(), Refusal> {
        self.may_set_bot(conn)?;
        let is_bot = |player: &SeatedPlayer| bots::level_of(player.player).is_some();
        let seat = self.seats.iter().position(|seat| seat.as_ref().is_some_and(is_bot));
        let seat = seat.ok_or(Refusal::OutOfPhase)?;
        actions.sends.extend(self.conn(seat).map(|bot| (bot, ServerMessage::Left)));
        self.vacate(seat, actions);
        self.tell_room(actions);
        Ok(())
    }

    /// A player is back. Whatever the board's time has come to meanwhile passed without an input:
    /// nothing can be dated into it any more.
    fn come_back(&mut self, now: Micros, seat: usize, visitor: &Visitor, actions: &mut Actions) {
        let Some(player) = &mut self.seats[seat] else { return };
        let replaced = player.conn.take();
        player.name.clone_from(&visitor.name);
        player.ready = None;
        actions.drops.extend(replaced.map(|old| (old, FarewellReason::Elsewhere)));
        if replaced.is_some() && self.is_running() {
            // A connection that is replaced before anybody noticed that it broke is an absence too.
            self.pause_for(now, seat, actions);
        }
        self.close_gap(now, seat, actions);
        // The match may be decided by the time that has passed on the player's board.
        let missed = self.missed_end(visitor);
        let Some(player) = &mut self.seats[seat] else { return };
        player.conn = Some(visitor.conn);
        player.must_be_told_result = false;
        // First the end: in a room without a match a client may offer to begin another.
        actions.sends.extend(missed.map(|over| (visitor.conn, over)));
        self.tell_room(actions);
        if let Some(game) = &self.game {
            let told = game.catch_up(visitor.have).into_iter().chain([game.pace_message(seat)]);
            actions.sends.extend(told.map(|message| (visitor.conn, message)));
        }
    }

    /// A connection was closed.
    pub fn lose(&mut self, now: Micros, conn: ConnId, actions: &mut Actions) {
        let watched = self.spectators.iter().position(|spectator| spectator.conn == conn);
        if let Some(index) = watched {
            actions.freed.push(self.spectators.remove(index).player);
            self.note_spectators();
        }
        if let Some(seat) = self.seat_of(conn) {
            self.mark_absent(now, seat, actions);
        }
    }

    /// A player is away: the match waits, if the player's pauses are not used up.
    pub(super) fn mark_absent(&mut self, now: Micros, seat: usize, actions: &mut Actions) {
        // The link that a host has sent stays good while there is no match that would wait.
        let is_waiting_host = seat == 0 && self.match_state.is_none();
        let limit = if is_waiting_host { HOST_RETURN_LIMIT } else { self.timing.return_limit };
        let until = now + limit;
        let is_halted = self.game.as_ref().is_some_and(GameState::is_halted);
        let Some(player) = &mut self.seats[seat] else { return };
        player.conn = None;
        player.ready = None;
        // Going away again does not prolong a halt.
        player.wait_until = if is_halted { until.min(player.wait_until) } else { until };
        if self.is_running() {
            self.pause_for(now, seat, actions);
        }
        self.tell_room(actions);
    }

    /// A player or spectator leaves for good.
    pub(super) fn leave(&mut self, now: Micros, conn: ConnId, actions: &mut Actions) {
        match self.seat_of(conn) {
            None => self.lose(now, conn, actions),
            Some(seat) => {
                if self.match_state.is_some() {
                    self.forfeit(now, seat, Ending::Resigned, actions);
                }
                self.vacate(seat, actions);
                self.tell_room(actions);
            }
        }
    }

    /// A player was given another name, which everybody is told.
    pub fn rename(&mut self, player: PlayerId, name: &str, actions: &mut Actions) {
        let seat = self.players_mut().find(|seated| seated.player == player);
        if let Some(seated) = seat {
            name.clone_into(&mut seated.name);
            self.tell_room(actions);
        }
    }

    /// Everybody leaves, and a match that is on ends without a winner.
    pub fn dissolve(&mut self, now: Micros, actions: &mut Actions) {
        self.end_match(now, None, Ending::Interrupted, actions);
        let conns = self.players().filter_map(|player| player.conn);
        let conns: Vec<ConnId> =
            conns.chain(self.spectators.iter().map(|spectator| spectator.conn)).collect();
        for conn in conns {
            actions.send(conn, ServerMessage::Left);
        }
        actions.freed.extend(self.spectators.drain(..).map(|spectator| spectator.player));
        while self.seats.iter().any(Option::is_some) {
            self.vacate(0, actions);
        }
    }

    /// A seat becomes free. The first seat is the host's, so that those who stay move up.
    pub(super) fn vacate(&mut self, seat: usize, actions: &mut Actions) {
        if let Some(player) = self.seats.remove(seat) {
            actions.freed.push(player.player);
        }
        self.seats.push(None);
        // Only the two who were brought together play for ratings here.
        self.ranked = false;
        self.players_mut().for_each(|player| player.ready = None);
    }
}

#[cfg(test)]
mod tests {
    use quintet_engine::{Button, Handling, TimedInput};
    use quintet_protocol::limits::{RETURN_LIMIT, START_COUNTDOWN};
    use quintet_protocol::{
        BestOf, ClientMessage, GameId, HaveBoard, RoomCode, Settings, pack_inputs,
    };

    use super::super::Timing;
    use super::*;

    fn visitor(number: u64) -> Visitor {
        let (name, rating) = (format!("Player {number}"), Rating::default());
        Visitor { player: number, conn: number, name, rating, have: None }
    }

    /// A room that its host and a guest have entered.
    fn entered() -> Room {
        let code = RoomCode::parse("222222").expect("a code");
        let mut room = Room::new(code, Settings::default(), false, Timing::default(), || 7);
        let actions = &mut Actions::default();
        for number in [1, 2] {
            room.enter(Micros::ZERO, visitor(number), false, actions).expect("a seat is free");
        }
        room
    }

    /// The same, with a match begun.
    fn playing() -> Room {
        let mut room = entered();
        let ready = ClientMessage::Ready { handling: Handling::STANDARD, previews: 5 };
        for number in [1, 2] {
            room.message(Micros::ZERO, number, ready.clone(), &mut Actions::default());
        }
        room
    }

    /// A room that its host and a guest have entered, and whose connections then broke.
    fn abandoned() -> Room {
        let mut room = entered();
        let actions = &mut Actions::default();
        for number in [1, 2] {
            room.lose(Micros::ZERO, number, actions);
        }
        room
    }

    /// The end of a match that was told on a connection that broke was once never told.
    #[test]
    fn whoever_does_not_know_the_end_of_a_match_is_told_it_once() {
        let mut room = playing();
        let actions = &mut Actions::default();
        let match_id = room.match_id().expect("a match");
        room.lose(Micros::ZERO, 2, actions);
        room.message(Micros::ZERO, 1, ClientMessage::Resign, actions);
        assert!(room.match_id().is_none() && room.knows(match_id), "it is over");
        let mut ends_told = |player: PlayerId, conn: ConnId, knows_of_match: bool| {
            let game = GameId { match_id, number: 0 };
            let boards = [HaveBoard::default(); 2].into_iter().collect();
            let have = knows_of_match.then_some(Have { game, boards });
            let actions = &mut Actions::default();
            let visitor = Visitor { player, conn, have, ..visitor(conn) };
            room.enter(Micros::ZERO, visitor, false, actions).expect("it is their seat");
            let is_end = |(to, message): &&(ConnId, ServerMessage)| {
                *to == conn && matches!(message, ServerMessage::MatchOver { .. })
            };
            actions.sends.iter().filter(is_end).count()
        };
        assert_eq!(ends_told(1, 3, true), 1, "the connection may have broken as it was told");
        assert_eq!(ends_told(1, 4, false), 0, "it has been told");
        assert_eq!(ends_told(2, 5, true), 1, "the player was away");
        assert_eq!(ends_told(2, 6, false), 0, "it has been told");
    }

    /// Repeating oneself once cost everybody in the room a message each time.
    #[test]
    fn what_changes_nothing_is_told_to_nobody_else() {
        let mut room = entered();
        let mut told = |conn: ConnId, message: &ClientMessage| {
            let mut actions = Actions::default();
            room.message(Micros::ZERO, conn, message.clone(), &mut actions);
            actions.sends.iter().map(|(conn, _)| *conn).collect::<Vec<_>>()
        };
        let ready = ClientMessage::Ready { handling: Handling::STANDARD, previews: 5 };
        assert_eq!(told(2, &ready), [1, 2]);
        assert_eq!(told(2, &ready), [2]);
        let same = ClientMessage::SetRoom { settings: Settings::default() };
        assert_eq!(told(1, &same), [1]);
        let best_of = BestOf::Three;
        let other =
            ClientMessage::SetRoom { settings: Settings { best_of, ..Settings::default() } };
        assert_eq!(told(1, &other), [1, 2]);
        assert_eq!(told(2, &ready), [1, 2], "settings that change ask everybody again");
    }

    /// The rating of a match says nothing once somebody else than those who were paired plays it.
    #[test]
    fn a_match_of_strangers_counts_until_one_of_them_has_left() {
        let code = RoomCode::parse("222222").expect("a code");
        let mut room = Room::new(code, Settings::default(), true, Timing::default(), || 7);
        let mut play = |leaves: ConnId, comes: ConnId| {
            let mut actions = Actions::default();
            let _ = room.enter(Micros::ZERO, visitor(1), false, &mut actions);
            room.enter(Micros::ZERO, visitor(comes), false, &mut actions).expect("a seat is free");
            let ready = ClientMessage::Ready { handling: Handling::STANDARD, previews: 5 };
            for conn in [1, comes] {
                room.message(Micros::ZERO, conn, ready.clone(), &mut actions);
            }
            room.message(Micros::ZERO, leaves, ClientMessage::Leave { code: None }, &mut actions);
            actions.sends.iter().find_map(|(_, message)| match message {
                ServerMessage::MatchOver { ratings, .. } => Some(ratings.is_some()),
                _ => None,
            })
        };
        assert_eq!(play(2, 2), Some(true));
        assert_eq!(play(3, 3), Some(false));
    }

    /// A client that is shown a room without a match first may offer another one, though its own has
    /// just ended.
    #[test]
    fn a_player_who_missed_the_end_is_told_it_before_the_room() {
        let mut room = playing();
        let actions = &mut Actions::default();
        room.lose(Micros::ZERO, 2, actions);
        room.message(Micros::ZERO, 1, ClientMessage::Resign, actions);
        let actions = &mut Actions::default();
        room.enter(Micros::ZERO, Visitor { conn: 3, ..visitor(2) }, false, actions)
            .expect("a seat");
        let told = actions.sends.iter().filter(|(conn, _)| *conn == 3).map(|(_, message)| message);
        let told: Vec<_> = told.collect();
        assert!(
            matches!(told[..], [ServerMessage::MatchOver { .. }, ServerMessage::Room { .. }]),
            "{told:?}"
        );
    }

    /// The end that falls in the instant in which a player comes back was once told to the other alone.
    #[test]
    fn a_player_whose_return_decides_the_match_is_told_the_end() {
        let mut room = playing();
        let actions = &mut Actions::default();
        let tenth = Micros::from_millis(100);
        let drops: Vec<_> =
            (1..=30).map(|n| TimedInput::press(Button::HardDrop, Micros(n * tenth.0))).collect();
        let upto = drops[drops.len() - 1].at;
        // The first player goes out, while the second one's board is not known so far.
        let now = START_COUNTDOWN + upto;
        let inputs = ClientMessage::Inputs { first: 0, upto, inputs: pack_inputs(&drops, upto) };
        room.message(now, 1, inputs, actions);
        assert!(room.has_match(), "the second player may have gone out before");
        let actions = &mut Actions::default();
        room.enter(now, Visitor { conn: 3, ..visitor(2) }, false, actions).expect("a seat");
        assert!(!room.has_match());
        for conn in [1, 3] {
            let is_end = |(to, message): &(ConnId, ServerMessage)| {
                *to == conn && matches!(message, ServerMessage::MatchOver { .. })
            };
            let ends = actions.sends.iter().filter(|send| is_end(send)).count();
            assert_eq!(ends, 1, "connection {conn}");
        }
    }

    #[test]
    fn a_waiting_host_has_a_quarter_of_an_hour_to_come_back_and_a_guest_half_a_minute() {
        let mut room = abandoned();
        let actions = &mut Actions::default();
        room.tick(RETURN_LIMIT, actions);
        assert_eq!(actions.freed, [2], "the guest's seat is free again");
        let almost = HOST_RETURN_LIMIT - Micros(1);
        room.tick(almost, actions);
        room.enter(almost, visitor(1), false, actions).expect("the host has come back");
        assert_eq!(room.seat_of(1), Some(0));

        let mut room = abandoned();
        room.tick(HOST_RETURN_LIMIT, actions);
        assert!(room.is_deserted());
    }
}
