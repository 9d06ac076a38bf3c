//! What the bot would have done: a recorded game, piece by piece.

use quintet_engine::{
    Button, Event, Input, MAX_DURATION, Match, Micros, Replay, TimedEvent, TimedInput, VerifyError,
};

use crate::movegen::placement::Placement;
use crate::play::finesse::Press;
use crate::search::state::{State, StateError};
use crate::search::weights::Weights;
use crate::search::{Budget, Move, judge, presses, think};

/// A loss that makes a move half as accurate as the best one.
const HALF_AS_GOOD: i64 = 250;
/// More than this a single move does not lose.
const MOST_LOSS: i32 = 10_000;
/// How many of the worst moves are named.
const WORST: usize = 3;

/// What a player did with a piece, and what the bot would have done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// How many pieces the player had locked before it.
    pub number: u32,
    /// When it entered: the moment to jump to.
    pub entered: Micros,
    /// When it locked.
    pub locked: Micros,
    /// What the player did.
    pub played: Move,
    /// What the bot would have done.
    pub best: Move,
    /// What the bot's move is worth.
    pub value: i32,
    /// How much less the player's move is worth; nothing if it is as good.
    pub loss: i32,
    /// Presses of left, right and turns beyond the fewest that lead there.
    pub faults: u32,
}

impl Judged {
    /// How good the move was, from 1000 for the best down to 0.
    pub fn accuracy(&self) -> u32 {
        (1000 * HALF_AS_GOOD / (HALF_AS_GOOD + i64::from(self.loss))) as u32
    }
}

/// A game as the bot sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Analysis {
    /// Every piece that was judged, in their order: the series over time.
    pub pieces: Vec<Judged>,
    /// The places in `pieces` of up to three of the worst moves, the worst first.
    pub worst: Vec<usize>,
    /// The mean of all moves' accuracies, in thousandths.
    pub accuracy: u32,
    /// Presses beyond the fewest, all pieces together.
    pub faults: u32,
    /// Pieces without such a press.
    pub without_fault: u32,
    /// Whether the whole game was judged.
    pub is_whole: bool,
}

/// Why a replay cannot be analysed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
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
        /// Who was asked for, the first being 0.
        player: usize,
        /// How many there are.
        players: usize,
    },
}

/// Analyses a replay from beginning to end. `progress` is told how many pieces are done and how
/// many there are; `stop` breaks it off, and what was judged by then is the result.
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

/// Analyses a replay one piece at a time, for whoever has other things to do in between.
#[derive(Clone, Debug)]
pub struct Analyst<'a> {
    replay: &'a Replay,
    player: usize,
    budget: Budget,
    weights: Weights,
    game: Match,
    /// The next input.
    next: usize,
    turn: Option<Turn>,
    pieces: Vec<Judged>,
    is_whole: bool,
}

/// What has happened to the piece in play so far.
#[derive(Clone, Debug)]
struct Turn {
    number: u32,
    entered: Micros,
    state: State,
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
        if end > MAX_DURATION {
            return Err(VerifyError::TooLong { end }.into());
        }
        let players = game.players();
        let Some(board) = game.game(player) else {
            return Err(AnalysisError::Player { player, players });
        };
        let rules = *board.rules();
        crate::search::state::Terms::of(&rules)?;
        // Time has passed since the first moment as soon as there is any input.
        let _ = game.advance(Micros::ZERO, &mut |_, _| {});
        Ok(Analyst {
            replay,
            player,
            budget,
            weights: Weights::for_rules(&rules),
            game,
            next: 0,
            turn: None,
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
    pub fn last(&self) -> Option<&Judged> {
        self.pieces.last()
    }

    /// Goes on until another piece is judged; false when there is none left, or when told to stop.
    pub fn step(&mut self, stop: &(dyn Fn() -> bool + Sync)) -> bool {
        loop {
            if stop() {
                return false;
            }
            self.notice_piece();
            let Some((at, input)) = self.next_moment() else {
                self.is_whole = true;
                return false;
            };
            if let Some((placement, at)) = self.pass(at, input)
                && let Some(turn) = self.turn.take()
                && let Some(judged) = self.judge(turn, placement, at, stop)
            {
                self.pieces.push(judged);
                return true;
            }
        }
    }

    /// What came of it so far.
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
    fn notice_piece(&mut self) {
        let Some(game) = self.game.game(self.player) else { return };
        let number = game.view().pieces;
        if self.turn.as_ref().is_some_and(|turn| turn.number == number) {
            return;
        }
        self.turn = State::of(game).ok().map(|state| Turn {
            number,
            entered: game.now(),
            // Wherever it is by now, it is judged from where it entered.
            state: State { falling: None, ..state },
            held: false,
            presses: 0,
        });
    }

    /// When something happens next: an input, or what falls due.
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

    /// Lets that happen; says where and when the player's piece locked, if it did.
    fn pass(&mut self, at: Micros, input: Option<&TimedInput>) -> Option<(Placement, Micros)> {
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
        // What a replay's game refuses has no effect on it, here as in any other play of it.
        let _ = match input {
            Some(input) => {
                self.next += 1;
                self.game.apply(input, &mut listen)
            }
            None => self.game.advance(at, &mut listen),
        };
        if let Some(turn) = &mut self.turn {
            if held {
                turn.held = true;
                turn.presses = 0;
            } else if let Some(TimedInput { input: Input::Press(button), player: of, .. }) = input
                && usize::from(*of) == player
                && is_move(*button)
            {
                turn.presses += 1;
            }
        }
        locked
    }

    fn judge(
        &self,
        turn: Turn,
        placement: Placement,
        locked: Micros,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Judged> {
        let Turn { number, entered, state, held, presses: used } = turn;
        // A piece exchanged for its like is as good as none exchanged.
        let hold = held && state.hold != Some(state.piece);
        let played = Move { hold, placement };
        let best = think(&state, &self.weights, self.budget, stop)?;
        let judged = if best.chosen == played {
            Some(best.value)
        } else {
            judge(&state, played, &self.weights, self.budget, stop)
        };
        if stop() {
            return None;
        }
        // A move that the search does not know ends the game.
        let loss = judged.map_or(MOST_LOSS, |value| best.value.saturating_sub(value));
        let fewest = presses(&state, played).map_or(used, |presses| fewest(&presses, used));
        Some(Judged {
            number,
            entered,
            locked,
            played,
            best: best.chosen,
            value: best.value,
            loss: loss.clamp(0, MOST_LOSS),
            faults: used.saturating_sub(fewest),
        })
    }
}

/// Whether a press moves or turns the piece.
const fn is_move(button: Button) -> bool {
    matches!(
        button,
        Button::Left | Button::Right | Button::RotateCw | Button::RotateCcw | Button::Rotate180
    )
}

/// How many presses of left, right and turns there are; where the piece must be brought below an
/// overhang there is no telling what is too much.
fn fewest(presses: &[Press], used: u32) -> u32 {
    if presses.iter().any(|press| matches!(press, Press::SoftDrop(_))) {
        return used;
    }
    presses.iter().filter(|press| !matches!(press, Press::HardDrop)).count() as u32
}
