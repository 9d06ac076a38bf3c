//! Coming, going and coming back.

use quintet_engine::Micros;
use quintet_protocol::limits::MAX_SPECTATORS;
use quintet_protocol::{Ending, FarewellWhy, HaltWhy, Have, Refusal, ServerMessage};

use super::watch::Spectator;
use super::{ConnId, Effects, Place, Room};
use crate::rating::Rating;
use crate::store::PlayerId;

/// Somebody at the door.
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
    /// Somebody comes in: back to their seat, to a free one, or to watch.
    pub fn enter(
        &mut self,
        now: Micros,
        visitor: Visitor,
        watch: bool,
        effects: &mut Effects,
    ) -> Result<(), Refusal> {
        let own = self
            .places
            .iter()
            .position(|place| place.as_ref().is_some_and(|place| place.player == visitor.player));
        if let Some(seat) = own {
            self.come_back(now, seat, visitor, effects);
            return Ok(());
        }
        let free = self.places.iter().position(Option::is_none);
        if let Some(seat) = free
            && !watch
            && self.series.is_none()
        {
            self.places[seat] = Some(Place {
                player: visitor.player,
                name: visitor.name,
                rating: visitor.rating,
                conn: Some(visitor.conn),
                wait_until: Micros::NEVER,
                ready: None,
                absences: 0,
                owed: None,
            });
            self.tell_room(effects);
            return Ok(());
        }
        if self.spectators.len() >= MAX_SPECTATORS {
            return Err(Refusal::RoomFull);
        }
        self.spectators.retain(|spectator| spectator.player != visitor.player);
        let next = self.latest_beginning();
        self.spectators.push(Spectator { conn: visitor.conn, player: visitor.player, next });
        self.tell_room(effects);
        self.feed_spectators(now, effects);
        Ok(())
    }

    fn come_back(&mut self, now: Micros, seat: usize, visitor: Visitor, effects: &mut Effects) {
        let Some(place) = &mut self.places[seat] else { return };
        if let Some(old) = place.conn.replace(visitor.conn) {
            effects.drops.push((old, FarewellWhy::Elsewhere));
        }
        place.name = visitor.name;
        place.ready = None;
        let owed = place.owed.take();
        if self.play.is_none() {
            self.tell_room(effects);
            effects.sends.extend(owed.map(|message| (visitor.conn, message)));
            return;
        }
        // A line that was replaced before anybody noticed that it broke halts the game as well.
        let why = HaltWhy::Absent { seat: seat as u8 };
        let at = match &self.play {
            Some(play) if play.is_halted() => play.halted_at(),
            _ => self.halt_others(now, why, Some(seat), effects),
        };
        self.tell_room(effects);
        if let Some(play) = &self.play {
            for message in play.catch_up(visitor.have) {
                effects.send(visitor.conn, message);
            }
        }
        effects.send(visitor.conn, ServerMessage::Halt { at, why });
    }

    /// A connection is gone.
    pub fn lose(&mut self, now: Micros, conn: ConnId, effects: &mut Effects) {
        let watched = self.spectators.iter().position(|spectator| spectator.conn == conn);
        if let Some(index) = watched {
            effects.freed.push(self.spectators.remove(index).player);
            self.tell_room(effects);
        }
        if let Some(seat) = self.seat_of(conn) {
            self.miss(now, seat, effects);
        }
    }

    /// A player is away: the match waits, if it may.
    pub(super) fn miss(&mut self, now: Micros, seat: usize, effects: &mut Effects) {
        let until = now + self.timing.return_limit;
        let Some(place) = &mut self.places[seat] else { return };
        place.conn = None;
        place.ready = None;
        place.wait_until = until;
        if self.play.is_some() {
            place.absences += 1;
            if place.absences > quintet_protocol::limits::MAX_ABSENCES {
                self.forfeit(now, seat, Ending::Absent, effects);
                return;
            }
            if self.play.as_ref().is_some_and(|play| !play.is_halted()) {
                let why = HaltWhy::Absent { seat: seat as u8 };
                self.halt_others(now, why, None, effects);
            }
        }
        self.tell_room(effects);
    }

    /// Somebody leaves for good.
    pub(super) fn leave(&mut self, now: Micros, conn: ConnId, effects: &mut Effects) {
        match self.seat_of(conn) {
            None => self.lose(now, conn, effects),
            Some(seat) => {
                if self.series.is_some() {
                    self.forfeit(now, seat, Ending::Resigned, effects);
                }
                self.vacate(seat, effects);
                self.tell_room(effects);
            }
        }
    }

    /// A seat becomes free. The first seat is the host's, so that whoever stays moves up.
    pub(super) fn vacate(&mut self, seat: usize, effects: &mut Effects) {
        if let Some(place) = self.places[seat].take() {
            effects.freed.push(place.player);
        }
        if self.places[0].is_none() {
            self.places.swap(0, 1);
        }
        self.places.iter_mut().flatten().for_each(|place| place.ready = None);
    }
}
