//! Halting a match: time stands still until everybody is back.

use quintet_engine::Micros;
use quintet_protocol::limits::LATE_LIMIT;
use quintet_protocol::{Ending, FarewellReason, HaltReason, RoomPhase, ServerMessage};

use super::{Actions, Room, SeatedPlayer};

impl Room {
    /// Stops the game's time and tells everybody but one seat. Returns the moment it stopped at.
    pub(super) fn halt_others(
        &mut self,
        now: Micros,
        reason: HaltReason,
        but: Option<usize>,
        actions: &mut Actions,
    ) -> Micros {
        let Some(game) = &mut self.game else { return Micros::ZERO };
        let at = game.halt(now);
        let until = now + self.timing.return_limit;
        for player in self.players_mut() {
            player.ready = None;
            player.wait_until = until;
        }
        self.tell_all_but(but, now, ServerMessage::Halt { at, reason }, actions);
        at
    }

    /// Everybody is back and ready: time will run again.
    pub(super) fn go_on(&mut self, now: Micros, actions: &mut Actions) {
        let Some(game) = &mut self.game else { return };
        let message = game.go(now + self.timing.resume_countdown);
        self.tell_all(now, &message, actions);
        self.tell_room(actions);
    }

    /// Whether the room waits for this player.
    pub(super) fn waits_for(&self, player: &SeatedPlayer) -> bool {
        match self.phase() {
            RoomPhase::Open => player.conn.is_none(),
            RoomPhase::Between | RoomPhase::Halted => {
                player.conn.is_none() || player.ready.is_none()
            }
            RoomPhase::Playing => false,
        }
    }

    /// A player whose board lags too far behind is taken to be away.
    pub(super) fn notice_silence(&mut self, now: Micros, actions: &mut Actions) {
        for seat in 0..self.seats.len() {
            let is_late = self.game.as_ref().is_some_and(|game| game.late_at(seat) <= now);
            if is_late && let Some(conn) = self.conn(seat) {
                actions.drops.push((conn, FarewellReason::Silent));
                self.miss(now, seat, actions);
            }
        }
    }

    pub(super) fn silence_deadline(&self) -> Option<Micros> {
        let game = self.game.as_ref().filter(|game| !game.is_halted())?;
        let first = (0..self.seats.len()).map(|seat| game.late_at(seat)).min()?;
        Some(first.max(LATE_LIMIT))
    }

    /// A player who stayed away too long loses the match, or the seat.
    pub(super) fn give_up_waiting(&mut self, now: Micros, actions: &mut Actions) {
        let is_late = |player: &SeatedPlayer| player.wait_until <= now && self.waits_for(player);
        let late: Vec<usize> = self
            .seats
            .iter()
            .enumerate()
            .filter(|(_, seat)| seat.as_ref().is_some_and(is_late))
            .map(|(seat, _)| seat)
            .collect();
        if late.is_empty() {
            return;
        }
        if self.match_state.is_none() {
            // From the back, because those who stay move up.
            for &seat in late.iter().rev() {
                self.vacate(seat, actions);
            }
            self.tell_room(actions);
            return;
        }
        if self.settle_without(now, &late, actions) {
            return;
        }
        match late[..] {
            [loser] => self.forfeit(now, loser, Ending::Absent, actions),
            _ => self.end_match(now, None, Ending::Absent, actions),
        }
    }

    /// Whoever is away does not lose a game that is already won: a missing board runs on by itself
    /// as far as it takes to know.
    fn settle_without(&mut self, now: Micros, late: &[usize], actions: &mut Actions) -> bool {
        let Some(game) = &mut self.game else { return false };
        for &seat in late {
            game.run_on_until_others_are_out(seat);
        }
        if game.decision().is_none() {
            return false;
        }
        self.decide(now, actions);
        true
    }
}
