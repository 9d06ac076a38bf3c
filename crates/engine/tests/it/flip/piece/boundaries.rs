//! Flip, part 11: the ends of the board and of the scale of levels.

use crate::flip::functions::{Flip, board_from};
use quintet_engine::{Button, EndReason, Gravity, Kind, Micros, Position};

/// A game with this many lines at this level, after clearing one row more.
fn after_one_more_line(lines: u32, level: u32) -> Flip {
    let position = Position::new().board(&["OOO....OOO"]).active(Kind::I, 0, 3, 19);
    let mut flip = Flip::set_up(&position.lines(lines).level(level));
    assert_eq!(flip.clear_lines(), 1);
    flip
}

/// F-11.1
#[test]
fn t11_1_an_i_locks_in_the_top_row() {
    for next in Kind::TETROMINOES {
        let board = board_from(1, &["...O......"]);
        let position = Position::new().board(&board).active(Kind::I, 0, 3, 0).next(&[next]);
        let mut flip = Flip::set_up(&position);
        flip.lock_piece();
        assert_eq!(flip.board(), board_from(0, &["...IIII...", "...O......"]));
        assert_eq!(flip.end(), Some(EndReason::BlockOut), "{next} finds no room to enter");
    }
}

/// F-11.2
#[test]
fn t11_2_an_i_locks_in_the_bottom_row() {
    let mut flip = Flip::falling(Kind::I, 0, 3, 19);
    flip.lock_piece();
    assert_eq!(flip.board(), board_from(19, &["...IIII..."]));
    assert_eq!(flip.end(), None);
}

/// F-11.3
#[test]
fn t11_3_the_ninetieth_line_leads_to_level_ten_and_the_shortest_fall() {
    let flip = after_one_more_line(89, 9);
    assert_eq!(flip.progress(), (90, 10));
    assert_eq!(flip.drop_interval(), Micros::from_millis(100));
}

/// F-11.3b
#[test]
fn t11_3b_beyond_level_ten_the_fall_stays_as_short() {
    let flip = after_one_more_line(109, 11);
    assert_eq!(flip.progress(), (110, 12));
    assert_eq!(flip.drop_interval(), Micros::from_millis(100));
}

/// F-11.4
#[test]
fn t11_4_an_empty_board_has_nothing_to_clear() {
    let mut board = Flip::create_board();
    let rows = board.full_rows();
    assert!(rows.is_empty());
    board.remove_rows(rows, Gravity::Down);
    assert!(board.is_empty());

    let mut flip = Flip::new(1);
    flip.tap_now(Button::Flip);
    flip.tap_now(Button::Flip);
    assert_eq!(flip.board(), board_from(0, &[]));
    assert_eq!((flip.score(), flip.view().lines), (0, 0));
}

/// F-11.5
#[test]
fn t11_5_from_the_top_an_o_would_land_in_row_eighteen() {
    assert_eq!(Flip::falling(Kind::O, 0, 4, 0).get_ghost_position(), Some(18));
}

/// F-11.5b
#[test]
fn t11_5b_from_the_bottom_an_o_would_land_in_row_zero() {
    assert_eq!(Flip::rising(Kind::O, 0, 4, 18).get_ghost_position(), Some(0));
}

#[test]
fn a_soft_drop_on_the_floor_neither_scores_nor_locks() {
    let mut flip = Flip::falling(Kind::O, 0, 4, 18);
    for _ in 0..5 {
        flip.tap_now(Button::SoftDrop);
        assert_eq!((flip.place(), flip.score()), ((4, 18), 0));
        assert!(flip.lock_times().is_empty());
    }
}

#[test]
fn a_soft_drop_at_the_ceiling_neither_scores_nor_locks() {
    let mut flip = Flip::rising(Kind::O, 0, 4, 0);
    for _ in 0..5 {
        flip.tap_now(Button::SoftDrop);
        assert_eq!((flip.place(), flip.score()), ((4, 0), 0));
        assert!(flip.lock_times().is_empty());
    }
}
