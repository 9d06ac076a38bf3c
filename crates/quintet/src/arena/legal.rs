//! From a suggested move to the buttons that make it.

use quintet_bot::tbp::types::data::Move;
use quintet_bot::tbp::{from_tbp, to_tbp};
use quintet_bot::{Placement, State, Tetromino};
use quintet_engine::{Button, Game, Spin};

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Legal {
    /// Where the piece goes.
    pub(super) placement: Placement,
    /// The buttons to tap, in order.
    pub(super) taps: Vec<Button>,
}

impl Legal {
    /// The move in the protocol's form.
    pub(super) fn to_tbp(&self) -> Move {
        to_tbp(self.placement)
    }
}

/// The first of the moves that is legal in this game. The cells decide; of several spins that lead
/// there, the one that the program claims is tried first.
pub(super) fn first_legal(game: &Game, state: &State, moves: &[Move]) -> Option<Legal> {
    moves.iter().find_map(|made| legal(game, state, from_tbp(made)?))
}

fn legal(game: &Game, state: &State, placement: Placement) -> Option<Legal> {
    let by_hold = state.hold.or_else(|| state.queue.first().copied());
    let hold = match placement.piece {
        piece if piece == state.piece => false,
        piece if state.can_hold && by_hold == Some(piece) => true,
        _ => return None,
    };
    let goal = placement.to_engine(game.rules().height);
    let others: &[Spin] =
        if placement.piece == Tetromino::T { &[Spin::Full, Spin::Mini, Spin::None] } else { &[] };
    let mut spins = std::iter::once(placement.spin).chain(others.iter().copied());
    spins.find_map(|spin| {
        let path = game.finesse_from_entry(goal, spin)?;
        let mut taps = if hold { vec![Button::Hold] } else { Vec::new() };
        for keystroke in path {
            let (button, times) = keystroke.taps();
            taps.extend(std::iter::repeat_n(button, usize::from(times)));
        }
        Some(Legal { placement: Placement { spin, ..placement }, taps })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_bot::Rotation;
    use quintet_engine::{Game, GameName, Micros, Position};

    fn flat(piece: Tetromino, x: i8) -> Move {
        to_tbp(Placement { piece, rotation: Rotation::North, x, y: 0, spin: Spin::None })
    }

    #[test]
    fn the_first_legal_move_is_made() {
        let position = Position::new()
            .entering(quintet_engine::Kind::O)
            .next(&[quintet_engine::Kind::I, quintet_engine::Kind::T]);
        let mut game =
            Game::from_position(GameName::Versus.rules(), 1, &position).expect("a position");
        game.advance(Micros::ZERO, &mut |_| {}).expect("time begins");
        let state = State::of(&game).expect("a piece is in play");
        let moves = [
            flat(Tetromino::T, 0),
            flat(Tetromino::I, 8),
            flat(Tetromino::I, 6),
            flat(Tetromino::O, 0),
        ];
        let legal = first_legal(&game, &state, &moves).expect("the third is legal");
        assert_eq!((legal.placement.piece, legal.placement.x), (Tetromino::I, 6));
        assert_eq!(legal.taps.first(), Some(&Button::Hold));
        assert_eq!(legal.taps.last(), Some(&Button::HardDrop));
        assert_eq!(first_legal(&game, &state, &moves[..2]), None);
    }
}
