//! Flip, part 11: the ends of the board and of the scale of levels.

use super::given::{self, place};
use quintet_engine::games::flip::{Flip, MatrixPiece};
use quintet_engine::{Kind, Micros};

/// A game with so many lines at this level, after clearing one row more.
fn after_one_more_line(lines: u32, level: u32) -> Flip {
    let mut flip = given::board(&given::full_rows([19]));
    flip.set_lines(lines);
    flip.set_level(level);
    flip.clear_lines();
    flip
}

/// F-11.1
#[test]
fn t11_1_an_i_locks_in_the_top_row() {
    for next in Kind::TETROMINOES {
        let mut flip = given::piece(Kind::I, 0, 3, 0);
        flip.set_next_piece(next);
        flip.lock_piece();
        let expected = given::with_piece(MatrixPiece::new(Kind::I, 0, 3, 0));
        assert_eq!(flip.board(), expected);
        assert_eq!(flip.board()[0], [0, 0, 0, 1, 1, 1, 1, 0, 0, 0]);
        assert!(flip.is_game_over(), "{next} finds no room to enter");
    }
}

/// F-11.2
#[test]
fn t11_2_an_i_locks_in_the_bottom_row() {
    let mut flip = given::piece(Kind::I, 0, 3, 19);
    flip.lock_piece();
    assert_eq!(flip.board(), given::with_piece(MatrixPiece::new(Kind::I, 0, 3, 19)));
    assert_eq!(flip.board()[19], [0, 0, 0, 1, 1, 1, 1, 0, 0, 0]);
    assert!(!flip.is_game_over());
}

/// F-11.3
#[test]
fn t11_3_the_ninetieth_line_leads_to_level_ten_and_the_shortest_fall() {
    let flip = after_one_more_line(89, 9);
    assert_eq!((flip.lines(), flip.level()), (90, 10));
    assert_eq!(flip.drop_interval(), Micros::from_millis(100));
}

/// F-11.3b
#[test]
fn t11_3b_beyond_level_ten_the_fall_stays_as_short() {
    let flip = after_one_more_line(109, 11);
    assert_eq!((flip.lines(), flip.level()), (110, 12));
    assert_eq!(flip.drop_interval(), Micros::from_millis(100));
}

/// F-11.4
#[test]
fn t11_4_an_empty_board_has_nothing_to_clear() {
    let mut flip = Flip::new(1);
    assert_eq!(flip.clear_lines(), 0);
    assert_eq!(flip.board(), Flip::create_board());
    assert_eq!((flip.score(), flip.lines()), (0, 0));
}

/// F-11.5
#[test]
fn t11_5_from_the_top_an_o_would_land_in_row_eighteen() {
    assert_eq!(given::piece(Kind::O, 0, 4, 0).get_ghost_position(), Some(18));
}

/// F-11.5b
#[test]
fn t11_5b_from_the_bottom_an_o_would_land_in_row_zero() {
    assert_eq!(given::rising_piece(Kind::O, 0, 4, 18).get_ghost_position(), Some(0));
}

/// F-11.6
#[test]
fn t11_6_a_soft_drop_on_the_floor_neither_scores_nor_locks() {
    let mut flip = given::piece(Kind::O, 0, 4, 18);
    for _ in 0..5 {
        flip.handle_key_down("ArrowDown");
        assert_eq!(place(&flip), (4, 18));
        assert_eq!(flip.score(), 0);
        assert_eq!(flip.board(), Flip::create_board(), "it has not locked");
    }
}

/// F-11.6b
#[test]
fn t11_6b_a_soft_drop_at_the_ceiling_neither_scores_nor_locks() {
    let mut flip = given::rising_piece(Kind::O, 0, 4, 0);
    for _ in 0..5 {
        flip.handle_key_down("ArrowDown");
        assert_eq!(place(&flip), (4, 0));
        assert_eq!(flip.score(), 0);
        assert_eq!(flip.board(), Flip::create_board(), "it has not locked");
    }
}

/// A counter that cannot go on stays where it is.
#[test]
fn the_largest_counters_do_not_run_over() {
    let mut flip = given::board(&given::full_rows([18, 19]));
    flip.set_lines(u32::MAX);
    flip.set_level(u32::MAX);
    flip.set_score(u64::MAX);
    assert_eq!(flip.clear_lines(), 2);
    assert_eq!((flip.lines(), flip.score()), (u32::MAX, u64::MAX));
}
