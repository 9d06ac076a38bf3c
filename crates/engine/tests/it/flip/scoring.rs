//! Flip, part 6: points, levels and speed.

use super::functions::{Flip, kinds_and_turns, shape};
use quintet_engine::{Button, Kind, Micros, Position};

/// A game at this level with this many lines, after clearing some more rows.
fn after_clearing(rows: usize, level: u32, lines: u32) -> Flip {
    let (board, piece): (&[&str], _) = match rows {
        1 => (&["OOO....OOO"], (Kind::I, 0, 3, 19)),
        2 => (&["OOOO..OOOO"; 2], (Kind::O, 0, 4, 18)),
        3 => (&["OOOO..OOOO", "OOOO.OOOOO", "OOOO.OOOOO"], (Kind::J, 1, 4, 17)),
        _ => (&["OOOO.OOOOO"; 4], (Kind::I, 1, 4, 16)),
    };
    let (kind, turns, x, y) = piece;
    let position = Position::new().board(board).active(kind, turns, x, y);
    let mut flip = Flip::set_up(&position.lines(lines).level(level));
    assert_eq!(flip.clear_lines() as usize, rows);
    flip
}

/// F-6.1
#[test]
fn t6_1_a_soft_dropped_cell_is_worth_one_point() {
    for (kind, turns) in kinds_and_turns() {
        let mut flip = Flip::falling(kind, turns, 4, 5);
        assert!(flip.move_piece(0, 1));
        assert_eq!(flip.score(), 0, "a step by itself is worth nothing");
        for cells in 1..=3 {
            flip.tap_now(Button::SoftDrop);
            assert_eq!(flip.score(), cells, "{kind} rotated {turns}");
            assert_eq!(flip.place(), (4, 6 + cells as i8));
        }
    }
}

/// F-6.2
#[test]
fn t6_2_thirteen_hard_dropped_cells_are_worth_twenty_six_points() {
    let mut dropped = 0;
    for (kind, turns) in kinds_and_turns().filter(|&(kind, turns)| shape(kind, turns).height() == 2)
    {
        let mut flip = Flip::falling(kind, turns, 4, 5);
        assert_eq!(flip.get_ghost_position(), Some(5 + 13));
        flip.hard_drop();
        assert_eq!(flip.score(), 26, "{kind} rotated {turns}");
        dropped += 1;
    }
    assert_eq!(dropped, 4 + 5 * 2, "the O always, five kinds in two rotations");
}

/// F-6.3
#[test]
fn t6_3_one_row_is_worth_100() {
    assert_eq!(after_clearing(1, 1, 0).score(), 100);
}

/// F-6.4
#[test]
fn t6_4_two_rows_are_worth_300() {
    assert_eq!(after_clearing(2, 1, 0).score(), 300);
}

/// F-6.5
#[test]
fn t6_5_three_rows_are_worth_500() {
    assert_eq!(after_clearing(3, 1, 0).score(), 500);
}

/// F-6.6
#[test]
fn t6_6_four_rows_are_worth_800() {
    assert_eq!(after_clearing(4, 1, 0).score(), 800);
}

/// F-6.7
#[test]
fn t6_7_points_are_multiplied_by_the_level() {
    assert_eq!(after_clearing(1, 3, 0).score(), 300);
    assert_eq!(after_clearing(1, 3, 20).score(), 300);
}

/// F-6.8
#[test]
fn t6_8_the_tenth_line_leads_to_level_two() {
    let flip = after_clearing(1, 1, 9);
    assert_eq!(flip.progress(), (10, 2));
    assert_eq!(flip.score(), 100, "the row still counts at level 1");
}

/// F-6.9
#[test]
fn t6_9_twenty_five_lines_are_level_three() {
    assert_eq!(after_clearing(1, 3, 24).progress(), (25, 3));
    assert_eq!(after_clearing(4, 1, 21).progress(), (25, 3), "whatever the level was before");
}

/// F-6.10
#[test]
fn t6_10_a_level_takes_a_tenth_of_a_second_off_the_fall() {
    let flip = Flip::new(1);
    assert_eq!((flip.progress(), flip.drop_interval()), ((0, 1), Micros::from_millis(1000)));
    let flip = after_clearing(1, 1, 9);
    assert_eq!((flip.progress(), flip.drop_interval()), ((10, 2), Micros::from_millis(900)));
}

/// F-6.11
#[test]
fn t6_11_the_fall_never_takes_less_than_a_tenth_of_a_second() {
    for level in 1..=60 {
        let flip = after_clearing(1, level, level * 10 - 1);
        assert_eq!(flip.progress(), (level * 10, level + 1));
        let millis = 1000_u32.saturating_sub(100 * level).max(100);
        assert_eq!(flip.drop_interval(), Micros::from_millis(u64::from(millis)));
        assert!(level + 1 < 10 || flip.drop_interval() == Micros::from_millis(100));
    }
}

/// F-6.12
#[test]
fn t6_12_a_new_game_starts_at_no_points() {
    assert_eq!(Flip::new(1).score(), 0);
    let mut flip = Flip::set_up(&Position::new().score(700));
    assert_eq!(flip.score(), 700);
    flip.reset_game();
    assert_eq!(flip.score(), 0);
}

/// F-6.13
#[test]
fn t6_13_a_new_game_starts_at_level_one() {
    assert_eq!(Flip::new(1).progress(), (0, 1));
    let mut flip = Flip::set_up(&Position::new().level(9));
    assert_eq!(flip.progress(), (0, 9));
    flip.reset_game();
    assert_eq!(flip.progress(), (0, 1));
}

#[test]
fn a_hard_drop_scores_its_rows_and_the_rows_it_completes() {
    let rows = ["OOOOOOOOO."; 4];
    let mut flip = Flip::set_up(&Position::new().board(&rows).active(Kind::I, 1, 9, 10));
    flip.hard_drop();
    assert_eq!(flip.score(), 6 * 2 + 800);
    assert_eq!(flip.view().lines, 4);
    assert!(flip.view().board.is_empty());
}
