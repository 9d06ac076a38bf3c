//! A match: games until one side has won enough of them.

use quintet_engine::{Micros, REVISION};
use quintet_protocol::limits::READY_LIMIT;
use quintet_protocol::{BoardSetup, Ending, GameId, Outcome, Refusal, ServerMessage};

use super::play::Play;
use super::{Effects, Place, Room};
use crate::rating::Rating;
use crate::store::{Entry, KnownPlayer, MatchResult, Step};

/// A match under way.
#[derive(Clone, Debug)]
pub(super) struct Series {
    pub(super) id: u64,
    pub(super) wins: [u8; 2],
    /// Games begun.
    pub(super) games: u8,
    /// The number of the next journal entry.
    pub(super) next_entry: u32,
}

impl Series {
    /// Something happened that is to be in the journal.
    pub(super) fn note(&mut self, step: Step, effects: &mut Effects) {
        effects.entries.push(Entry { match_id: self.id, number: self.next_entry, step });
        self.next_entry += 1;
    }
}

impl Room {
    /// A player is ready: to begin, for the next game, or for another match.
    pub(super) fn take_ready(
        &mut self,
        now: Micros,
        seat: usize,
        setup: BoardSetup,
        effects: &mut Effects,
    ) -> Result<(), Refusal> {
        let rules = self.settings.rules.board_rules(setup.handling, setup.previews);
        rules.map_err(|_| Refusal::Unplayable)?;
        if self.play.is_some() {
            return Err(Refusal::OutOfPhase);
        }
        match self.note_ready(seat, setup) {
            Some(boards) => self.begin_game(now, boards, effects),
            None => self.tell_room(effects),
        }
        Ok(())
    }

    /// A player is ready to go on with a game that was halted. What is said of a game that is no
    /// longer on, or not halted any more, was on its way when that changed.
    pub(super) fn take_go_on(
        &mut self,
        now: Micros,
        seat: usize,
        game: GameId,
        effects: &mut Effects,
    ) {
        let Some(play) = self.play.as_ref().filter(|play| play.id() == game && play.is_halted())
        else {
            return;
        };
        // Being ready says that nothing more happened up to the halt.
        let (first, at, setup) = (play.strokes_of(seat), play.halted_at(), play.setup_of(seat));
        self.take_moves(now, seat, first, at, Vec::new(), effects);
        if self.play.is_none() {
            return;
        }
        match self.note_ready(seat, setup) {
            Some(_) => self.go_on(now, effects),
            None => self.tell_room(effects),
        }
    }

    /// Notes that a player is ready; if by now both are, hands back what is personal about them.
    fn note_ready(&mut self, seat: usize, setup: BoardSetup) -> Option<[BoardSetup; 2]> {
        if let Some(place) = &mut self.places[seat] {
            place.ready = Some(setup);
        }
        let ready = |place: &Option<Place>| {
            place.as_ref().filter(|place| place.conn.is_some()).and_then(|place| place.ready)
        };
        Some([ready(&self.places[0])?, ready(&self.places[1])?])
    }

    fn begin_game(&mut self, now: Micros, boards: [BoardSetup; 2], effects: &mut Effects) {
        let [Some(one), Some(other)] = &self.places else { return };
        if self.series.is_none() {
            let mut series = Series { id: (self.fresh)(), wins: [0; 2], games: 0, next_entry: 0 };
            let known = |place: &Place| {
                let Place { player, ref name, rating, .. } = *place;
                KnownPlayer { player, name: name.clone(), rating }
            };
            let players = vec![known(one), known(other)];
            let (code, settings, ranked) = (self.code, self.settings, self.ranked);
            series.note(Step::MatchBegun { code, settings, ranked, players }, effects);
            self.series = Some(series);
            self.clear_feed(effects);
        }
        let Some(series) = &mut self.series else { return };
        let game = GameId { match_id: series.id, number: series.games };
        series.games += 1;
        let (seed, gap_seed) = ((self.fresh)(), (self.fresh)());
        let begun = Step::GameBegun { revision: REVISION, seed, gap_seed, boards: boards.to_vec() };
        series.note(begun, effects);
        let Ok(mut play) = Play::new(game, self.settings, seed, gap_seed, boards) else {
            return; // Each setup was checked when its player was ready.
        };
        let handicap = play.begin();
        let go = play.go(now + self.timing.start_countdown);
        let begin = play.begin_message();
        self.play = Some(play);
        for place in self.places.iter_mut().flatten() {
            place.ready = None;
            place.absences = 0;
        }
        self.tell_room(effects);
        self.tell_all(now, &begin, effects);
        self.pass_on(now, handicap, effects);
        self.tell_all(now, &go, effects);
    }

    /// The game is decided, if it is.
    pub(super) fn decide(&mut self, now: Micros, effects: &mut Effects) {
        let Some(decision) = self.play.as_ref().and_then(Play::decision) else { return };
        let (Some(play), Some(series)) = (self.play.take(), &mut self.series) else { return };
        for seat in 0..2 {
            // Both end with all that the referee knows of either board.
            let conn = self.places[seat].as_ref().and_then(|place| place.conn);
            effects.sends.extend(conn.map(|conn| (conn, play.ack(seat))));
        }
        let winner = decision.winner;
        series.wins[usize::from(winner)] += 1;
        let wins = series.wins;
        series.note(Step::GameOver { winner: Some(winner), wins: wins.to_vec() }, effects);
        let over = ServerMessage::GameOver { winner: Some(winner), at: decision.at, wins };
        self.tell_all(now, &over, effects);
        if wins[usize::from(winner)] >= self.settings.best_of.wins_needed() {
            self.end_match(now, Some(winner), Ending::Played, effects);
            return;
        }
        for place in self.places.iter_mut().flatten() {
            place.ready = None;
            if place.conn.is_some() {
                place.wait_until = now + READY_LIMIT;
            }
        }
        self.tell_room(effects);
    }

    /// A player gives up.
    pub(super) fn resign(
        &mut self,
        now: Micros,
        seat: usize,
        effects: &mut Effects,
    ) -> Result<(), Refusal> {
        if self.series.is_none() {
            return Err(Refusal::OutOfPhase);
        }
        self.forfeit(now, seat, Ending::Resigned, effects);
        Ok(())
    }

    /// A player loses the match otherwise than by playing.
    pub(super) fn forfeit(
        &mut self,
        now: Micros,
        loser: usize,
        ending: Ending,
        effects: &mut Effects,
    ) {
        self.end_match(now, Some(1 - loser as u8), ending, effects);
    }

    /// The match is over; this happens once.
    pub(super) fn end_match(
        &mut self,
        now: Micros,
        winner: Option<u8>,
        ending: Ending,
        effects: &mut Effects,
    ) {
        let Some(mut series) = self.series.take() else { return };
        let wins = series.wins;
        if let Some(play) = self.play.take() {
            let at = play.moment(now);
            series.note(Step::GameOver { winner, wins: wins.to_vec() }, effects);
            self.tell_all(now, &ServerMessage::GameOver { winner, at, wins }, effects);
        }
        let outcome = Outcome { winner, ending };
        let ratings = self.rate(winner);
        let result = MatchResult {
            match_id: series.id,
            ranked: self.ranked,
            players: self.places.iter().flatten().map(|place| place.player).collect(),
            wins: wins.to_vec(),
            outcome,
            ratings: ratings.map(Vec::from),
        };
        series.note(Step::MatchOver(result), effects);
        let ratings = ratings.map(|rated| rated.map(|rating| rating.rounded()));
        let over = ServerMessage::MatchOver { outcome, wins, ratings };
        self.tell_all(now, &over, effects);
        let until = now + self.timing.return_limit;
        for place in self.places.iter_mut().flatten() {
            place.ready = None;
            place.wait_until = until;
            place.owed = place.conn.is_none().then(|| over.clone());
        }
        self.tell_room(effects);
    }

    /// The ratings after a match that counts.
    fn rate(&mut self, winner: Option<u8>) -> Option<[Rating; 2]> {
        let winner = usize::from(winner?);
        let [Some(one), Some(other)] = &mut self.places else { return None };
        if !self.ranked {
            return None;
        }
        if winner == 0 {
            (one.rating, other.rating) = Rating::after_match(one.rating, other.rating);
        } else {
            (other.rating, one.rating) = Rating::after_match(other.rating, one.rating);
        }
        Some([one.rating, other.rating])
    }
}
