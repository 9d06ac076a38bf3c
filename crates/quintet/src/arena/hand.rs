//! From a move that a program names to buttons that the engine knows.

use quintet_bot::tbp::types::data::Move;
use quintet_bot::tbp::{told, understood};
use quintet_bot::{Piece, Placement, Spin, State, finesse};
use quintet_engine::Button;

/// A move that can be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Legal {
    /// Where the piece goes.
    pub(super) placement: Placement,
    /// The buttons tapped one after the other.
    pub(super) taps: Vec<Button>,
}

impl Legal {
    /// The move as it is told.
    pub(super) fn told(&self) -> Move {
        told(self.placement)
    }
}

/// The first of the moves that can be made. The cells decide; of spins that lead there the one that
/// the program claims is tried first.
pub(super) fn first_legal(state: &State, moves: &[Move]) -> Option<Legal> {
    moves.iter().find_map(|made| legal(state, understood(made)?))
}

fn legal(state: &State, placement: Placement) -> Option<Legal> {
    let by_hold = state.hold.or_else(|| state.queue.first().copied());
    let hold = match placement.piece {
        piece if piece == state.piece => false,
        piece if state.can_hold && by_hold == Some(piece) => true,
        _ => return None,
    };
    let others: &[Spin] =
        if placement.piece == Piece::T { &[Spin::Full, Spin::Mini, Spin::None] } else { &[] };
    let mut spins = std::iter::once(placement.spin).chain(others.iter().copied());
    spins.find_map(|spin| {
        let placement = Placement { spin, ..placement };
        let presses = finesse(&state.board, placement, state.terms.movement)?;
        let mut taps = if hold { vec![Button::Hold] } else { Vec::new() };
        for press in presses {
            let (button, times) = press.taps();
            taps.extend(std::iter::repeat_n(button, usize::from(times)));
        }
        Some(Legal { placement, taps })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_bot::Rotation;
    use quintet_engine::{Game, GameName, Micros, Position};

    fn flat(piece: Piece, x: i8) -> Move {
        told(Placement { piece, rotation: Rotation::North, x, y: 0, spin: Spin::None })
    }

    #[test]
    fn the_first_move_that_can_be_made_is_made() {
        let position = Position::new()
            .entering(quintet_engine::Kind::O)
            .next(&[quintet_engine::Kind::I, quintet_engine::Kind::T]);
        let mut game =
            Game::from_position(GameName::Versus.rules(), 1, &position).expect("a position");
        game.advance(Micros::ZERO, &mut |_| {}).expect("time begins");
        let state = State::of(&game).expect("a piece is in play");
        let moves = [flat(Piece::T, 0), flat(Piece::I, 8), flat(Piece::I, 6), flat(Piece::O, 0)];
        let legal = first_legal(&state, &moves).expect("the third can be made");
        assert_eq!((legal.placement.piece, legal.placement.x), (Piece::I, 6));
        assert_eq!(legal.taps.first(), Some(&Button::Hold));
        assert_eq!(legal.taps.last(), Some(&Button::HardDrop));
        assert_eq!(first_legal(&state, &moves[..2]), None);
    }
}
