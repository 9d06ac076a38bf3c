//! A player that presses buttons one after the other, as a person does.

use std::collections::VecDeque;

use quintet_engine::{Button, Game, Keystroke, Micros, TimedInput};

use crate::movegen::placement::Placement;
use crate::play::level::Level;
use crate::play::rng::Rng;
use crate::play::script::{Pace, Planned, piece_in_play, run, script};
use crate::search::state::State;
use crate::search::weights::Weights;
use crate::search::{Choice, Move};

/// The shortest and the longest time from press to press, unless gravity leaves less.
const MIN_TAP: Micros = Micros::from_millis(24);
const MAX_TAP: Micros = Micros::from_millis(140);
/// How often [`Hand::inputs_for_piece`] thinks again before it simply drops the piece.
const MAX_ATTEMPTS: usize = 3;

/// Plays a game by timed inputs.
///
/// Ask [`Hand::next`] for the next input, let the game run up to its time, apply it, and ask again.
/// If something else happened in between (an input was late, the piece locked by itself), the hand
/// notices and thinks again. Inputs are for the first board; [`TimedInput::to_board`] moves them.
///
/// ```
/// use quintet_bot::{Hand, Level};
/// use quintet_engine::{GameName, Micros, Recorder};
///
/// let mut recorder = Recorder::new(&[GameName::Marathon.rules()], 42);
/// let mut hand = Hand::new(Level::ALL[2], 7);
/// recorder.advance(Micros::ZERO, &mut |_, _| {})?;
/// while let Some(game) = recorder.game(0).filter(|game| game.pieces_locked() < 5) {
///     match hand.next(game, &|| false) {
///         Some(input) => recorder.apply(&input, &mut |_, _| {})?,
///         // Nothing to do before the next piece enters.
///         None => recorder.advance(game.next_deadline().expect("it goes on"), &mut |_, _| {})?,
///     }
/// }
/// assert_eq!(recorder.replay().verify(), Ok(()));
/// # Ok::<(), quintet_engine::InputError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Hand {
    level: Level,
    weights: Option<Weights>,
    rng: Rng,
    plan: Option<Plan>,
}

/// What the hand is about to do with the piece in play.
#[derive(Clone, Debug)]
struct Plan {
    /// How many pieces had locked when it was made.
    pieces: u32,
    choice: Choice,
    /// Where the inputs make the piece lock.
    goal: Option<Placement>,
    inputs: VecDeque<Planned>,
    /// The piece in play after the last input that was made.
    piece: Option<quintet_engine::Piece>,
}

impl Plan {
    fn take_next(&mut self) -> Option<TimedInput> {
        let Planned { input, after } = self.inputs.pop_front()?;
        self.piece = after;
        Some(input)
    }

    /// Whether the inputs still lead to the goal. Those that are late are delayed to now.
    fn still_holds(&mut self, game: &Game) -> bool {
        let Some(next) = self.inputs.front() else { return false };
        if next.input.at >= game.now() && self.piece == piece_in_play(game) {
            return true;
        }
        delay(&mut self.inputs, game.now());
        self.goal.is_some() && run(&mut game.clone(), &mut self.inputs) == self.goal
    }
}

impl Hand {
    /// A hand that plays at this level. The same seed plays the same game the same way.
    pub const fn new(level: Level, seed: u64) -> Hand {
        Hand { level, weights: None, rng: Rng::new(seed), plan: None }
    }

    /// Uses these weights instead of the level's own.
    #[must_use]
    pub fn with_weights(self, weights: Weights) -> Hand {
        Hand { weights: Some(weights), ..self }
    }

    /// The choice for the piece in play, if the hand has thought about it.
    pub fn choice(&self) -> Option<&Choice> {
        self.plan.as_ref().map(|plan| &plan.choice)
    }

    /// The next input, dated now or later; `None` while no piece is in play, and in games that the
    /// bot does not support. Once `stop` returns true, thinking ends with the best move so far.
    pub fn next(&mut self, game: &Game, stop: &(dyn Fn() -> bool + Sync)) -> Option<TimedInput> {
        if game.is_over() || game.is_paused() {
            return None;
        }
        let pieces = game.pieces_locked();
        let plan = self.plan.take().filter(|plan| plan.pieces == pieces);
        if let Some(mut plan) = plan
            && plan.still_holds(game)
        {
            let input = plan.take_next();
            self.plan = Some(plan);
            return input;
        }
        // A new piece, or something else happened: release everything, then think.
        if let Some(button) = game.held_buttons().iter().next() {
            return Some(TimedInput::release(button, game.now()));
        }
        let mut plan = self.think(game, stop)?;
        let first = plan.take_next();
        self.plan = Some(plan);
        first
    }

    /// All inputs for the piece in play up to its lock, and the releases after it. None of them is
    /// dated before `earliest`, which is asked once the hand has thought. Empty where there is
    /// nothing to do.
    pub fn inputs_for_piece(
        &mut self,
        game: &Game,
        earliest: &dyn Fn() -> Micros,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Vec<TimedInput> {
        let mut game = game.clone();
        let mut inputs = release_all(&mut game, earliest());
        for attempt in 1..=MAX_ATTEMPTS {
            let Some(mut plan) = self.think(&game, stop) else { break };
            delay(&mut plan.inputs, earliest());
            let mut after = game.clone();
            let locked = run(&mut after, &mut plan.inputs);
            let is_as_planned = locked.is_some() && locked == plan.goal;
            if is_as_planned || attempt == MAX_ATTEMPTS {
                inputs.extend(plan.inputs.into_iter().map(|planned| planned.input));
                let at = after.now();
                inputs.extend(release_all(&mut after, at));
                break;
            }
            // Thinking took so long that the piece has fallen past its goal: think from there.
            let _ = game.advance(earliest().max(game.now()), &mut |_| {});
        }
        inputs
    }

    /// Thinks about the piece in play.
    fn think(&mut self, game: &Game, stop: &(dyn Fn() -> bool + Sync)) -> Option<Plan> {
        let state = State::of(game).ok()?;
        let weights = self.weights.unwrap_or_else(|| self.level.weights(game.rules()));
        let random = self.rng.next();
        // Up to a sixth more or less.
        let period = self.level.period.0;
        let period = Micros(period - period / 6 + self.rng.next() % (period / 3 + 1));
        let mut choice = self.level.choose(&state, &weights, random, stop)?;
        let mut inputs = inputs_for(game, choice.chosen, period);
        if inputs.is_none() {
            // The piece falls too fast for that: take the best of the moves that are possible.
            let mut possible: Vec<(Move, VecDeque<Planned>)> = self
                .level
                .moves(&state)
                .into_iter()
                .filter_map(|made| Some((made, inputs_for(game, made, period)?)))
                .collect();
            let first: Vec<Move> = possible.iter().map(|&(made, _)| made).collect();
            let other = self.level.choose_among(&state, &first, &weights, random, stop);
            if let Some(other) = other {
                let index = first.iter().position(|&made| made == other.chosen);
                inputs = index.map(|index| possible.swap_remove(index).1);
                choice = other;
            }
        }
        let pieces = game.pieces_locked();
        let (goal, inputs) = if let Some(inputs) = inputs {
            (Some(choice.chosen.placement), inputs)
        } else {
            let mut inputs = hard_drop(game.now() + Micros(period.0 / 4));
            (run(&mut game.clone(), &mut inputs), inputs)
        };
        Some(Plan { pieces, choice, goal, inputs, piece: None })
    }
}

/// The inputs for a move: in the time that a piece has, or faster where it falls so fast that it
/// would be too late; `None` if it is too late all the same.
fn inputs_for(game: &Game, made: Move, Micros(period): Micros) -> Option<VecDeque<Planned>> {
    let path: Vec<Keystroke> = path(game, made)?;
    let presses = path.len() as u64 + u64::from(made.hold);
    let tap = (period / 2 / presses.max(1)).clamp(MIN_TAP.0, MAX_TAP.0);
    let pause = period.saturating_sub(tap * presses).max(period / 4);
    let paces = [
        Pace { pause: Micros(pause), tap: Micros(tap) },
        Pace { pause: Micros(pause / 4), tap: MIN_TAP },
        Pace { pause: Micros::ZERO, tap: MIN_TAP },
        Pace { pause: Micros::ZERO, tap: Micros::ZERO },
    ];
    paces.into_iter().find_map(|pace| script(game, made, &path, pace))
}

/// The fewest presses for a move, hold not counted.
pub(crate) fn path(game: &Game, Move { hold, placement }: Move) -> Option<Vec<Keystroke>> {
    let goal = placement.to_engine(game.rules().height);
    if hold {
        game.finesse_from_entry(goal, placement.spin)
    } else {
        game.finesse(goal, placement.spin)
    }
}

fn hard_drop(at: Micros) -> VecDeque<Planned> {
    let button = Button::HardDrop;
    [TimedInput::press(button, at), TimedInput::release(button, at)]
        .map(|input| Planned { input, after: None })
        .into()
}

/// Releases every button that is held, not before `earliest`.
fn release_all(game: &mut Game, earliest: Micros) -> Vec<TimedInput> {
    let at = game.now();
    let mut inputs = Vec::new();
    for button in game.held_buttons().iter() {
        // Now is never refused.
        let _ = game.release(button, at, &mut |_| {});
        inputs.push(TimedInput::release(button, at.max(earliest)));
    }
    inputs
}

/// If the first input is dated before `now`, all of them are delayed by the difference.
fn delay(inputs: &mut VecDeque<Planned>, now: Micros) {
    let late = inputs.front().map_or(Micros::ZERO, |planned| now - planned.input.at);
    for planned in inputs {
        planned.input.at += late;
    }
}
