//! The match waits: time stands still until everybody is back.

use quintet_engine::Micros;
use quintet_protocol::limits::LATE_LIMIT;
use quintet_protocol::{Ending, FarewellWhy, HaltWhy, RoomPhase, ServerMessage};

use super::{Effects, Place, Room};

impl Room {
    /// Stops the game's time and says so to everybody but one seat. Hands back where it stopped.
    pub(super) fn halt_others(
        &mut self,
        now: Micros,
        why: HaltWhy,
        but: Option<usize>,
        effects: &mut Effects,
    ) -> Micros {
        let Some(play) = &mut self.play else { return Micros::ZERO };
        let at = play.halt(now);
        let until = now + self.timing.return_limit;
        for place in self.places.iter_mut().flatten() {
            place.ready = None;
            place.wait_until = until;
        }
        let message = ServerMessage::Halt { at, why };
        for seat in (0..2).filter(|&seat| Some(seat) != but) {
            if let Some(conn) = self.conn(seat) {
                effects.send(conn, message.clone());
            }
        }
        self.feed.push(now, &message);
        at
    }

    /// Everybody is back and ready: time will run again.
    pub(super) fn go_on(&mut self, now: Micros, effects: &mut Effects) {
        let Some(play) = &mut self.play else { return };
        let message = play.go(now + self.timing.resume_countdown);
        self.tell_all(now, &message, effects);
        self.tell_room(effects);
    }

    /// Whether the room waits for this player.
    pub(super) fn waits_for(&self, place: &Place) -> bool {
        match self.phase() {
            RoomPhase::Open => place.conn.is_none(),
            RoomPhase::Between | RoomPhase::Halted => place.conn.is_none() || place.ready.is_none(),
            RoomPhase::Playing => false,
        }
    }

    /// A player whose board lags too far behind is taken to be away.
    pub(super) fn notice_silence(&mut self, now: Micros, effects: &mut Effects) {
        for seat in 0..2 {
            let is_late = self.play.as_ref().is_some_and(|play| play.late_at(seat) <= now);
            if is_late && let Some(conn) = self.conn(seat) {
                effects.drops.push((conn, FarewellWhy::Silent));
                self.miss(now, seat, effects);
            }
        }
    }

    pub(super) fn silence_deadline(&self) -> Option<Micros> {
        let play = self.play.as_ref().filter(|play| !play.is_halted())?;
        Some(play.late_at(0).min(play.late_at(1)).max(LATE_LIMIT))
    }

    /// Whoever was waited for long enough loses the match, or the seat.
    pub(super) fn give_up_waiting(&mut self, now: Micros, effects: &mut Effects) {
        let is_late = |seat: usize| {
            self.places[seat]
                .as_ref()
                .is_some_and(|place| self.waits_for(place) && place.wait_until <= now)
        };
        let late = [is_late(0), is_late(1)];
        if late == [false; 2] {
            return;
        }
        if self.series.is_none() {
            // From the back, because who stays moves up.
            for seat in [1, 0].into_iter().filter(|&seat| late[seat]) {
                self.vacate(seat, effects);
            }
            self.tell_room(effects);
            return;
        }
        if self.settle_without(now, late, effects) {
            return;
        }
        match late {
            [true, true] => self.end_match(now, None, Ending::Absent, effects),
            [true, false] => self.forfeit(now, 0, Ending::Absent, effects),
            [false, true] => self.forfeit(now, 1, Ending::Absent, effects),
            [false, false] => {}
        }
    }

    /// Who is away does not lose a game that the other has already lost: the missing board runs on
    /// by itself as far as it takes to know.
    fn settle_without(&mut self, now: Micros, late: [bool; 2], effects: &mut Effects) -> bool {
        let Some(play) = &mut self.play else { return false };
        for seat in (0..2).filter(|&seat| late[seat]) {
            play.run_on_until_other_is_out(seat);
        }
        if play.decision().is_none() {
            return false;
        }
        self.decide(now, effects);
        true
    }
}
