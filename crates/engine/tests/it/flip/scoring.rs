//! Flip, part 6: points, levels and speed.

use super::given::{self, kinds_and_turns, place};
use quintet_engine::games::flip::Flip;
use quintet_engine::{Kind, Micros, Rules};

/// A game at this level and with so many lines, after clearing so many rows more.
fn after_clearing(rows: usize, level: u32, lines: u32) -> Flip {
    let mut flip = given::board(&given::full_rows(20 - rows..20));
    flip.set_level(level);
    flip.set_lines(lines);
    flip.set_drop_interval(Rules::flip().fall.interval(level));
    flip.clear_lines();
    flip
}

/// F-6.1
#[test]
fn t6_1_a_soft_dropped_cell_is_worth_one_point() {
    for (kind, turns) in kinds_and_turns() {
        let mut flip = given::piece(kind, turns, 4, 5);
        assert!(flip.move_piece(0, 1));
        assert_eq!(flip.score(), 0, "a step by itself is worth nothing");
        for cells in 1..=3 {
            flip.handle_key_down("ArrowDown");
            assert_eq!(flip.score(), cells, "{kind} turned {turns}");
            assert_eq!(place(&flip), (4, 6 + cells as i8));
        }
    }
}

/// F-6.2
#[test]
fn t6_2_thirteen_hard_dropped_cells_are_worth_twenty_six_points() {
    for (kind, turns) in kinds_and_turns() {
        let mut flip = given::piece(kind, turns, 4, 5);
        if given::matrix(&flip).height() == 2 {
            assert_eq!(flip.get_ghost_position(), Some(5 + 13));
            flip.hard_drop();
            assert_eq!(flip.score(), 26, "{kind} turned {turns}");
        }
    }
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
    assert_eq!((flip.lines(), flip.level()), (10, 2));
    assert_eq!(flip.score(), 100, "the row still counts at level 1");
}

/// F-6.9
#[test]
fn t6_9_twenty_five_lines_are_level_three() {
    let flip = after_clearing(1, 3, 24);
    assert_eq!((flip.lines(), flip.level()), (25, 3));
    let flip = after_clearing(4, 1, 21);
    assert_eq!((flip.lines(), flip.level()), (25, 3), "whatever the level was before");
}

/// F-6.10
#[test]
fn t6_10_a_level_takes_a_tenth_of_a_second_off_the_fall() {
    let flip = Flip::new(1);
    assert_eq!((flip.level(), flip.drop_interval()), (1, Micros::from_millis(1000)));
    let flip = after_clearing(1, 1, 9);
    assert_eq!((flip.level(), flip.drop_interval()), (2, Micros::from_millis(900)));
}

/// F-6.11
#[test]
fn t6_11_the_fall_never_takes_less_than_a_tenth_of_a_second() {
    for level in 1..=60 {
        let flip = after_clearing(1, level, level * 10 - 1);
        assert_eq!(flip.level(), level + 1);
        let millis = 1000_u32.saturating_sub(100 * level).max(100);
        assert_eq!(flip.drop_interval(), Micros::from_millis(u64::from(millis)));
        assert!(level + 1 < 10 || flip.drop_interval() == Micros::from_millis(100));
    }
}

/// F-6.12
#[test]
fn t6_12_a_new_game_starts_at_no_points() {
    let mut flip = Flip::new(1);
    assert_eq!(flip.score(), 0);
    flip.set_score(700);
    flip.reset_game();
    assert_eq!(flip.score(), 0);
}

/// F-6.13
#[test]
fn t6_13_a_new_game_starts_at_level_one() {
    let mut flip = Flip::new(1);
    assert_eq!(flip.level(), 1);
    flip.set_level(9);
    flip.reset_game();
    assert_eq!(flip.level(), 1);
}

#[test]
fn rows_completed_by_a_piece_score_like_any_others() {
    let mut grid = given::full_rows(16..20);
    for row in &mut grid[16..] {
        row[9] = 0;
    }
    let mut flip = given::piece(Kind::I, 1, 9, 10);
    flip.set_board(&grid);
    flip.hard_drop();
    assert_eq!(flip.score(), 6 * 2 + 800);
    assert_eq!(flip.lines(), 4);
    assert_eq!(flip.board(), Flip::create_board());
}
