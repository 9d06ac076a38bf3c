//! What a bot is about to do on its board.

use std::collections::VecDeque;
use std::time::Instant;

use quintet_bot::{Hand, Level};
use quintet_engine::{Game, Micros, TimedInput};

/// The most nodes that a bot searches per piece here, whatever its level.
pub(super) const MAX_NODES: u64 = 20_000;
/// More inputs than any piece needs.
const MAX_INPUTS: usize = 120;
/// How long a plan takes to come back to the board.
const RETURN_TIME: Micros = Micros::from_millis(2);

/// A hand of a level that searches no more than it may here.
pub(super) fn hand(level: Level, seed: u64) -> Hand {
    Hand::new(Level { nodes: level.nodes.min(MAX_NODES), ..level }, seed)
}

/// All inputs for the piece in play on a board as it was at an instant. None is dated before the
/// thinking is done.
pub(super) fn think(hand: &mut Hand, mut board: Game, asked: Instant) -> VecDeque<TimedInput> {
    let (pieces, began) = (board.view().pieces, board.now());
    let mut inputs = VecDeque::new();
    while board.view().pieces == pieces && inputs.len() < MAX_INPUTS {
        let Some(mut timed) = hand.next(&board, &|| false) else { break };
        let late = u64::try_from(asked.elapsed().as_micros()).unwrap_or(u64::MAX);
        timed.at = timed.at.max(began + Micros(late) + RETURN_TIME);
        if board.apply(&timed, &mut |_| {}).is_err() {
            break;
        }
        inputs.push_back(timed);
    }
    inputs
}
