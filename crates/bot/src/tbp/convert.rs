//! The protocol's words for pieces and places, and ours.
//!
//! The protocol names a place by the cell that the piece turns about; we name it by the leftmost
//! column and the lowest row that the piece covers.

use tbp::MaybeUnknown;
use tbp::data::{Move, Orientation, Piece as Letter, PieceLocation, Spin as Spun};

use crate::movegen::piece::{Piece, Rotation};
use crate::movegen::placement::{Placement, Spin};

/// Places further out than this are on no board.
const FARTHEST: i32 = 64;

/// The cells of a piece round the one that it turns about.
fn round_centre(piece: Piece, rotation: Rotation) -> [(i8, i8); 4] {
    let cells = match piece {
        Piece::I => [(-1, 0), (0, 0), (1, 0), (2, 0)],
        Piece::J => [(-1, 0), (0, 0), (1, 0), (-1, 1)],
        Piece::L => [(-1, 0), (0, 0), (1, 0), (1, 1)],
        Piece::O => [(0, 0), (1, 0), (0, 1), (1, 1)],
        Piece::S => [(-1, 0), (0, 0), (0, 1), (1, 1)],
        Piece::T => [(-1, 0), (0, 0), (1, 0), (0, 1)],
        Piece::Z => [(-1, 1), (0, 1), (0, 0), (1, 0)],
    };
    cells.map(|(x, y)| match rotation {
        Rotation::North => (x, y),
        Rotation::East => (y, -x),
        Rotation::South => (-x, -y),
        Rotation::West => (-y, x),
    })
}

/// From the centre to the leftmost column and the lowest row.
fn corner(piece: Piece, rotation: Rotation) -> (i8, i8) {
    let cells = round_centre(piece, rotation);
    cells.into_iter().fold((0, 0), |(left, low), (x, y)| (left.min(x), low.min(y)))
}

/// The protocol's piece; none for one that it got only later.
pub(super) fn piece(letter: &MaybeUnknown<Letter>) -> Option<Piece> {
    match letter {
        MaybeUnknown::Known(letter) => known_piece(letter),
        MaybeUnknown::Unknown(_) => None,
    }
}

pub(super) fn known_piece(letter: &Letter) -> Option<Piece> {
    Some(match letter {
        Letter::I => Piece::I,
        Letter::J => Piece::J,
        Letter::L => Piece::L,
        Letter::O => Piece::O,
        Letter::S => Piece::S,
        Letter::T => Piece::T,
        Letter::Z => Piece::Z,
        _ => return None,
    })
}

/// A piece in the protocol's words.
pub fn letter(piece: Piece) -> Letter {
    match piece {
        Piece::I => Letter::I,
        Piece::J => Letter::J,
        Piece::L => Letter::L,
        Piece::O => Letter::O,
        Piece::S => Letter::S,
        Piece::T => Letter::T,
        Piece::Z => Letter::Z,
    }
}

/// A placement in the protocol's words.
pub fn told(placement: Placement) -> Move {
    let Placement { piece, rotation, x, y, spin } = placement;
    let (left, low) = corner(piece, rotation);
    let orientation = match rotation {
        Rotation::North => Orientation::North,
        Rotation::East => Orientation::East,
        Rotation::South => Orientation::South,
        Rotation::West => Orientation::West,
    };
    let spin = match spin {
        Spin::None => Spun::None,
        Spin::Mini => Spun::Mini,
        Spin::Full => Spun::Full,
    };
    let (x, y) = (i32::from(x) - i32::from(left), i32::from(y) - i32::from(low));
    let location = PieceLocation::new(letter(piece).into(), orientation.into(), x, y);
    Move::new(location, spin.into())
}

/// What a move of the protocol means; none if a word of it is unknown or the place far off any
/// board. Only a T keeps its spin. Whether the piece fits there is another question.
pub fn understood(made: &Move) -> Option<Placement> {
    let piece = piece(&made.location.kind)?;
    let rotation = match &made.location.orientation {
        MaybeUnknown::Known(Orientation::North) => Rotation::North,
        MaybeUnknown::Known(Orientation::East) => Rotation::East,
        MaybeUnknown::Known(Orientation::South) => Rotation::South,
        MaybeUnknown::Known(Orientation::West) => Rotation::West,
        _ => return None,
    };
    let spin = match &made.spin {
        _ if piece != Piece::T => Spin::None,
        MaybeUnknown::Known(Spun::Mini) => Spin::Mini,
        MaybeUnknown::Known(Spun::Full) => Spin::Full,
        _ => Spin::None,
    };
    let near = -FARTHEST..FARTHEST;
    if !near.contains(&made.location.x) || !near.contains(&made.location.y) {
        return None;
    }
    let (left, low) = corner(piece, rotation);
    let (x, y) = (made.location.x as i8 + left, made.location.y as i8 + low);
    let rotation = Rotation::ALL[rotation as usize % piece.distinct_rotations()];
    Some(Placement { piece, rotation, x, y, spin })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_of_drawing_pieces_agree() {
        for piece in Piece::ALL {
            for rotation in Rotation::ALL {
                let (left, low) = corner(piece, rotation);
                let moved = round_centre(piece, rotation).map(|(x, y)| (x - left, y - low));
                let mut cells = [moved, piece.shape(rotation).cells];
                for cells in &mut cells {
                    cells.sort_unstable();
                }
                assert_eq!(cells[0], cells[1], "{piece:?} {rotation:?}");
            }
        }
    }

    #[test]
    fn what_is_told_is_understood() {
        for piece in Piece::ALL {
            for rotation in Rotation::ALL.into_iter().take(piece.distinct_rotations()) {
                let spin = if piece == Piece::T { Spin::Mini } else { Spin::None };
                let placement = Placement { piece, rotation, x: 3, y: 7, spin };
                assert_eq!(understood(&told(placement)), Some(placement));
            }
        }
    }

    #[test]
    fn places_off_any_board_are_not_understood() {
        for (x, y) in [(i32::MAX, 0), (0, i32::MIN), (64, 0)] {
            let location = PieceLocation::new(Letter::T.into(), Orientation::North.into(), x, y);
            assert_eq!(understood(&Move::new(location, Spun::None.into())), None);
        }
    }
}
