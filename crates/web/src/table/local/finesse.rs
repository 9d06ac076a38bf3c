//! The fewest presses that bring a piece where it went, as if the board were empty.
//!
//! The bot has a finesse of its own, which finds the way round whatever stands on a board of its own
//! kind, for the games it plays. This one counts for any rules, and is part of the first visit.

use arrayvec::ArrayVec;
use quintet_engine::{Board, Kind, MAX_WIDTH, Micros, Piece, RotateBy, Rotation, Rules, Shape};

/// A column and a rotation of a piece high above an empty board.
type Pose = (i8, Rotation);

/// Room for every place of the widest board.
type Reached = ArrayVec<Pose, { 4 * (MAX_WIDTH as usize + 3) }>;

/// How many presses of left, right (tapped, or held to the wall) and the two turns take a piece
/// from where it enters to this column and rotation; none where they do not lead there.
pub(crate) fn least_presses(rules: &Rules, piece: Piece) -> Option<u32> {
    let goal = columns(rules, piece.kind, (piece.x, piece.rotation));
    let shape = shape(rules, piece.kind, Rotation::new(0));
    let entry = i8::try_from((rules.width - shape.width()) / 2).ok()?;
    let mut reached = Reached::new();
    reached.push((entry, Rotation::new(0)));
    let mut from = 0;
    // No place is further than four presses away; six leave room for odd rules.
    for presses in 0..=6 {
        let to = reached.len();
        if reached.iter().any(|&place| columns(rules, piece.kind, place) == goal) {
            return Some(presses);
        }
        for index in from..to {
            for next in presses_from(rules, piece.kind, reached[index]) {
                if !reached.contains(&next) {
                    reached.try_push(next).ok()?;
                }
            }
        }
        from = to;
    }
    None
}

/// Where one press leads.
fn presses_from(rules: &Rules, kind: Kind, (x, rotation): Pose) -> ArrayVec<Pose, 6> {
    let fits = |x: i8, rotation| {
        let (first, last) = span(shape(rules, kind, rotation));
        x + first >= 0 && x + last < rules.width as i8
    };
    let mut places = ArrayVec::new();
    for step in [-1, 1] {
        if fits(x + step, rotation) {
            places.push((x + step, rotation));
        }
        if rules.handling.das != Micros::NEVER {
            let mut wall = x;
            while fits(wall + step, rotation) {
                wall += step;
            }
            places.push((wall, rotation));
        }
    }
    // Turns are asked of the rules themselves, kicks and all, in the middle of an empty board.
    let Ok(board) = rules.validate().map(|rules| Board::new(&rules)) else { return places };
    for turn in [RotateBy::Clockwise, RotateBy::CounterClockwise] {
        let turned = rotation.rotated(turn);
        let after = shape(rules, kind, turned);
        let offsets = rules.rotation.kicks.offsets(kind, rotation, turn);
        let middle = rules.height as i8 / 2;
        let fit = offsets.iter().find(|&&(dx, dy)| board.fits(after, x + dx, middle + dy));
        places.extend(fit.map(|&(dx, _)| (x + dx, turned)));
    }
    places
}

/// The heights and columns that the piece covers, so that two rotations that leave the same cells
/// count as one.
fn columns(rules: &Rules, kind: Kind, (x, rotation): Pose) -> (i8, ArrayVec<(i8, i8), 4>) {
    let shape = shape(rules, kind, rotation);
    let (first, _) = span(shape);
    let top = shape.cells().map(|(_, y)| y).min().unwrap_or(0);
    // Cells come row by row, so that equal lists are equal places.
    (x + first, shape.cells().map(|(cx, cy)| (cx - first, cy - top)).collect())
}

fn shape(rules: &Rules, kind: Kind, rotation: Rotation) -> Shape {
    rules.rotation.shapes.shape(kind, rotation)
}

/// The first and last column of the box in which the shape has cells.
fn span(shape: Shape) -> (i8, i8) {
    let mut span = (i8::MAX, i8::MIN);
    for (x, _) in shape.cells() {
        span = (span.0.min(x), span.1.max(x));
    }
    span
}

#[cfg(test)]
mod tests {
    use super::*;

    fn least(kind: Kind, turns: u8, x: i8) -> Option<u32> {
        let rotation = Rotation::new(turns);
        least_presses(&Rules::marathon(), Piece { kind, rotation, x, y: 10 })
    }

    #[test]
    fn a_piece_dropped_where_it_enters_needs_no_press() {
        assert_eq!(least(Kind::T, 0, 3), Some(0));
        assert_eq!(least(Kind::O, 0, 4), Some(0));
    }

    #[test]
    fn a_wall_is_one_press_away_and_its_neighbour_two() {
        assert_eq!(least(Kind::T, 0, 0), Some(1));
        assert_eq!(least(Kind::T, 0, 1), Some(2));
        assert_eq!(least(Kind::T, 0, 7), Some(1));
    }

    #[test]
    fn the_same_cells_by_another_turn_count_as_there() {
        // An S turned twice lies as an S that was not turned.
        assert_eq!(least(Kind::S, 2, 3), Some(0));
        assert_eq!(least(Kind::I, 3, 4), least(Kind::I, 1, 3));
    }

    #[test]
    fn no_place_on_an_empty_board_is_further_than_four_presses() {
        for kind in Kind::TETROMINOES {
            for turns in 0..4 {
                for x in -2..10 {
                    let shape = shape(&Rules::marathon(), kind, Rotation::new(turns));
                    let (first, last) = span(shape);
                    if x + first >= 0 && x + last < 10 {
                        assert!(
                            least(kind, turns, x).is_some_and(|n| n <= 4),
                            "{kind} {turns} {x}"
                        );
                    }
                }
            }
        }
    }
}
