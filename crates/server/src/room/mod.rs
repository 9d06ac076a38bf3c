//! A room: two seats, the match played there, and those who watch.
//!
//! There is no clock, no socket and no database in here. What happens is handed in with the time
//! it happens at; what is to be done comes back as [`Effects`].

mod halt;
mod play;
mod restore;
mod series;
mod visit;
mod watch;

pub use visit::Visitor;

use quintet_engine::Micros;
use quintet_protocol::limits::{RESUME_COUNTDOWN, RETURN_LIMIT, SPECTATOR_DELAY, START_COUNTDOWN};
use quintet_protocol::{
    BoardSetup, ClientMessage, FarewellWhy, Refusal, RoomCode, RoomPhase, Seat, ServerMessage,
    Settings,
};

use crate::bot;
use crate::rating::Rating;
use crate::store::{Entry, PlayerId};
use play::Play;
use series::Series;
use watch::{Feed, Spectator};

/// A connection's number.
pub type ConnId = u64;

/// The spans that an operator, or a test, may set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// From both being ready to the first piece.
    pub start_countdown: Micros,
    /// From both being back to going on.
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
pub struct Effects {
    /// To be appended to the journal before anything is sent.
    pub entries: Vec<Entry>,
    /// To be sent, in this order.
    pub sends: Vec<(ConnId, ServerMessage)>,
    /// Connections to be closed.
    pub drops: Vec<(ConnId, FarewellWhy)>,
    /// Players who are no longer in the room.
    pub freed: Vec<PlayerId>,
    /// What a client did wrong, for the log.
    pub faults: Vec<String>,
}

impl Effects {
    fn send(&mut self, to: ConnId, message: ServerMessage) {
        self.sends.push((to, message));
    }
}

/// Somebody's seat.
#[derive(Clone, Debug)]
struct Place {
    player: PlayerId,
    name: String,
    rating: Rating,
    conn: Option<ConnId>,
    /// When the seat is given up, or the match forfeited, if the player is not back and ready.
    wait_until: Micros,
    ready: Option<BoardSetup>,
    absences: u8,
    /// How the match ended, if the player was away then.
    owed: Option<ServerMessage>,
}

/// A room.
#[derive(Clone, Debug)]
pub struct Room {
    code: RoomCode,
    settings: Settings,
    /// Whether matches here count for ratings.
    ranked: bool,
    timing: Timing,
    places: [Option<Place>; 2],
    spectators: Vec<Spectator>,
    series: Option<Series>,
    play: Option<Play>,
    feed: Feed,
    /// Where fresh numbers come from.
    fresh: fn() -> u64,
}

impl Room {
    /// An empty room. `fresh` gives numbers that nobody can guess.
    pub fn new(
        code: RoomCode,
        settings: Settings,
        ranked: bool,
        timing: Timing,
        fresh: fn() -> u64,
    ) -> Room {
        Room {
            code,
            settings,
            ranked,
            timing,
            places: [None, None],
            spectators: Vec::new(),
            series: None,
            play: None,
            feed: Feed::default(),
            fresh,
        }
    }

    /// Its code.
    pub const fn code(&self) -> RoomCode {
        self.code
    }

    /// Whether nobody is left who could come back.
    pub fn is_deserted(&self) -> bool {
        self.series.is_none()
            && self.places.iter().all(Option::is_none)
            && self.spectators.is_empty()
    }

    /// Whether a match is on.
    pub const fn has_match(&self) -> bool {
        self.series.is_some()
    }

    /// What is going on.
    pub fn phase(&self) -> RoomPhase {
        match (&self.play, &self.series) {
            (Some(play), _) if play.is_halted() => RoomPhase::Halted,
            (Some(_), _) => RoomPhase::Playing,
            (None, Some(_)) => RoomPhase::Between,
            (None, None) => RoomPhase::Open,
        }
    }

    /// Somebody in the room says something.
    pub fn message(
        &mut self,
        now: Micros,
        conn: ConnId,
        message: ClientMessage,
        effects: &mut Effects,
    ) {
        let done = match (self.seat_of(conn), message) {
            (Some(seat), ClientMessage::Moves { first, upto, strokes }) => {
                self.take_moves(now, seat, first, upto, strokes, effects);
                Ok(())
            }
            (Some(seat), ClientMessage::Ready { handling, previews }) => {
                self.take_ready(now, seat, BoardSetup { handling, previews }, effects)
            }
            (Some(seat), ClientMessage::GoOn { game }) => {
                self.take_go_on(now, seat, game, effects);
                Ok(())
            }
            (Some(seat), ClientMessage::SetRoom { settings }) => {
                self.set_up(seat, settings, effects)
            }
            (Some(seat), ClientMessage::Resign) => self.resign(now, seat, effects),
            (_, ClientMessage::Leave) => {
                self.leave(now, conn, effects);
                Ok(())
            }
            (_, ClientMessage::Differs { board, at, hash }) => {
                let told = format!("board {board} differs at {} us: {hash:08x}", at.0);
                effects.faults.push(told);
                Ok(())
            }
            // What a spectator's hands do, or those of somebody whose seat is gone, counts nowhere.
            (None, ClientMessage::Moves { .. }) => Ok(()),
            _ => Err(Refusal::OutOfPhase),
        };
        if let Err(why) = done {
            effects.send(conn, ServerMessage::Refused { why });
        }
    }

    fn set_up(
        &mut self,
        seat: usize,
        settings: Settings,
        effects: &mut Effects,
    ) -> Result<(), Refusal> {
        if seat != 0 {
            return Err(Refusal::NotHost);
        }
        if self.series.is_some() || self.ranked {
            return Err(Refusal::OutOfPhase);
        }
        if !settings.are_playable() {
            return Err(Refusal::Unplayable);
        }
        self.settings = settings;
        // Nobody is ready for what they have not seen.
        self.places.iter_mut().flatten().for_each(|place| place.ready = None);
        self.tell_room(effects);
        Ok(())
    }

    fn seat_of(&self, conn: ConnId) -> Option<usize> {
        self.places
            .iter()
            .position(|place| place.as_ref().is_some_and(|place| place.conn == Some(conn)))
    }

    fn conn(&self, seat: usize) -> Option<ConnId> {
        self.places[seat].as_ref().and_then(|place| place.conn)
    }

    /// Tells everybody what the room is like.
    fn tell_room(&self, effects: &mut Effects) {
        for seat in 0..2 {
            if let Some(conn) = self.conn(seat) {
                effects.send(conn, self.described(Some(seat as u8)));
            }
        }
        for spectator in &self.spectators {
            effects.send(spectator.conn, self.described(None));
        }
    }

    fn described(&self, you: Option<u8>) -> ServerMessage {
        let wins = self.series.as_ref().map_or([0; 2], |series| series.wins);
        let seat = |seat: usize| {
            self.places[seat].as_ref().map(|place| Seat {
                name: place.name.clone(),
                rating: place.rating.rounded(),
                present: place.conn.is_some(),
                ready: place.ready.is_some(),
                wins: wins[seat],
                is_bot: bot::level_of(place.player).is_some(),
            })
        };
        ServerMessage::Room {
            code: self.code,
            settings: self.settings,
            seats: [seat(0), seat(1)],
            you,
            spectators: self.spectators.len() as u16,
            phase: self.phase(),
        }
    }

    /// Says something to both players, and in a while to those who watch.
    fn tell_all(&mut self, now: Micros, message: &ServerMessage, effects: &mut Effects) {
        for seat in 0..2 {
            if let Some(conn) = self.conn(seat) {
                effects.send(conn, message.clone());
            }
        }
        self.feed.push(now, message);
    }

    /// Time passes: does whatever falls due.
    pub fn tick(&mut self, now: Micros, effects: &mut Effects) {
        self.notice_silence(now, effects);
        self.give_up_waiting(now, effects);
        self.feed_spectators(now, effects);
    }

    /// When something falls due next.
    pub fn next_deadline(&self) -> Option<Micros> {
        let waits = self.places.iter().flatten().filter(|place| self.waits_for(place));
        let waits = waits.map(|place| place.wait_until).min();
        [self.silence_deadline(), waits, self.feed_deadline()].into_iter().flatten().min()
    }
}
