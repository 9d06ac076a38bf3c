//! A player with a hand: presses buttons one after the other, as a person does.

use std::collections::VecDeque;

use quintet_engine::{Button, Game, Micros};

use crate::play::level::Level;
use crate::play::rng::Chance;
use crate::play::script::{Pace, Stroke, outcome, script};
use crate::search::state::State;
use crate::search::weights::Weights;
use crate::search::{Choice, Move, presses};

/// Plays a game by strokes.
///
/// Ask [`Hand::next`] for the stroke that comes next, let the game run up to its time, make it, and
/// ask again. The hand looks at the game anew each time. If something came between, be it that a
/// stroke was late or the piece has locked by itself, it notices and thinks again.
///
/// ```
/// use quintet_bot::{Hand, Level};
/// use quintet_engine::{Game, GameName, Micros};
///
/// let mut game = Game::new(GameName::Marathon.rules(), 42);
/// game.advance(Micros::ZERO, &mut |_| {})?;
/// let mut hand = Hand::new(Level::ALL[2], 7);
/// while game.view().pieces < 5 {
///     match hand.next(&game, &|| false) {
///         Some(stroke) => stroke.apply(&mut game, &mut |_| {}),
///         // Nothing to do before the next piece enters.
///         None => game.advance(game.next_deadline().expect("it goes on"), &mut |_| {})?,
///     }
/// }
/// # Ok::<(), quintet_engine::InputError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Hand {
    level: Level,
    weights: Option<Weights>,
    chance: Chance,
    plan: Option<Plan>,
}

/// What the hand is about to do with the piece in play.
#[derive(Clone, Debug)]
struct Plan {
    /// How many pieces had locked when it was made.
    pieces: u32,
    choice: Choice,
    strokes: VecDeque<Stroke>,
}

impl Hand {
    /// The hand of a player of this level. The same seed plays the same game the same way.
    pub const fn new(level: Level, seed: u64) -> Hand {
        Hand { level, weights: None, chance: Chance::new(seed), plan: None }
    }

    /// The same with another taste than the level's own.
    #[must_use]
    pub fn with_weights(self, weights: Weights) -> Hand {
        Hand { weights: Some(weights), ..self }
    }

    /// What the hand is about to do with the piece in play, if it has thought about it.
    pub fn choice(&self) -> Option<&Choice> {
        self.plan.as_ref().map(|plan| &plan.choice)
    }

    /// The next stroke, dated now or later; none while no piece is in play, and where the bot does
    /// not know how to play the game at all. `stop` breaks thinking off; the hand then does the best
    /// it has found.
    pub fn next(&mut self, game: &Game, stop: &(dyn Fn() -> bool + Sync)) -> Option<Stroke> {
        if game.is_over() || game.is_paused() {
            return None;
        }
        let pieces = game.view().pieces;
        let plan = self.plan.take().filter(|plan| plan.pieces == pieces);
        let Some(mut plan) = plan else {
            // The finger is still on the button that locked the last piece.
            if let Some(button) = game.held_buttons().iter().next() {
                return Some(Stroke { at: game.now(), button, down: false });
            }
            return self.begin(game, stop);
        };
        delay(&mut plan.strokes, game.now());
        let goal = plan.choice.chosen.placement;
        if outcome(game, plan.strokes.make_contiguous()) == Some(goal) {
            let stroke = plan.strokes.pop_front();
            self.plan = Some(plan);
            return stroke;
        }
        // Something came between. Fingers up, and look again.
        if let Some(button) = game.held_buttons().iter().next() {
            return Some(Stroke { at: game.now(), button, down: false });
        }
        self.begin(game, stop)
    }

    /// Thinks about the piece in play and makes the first stroke of what comes of it.
    fn begin(&mut self, game: &Game, stop: &(dyn Fn() -> bool + Sync)) -> Option<Stroke> {
        let state = State::of(game).ok()?;
        let weights = self.weights.unwrap_or_else(|| self.level.weights(game.rules()));
        let luck = self.chance.draw();
        // Up to a sixth more or less.
        let period = self.level.period.0;
        let period = Micros(period - period / 6 + self.chance.draw() % (period / 3 + 1));
        let scripted = |made: Move| strokes(game, &state, made, period);
        let mut choice = self.level.choose(&state, &weights, luck, stop)?;
        let mut strokes = scripted(choice.chosen);
        if strokes.is_none() {
            // The piece falls too fast to get there. Then the best of where it can be got to.
            let can = |made: &Move| scripted(*made).is_some();
            if let Some(other) = self.level.choose_among(&state, can, &weights, luck, stop) {
                choice = other;
                strokes = scripted(choice.chosen);
            }
        }
        let mut strokes = strokes.unwrap_or_else(|| dropped(game.now() + Micros(period.0 / 4)));
        let first = strokes.pop_front();
        self.plan = Some(Plan { pieces: game.view().pieces, choice, strokes });
        first
    }
}

/// The strokes for a move: in the time that a piece has, or faster where it falls so fast that it
/// would come too late; none if it comes too late all the same.
fn strokes(
    game: &Game,
    state: &State,
    made: Move,
    Micros(period): Micros,
) -> Option<VecDeque<Stroke>> {
    let presses = presses(state, made)?.len() as u64 + u64::from(made.hold);
    let tap = (period / 2 / presses.max(1)).clamp(SHORTEST_TAP.0, LONGEST_TAP.0);
    let pause = period.saturating_sub(tap * presses).max(period / 4);
    let paces = [
        Pace { pause: Micros(pause), tap: Micros(tap) },
        Pace { pause: Micros(pause / 4), tap: SHORTEST_TAP },
        Pace { pause: Micros::ZERO, tap: SHORTEST_TAP },
        Pace { pause: Micros::ZERO, tap: Micros::ZERO },
    ];
    let movement = state.terms.movement;
    paces.into_iter().find_map(|pace| script(game, movement, made, pace)).map(VecDeque::from)
}

/// Simply down.
fn dropped(at: Micros) -> VecDeque<Stroke> {
    [true, false].map(|down| Stroke { at, button: Button::HardDrop, down }).into()
}

/// Strokes that are late are made now, and those after them as much later.
fn delay(strokes: &mut VecDeque<Stroke>, now: Micros) {
    let late = strokes.front().map_or(Micros::ZERO, |stroke| now - stroke.at);
    for stroke in strokes {
        stroke.at += late;
    }
}

const SHORTEST_TAP: Micros = Micros::from_millis(24);
const LONGEST_TAP: Micros = Micros::from_millis(140);
