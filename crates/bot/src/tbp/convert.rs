//! Conversion between the protocol's types and ours.
//!
//! The protocol locates a piece by the cell that it rotates about; we do by the leftmost column and
//! the lowest row that the piece covers.

use quintet_engine::{Rotation, Spin, Tetromino};
use tbp::MaybeUnknown;
use tbp::data::{Move, Orientation, Piece as TbpPiece, PieceLocation, Spin as TbpSpin};

use crate::movegen::piece::{canonical_rotation, shape_of};
use crate::movegen::placement::Placement;

/// Coordinates beyond this are on no board.
const MAX_COORDINATE: i32 = 64;

/// The leftmost column and the lowest row of a piece, seen from the cell that it rotates about.
///
/// In the Super Rotation System that cell is the centre of a box of three by three. I and O rotate
/// about the corner of a cell; the protocol names the cell left of and below it as they enter, and
/// follows that cell as it rotates.
fn corner(piece: Tetromino, rotation: Rotation) -> (i8, i8) {
    let shape = shape_of(piece, rotation);
    let (centre_x, centre_y) = match (piece, rotation) {
        (Tetromino::I, Rotation::North) => (1, 2),
        (Tetromino::I, Rotation::East) => (2, 2),
        (Tetromino::I, Rotation::South) => (2, 1),
        (Tetromino::O, Rotation::North) => (0, 0),
        (Tetromino::O, Rotation::East) => (0, 1),
        (Tetromino::O, Rotation::West) => (1, 0),
        _ => (1, 1),
    };
    (shape.corner.0 - centre_x, shape.corner.1 - centre_y)
}

/// Our piece for the protocol's; `None` for one that is unknown.
pub(super) fn piece(letter: &MaybeUnknown<TbpPiece>) -> Option<Tetromino> {
    match letter {
        MaybeUnknown::Known(letter) => known_piece(letter),
        MaybeUnknown::Unknown(_) => None,
    }
}

pub(super) fn known_piece(letter: &TbpPiece) -> Option<Tetromino> {
    Some(match letter {
        TbpPiece::I => Tetromino::I,
        TbpPiece::J => Tetromino::J,
        TbpPiece::L => Tetromino::L,
        TbpPiece::O => Tetromino::O,
        TbpPiece::S => Tetromino::S,
        TbpPiece::T => Tetromino::T,
        TbpPiece::Z => Tetromino::Z,
        _ => return None,
    })
}

/// The protocol's piece for ours.
pub fn piece_to_tbp(piece: Tetromino) -> TbpPiece {
    match piece {
        Tetromino::I => TbpPiece::I,
        Tetromino::J => TbpPiece::J,
        Tetromino::L => TbpPiece::L,
        Tetromino::O => TbpPiece::O,
        Tetromino::S => TbpPiece::S,
        Tetromino::T => TbpPiece::T,
        Tetromino::Z => TbpPiece::Z,
    }
}

/// The protocol's move for a placement.
pub fn to_tbp(placement: Placement) -> Move {
    let Placement { piece, rotation, x, y, spin } = placement;
    let (left, low) = corner(piece, rotation);
    let orientation = match rotation {
        Rotation::North => Orientation::North,
        Rotation::East => Orientation::East,
        Rotation::South => Orientation::South,
        Rotation::West => Orientation::West,
    };
    let spin = match spin {
        Spin::None => TbpSpin::None,
        Spin::Mini => TbpSpin::Mini,
        Spin::Full => TbpSpin::Full,
    };
    let (x, y) = (i32::from(x) - i32::from(left), i32::from(y) - i32::from(low));
    let location = PieceLocation::new(piece_to_tbp(piece).into(), orientation.into(), x, y);
    Move::new(location, spin.into())
}

/// The placement for a move of the protocol; `None` if a part of it is unknown or it is far off any
/// board. Only a T keeps its spin. Whether the piece fits is not checked.
pub fn from_tbp(made: &Move) -> Option<Placement> {
    let piece = piece(&made.location.kind)?;
    let rotation = match &made.location.orientation {
        MaybeUnknown::Known(Orientation::North) => Rotation::North,
        MaybeUnknown::Known(Orientation::East) => Rotation::East,
        MaybeUnknown::Known(Orientation::South) => Rotation::South,
        MaybeUnknown::Known(Orientation::West) => Rotation::West,
        _ => return None,
    };
    let spin = match &made.spin {
        _ if piece != Tetromino::T => Spin::None,
        MaybeUnknown::Known(TbpSpin::Mini) => Spin::Mini,
        MaybeUnknown::Known(TbpSpin::Full) => Spin::Full,
        _ => Spin::None,
    };
    let near = -MAX_COORDINATE..MAX_COORDINATE;
    if !near.contains(&made.location.x) || !near.contains(&made.location.y) {
        return None;
    }
    let (left, low) = corner(piece, rotation);
    let (x, y) = (made.location.x as i8 + left, made.location.y as i8 + low);
    let rotation = canonical_rotation(piece, rotation);
    Some(Placement { piece, rotation, x, y, spin })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::piece::distinct_rotations;

    /// The cells of a piece around the one that it rotates about, as the protocol defines them.
    fn around_centre(piece: Tetromino, rotation: Rotation) -> [(i8, i8); 4] {
        let cells = match piece {
            Tetromino::I => [(-1, 0), (0, 0), (1, 0), (2, 0)],
            Tetromino::J => [(-1, 0), (0, 0), (1, 0), (-1, 1)],
            Tetromino::L => [(-1, 0), (0, 0), (1, 0), (1, 1)],
            Tetromino::O => [(0, 0), (1, 0), (0, 1), (1, 1)],
            Tetromino::S => [(-1, 0), (0, 0), (0, 1), (1, 1)],
            Tetromino::T => [(-1, 0), (0, 0), (1, 0), (0, 1)],
            Tetromino::Z => [(-1, 1), (0, 1), (0, 0), (1, 0)],
        };
        cells.map(|(x, y)| match rotation {
            Rotation::North => (x, y),
            Rotation::East => (y, -x),
            Rotation::South => (-x, -y),
            Rotation::West => (-y, x),
        })
    }

    #[test]
    fn the_engine_and_the_protocol_agree_on_all_cells() {
        for piece in Tetromino::ALL {
            for rotation in Rotation::ALL {
                let (left, low) = corner(piece, rotation);
                let moved = around_centre(piece, rotation).map(|(x, y)| (x - left, y - low));
                let mut cells = [moved, shape_of(piece, rotation).cells];
                for cells in &mut cells {
                    cells.sort_unstable();
                }
                assert_eq!(cells[0], cells[1], "{piece:?} {rotation:?}");
            }
        }
    }

    #[test]
    fn a_placement_survives_the_way_to_the_protocol_and_back() {
        for piece in Tetromino::ALL {
            for rotation in Rotation::ALL.into_iter().take(distinct_rotations(piece)) {
                let spin = if piece == Tetromino::T { Spin::Mini } else { Spin::None };
                let placement = Placement { piece, rotation, x: 3, y: 7, spin };
                assert_eq!(from_tbp(&to_tbp(placement)), Some(placement));
            }
        }
    }

    #[test]
    fn places_off_any_board_are_refused() {
        for (x, y) in [(i32::MAX, 0), (0, i32::MIN), (64, 0)] {
            let location = PieceLocation::new(TbpPiece::T.into(), Orientation::North.into(), x, y);
            assert_eq!(from_tbp(&Move::new(location, TbpSpin::None.into())), None);
        }
    }
}
