//! A match: games until a player has won enough of them.

use quintet_engine::{Micros, REVISION};
use quintet_protocol::limits::READY_LIMIT;
use quintet_protocol::{BoardSetup, Ending, GameId, Outcome, PerSeat, Refusal, ServerMessage};

use super::game_state::GameState;
use super::{Actions, EndedMatch, Room, SeatedPlayer};
use crate::limits::{RATED_PIECES, RATED_TIME};
use crate::rating::Rating;
use crate::rooms::bots::stored_name;
use crate::store::{Entry, KnownPlayer, MatchResult, PlayerId, Step};

/// A match under way.
#[derive(Clone, Debug)]
pub(super) struct MatchState {
    pub(super) id: u64,
    /// Games won, by seat.
    pub(super) wins: PerSeat<u8>,
    /// Games begun.
    pub(super) games: u8,
    /// The number of the next journal entry.
    pub(super) next_entry: u32,
    /// How long the games so far lasted, together.
    pub(super) played: Micros,
    /// How many pieces each player has locked.
    pub(super) pieces: PerSeat<u32>,
}

impl MatchState {
    /// The match.
    pub(super) const fn id(&self) -> u64 {
        self.id
    }

    /// Adds a step to the journal.
    pub(super) fn note(&mut self, step: Step, actions: &mut Actions) {
        actions.entries.push(Entry { match_id: self.id, number: self.next_entry, step });
        self.next_entry += 1;
    }
}

impl MatchState {
    /// A game is over.
    fn note_game(&mut self, game: &GameState, at: Micros) {
        self.played += at;
        for (pieces, more) in self.pieces.iter_mut().zip(game.pieces()) {
            *pieces += more;
        }
    }

    /// Whether the match was long enough to raise a rating.
    fn is_long(&self) -> bool {
        self.played >= RATED_TIME && self.pieces.iter().all(|&pieces| pieces >= RATED_PIECES)
    }
}

impl Room {
    /// A player is ready: to begin, for the next game, or for another match.
    pub(super) fn take_ready(
        &mut self,
        now: Micros,
        seat: usize,
        setup: BoardSetup,
        actions: &mut Actions,
    ) -> Result<(), Refusal> {
        let rules = self.settings.rules.board_rules(setup.handling, setup.previews);
        rules.map_err(|_| Refusal::Unplayable)?;
        if self.game.is_some() {
            return Err(Refusal::OutOfPhase);
        }
        let was_ready = self.is_ready(seat);
        match self.note_ready(seat, setup) {
            Some(boards) => self.begin_game(now, boards, actions),
            None if was_ready => self.tell_seat(seat, actions),
            None => self.tell_room(actions),
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
        actions: &mut Actions,
    ) {
        let is_halted = |halted: &&GameState| halted.id() == game && halted.is_halted();
        let Some(halted) = self.game.as_ref().filter(is_halted) else { return };
        let (first, at, setup) =
            (halted.inputs_of(seat), halted.halted_at(), halted.setup_of(seat));
        let was_ready = self.is_ready(seat);
        if !was_ready {
            // Being ready says that nothing more happened up to the halt.
            self.take_inputs(now, seat, first, at, Vec::new(), actions);
        }
        if self.game.is_none() {
            return;
        }
        match self.note_ready(seat, setup) {
            Some(_) => self.go_on(now, actions),
            None if was_ready => self.tell_seat(seat, actions),
            None => self.tell_room(actions),
        }
    }

    fn is_ready(&self, seat: usize) -> bool {
        self.seats[seat].as_ref().is_some_and(|player| player.ready.is_some())
    }

    /// Notes that a player is ready; returns the setup of all boards once everybody is.
    fn note_ready(&mut self, seat: usize, setup: BoardSetup) -> Option<Vec<BoardSetup>> {
        if let Some(player) = &mut self.seats[seat] {
            player.ready = Some(setup);
        }
        let ready = |seat: &Option<SeatedPlayer>| {
            seat.as_ref().filter(|player| player.conn.is_some()).and_then(|player| player.ready)
        };
        self.seats.iter().map(ready).collect()
    }

    fn begin_game(&mut self, now: Micros, boards: Vec<BoardSetup>, actions: &mut Actions) {
        if self.match_state.is_none() {
            self.begin_match(actions);
        }
        let names = self.names();
        let Some(state) = &mut self.match_state else { return };
        let id = GameId { match_id: state.id, number: state.games };
        let (seed, gap_seed) = ((self.random_u64)(), (self.random_u64)());
        let game = GameState::new(id, self.settings, seed, gap_seed, boards.clone(), names);
        // Each setup was checked when its player was ready.
        let Ok(mut game) = game else { return };
        state.games += 1;
        state.note(Step::GameBegun { revision: REVISION, seed, gap_seed, boards }, actions);
        let handicap = game.begin();
        let go = game.go(now + self.timing.start_countdown);
        let begin = game.begin_message();
        self.game = Some(game);
        for player in self.players_mut() {
            player.ready = None;
            player.absences = 0;
        }
        self.tell_room(actions);
        self.tell_all(now, &begin, actions);
        self.pass_on(now, handicap, actions);
        self.tell_all(now, &go, actions);
    }

    fn begin_match(&mut self, actions: &mut Actions) {
        let known = |player: &SeatedPlayer| {
            let SeatedPlayer { player, ref name, rating, .. } = *player;
            KnownPlayer { player, name: name.clone(), rating }
        };
        let players = self.players().map(known).collect();
        let (id, wins) = ((self.random_u64)(), PerSeat::new(0, self.seats.len()));
        let (played, pieces) = (Micros::ZERO, PerSeat::new(0, self.seats.len()));
        let mut state = MatchState { id, wins, games: 0, next_entry: 0, played, pieces };
        let (code, settings, ranked) = (self.code, self.settings, self.ranked);
        state.note(Step::MatchBegun { code, settings, ranked, players }, actions);
        self.match_state = Some(state);
        self.clear_feed(actions);
    }

    /// The game is decided, if it is.
    pub(super) fn decide(&mut self, now: Micros, actions: &mut Actions) {
        let Some(decision) = self.game.as_ref().and_then(GameState::decision) else { return };
        let (Some(game), Some(state)) = (self.game.take(), &mut self.match_state) else { return };
        for (seat, player) in self.seats.iter().enumerate() {
            // Everybody ends with all that the referee knows of their board.
            let conn = player.as_ref().and_then(|player| player.conn);
            actions.sends.extend(conn.map(|conn| (conn, game.ack(seat))));
        }
        state.note_game(&game, decision.at);
        let winner = decision.winner;
        state.wins[usize::from(winner)] += 1;
        let wins = state.wins;
        state.note(Step::GameOver { winner: Some(winner), wins: wins.to_vec() }, actions);
        let over = ServerMessage::GameOver { winner: Some(winner), at: decision.at, wins };
        self.tell_all(now, &over, actions);
        actions.games.push(game.ended(self.names(), Some(winner)));
        if wins[usize::from(winner)] >= self.settings.best_of.wins_needed() {
            self.end_match(now, Some(winner), Ending::Played, actions);
            return;
        }
        for player in self.players_mut() {
            player.ready = None;
            if player.conn.is_some() {
                player.wait_until = now + READY_LIMIT;
            }
        }
        self.tell_room(actions);
    }

    /// A player gives up.
    pub(super) fn resign(
        &mut self,
        now: Micros,
        seat: usize,
        actions: &mut Actions,
    ) -> Result<(), Refusal> {
        if self.match_state.is_none() {
            return Err(Refusal::OutOfPhase);
        }
        self.forfeit(now, seat, Ending::Resigned, actions);
        Ok(())
    }

    /// A player loses the match otherwise than by playing. If one other is left, that one wins it.
    pub(super) fn forfeit(
        &mut self,
        now: Micros,
        loser: usize,
        ending: Ending,
        actions: &mut Actions,
    ) {
        let mut others = (0..self.seats.len()).filter(|&seat| seat != loser);
        let winner = match (others.next(), others.next()) {
            (Some(winner), None) => Some(winner as u8),
            _ => None,
        };
        self.end_match(now, winner, ending, actions);
    }

    /// The match is over; this happens once.
    pub(super) fn end_match(
        &mut self,
        now: Micros,
        winner: Option<u8>,
        ending: Ending,
        actions: &mut Actions,
    ) {
        let Some(mut state) = self.match_state.take() else { return };
        let wins = state.wins;
        if let Some(game) = self.game.take() {
            let at = game.moment(now);
            state.note_game(&game, at);
            state.note(Step::GameOver { winner, wins: wins.to_vec() }, actions);
            self.tell_all(now, &ServerMessage::GameOver { winner, at, wins }, actions);
            actions.games.push(game.ended(self.names(), winner));
        }
        let outcome = Outcome { winner, ending };
        let before = self.players().map(|player| player.rating).collect();
        let ratings = self.rate(winner, state.is_long());
        let result = MatchResult {
            match_id: state.id,
            ranked: self.ranked,
            players: self.players().map(|player| player.player).collect(),
            wins: wins.to_vec(),
            outcome,
            before: ratings.is_some().then_some(before),
            ratings: ratings.clone(),
        };
        state.note(Step::MatchOver(result), actions);
        let ratings = ratings.map(|ratings| ratings.iter().map(Rating::rounded).collect());
        let over = ServerMessage::MatchOver { outcome, wins, ratings };
        self.tell_all(now, &over, actions);
        let until = now + self.timing.return_limit;
        for player in self.players_mut() {
            player.ready = None;
            player.wait_until = until;
            player.must_be_told_result = player.conn.is_none();
        }
        let players = self.players().map(|player| player.player).collect();
        self.ended = Some(EndedMatch { match_id: state.id, players, over });
        self.tell_room(actions);
    }

    /// The names of the players as others see them, by seat.
    pub(super) fn names(&self) -> Vec<String> {
        self.players().map(|player| stored_name(&player.name, player.player)).collect()
    }

    /// The ratings by seat after a match that counts: everybody else has lost to the winner. It counts
    /// less the more often they have met lately, and does not raise the winner's if it was short.
    fn rate(&mut self, winner: Option<u8>, is_long: bool) -> Option<Vec<Rating>> {
        let winner = usize::from(winner?);
        if !self.ranked {
            return None;
        }
        let mut ratings: Vec<Rating> = self.players().map(|player| player.rating).collect();
        let players: Vec<PlayerId> = self.players().map(|player| player.player).collect();
        for loser in (0..ratings.len()).filter(|&seat| seat != winner) {
            let (one, other) = (players[winner], players[loser]);
            let meetings = self.meetings.entry((one.min(other), one.max(other))).or_default();
            let (won, lost) = Rating::after_match(ratings[winner], ratings[loser], *meetings);
            *meetings += 1;
            if is_long {
                ratings[winner] = won;
            }
            ratings[loser] = lost;
        }
        for (player, &rating) in self.players_mut().zip(&ratings) {
            player.rating = rating;
        }
        Some(ratings)
    }
}
