//! What a bot is about to do on its board.

use std::collections::VecDeque;
use std::time::Instant;

use quintet_bot::{Hand, Level};
use quintet_engine::{Game, Micros, TimedInput};

/// The most placements that a bot searches per piece here, whatever its level.
const MAX_NODES: u64 = 20_000;
/// How long the result of a search takes to come back to the board.
const RETURN_TIME: Micros = Micros::from_millis(2);

/// A hand of a level, limited to [`MAX_NODES`].
pub(super) fn hand(level: Level, seed: u64) -> Hand {
    Hand::new(Level { nodes: level.nodes.min(MAX_NODES), ..level }, seed)
}

/// All inputs for the piece in play on a board as it was at an instant. None is dated before the
/// search is done.
pub(super) fn think(hand: &mut Hand, board: &Game, asked: Instant) -> VecDeque<TimedInput> {
    let earliest = || {
        let late = u64::try_from(asked.elapsed().as_micros()).unwrap_or(u64::MAX);
        board.now() + Micros(late) + RETURN_TIME
    };
    hand.inputs_for_piece(board, &earliest, &|| false).into()
}
