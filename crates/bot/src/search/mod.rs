//! Thinking: from a position to a move.
//!
//! A [`state`] is what a player sees of a game, with the rules that matter to placements. [`think`]
//! follows it with a [`beam`] search: all moves of the piece in play and of the held piece, the best
//! positions they lead to, and so on to the end of the preview; beyond it the [`bag`] tells which
//! pieces may come. A position is worth what [`evaluate`] says of its board, plus what each [`lock`]
//! on the way earned, in the proportions that [`weights`] give.
//!
//! There is no clock in here: the same state, weights and budget give the same move on every machine.

pub(crate) mod bag;
mod beam;
pub(crate) mod evaluate;
pub(crate) mod lock;
mod options;
pub(crate) mod state;
pub(crate) mod weights;

use crate::movegen::placement::Placement;
use beam::Beam;
use state::State;
use weights::Weights;

/// How much to think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Roughly how many placements to search; all first moves are always searched.
    pub nodes: u64,
    /// How many threads search. The result does not depend on it; where there are no threads, as in
    /// a browser, one searches.
    pub threads: usize,
}

impl Budget {
    /// This many nodes on one thread.
    pub const fn nodes(nodes: u64) -> Budget {
        Budget { nodes, threads: 1 }
    }

    /// Until told to stop, or until [`Budget::MAX_NODES`].
    pub const UNTIL_STOPPED: Budget = Budget::nodes(Budget::MAX_NODES);
    /// The most nodes searched for one move; it bounds the memory too.
    pub const MAX_NODES: u64 = 20_000_000;
}

/// One move: whether hold is pressed first, and where the piece goes that is in play then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Whether hold is pressed first.
    pub hold: bool,
    /// Where the piece goes.
    pub placement: Placement,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Choice {
    /// The move.
    pub chosen: Move,
    /// The value of the position at the end of the line, rewards on the way included.
    pub value: i32,
    /// Placements searched.
    pub nodes: u64,
    /// How many moves ahead, this one included.
    pub depth: usize,
    /// What the bot expects to do: this move and those after it.
    pub line: Vec<Move>,
    /// The best first moves, the best first, each with its value as deep as it was followed.
    pub alternatives: Vec<(Move, i32)>,
}

/// Finds a good move; `None` if every placement ends the game at once.
///
/// The same position, weights and budget give the same choice, unless `stop` returns true before the
/// budget is spent: it is polled every few microseconds to milliseconds, and the best move found so
/// far is returned.
///
/// ```
/// use quintet_bot::{Budget, State, Weights, think};
/// use quintet_engine::{Game, GameName, Micros};
///
/// let mut game = Game::new(GameName::Versus.rules(), 42);
/// game.advance(Micros::ZERO, &mut |_| {})?;
/// let state = State::of(&game)?;
/// let choice = think(&state, &Weights::VERSUS, Budget::nodes(2000), &|| false);
/// assert!(choice.is_some_and(|choice| state.moves().contains(&choice.chosen)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn think(
    state: &State,
    weights: &Weights,
    budget: Budget,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Choice> {
    Beam::new(state, weights, budget, stop).run()
}

/// Finds the best of these moves; `None` if none of them is legal.
pub(crate) fn think_among(
    state: &State,
    first: &[Move],
    weights: &Weights,
    budget: Budget,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Choice> {
    Beam::new(state, weights, budget, stop).among(first).run()
}

/// The value of a certain move, searched as [`think`] does; `None` if it is not legal or ends the
/// game at once.
pub fn judge(
    state: &State,
    made: Move,
    weights: &Weights,
    budget: Budget,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<i32> {
    think_among(state, &[made], weights, budget, stop).map(|choice| choice.value)
}
