//! Flip, part 3: clearing rows.

use super::given;
use quintet_engine::LINE_POINTS;
use quintet_engine::games::flip::{Flip, Grid};

/// A board with these full rows and a mark in every other row: one cell, in column 0 to 9 in turn.
fn full_among_marked(rows: &[usize]) -> Grid {
    let mut grid = given::full_rows(rows.iter().copied());
    for row in (0..20).filter(|row| !rows.contains(row)) {
        grid[row][row % 10] = 6;
    }
    grid
}

/// Clears at level 1 and at level 4 and checks what `lines` rows are worth there.
fn clears(grid: &Grid, lines: u8, points: u64) -> Grid {
    let mut cleared = None;
    for level in [1, 4] {
        let mut flip = given::board(grid);
        flip.set_level(level);
        flip.set_lines(3);
        flip.set_score(50);
        assert_eq!(flip.clear_lines(), lines);
        assert_eq!(flip.lines(), 3 + u32::from(lines));
        assert_eq!(flip.score(), 50 + points * u64::from(level));
        cleared = Some(flip.board());
    }
    cleared.expect("cleared twice")
}

/// F-3.1
#[test]
fn t3_1_a_single_row_goes_and_an_empty_one_enters_at_the_top() {
    let grid = full_among_marked(&[19]);
    let cleared = clears(&grid, 1, 100);
    assert_eq!(cleared[0], [0; 10]);
    assert_eq!(cleared[1..], grid[..19]);
}

/// F-3.2
#[test]
fn t3_2_two_rows_go_at_once() {
    let grid = full_among_marked(&[18, 19]);
    let cleared = clears(&grid, 2, 300);
    assert_eq!(cleared[..2], [[0; 10]; 2]);
    assert_eq!(cleared[2..], grid[..18]);
}

/// F-3.3
#[test]
fn t3_3_three_rows_go_at_once() {
    let grid = full_among_marked(&[17, 18, 19]);
    let cleared = clears(&grid, 3, 500);
    assert_eq!(cleared[..3], [[0; 10]; 3]);
    assert_eq!(cleared[3..], grid[..17]);
}

/// F-3.4
#[test]
fn t3_4_four_rows_go_at_once() {
    let grid = full_among_marked(&[16, 17, 18, 19]);
    let cleared = clears(&grid, 4, 800);
    assert_eq!(cleared[..4], [[0; 10]; 4]);
    assert_eq!(cleared[4..], grid[..16]);
}

/// F-3.5
#[test]
fn t3_5_under_anti_gravity_an_empty_row_enters_at_the_bottom() {
    let grid = full_among_marked(&[0]);
    let mut flip = given::board(&grid);
    flip.set_anti_gravity(true);
    assert_eq!(flip.clear_lines(), 1);
    let cleared = flip.board();
    assert_eq!(cleared[19], [0; 10]);
    assert_eq!(cleared[..19], grid[1..]);
    assert_eq!((flip.lines(), flip.score()), (1, 100));
}

/// F-3.6
#[test]
fn t3_6_a_row_at_level_five_is_worth_five_hundred() {
    let mut flip = given::board(&given::full_rows([19]));
    flip.set_level(5);
    flip.clear_lines();
    assert_eq!(flip.score(), 500);
    assert_eq!(flip.level(), 1, "the level follows from the lines again");
}

/// F-3.7
#[test]
fn t3_7_without_a_full_row_nothing_changes() {
    let mut grid = given::full_rows(0..20);
    for (row, cells) in grid.iter_mut().enumerate() {
        cells[row % 10] = 0;
    }
    for anti_gravity in [false, true] {
        let mut flip = given::board(&grid);
        flip.set_anti_gravity(anti_gravity);
        flip.set_level(7);
        flip.set_lines(13);
        flip.set_score(1234);
        let before = flip.clone();
        assert_eq!(flip.clear_lines(), 0);
        assert_eq!(flip, before);
    }
}

/// F-E7
#[test]
fn points_for_no_row_to_four_rows() {
    assert_eq!(LINE_POINTS, [0, 100, 300, 500, 800]);
    for (lines, points) in LINE_POINTS.into_iter().enumerate() {
        let mut flip = given::board(&given::full_rows(20 - lines..20));
        assert_eq!(usize::from(flip.clear_lines()), lines);
        assert_eq!(flip.score(), points);
    }
}

/// No piece completes more than four rows, but a board may be set up with them.
#[test]
fn more_than_four_rows_are_worth_as_much_as_four() {
    for lines in 5..=20 {
        let mut flip = given::board(&given::full_rows(20 - lines..20));
        flip.set_level(3);
        assert_eq!(usize::from(flip.clear_lines()), lines);
        assert_eq!(flip.score(), 2400);
        assert_eq!(flip.lines(), lines as u32);
        assert_eq!(flip.board(), Flip::create_board());
    }
}
