//! Halting a match: time stands still until everybody is back.

use quintet_engine::Micros;
use quintet_protocol::limits::{LATE_LIMIT, MAX_PAUSES};
use quintet_protocol::{Ending, FarewellReason, HaltReason, RoomPhase, ServerMessage};

use super::{Actions, Room, SeatedPlayer};

impl Room {
    /// Whether a game is on and its time runs.
    pub(super) fn is_running(&self) -> bool {
        self.game.as_ref().is_some_and(|game| !game.is_halted())
    }

    /// A player is away from a game whose time runs: it is halted, if that has not happened too often
    /// for this player. Otherwise it plays on, and the player's board without inputs.
    pub(super) fn pause_for(&mut self, now: Micros, seat: usize, actions: &mut Actions) {
        let Some(player) = &mut self.seats[seat] else { return };
        player.absences = player.absences.saturating_add(1);
        if player.absences <= MAX_PAUSES {
            self.halt(now, HaltReason::Absent { seat: seat as u8 }, actions);
        }
    }

    /// Stops the game's time and tells everybody.
    fn halt(&mut self, now: Micros, reason: HaltReason, actions: &mut Actions) {
        let Some(game) = &mut self.game else { return };
        let at = game.halt(now);
        let until = now + self.timing.return_limit;
        for player in self.players_mut() {
            player.ready = None;
            player.wait_until = until;
        }
        self.tell_all(now, &ServerMessage::Halt { at, reason }, actions);
    }

    /// Lets a board come up to the game's time without an input.
    pub(super) fn close_gap(&mut self, now: Micros, seat: usize, actions: &mut Actions) {
        if let Some(game) = &self.game {
            let (first, upto) = (game.inputs_of(seat), game.moment(now).max(game.known_of(seat)));
            self.take_inputs(now, seat, first, upto, Vec::new(), actions);
        }
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
            RoomPhase::Open | RoomPhase::Playing => player.conn.is_none(),
            RoomPhase::Between | RoomPhase::Halted => {
                player.conn.is_none() || player.ready.is_none()
            }
        }
    }

    /// A player whose board lags too far behind is taken to be away. The board of one who is away
    /// while time runs is played on.
    pub(super) fn notice_silence(&mut self, now: Micros, actions: &mut Actions) {
        for seat in 0..self.seats.len() {
            let is_late = |room: &Room| room.late_at(seat).is_some_and(|late_at| late_at <= now);
            if is_late(self)
                && let Some(conn) = self.conn(seat)
            {
                actions.drops.push((conn, FarewellReason::Silent));
                self.mark_absent(now, seat, actions);
            }
            if self.is_running() && is_late(self) {
                self.close_gap(now, seat, actions);
            }
        }
    }

    /// When a board lags too far behind. While time stands still, those who are here have as long to
    /// say what they did up to the halt.
    fn late_at(&self, seat: usize) -> Option<Micros> {
        let game = self.game.as_ref()?;
        let is_here = self.conn(seat).is_some();
        (!game.is_halted() || is_here).then(|| game.late_at(seat))
    }

    pub(super) fn silence_deadline(&self) -> Option<Micros> {
        let first = (0..self.seats.len()).filter_map(|seat| self.late_at(seat)).min()?;
        Some(first.max(LATE_LIMIT)).filter(|&at| at < Micros::NEVER)
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

    /// An absent player does not lose a game that is already won: a missing board runs on by itself
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
