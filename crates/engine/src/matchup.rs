//! A match: boards side by side, and the garbage between them. Two boards make a duel.

use alloc::vec;
use alloc::vec::Vec;

use crate::button::Button;
use crate::event::{EndReason, Event, Sink, TimedEvent};
use crate::game::{Game, InputError};
use crate::hash::StateHash;
use crate::input::{Input, TimedInput};
use crate::position::{Position, PositionError};
use crate::queue::Random;
use crate::rules::ValidRules;
use crate::time::Micros;

/// Receives the events of a match: the player's number and what happened on that board.
pub type MatchSink<'a> = &'a mut dyn FnMut(usize, TimedEvent);

/// The stream of the random source that gaps are drawn from.
const GAPS: u64 = 2;

/// A player's number in an input. Numbers beyond a byte become the last one, which no match has.
pub(crate) fn board_number(player: usize) -> u8 {
    u8::try_from(player).unwrap_or(u8::MAX)
}

/// One board or several, played at the same time. A board's attack goes to the next board that is
/// still in play, unless the rules let it leave the match; the last one in play wins. A match of one
/// board is simply a game.
///
/// ```
/// use quintet_engine::{Button, GameName, Kind, Match, Micros, Position, TimedInput};
///
/// let rules = GameName::Battle.rules();
/// let mut duel = Match::new(&[rules, rules], 1);
/// let tetris = Position::new().board(&["GGGG.GGGGG"; 4]).active(Kind::I, 1, 2, 10);
/// duel.set_up(0, &tetris)?;
/// let drop = TimedInput::press(Button::HardDrop, Micros(0));
/// duel.apply(&drop.to_board(0), &mut |_, _| {})?;
/// assert_eq!(duel.games()[1].view().pending_garbage, 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    games: Vec<Game>,
    gaps: Random,
    /// The gap of the row that each board received last, where the next attack may keep it.
    last_gaps: Vec<Option<u8>>,
    winner: Option<usize>,
}

impl Match {
    /// A match on one board for each of the rules. All boards are dealt the same pieces, each from
    /// a bag of its own; the gaps in the garbage are drawn from the match's seed too.
    pub fn new(rules: &[ValidRules], seed: u64) -> Match {
        let games: Vec<Game> = rules.iter().map(|&rules| Game::new(rules, seed)).collect();
        let last_gaps = vec![None; games.len()];
        Match { games, gaps: Random::new(seed, GAPS), last_gaps, winner: None }
    }

    /// A match of one board.
    pub fn solo(game: Game) -> Match {
        let games = Vec::from([game]);
        Match { games, gaps: Random::new(0, GAPS), last_gaps: vec![None], winner: None }
    }

    /// How many boards there are.
    pub fn players(&self) -> usize {
        self.games.len()
    }

    /// A player's board, if there is such a player.
    pub fn game(&self, player: usize) -> Option<&Game> {
        self.games.get(player)
    }

    /// The boards in the order of the players.
    pub fn games(&self) -> &[Game] {
        &self.games
    }

    /// The moment the match has reached.
    pub fn now(&self) -> Micros {
        self.games.iter().map(Game::now).max().unwrap_or_default()
    }

    /// Who has won, once only one of several boards is still in play.
    ///
    /// ```
    /// use quintet_engine::{Button, GameName, Match};
    ///
    /// let mut duel = Match::new(&[GameName::Battle.rules(); 2], 1);
    /// while duel.winner().is_none() {
    ///     duel.press(0, Button::HardDrop, duel.now(), &mut |_, _| {})?;
    /// }
    /// assert_eq!(duel.winner(), Some(1), "board 0 filled up first");
    /// # Ok::<(), quintet_engine::InputError>(())
    /// ```
    pub const fn winner(&self) -> Option<usize> {
        self.winner
    }

    /// Whether every board's game has ended.
    pub fn is_over(&self) -> bool {
        self.games.iter().all(Game::is_over)
    }

    /// Lets time pass on all boards. What falls due first happens first; of two things due at the
    /// same moment, that of the earlier player.
    pub fn advance(&mut self, now: Micros, sink: MatchSink<'_>) -> Result<(), InputError> {
        if self.is_paused() || self.is_over() {
            return Ok(());
        }
        if now < self.now() {
            return Err(InputError::TimeRunsBackwards { at: now, now: self.now() });
        }
        while let Some((due, player)) = self.next_due()
            && due <= now
        {
            self.on_board(player, sink, |game, sink| game.advance(due, sink))?;
        }
        for player in 0..self.games.len() {
            self.on_board(player, sink, |game, sink| game.advance(now, sink))?;
        }
        Ok(())
    }

    /// When something falls due next on any board.
    pub fn next_deadline(&self) -> Option<Micros> {
        self.next_due().map(|(due, _)| due)
    }

    fn next_due(&self) -> Option<(Micros, usize)> {
        let due = |(player, game): (usize, &Game)| game.next_deadline().map(|due| (due, player));
        self.games.iter().enumerate().filter_map(due).min()
    }

    /// Takes an input at its time, on the board that it names; ignored if there is no such board.
    /// During a pause a release takes effect at the moment of the pause, and other inputs are ignored.
    pub fn apply(&mut self, timed: &TimedInput, sink: MatchSink<'_>) -> Result<(), InputError> {
        let player = usize::from(timed.player);
        if let (Input::Garbage(gaps), Some(game)) = (&timed.input, self.game(player)) {
            // Refused before time passes on any board.
            game.check_gaps(gaps)?;
        }
        self.advance(timed.at, sink)?;
        self.on_board(player, sink, |game, sink| game.apply(timed, sink))
    }

    /// A player presses a button: [`Match::apply`] in short.
    pub fn press(
        &mut self,
        player: usize,
        button: Button,
        at: Micros,
        sink: MatchSink<'_>,
    ) -> Result<(), InputError> {
        self.apply(&TimedInput::press(button, at).to_board(board_number(player)), sink)
    }

    /// A player releases a button: [`Match::apply`] in short.
    pub fn release(
        &mut self,
        player: usize,
        button: Button,
        at: Micros,
        sink: MatchSink<'_>,
    ) -> Result<(), InputError> {
        self.apply(&TimedInput::release(button, at).to_board(board_number(player)), sink)
    }

    /// Sets up a player's board; where the position is impossible, nothing changes.
    pub fn set_up(&mut self, player: usize, position: &Position) -> Result<(), PositionError> {
        match self.games.get_mut(player) {
            Some(game) => game.set_up(position),
            None => Ok(()),
        }
    }

    /// Pauses all boards.
    pub fn pause(&mut self) {
        self.games.iter_mut().for_each(Game::pause);
    }

    /// Resumes all boards.
    pub fn resume(&mut self) {
        self.games.iter_mut().for_each(Game::resume);
    }

    /// Whether the match is paused.
    pub fn is_paused(&self) -> bool {
        self.games.iter().any(Game::is_paused)
    }

    /// Does something on one board and passes on the attacks that come of it.
    fn on_board(
        &mut self,
        player: usize,
        sink: MatchSink<'_>,
        act: impl FnOnce(&mut Game, Sink<'_>) -> Result<(), InputError>,
    ) -> Result<(), InputError> {
        let Some(game) = self.games.get_mut(player) else { return Ok(()) };
        let (was_over, attacks_leave) = (game.is_over(), game.rules().attacks_leave);
        let mut sent = 0_u8;
        act(game, &mut |event| {
            if let Event::GarbageSent { lines } = event.event {
                sent = sent.saturating_add(lines);
            }
            sink(player, event);
        })?;
        let (at, is_out) = (game.now(), game.is_over() && !was_over);
        // A-B12: the first player out has lost, before an attack lets time pass on another board.
        if is_out {
            self.count_out(at, sink);
        }
        if sent > 0 && !attacks_leave {
            self.deliver(player, sent, at, sink)?;
        }
        Ok(())
    }

    fn deliver(
        &mut self,
        from: usize,
        lines: u8,
        at: Micros,
        sink: MatchSink<'_>,
    ) -> Result<(), InputError> {
        let players = self.games.len();
        let others = (1..players).map(|step| (from + step) % players);
        let Some(target) = others.into_iter().find(|&player| !self.games[player].is_over()) else {
            return Ok(());
        };
        let rules = self.games[target].rules();
        let (width, messiness) = (rules.width, rules.messiness);
        let last = self.last_gaps[target];
        let gaps = messiness.draw_gaps(last, lines, width, |bound| self.gaps.below(bound));
        if messiness.between_attacks < 100 {
            self.last_gaps[target] = gaps.last().copied();
        }
        self.on_board(target, sink, |game, sink| game.receive_garbage(&gaps, at, sink))
    }

    /// Once a single board is left of several, its player has won and the match stops.
    fn count_out(&mut self, at: Micros, sink: MatchSink<'_>) {
        let mut in_play = (0..self.games.len()).filter(|&player| !self.games[player].is_over());
        if let (Some(last), None) = (in_play.next(), in_play.next())
            && self.games.len() > 1
        {
            self.winner = Some(last);
            self.games[last].end_at(at, EndReason::OpponentOut, &mut |event| sink(last, event));
        }
    }

    /// A hash of the whole match, the same on every machine.
    pub fn state_hash(&self) -> u64 {
        let mut hash = StateHash::new();
        for game in &self.games {
            hash.add(game.state_hash());
        }
        hash.add(self.gaps.fingerprint());
        for gap in self.last_gaps.iter().flatten() {
            hash.add(u64::from(*gap));
        }
        hash.finish()
    }
}
