//! What a bot's hands are about to do on its board.

use std::collections::VecDeque;
use std::time::Instant;

use quintet_bot::{Hand, Level, Stroke};
use quintet_engine::{Game, Micros};

/// The most that a bot thinks about a piece here, whatever its level.
pub(super) const MOST_NODES: u64 = 20_000;
/// More strokes than any piece needs.
const MOST_STROKES: usize = 120;
/// How long a thought takes to come back to the board.
const ON_ITS_WAY: Micros = Micros::from_millis(2);

/// A hand of a level, that thinks no more than it may here.
pub(super) fn hand(level: Level, seed: u64) -> Hand {
    Hand::new(Level { nodes: level.nodes.min(MOST_NODES), ..level }, seed)
}

/// All strokes for the piece in play on a board as it was at an instant. None is dated before the
/// thinking is done.
pub(super) fn think(hand: &mut Hand, mut board: Game, asked: Instant) -> VecDeque<Stroke> {
    let (pieces, began) = (board.view().pieces, board.now());
    let mut strokes = VecDeque::new();
    while board.view().pieces == pieces && strokes.len() < MOST_STROKES {
        let Some(mut stroke) = hand.next(&board, &|| false) else { break };
        let late = u64::try_from(asked.elapsed().as_micros()).unwrap_or(u64::MAX);
        stroke.at = stroke.at.max(began + Micros(late) + ON_ITS_WAY);
        stroke.apply(&mut board, &mut |_| {});
        strokes.push_back(stroke);
    }
    strokes
}
