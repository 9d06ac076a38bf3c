//! Domino: rotation about the left or the lower half.

use crate::drawing::{Played, halves, tile};
use quintet_engine::{Button, Event, Position, Rules, Spin};

fn rotated(position: &Position) -> Vec<(i8, i8, u8)> {
    let mut played = Played::set_up(Rules::domino_easy(), position);
    played.tap(Button::RotateCw, 1);
    halves(&played)
}

fn board_with(rows: &[(usize, &'static str)]) -> Position {
    let mut drawing = vec!["........"; 16];
    for &(row, cells) in rows {
        drawing[row] = cells;
    }
    Position::new().board(&drawing)
}

/// D-36 D-37 D-38 D-40
#[test]
fn a_horizontal_tile_stands_up_on_its_left_half_with_the_other_above() {
    let horizontal = Position::new().active(tile(2, 5), 0, 3, 8);
    assert_eq!(rotated(&horizontal), [(7, 3, 5), (8, 3, 2)]);
}

/// D-37 D-39 D-40
#[test]
fn an_upright_tile_lies_down_with_the_upper_half_to_the_right_of_the_lower() {
    let upright = Position::new().active(tile(2, 5), 1, 3, 7);
    assert_eq!(rotated(&upright), [(8, 3, 2), (8, 4, 5)]);
}

/// D-36 (A-D2): a tile has two orientations and one direction of rotation.
#[test]
fn two_rotations_lead_back_and_the_other_buttons_do_nothing() {
    let position = Position::new().active(tile(1, 6), 0, 4, 9);
    let mut played = Played::set_up(Rules::domino_easy(), &position);
    let before = halves(&played);
    played.tap(Button::RotateCcw, 1);
    played.tap(Button::Rotate180, 2);
    assert_eq!(halves(&played), before);
    played.tap(Button::RotateCw, 3);
    played.tap(Button::RotateCw, 4);
    assert_eq!(halves(&played), before);
}

/// D-41 D-42 (A-D16): in place, then one to the left, one to the right, one down.
#[test]
fn the_first_of_four_places_that_fits_is_taken() {
    let horizontal = |board: Position| rotated(&board.active(tile(2, 5), 0, 3, 8));
    let all_free = board_with(&[]);
    assert_eq!(horizontal(all_free), [(7, 3, 5), (8, 3, 2)]);
    let above_taken = board_with(&[(7, "...1....")]);
    assert_eq!(horizontal(above_taken), [(7, 2, 5), (8, 2, 2)], "one to the left");
    let left_taken_too = board_with(&[(7, "..11....")]);
    assert_eq!(horizontal(left_taken_too), [(7, 4, 5), (8, 4, 2)], "one to the right");
    let right_taken_too = board_with(&[(7, "..111...")]);
    assert_eq!(horizontal(right_taken_too), [(8, 3, 5), (9, 3, 2)], "one down");
    let all_taken = board_with(&[(7, "..111..."), (9, "...1....")]);
    assert_eq!(horizontal(all_taken), [(8, 3, 2), (8, 4, 5)], "it stays as it was");
}

/// D-42 (A-D16)
#[test]
fn an_upright_tile_at_the_right_wall_lies_down_one_to_the_left() {
    let position = Position::new().active(tile(0, 3), 1, 7, 7);
    assert_eq!(rotated(&position), [(8, 6, 0), (8, 7, 3)]);
    // At the left wall, with its right neighbour taken, only one row down is left.
    let blocked = board_with(&[(8, ".1......")]).active(tile(0, 3), 1, 0, 7);
    assert_eq!(rotated(&blocked), [(9, 0, 0), (9, 1, 3)]);
}

/// D-43 D-105
#[test]
fn a_rotation_that_fits_nowhere_changes_nothing() {
    let position = board_with(&[(1, "...1....")]).entering(tile(2, 5));
    let mut played = Played::set_up(Rules::domino_easy(), &position);
    let before = played.game.state_hash();
    played.tap(Button::RotateCw, 0);
    assert_eq!(halves(&played), [(0, 3, 2), (0, 4, 5)]);
    assert_eq!(played.game.state_hash(), before);
}

/// D-44 D-105: in place, left and right would leave the board; one row down fits.
#[test]
fn a_tile_rotates_in_the_top_row_by_going_one_row_down() {
    let position = Position::new().entering(tile(2, 5));
    let mut played = Played::set_up(Rules::domino_easy(), &position);
    played.take_events();
    played.tap(Button::RotateCw, 1);
    assert_eq!(halves(&played), [(0, 3, 5), (1, 3, 2)]);
    let fourth_try = Event::Rotated { kick: 3, spin: Spin::None };
    assert_eq!(played.take_events(), [fourth_try]);
}
