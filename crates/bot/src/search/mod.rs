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
pub(crate) mod state;
pub(crate) mod weights;

use crate::movegen::placement::Placement;
use crate::play::finesse::{Press, finesse, finesse_from};
use crate::search::beam::Beam;
use crate::search::state::State;
use crate::search::weights::Weights;

/// How long to think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Placements looked at, more or less; the first move is always looked at whole.
    pub nodes: u64,
    /// How many threads think. Where there are none to be had, one does; what comes out is the same.
    pub threads: usize,
}

impl Budget {
    /// So many nodes on one thread.
    pub const fn nodes(nodes: u64) -> Budget {
        Budget { nodes, threads: 1 }
    }

    /// Until told to stop, or until [`Budget::MOST_NODES`].
    pub const UNTIL_STOPPED: Budget = Budget::nodes(Budget::MOST_NODES);
    /// The most nodes that one move is worth; it bounds the memory too.
    pub const MOST_NODES: u64 = 20_000_000;
}

/// One move: whether the piece in play is put aside first, and where the piece goes that is in play
/// then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Whether hold is pressed first.
    pub hold: bool,
    /// Where the piece goes.
    pub placement: Placement,
}

/// What came of thinking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub chosen: Move,
    /// The fewest presses that do it after hold, if there is one; empty if it cannot be had, which
    /// does not happen to moves that [`think`] chose.
    pub presses: Vec<Press>,
    /// What the position at the end of the line is worth, with everything on the way.
    pub value: i32,
    /// Placements looked at.
    pub nodes: u64,
    /// How many moves ahead, this one included.
    pub depth: usize,
    /// What the bot expects to do: this move and those after it.
    pub line: Vec<Move>,
    /// The first moves that were compared, the best first, each with its value as deep as it was
    /// followed.
    pub rivals: Vec<(Move, i32)>,
}

/// Finds a good move; none if there is no placement that does not end the game at once.
///
/// The same position, weights and budget give the same choice, unless `stop` says so before the
/// budget is spent. `stop` is asked every few microseconds to milliseconds; the move after that is
/// the best found so far. There is no clock in here.
pub fn think(
    state: &State,
    weights: &Weights,
    budget: Budget,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Choice> {
    chosen(state, Beam::new(state, weights, budget, stop))
}

/// Finds the best of these moves; none if it does not know any of them.
pub(crate) fn think_among(
    state: &State,
    first: &[Move],
    weights: &Weights,
    budget: Budget,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Choice> {
    chosen(state, Beam::new(state, weights, budget, stop).among(first))
}

/// Every move that does not end the game at once.
pub(crate) fn moves(state: &State) -> Vec<Move> {
    Beam::new(state, &Weights::SOLO, Budget::nodes(1), &|| false).first_moves()
}

fn chosen(state: &State, search: Beam<'_>) -> Option<Choice> {
    let found = search.run()?;
    let chosen = *found.line.first()?;
    let presses = presses(state, chosen).unwrap_or_default();
    Some(Choice {
        chosen,
        presses,
        value: found.value,
        nodes: found.nodes,
        depth: found.line.len(),
        line: found.line,
        rivals: found.rivals,
    })
}

/// What a certain move is worth, thought about as [`think`] does; none if it cannot be made or ends
/// the game at once.
pub fn judge(
    state: &State,
    made: Move,
    weights: &Weights,
    budget: Budget,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<i32> {
    let found = Beam::new(state, weights, budget, stop).among(&[made]).run()?;
    Some(found.value)
}

/// The fewest presses for a move, hold not counted.
pub fn presses(state: &State, Move { hold, placement }: Move) -> Option<Vec<Press>> {
    let movement = state.terms.movement;
    match state.falling {
        Some(falling) if !hold => finesse_from(&state.board, falling, placement, movement),
        _ => finesse(&state.board, placement, movement),
    }
}
