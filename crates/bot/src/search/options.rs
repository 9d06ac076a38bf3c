//! Which pieces can be placed next, and where.

use quintet_engine::Tetromino;

use crate::movegen::falling::StepSearch;
use crate::movegen::moves::Moves;
use crate::search::Move;
use crate::search::state::State;

/// A piece that can be placed next, and what is left after it.
#[derive(Clone, Copy)]
pub(crate) struct PieceOption {
    pub(crate) piece: Tetromino,
    /// Whether hold is pressed first.
    pub(crate) hold: bool,
    /// The held piece afterwards.
    pub(crate) held: Option<Tetromino>,
    /// How many pieces of the sequence are used up.
    pub(crate) used: u8,
}

/// The piece in play, which comes first in the sequence, and the one that hold brings.
///
/// Holding a piece of the same kind changes nothing, unless the piece in play has left the place
/// where pieces enter (`has_moved`).
#[inline]
pub(crate) fn options(
    sequence: &[Tetromino],
    hold: Option<Tetromino>,
    can_hold: bool,
    has_moved: bool,
) -> [Option<PieceOption>; 2] {
    let Some(&piece) = sequence.first() else {
        // The piece in play is unknown, but it can be exchanged for the held one.
        return [hold.map(|piece| PieceOption { piece, hold: true, held: None, used: 1 }), None];
    };
    let in_play = PieceOption { piece, hold: false, held: hold, used: 1 };
    let by_hold = match hold {
        _ if !can_hold => None,
        Some(held) if held != piece || has_moved => Some((held, 1)),
        Some(_) => None,
        None => sequence.get(1).map(|&following| (following, 2)),
    };
    let by_hold = by_hold.map(|(other, used)| PieceOption {
        piece: other,
        hold: true,
        held: Some(piece),
        used,
    });
    [Some(in_play), by_hold]
}

impl State {
    /// Every legal move that does not end the game at once.
    pub fn moves(&self) -> Vec<Move> {
        let sequence: Vec<Tetromino> =
            std::iter::once(self.piece).chain(self.queue.first().copied()).collect();
        let hold = self.hold.filter(|_| self.rules.hold);
        let can_hold = self.rules.hold && self.can_hold;
        let mut moves = Vec::new();
        for option in
            options(&sequence, hold, can_hold, self.falling.is_some()).into_iter().flatten()
        {
            let PieceOption { piece, hold, .. } = option;
            let mut add = |placement| {
                if !self.rules.is_locked_out(placement) {
                    moves.push(Move { hold, placement });
                }
            };
            match self.falling.filter(|_| !hold) {
                Some(falling) => {
                    let search = StepSearch::new(&self.board, piece, self.rules.movement);
                    search.landings_from(falling).into_iter().for_each(add);
                }
                None => {
                    Moves::with_spins(&self.board, piece, self.rules.movement).for_each(&mut add);
                }
            }
        }
        moves
    }
}
