//! Flip, part 2: rotating a piece, and the columns it is kicked by.

use crate::drawing::Played;
use crate::flip::functions::{Flip, board_from, kinds_and_turns, shape};
use quintet_engine::{
    Button, Event, Gravity, Kind, Position, RotationSystem, Rules, Shape, ShapeSet,
};

/// Rotates a piece at (4, 5) of an empty board; the drawings are rows 5 to 8 before and after.
fn rotates(kind: Kind, before: [&str; 4], after: [&str; 4]) {
    let mut flip = Flip::falling(kind, 0, 4, 5);
    assert_eq!(flip.rows(5..9), before);
    assert!(flip.rotate_piece());
    assert_eq!(flip.rows(5..9), after);
    assert_eq!(flip.place(), (4, 5), "the top left corner stays");
}

/// F-2.1
#[test]
fn t2_1_the_t_rotates() {
    rotates(
        Kind::T,
        [".....t....", "....ttt...", "..........", ".........."],
        ["....t.....", "....tt....", "....t.....", ".........."],
    );
}

/// F-2.2
#[test]
fn t2_2_the_i_rotates() {
    rotates(
        Kind::I,
        ["....iiii..", "..........", "..........", ".........."],
        ["....i.....", "....i.....", "....i.....", "....i....."],
    );
}

/// F-2.3
#[test]
fn t2_3_the_j_rotates() {
    rotates(
        Kind::J,
        ["....j.....", "....jjj...", "..........", ".........."],
        ["....jj....", "....j.....", "....j.....", ".........."],
    );
}

/// F-2.4
#[test]
fn t2_4_the_l_rotates() {
    rotates(
        Kind::L,
        ["......l...", "....lll...", "..........", ".........."],
        ["....l.....", "....l.....", "....ll....", ".........."],
    );
}

/// F-2.5
#[test]
fn t2_5_the_s_rotates() {
    rotates(
        Kind::S,
        [".....ss...", "....ss....", "..........", ".........."],
        ["....s.....", "....ss....", ".....s....", ".........."],
    );
}

/// F-2.6
#[test]
fn t2_6_the_z_rotates() {
    rotates(
        Kind::Z,
        ["....zz....", ".....zz...", "..........", ".........."],
        [".....z....", "....zz....", "....z.....", ".........."],
    );
}

/// F-2.7
#[test]
fn t2_7_the_o_looks_the_same_after_a_rotation() {
    let rows = ["....oo....", "....oo....", "..........", ".........."];
    rotates(Kind::O, rows, rows);
}

/// F-2.8: with a block in the way, the wall leaves only the place to the right.
#[test]
fn t2_8_a_t_at_the_left_wall_is_kicked_to_the_right_of_a_block() {
    for (block, rows) in [
        (["O.........", "..........", ".........."], ["Ot........", ".tt.......", ".t........"]),
        (["..........", "..........", "O........."], [".t........", ".tt.......", "Ot........"]),
    ] {
        let board = Position::new().board(&board_from(5, &block));
        let mut flip = Flip::set_up(&board.active(Kind::T, 0, 0, 5));
        assert!(flip.rotate_piece());
        assert_eq!(flip.rows(5..8), rows);
        assert_eq!(flip.place(), (1, 5));
    }
}

/// F-2.8: a box with an empty left column may stand with that column inside the wall. Flip's own
/// boxes have none, so this is Flip with the square boxes of other games.
#[test]
fn t2_8_a_padded_t_is_kicked_out_of_the_left_wall() {
    let rotation = RotationSystem { shapes: ShapeSet::Square, ..RotationSystem::TRIMMED };
    let rules = Rules { rotation, ..Rules::flip() };
    let mut played = Played::set_up(rules, &Position::new().active(Kind::T, 1, -1, 5));
    assert_eq!(played.view().piece.expect("a T").shape, Shape::drawn(&[".#.", ".##", ".#."]));
    assert_eq!(played.rows(5..8), ["t.........", "tt........", "t........."]);
    let rotated = Shape::drawn(&["...", "###", ".#."]);
    assert!(!played.view().board.fits(rotated, -1, 5));
    played.tap(Button::RotateCw, 0);
    assert_eq!(played.view().piece.expect("a T").shape, rotated);
    assert_eq!(played.rows(5..8), ["..........", "ttt.......", ".t........"]);
    assert_eq!(played.place(), (0, 5));
}

#[test]
fn at_the_left_wall_of_an_empty_board_no_rotation_needs_a_kick() {
    for (kind, turns) in kinds_and_turns() {
        let mut flip = Flip::falling(kind, turns, 0, 5);
        assert!(flip.rotate_piece(), "{kind} rotated {turns}");
        assert_eq!(flip.place(), (0, 5));
    }
}

/// F-2.9
#[test]
fn t2_9_an_upright_i_near_the_right_wall_is_kicked_two_to_the_left() {
    for y in 0..=16 {
        let mut flip = Flip::falling(Kind::I, 1, 8, y);
        assert!(flip.rotate_piece(), "row {y}");
        assert_eq!(flip.rows(y..y + 1), ["......iiii"]);
        assert_eq!(flip.place(), (6, y));
    }
}

/// F-2.10
#[test]
fn t2_10_no_rotation_where_every_column_is_blocked() {
    let board = Position::new().board(&board_from(5, &["..OOOOO..."; 4]));
    let mut flip = Flip::set_up(&board.active(Kind::I, 0, 4, 4));
    let rows = ["....iiii..", "..OOOOO...", "..OOOOO...", "..OOOOO...", "..OOOOO..."];
    assert_eq!(flip.rows(4..9), rows);
    assert!(!flip.rotate_piece());
    assert_eq!(flip.rows(4..9), rows);
    assert_eq!(flip.place(), (4, 4));
}

/// F-2.11
#[test]
fn t2_11_the_third_offset_is_taken_where_the_first_two_do_not_fit() {
    let board = Position::new().board(&board_from(5, &["O........."]));
    let mut flip = Flip::set_up(&board.active(Kind::I, 0, 0, 4));
    let upright = shape(Kind::I, 1);
    assert!(!flip.is_valid_move(upright, 0, 4), "no offset: the block");
    assert!(!flip.is_valid_move(upright, -1, 4), "one to the left: the wall");
    assert!(flip.is_valid_move(upright, 1, 4));
    assert!(flip.rotate_piece());
    assert_eq!(flip.rows(4..8), [".i........", "Oi........", ".i........", ".i........"]);
    assert_eq!(flip.place(), (1, 4));
}

/// F-E6: each row of the board blocks one offset more than the one before.
#[test]
fn offsets_are_tried_in_order_and_sideways_only() {
    for (row, offset) in [
        ("..........", Some(0)),
        ("....O.....", Some(-1)),
        ("...OO.....", Some(1)),
        ("...OOO....", Some(-2)),
        ("..OOOO....", Some(2)),
        ("..OOOOO...", None),
    ] {
        let board = Position::new().board(&board_from(5, &[row]));
        let mut flip = Flip::set_up(&board.active(Kind::I, 0, 4, 4));
        assert_eq!(flip.rotate_piece(), offset.is_some(), "{row}");
        assert_eq!(flip.place(), (4 + offset.unwrap_or(0), 4), "{row}");
    }
}

/// F-E11
#[test]
fn an_upright_i_at_the_right_wall_cannot_rotate() {
    for y in 0..=16 {
        let mut flip = Flip::falling(Kind::I, 1, 9, y);
        assert!(!flip.rotate_piece(), "row {y}");
        assert_eq!(flip.rows(y..y + 4), [".........i"; 4]);
    }
}

/// F-E12
#[test]
fn blocks_on_both_sides_of_a_free_column_do_not_stop_a_rotation() {
    let board = Position::new().board(&board_from(5, &["...O.O...."; 4]));
    let mut flip = Flip::set_up(&board.active(Kind::I, 0, 4, 4));
    assert!(flip.rotate_piece());
    assert_eq!(
        flip.rows(4..9),
        ["....i.....", "...OiO....", "...OiO....", "...OiO....", "...O.O...."]
    );
}

/// The corner that stays is the one that pieces enter with, so that they can rotate as soon as they
/// enter.
#[test]
fn under_anti_gravity_the_bottom_left_corner_stays() {
    for (kind, turns) in kinds_and_turns() {
        let height = |turns| shape(kind, turns).height() as i8;
        let mut flip = Flip::rising(kind, turns, 3, 20 - height(turns));
        assert!(flip.rotate_piece(), "{kind} rotated {turns}");
        assert_eq!(flip.shape(), shape(kind, turns + 1));
        assert_eq!(flip.place(), (3, 20 - height(turns + 1)));
    }
}

#[test]
fn under_anti_gravity_the_same_offsets_are_tried() {
    for (row, offset) in [
        ("..........", 0),
        ("....O.....", -1),
        ("...OO.....", 1),
        ("...OOO....", -2),
        ("..OOOO....", 2),
    ] {
        let board = Position::new().board(&board_from(17, &[row])).gravity(Gravity::Up);
        let mut flip = Flip::set_up(&board.active(Kind::I, 0, 4, 19));
        assert!(flip.rotate_piece());
        assert_eq!(flip.place(), (4 + offset, 16));
    }
}

/// Nothing lifts a piece that would rotate into the floor.
#[test]
fn a_piece_lying_on_the_floor_cannot_be_stood_up() {
    for kind in Kind::TETROMINOES.into_iter().filter(|&kind| kind != Kind::O) {
        let y = 20 - shape(kind, 0).height() as i8;
        let mut flip = Flip::falling(kind, 0, 4, y);
        flip.tap_now(Button::RotateCw);
        assert_eq!(flip.take_events(), [Event::Blocked], "{kind}");
        assert_eq!((flip.shape(), flip.place()), (shape(kind, 0), (4, y)));
    }
}
