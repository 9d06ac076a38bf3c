//! Analysis of a recorded game: for each piece, what the player did and what the bot would have done.

use quintet_engine::{
    Event, Game, Input, Keystroke, MAX_REPLAY_DURATION, Match, Micros, Replay, TimedEvent,
    TimedInput, VerifyError,
};

use crate::movegen::placement::Placement;
use crate::search::state::{MoveRules, State, StateError};
use crate::search::weights::Weights;
use crate::search::{Budget, Move, judge, think};

/// The loss at which a move is half as accurate as the best one.
const HALF_ACCURACY_LOSS: i64 = 250;
/// The loss of a single move is capped at this.
const MAX_LOSS: i32 = 10_000;
/// How many of the worst moves are listed.
const WORST: usize = 3;

/// What a player did with a piece, and what the bot would have done.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct JudgedMove {
    /// How many pieces the player had locked before it.
    pub number: u32,
    /// When it entered.
    pub entered: Micros,
    /// When it locked.
    pub locked: Micros,
    /// What the player did.
    pub played: Move,
    /// What the bot would have done.
    pub best: Move,
    /// The value of the bot's move.
    pub value: i32,
    /// How much less the player's move is worth; 0 if it is as good.
    pub loss: i32,
    /// Unnecessary presses of left, right and rotations.
    pub faults: u32,
}

impl JudgedMove {
    /// How good the move was, from 1000 for the best down to 0.
    pub fn accuracy(&self) -> u32 {
        (1000 * HALF_ACCURACY_LOSS / (HALF_ACCURACY_LOSS + i64::from(self.loss))) as u32
    }
}

/// One player's game, judged move by move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Analysis {
    /// Every piece that was judged, in the order of play.
    pub pieces: Vec<JudgedMove>,
    /// The indices in `pieces` of up to three of the worst moves, the worst first.
    pub worst: Vec<usize>,
    /// The mean accuracy of all moves, in thousandths.
    pub accuracy: u32,
    /// Unnecessary presses, all pieces together.
    pub faults: u32,
    /// Pieces without an unnecessary press.
    pub without_fault: u32,
    /// Whether the whole game was judged.
    pub is_whole: bool,
}

/// Why a replay cannot be analysed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AnalysisError {
    /// The bot cannot play this game.
    #[error(transparent)]
    Game(#[from] StateError),
    /// The replay cannot be played.
    #[error(transparent)]
    Replay(#[from] VerifyError),
    /// There is no such player.
    #[error("the replay has {players} players; there is none with number {player}")]
    Player {
        /// The player asked for, the first being 0.
        player: usize,
        /// How many there are.
        players: usize,
    },
}

/// Analyses a replay from beginning to end. `progress` receives how many pieces are done and how
/// many there are; once `stop` returns true, the result is what was judged by then.
///
/// ```
/// use quintet_bot::{Budget, analyse};
/// use quintet_engine::{Button, GameName, Micros, Recorder};
///
/// let mut recorder = Recorder::new(&[GameName::Marathon.rules()], 42);
/// recorder.press(0, Button::HardDrop, Micros::from_secs(1), &mut |_, _| {})?;
/// let replay = recorder.replay();
/// let analysis = analyse(&replay, 0, Budget::nodes(500), &mut |_, _| {}, &|| false)?;
/// assert_eq!((analysis.pieces.len(), analysis.faults), (1, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn analyse(
    replay: &Replay,
    player: usize,
    budget: Budget,
    progress: &mut dyn FnMut(u32, u32),
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Analysis, AnalysisError> {
    let mut analyst = Analyst::new(replay, player, budget)?;
    while analyst.step(stop) {
        let (done, all) = analyst.progress();
        progress(done, all);
    }
    Ok(analyst.analysis())
}

/// Analyses a replay one piece at a time.
#[derive(Clone, Debug)]
pub struct Analyst<'a> {
    replay: &'a Replay,
    player: usize,
    budget: Budget,
    weights: Weights,
    game: Match,
    /// The next input.
    next: usize,
    piece: Option<PieceInPlay>,
    pieces: Vec<JudgedMove>,
    is_whole: bool,
}

/// What has happened to the piece in play so far.
#[derive(Clone, Debug)]
struct PieceInPlay {
    number: u32,
    state: State,
    /// The game as the piece entered.
    game: Game,
    held: bool,
    presses: u32,
}

impl<'a> Analyst<'a> {
    /// Begins with a replay, the player's number (0 where there is only one) and how much to think
    /// about each piece.
    pub fn new(
        replay: &'a Replay,
        player: usize,
        budget: Budget,
    ) -> Result<Analyst<'a>, AnalysisError> {
        let mut game = replay.opening()?;
        let end = replay.result.end;
        if end > MAX_REPLAY_DURATION {
            return Err(VerifyError::TooLong { end }.into());
        }
        let players = game.players();
        let Some(board) = game.game(player) else {
            return Err(AnalysisError::Player { player, players });
        };
        let rules = *board.rules();
        MoveRules::of(&rules)?;
        // The first piece enters at the first moment, before any input.
        let _ = game.advance(Micros::ZERO, &mut |_, _| {});
        Ok(Analyst {
            replay,
            player,
            budget,
            weights: Weights::for_rules(&rules),
            game,
            next: 0,
            piece: None,
            pieces: Vec::new(),
            is_whole: false,
        })
    }

    /// How many pieces are done, and how many the replay says there are.
    pub fn progress(&self) -> (u32, u32) {
        let boards = &self.replay.result.boards;
        let all = boards.get(self.player).map_or(0, |board| board.pieces);
        let done = self.pieces.len() as u32;
        (done, all.max(done))
    }

    /// The piece judged last.
    pub fn last(&self) -> Option<&JudgedMove> {
        self.pieces.last()
    }

    /// Continues until another piece is judged; false at the end of the replay, or once `stop` returns
    /// true.
    pub fn step(&mut self, stop: &(dyn Fn() -> bool + Sync)) -> bool {
        loop {
            if stop() {
                return false;
            }
            self.track_piece();
            let Some((at, input)) = self.next_moment() else {
                self.is_whole = true;
                return false;
            };
            if let Some((placement, at)) = self.advance(at, input)
                && let Some(piece) = self.piece.take()
                && let Some(judged) = self.judge(&piece, placement, at, stop)
            {
                self.pieces.push(judged);
                return true;
            }
        }
    }

    /// The result so far.
    pub fn analysis(&self) -> Analysis {
        let pieces = self.pieces.clone();
        let mut worst: Vec<usize> = (0..pieces.len()).filter(|&n| pieces[n].loss > 0).collect();
        worst.sort_by_key(|&n| (std::cmp::Reverse(pieces[n].loss), n));
        worst.truncate(WORST);
        let sum: u64 = pieces.iter().map(|piece| u64::from(piece.accuracy())).sum();
        Analysis {
            worst,
            accuracy: (sum / pieces.len().max(1) as u64) as u32,
            faults: pieces.iter().map(|piece| piece.faults).sum(),
            without_fault: pieces.iter().filter(|piece| piece.faults == 0).count() as u32,
            is_whole: self.is_whole,
            pieces,
        }
    }

    /// Keeps the position in which a piece has just entered.
    fn track_piece(&mut self) {
        let Some(game) = self.game.game(self.player) else { return };
        let number = game.pieces_locked();
        if self.piece.as_ref().is_some_and(|piece| piece.number == number) {
            return;
        }
        self.piece = State::of(game).ok().map(|state| PieceInPlay {
            number,
            // Initial rotations may have moved it already; it is judged from where it entered.
            state: State { falling: None, ..state },
            game: game.clone(),
            held: false,
            presses: 0,
        });
    }

    /// The time of the next input or deadline, and the input.
    fn next_moment(&self) -> Option<(Micros, Option<&'a TimedInput>)> {
        let end = self.replay.result.end;
        let input = self.replay.inputs.get(self.next).filter(|input| input.at <= end);
        let due = self.game.next_deadline().filter(|&due| due <= end);
        match (input, due) {
            (Some(input), Some(due)) if due < input.at => Some((due, None)),
            (Some(input), _) => Some((input.at, Some(input))),
            (None, Some(due)) => Some((due, None)),
            (None, None) => None,
        }
    }

    /// Applies the input, or advances to `at`. Returns where and when the player's piece locked, if it
    /// did.
    fn advance(&mut self, at: Micros, input: Option<&TimedInput>) -> Option<(Placement, Micros)> {
        let player = self.player;
        let height = self.game.game(player)?.rules().height;
        let mut locked = None;
        let mut held = false;
        let mut listen = |of: usize, event: TimedEvent| {
            if of != player {
                return;
            }
            match event.event {
                Event::Locked { piece, spin, .. } => {
                    let placement = Placement::of_lock(piece, spin, height);
                    locked = locked.or(placement.map(|placement| (placement, event.at)));
                }
                Event::Held { .. } if locked.is_none() => held = true,
                _ => {}
            }
        };
        // Refused inputs have no effect, here as in any other playback.
        let _ = match input {
            Some(input) => {
                self.next += 1;
                self.game.apply(input, &mut listen)
            }
            None => self.game.advance(at, &mut listen),
        };
        if let Some(piece) = &mut self.piece {
            if held {
                piece.held = true;
                piece.presses = 0;
            } else if let Some(TimedInput { input: Input::Press(button), player: of, .. }) = input
                && usize::from(*of) == player
                && button.moves_piece()
            {
                piece.presses += 1;
            }
        }
        locked
    }

    fn judge(
        &self,
        piece: &PieceInPlay,
        placement: Placement,
        locked: Micros,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<JudgedMove> {
        let PieceInPlay { number, state, game, held, presses } = piece;
        // Exchanging a piece for one of the same kind changes nothing.
        let hold = *held && state.hold != Some(state.piece);
        let played = Move { hold, placement };
        let best = think(state, &self.weights, self.budget, stop)?;
        let judged = if best.chosen == played {
            Some(best.value)
        } else {
            judge(state, played, &self.weights, self.budget, stop)
        };
        if stop() {
            return None;
        }
        // A move that the search does not know ends the game.
        let loss = judged.map_or(MAX_LOSS, |value| best.value.saturating_sub(value));
        Some(JudgedMove {
            number: *number,
            entered: game.now(),
            locked,
            played,
            best: best.chosen,
            value: best.value,
            loss: loss.clamp(0, MAX_LOSS),
            faults: presses - fewest_moves(game, placement, *presses).min(*presses),
        })
    }
}

/// The fewest presses of left, right and rotations for a placement. Below an overhang, where a soft
/// drop is needed, none of those made counts as unnecessary.
fn fewest_moves(game: &Game, placement: Placement, made: u32) -> u32 {
    let goal = placement.to_engine(game.rules().height);
    match game.finesse_from_entry(goal, placement.spin) {
        Some(path) if !path.iter().any(|stroke| matches!(stroke, Keystroke::SoftDrop(_))) => {
            path.iter().filter(|stroke| !matches!(stroke, Keystroke::HardDrop)).count() as u32
        }
        _ => made,
    }
}
