//! Flip, part 9: what several functions do together. The keys are tested in the browser.

use super::functions::{Flip, board_from};
use quintet_engine::{Button, Gravity, Kind, Position};

/// F-9.4
#[test]
fn t9_4_reversing_gravity_changes_board_kinds_and_piece() {
    let position = Position::new().board(&[".....J...."]).active(Kind::S, 0, 4, 5);
    let mut flip = Flip::set_up(&position);
    assert_eq!(flip.rows(5..7), [".....ss...", "....ss...."]);
    flip.tap_now(Button::Flip);
    assert!(flip.is_anti_gravity());
    assert_eq!(flip.board(), board_from(0, &[".....L...."]));
    assert_eq!(flip.piece().kind.number(), 7);
    assert_eq!(flip.rows(18..20), ["....zz....", ".....zz..."]);
}

/// F-9.5
#[test]
fn t9_5_reversing_gravity_twice_changes_nothing() {
    let rows = ["...S......", ".....J...."];
    for kind in Kind::TETROMINOES {
        let mut flip = Flip::set_up(&Position::new().board(&rows).entering(kind));
        let before = flip.rows(0..20);
        flip.tap_now(Button::Flip);
        assert_eq!(flip.board(), board_from(0, &[".....L....", "...Z......"]));
        flip.tap_now(Button::Flip);
        assert!(!flip.is_anti_gravity());
        assert_eq!(flip.board(), board_from(18, &rows));
        assert_eq!(flip.rows(0..20), before, "a piece that had just entered too");
        assert_eq!(flip.piece(), Flip::create_piece(kind, Gravity::Down));
    }
}

/// F-9.6
#[test]
fn t9_6_two_rotations_of_an_s_lead_back() {
    let mut flip = Flip::falling(Kind::S, 0, 4, 5);
    assert!(flip.rotate_piece());
    assert_eq!(flip.rows(5..8), ["....s.....", "....ss....", ".....s...."]);
    assert!(flip.rotate_piece());
    assert_eq!(flip.rows(5..8), [".....ss...", "....ss....", ".........."]);
}

/// F-9.6b
#[test]
fn t9_6b_two_rotations_of_a_z_lead_back() {
    let mut flip = Flip::falling(Kind::Z, 0, 4, 5);
    assert!(flip.rotate_piece());
    assert_eq!(flip.rows(5..8), [".....z....", "....zz....", "....z....."]);
    assert!(flip.rotate_piece());
    assert_eq!(flip.rows(5..8), ["....zz....", ".....zz...", ".........."]);
}
