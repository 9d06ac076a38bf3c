//! A room: seats, the match played there, and those who watch.
//!
//! There is no clock, no socket and no database in here. What happens is handed in with the time
//! it happens at; what is to be done comes back as [`Actions`].

mod entering;
mod game_state;
mod halt;
mod match_state;
mod restore;
mod spectators;

pub use entering::Visitor;
pub use restore::RestoreError;

use std::collections::HashMap;

use quintet_engine::Micros;
use quintet_protocol::limits::{
    RESUME_COUNTDOWN, RETURN_LIMIT, SEATS, SPECTATOR_DELAY, START_COUNTDOWN,
};
use quintet_protocol::{
    BoardSetup, ClientMessage, FarewellReason, Refusal, RoomCode, RoomPhase, SeatView,
    ServerMessage, Settings,
};

use crate::metrics::{Counter, Metrics};
use crate::rating::Rating;
use crate::rooms::bots;
use crate::rooms::ended_game::{EndedGame, ReportedDifference};
use crate::rooms::referee::Fault;
use crate::store::{Entry, PlayerId};
use game_state::GameState;
use match_state::MatchState;
use spectators::{CatchUp, Feed, Spectator};

/// A connection's number.
pub type ConnId = u64;

/// Durations that tests may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// From everybody being ready to the first piece.
    pub start_countdown: Micros,
    /// From everybody being back to going on.
    pub resume_countdown: Micros,
    /// How long a dropped player's seat is kept.
    pub return_limit: Micros,
    /// How far behind spectators are.
    pub spectator_delay: Micros,
}

impl Default for Timing {
    fn default() -> Timing {
        Timing {
            start_countdown: START_COUNTDOWN,
            resume_countdown: RESUME_COUNTDOWN,
            return_limit: RETURN_LIMIT,
            spectator_delay: SPECTATOR_DELAY,
        }
    }
}

/// What is to be done after something happened in a room.
#[derive(Debug, Default)]
pub struct Actions {
    /// To be appended to the journal before anything is sent.
    pub entries: Vec<Entry>,
    /// To be sent, in this order.
    pub sends: Vec<(ConnId, ServerMessage)>,
    /// Connections to be closed.
    pub drops: Vec<(ConnId, FarewellReason)>,
    /// Players who are no longer in the room.
    pub freed: Vec<PlayerId>,
    /// What clients did wrong, or reported, for the log.
    pub faults: Vec<ClientFault>,
    /// Games that are over, to be kept as replays.
    pub games: Vec<EndedGame>,
}

/// What a client did wrong, or reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClientFault {
    /// It broke a rule of play over the network and forfeits the match.
    #[error("seat {seat} broke a rule: {fault}")]
    RuleBroken {
        /// The seat.
        seat: usize,
        /// How.
        fault: Fault,
    },
    /// It reports that a board differs from the referee's, and the referee's board is another one
    /// if it is played again.
    #[error("board {board} differs at {} us: {hash:08x}", at.0)]
    BoardDiffers {
        /// The seat whose board it is.
        board: u8,
        /// At which moment.
        at: Micros,
        /// The hash of the client's board there.
        hash: u32,
    },
    /// It reports that a board differs from the referee's, which is the same if it is played again:
    /// the client is at fault, or lies.
    #[error("board {board} is said to differ at {} us: {hash:08x}", at.0)]
    DifferenceReported {
        /// The seat whose board it is.
        board: u8,
        /// At which moment.
        at: Micros,
        /// The hash of the client's board there.
        hash: u32,
    },
}

impl ClientFault {
    /// Where faults of this kind are counted.
    pub(crate) const fn counter<'a>(&self, metrics: &'a Metrics) -> &'a Counter {
        match self {
            ClientFault::BoardDiffers { .. } => &metrics.differences,
            ClientFault::DifferenceReported { .. } => &metrics.differences_reported,
            ClientFault::RuleBroken { .. } => &metrics.faults,
        }
    }
}

impl Actions {
    fn send(&mut self, to: ConnId, message: ServerMessage) {
        self.sends.push((to, message));
    }
}

/// A player who has a seat.
#[derive(Clone, Debug)]
struct SeatedPlayer {
    player: PlayerId,
    name: String,
    rating: Rating,
    conn: Option<ConnId>,
    /// When the seat is given up, or the match forfeited, if the player is not back and ready.
    wait_until: Micros,
    ready: Option<BoardSetup>,
    absences: u8,
    /// Whether the end of the last match was not told to this player, who was away.
    must_be_told_result: bool,
}

/// A match that is over.
#[derive(Clone, Debug)]
struct EndedMatch {
    match_id: u64,
    players: Vec<PlayerId>,
    /// How it ended.
    over: ServerMessage,
}

/// A room.
#[derive(Clone, Debug)]
pub struct Room {
    code: RoomCode,
    settings: Settings,
    /// Whether matches here count for ratings.
    ranked: bool,
    timing: Timing,
    seats: Vec<Option<SeatedPlayer>>,
    spectators: Vec<Spectator>,
    match_state: Option<MatchState>,
    /// The last match that is over.
    ended: Option<EndedMatch>,
    game: Option<GameState>,
    feed: Feed,
    catch_up: CatchUp,
    /// How many matches between two players have counted lately; the smaller number comes first.
    meetings: HashMap<(PlayerId, PlayerId), u32>,
    /// Whether the number of spectators has changed since everybody was told the room.
    has_untold_spectators: bool,
    /// When such a change was last told.
    spectators_told: Micros,
    /// Makes unpredictable random numbers.
    random_u64: fn() -> u64,
}

impl Room {
    /// An empty room. `random_u64` makes unpredictable numbers.
    pub fn new(
        code: RoomCode,
        settings: Settings,
        ranked: bool,
        timing: Timing,
        random_u64: fn() -> u64,
    ) -> Room {
        Room {
            code,
            settings,
            ranked,
            timing,
            seats: vec![None; SEATS],
            spectators: Vec::new(),
            match_state: None,
            ended: None,
            game: None,
            feed: Feed::default(),
            catch_up: CatchUp::default(),
            meetings: HashMap::new(),
            has_untold_spectators: false,
            spectators_told: Micros::ZERO,
            random_u64,
        }
    }

    /// Its code.
    pub const fn code(&self) -> RoomCode {
        self.code
    }

    /// Whether all players have left for good.
    pub fn is_deserted(&self) -> bool {
        self.match_state.is_none()
            && self.seats.iter().all(Option::is_none)
            && self.spectators.is_empty()
    }

    /// Whether no player is connected, and nothing would be lost if the room were closed.
    pub fn is_vacant(&self) -> bool {
        self.match_state.is_none()
            && self.players().all(|player| player.conn.is_none())
            && self.spectators.is_empty()
    }

    /// Whether all seats are taken.
    pub fn is_full(&self) -> bool {
        self.seats.iter().all(Option::is_some)
    }

    /// How often two players have met lately, in matches that counted.
    pub fn note_meetings(&mut self, one: PlayerId, other: PlayerId, meetings: u32) {
        // If this comes late, matches of this room may have been counted already.
        let known = self.meetings.entry((one.min(other), one.max(other))).or_default();
        *known = meetings.max(*known);
    }

    /// Whether a match is on.
    pub const fn has_match(&self) -> bool {
        self.match_state.is_some()
    }

    /// The match that is on.
    pub fn match_id(&self) -> Option<u64> {
        self.match_state.as_ref().map(MatchState::id)
    }

    /// What is going on.
    pub fn phase(&self) -> RoomPhase {
        match (&self.game, &self.match_state) {
            (Some(game), _) if game.is_halted() => RoomPhase::Halted,
            (Some(_), _) => RoomPhase::Playing,
            (None, Some(_)) => RoomPhase::Between,
            (None, None) => RoomPhase::Open,
        }
    }

    /// A message from a connection in the room.
    pub fn message(
        &mut self,
        now: Micros,
        conn: ConnId,
        message: ClientMessage,
        actions: &mut Actions,
    ) {
        let done = match (self.seat_of(conn), message) {
            (Some(seat), ClientMessage::Inputs { first, upto, inputs }) => {
                self.take_inputs(now, seat, first, upto, inputs, actions);
                Ok(())
            }
            (Some(seat), ClientMessage::Ready { handling, previews }) => {
                self.take_ready(now, seat, BoardSetup { handling, previews }, actions)
            }
            (Some(seat), ClientMessage::GoOn { game }) => {
                self.take_go_on(now, seat, game, actions);
                Ok(())
            }
            (Some(seat), ClientMessage::SetRoom { settings }) => {
                self.set_up(seat, settings, actions)
            }
            (Some(seat), ClientMessage::Resign) => self.resign(now, seat, actions),
            (_, ClientMessage::Leave { .. }) => {
                self.leave(now, conn, actions);
                Ok(())
            }
            (None, ClientMessage::TakeSeat) => self.take_seat(conn, actions),
            (Some(_), ClientMessage::SetBot { level: None }) => self.send_bot_away(conn, actions),
            (Some(seat), ClientMessage::Differs { board, at, hash }) => {
                self.take_difference(seat, ReportedDifference { board, at, hash });
                Ok(())
            }
            // What a spectator, or a player whose seat is gone, sends of a game does not count.
            (None, ClientMessage::Inputs { .. } | ClientMessage::Differs { .. }) => Ok(()),
            _ => Err(Refusal::OutOfPhase),
        };
        if let Err(reason) = done {
            actions.send(conn, ServerMessage::Refused { reason });
        }
    }

    fn set_up(
        &mut self,
        seat: usize,
        settings: Settings,
        actions: &mut Actions,
    ) -> Result<(), Refusal> {
        if seat != 0 {
            return Err(Refusal::NotHost);
        }
        if self.match_state.is_some() || self.ranked {
            return Err(Refusal::OutOfPhase);
        }
        if !settings.are_playable() {
            return Err(Refusal::Unplayable);
        }
        if settings == self.settings {
            self.tell_seat(seat, actions);
            return Ok(());
        }
        self.settings = settings;
        // Players must see new settings before they are ready.
        self.players_mut().for_each(|player| player.ready = None);
        self.tell_room(actions);
        Ok(())
    }

    /// Whether a match is on here, or was the last.
    pub fn knows(&self, match_id: u64) -> bool {
        let ended = self.ended.as_ref().map(|ended| ended.match_id);
        [self.match_id(), ended].contains(&Some(match_id))
    }

    pub(crate) fn seat_of(&self, conn: ConnId) -> Option<usize> {
        self.seats
            .iter()
            .position(|seat| seat.as_ref().is_some_and(|player| player.conn == Some(conn)))
    }

    /// Whether a player has a seat, connected or not.
    pub fn seats_player(&self, player: PlayerId) -> bool {
        self.players().any(|seated| seated.player == player)
    }

    /// How many inputs and attacks are kept of the game that is on.
    pub fn timeline_len(&self) -> usize {
        let boards = self.game.iter().flat_map(|game| game.referee().boards());
        boards.map(|board| board.inputs().len() + board.deliveries().len()).sum()
    }

    fn conn(&self, seat: usize) -> Option<ConnId> {
        self.seats[seat].as_ref().and_then(|player| player.conn)
    }

    fn players(&self) -> impl Iterator<Item = &SeatedPlayer> {
        self.seats.iter().flatten()
    }

    fn players_mut(&mut self) -> impl Iterator<Item = &mut SeatedPlayer> {
        self.seats.iter_mut().flatten()
    }

    /// What an operator sees: who is in it, and what is going on.
    pub fn describe(&self) -> String {
        let name = |player: &SeatedPlayer| bots::stored_name(&player.name, player.player);
        let players: Vec<String> = self.players().map(name).collect();
        let match_id = self.match_state.as_ref().map_or(0, |state| state.id);
        let (players, watching) = (players.join(" and "), self.spectators.len());
        format!(
            "{}\t{:?}\tmatch {match_id}\t{players}\t{watching} watching",
            self.code,
            self.phase()
        )
    }

    /// Tells everybody what the room is like.
    fn tell_room(&mut self, actions: &mut Actions) {
        self.has_untold_spectators = false;
        for seat in 0..self.seats.len() {
            if let Some(conn) = self.conn(seat) {
                actions.send(conn, self.described(Some(seat as u8)));
            }
        }
        for spectator in &self.spectators {
            actions.send(spectator.conn, self.described(None));
        }
    }

    /// Tells one player what the room is like, where nothing has changed for the others.
    fn tell_seat(&self, seat: usize, actions: &mut Actions) {
        if let Some(conn) = self.conn(seat) {
            actions.send(conn, self.described(Some(seat as u8)));
        }
    }

    fn described(&self, you: Option<u8>) -> ServerMessage {
        let wins = |seat: usize| self.match_state.as_ref().map_or(0, |state| state.wins[seat]);
        let view = |(seat, player): (usize, &Option<SeatedPlayer>)| {
            player.as_ref().map(|player| {
                let (name, bot) = bots::told_name(bots::stored_name(&player.name, player.player));
                SeatView {
                    name,
                    rating: player.rating.rounded(),
                    present: player.conn.is_some(),
                    ready: player.ready.is_some(),
                    wins: wins(seat),
                    bot,
                }
            })
        };
        ServerMessage::Room {
            code: self.code,
            settings: self.settings,
            seats: self.seats.iter().enumerate().map(view).collect(),
            you,
            spectators: self.spectators.len() as u16,
            phase: self.phase(),
        }
    }

    /// Sends a message to all players, and with the delay to spectators.
    fn tell_all(&mut self, now: Micros, message: &ServerMessage, actions: &mut Actions) {
        self.tell_all_but(None, now, message.clone(), actions);
    }

    /// The same, but for one seat.
    fn tell_all_but(
        &mut self,
        but: Option<usize>,
        now: Micros,
        message: ServerMessage,
        actions: &mut Actions,
    ) {
        self.feed.push(now, &message);
        let others = self.seats.iter().enumerate().filter(|(seat, _)| Some(*seat) != but);
        let mut conns = others.filter_map(|(_, player)| player.as_ref()?.conn);
        let Some(first) = conns.next() else { return };
        for conn in conns {
            actions.send(conn, message.clone());
        }
        actions.send(first, message);
    }

    /// Time passes: does whatever falls due.
    pub fn tick(&mut self, now: Micros, actions: &mut Actions) {
        self.notice_silence(now, actions);
        self.give_up_waiting(now, actions);
        self.feed_spectators(now, actions);
        self.tell_spectators(now, actions);
    }

    /// When something falls due next.
    pub fn next_deadline(&self) -> Option<Micros> {
        let waits = self.players().filter(|player| self.waits_for(player));
        let waits = waits.map(|player| player.wait_until).min();
        let others = [self.silence_deadline(), self.feed_deadline(), self.spectators_deadline()];
        others.into_iter().chain([waits]).flatten().min()
    }
}
