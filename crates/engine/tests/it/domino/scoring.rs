//! Domino: rows, sums, points, lives, the streak, and the end.

use crate::drawing::{Played, tile};
use quintet_engine::{
    Button, EndReason, Event, FivesClear, Micros, Position, Rules, is_five_multiple,
};

/// Row 15 full of zeros except for the two columns where tiles enter.
const ALMOST: [&str; 1] = ["000..000"];

/// A game in which this tile has just been dropped.
fn dropped(position: &Position) -> Played {
    let mut played = Played::set_up(Rules::domino_easy(), position);
    played.tap(Button::HardDrop, 1);
    played
}

fn single(low: u8, high: u8) -> Position {
    Position::new().board(&ALMOST).entering(tile(low, high))
}

/// Rows 14 and 15 with a hole in column 3, and an upright 2:4 above it: 2 below, 4 above.
fn double(upper: &str, lower: &str) -> Position {
    Position::new().board(&[upper, lower]).active(tile(2, 4), 1, 3, 0)
}

fn counters(played: &Played) -> (u64, i32, bool) {
    let view = played.view();
    (view.score, view.lives, view.streak)
}

/// D-03 D-04 D-05 D-06
#[test]
fn a_sum_scores_when_it_is_a_positive_multiple_of_five() {
    for sum in 0..=48 {
        assert_eq!(is_five_multiple(sum), [5, 10, 15, 20, 25, 30, 35, 40, 45].contains(&sum));
    }
    // The rest of the row is zeros: every tile by itself makes a five, or else a row that is none.
    for (low, high) in (0..=6).flat_map(|low| (low..=6).map(move |high| (low, high))) {
        let expected = match low + high {
            sum @ (5 | 10) => (u64::from(sum), 12, true),
            _ => (0, 9, false),
        };
        assert_eq!(counters(&dropped(&single(low, high))), expected, "{low}:{high}");
    }
}

/// D-02 D-45 D-50
#[test]
fn a_full_row_is_removed_whatever_its_pips_and_the_rows_above_descend() {
    let position =
        Position::new().board(&["1......2", "...6....", "123..456"]).active(tile(0, 0), 0, 3, 15);
    let played = dropped(&position);
    assert_eq!(played.stack(), ["1......2", "...6...."]);
    assert_eq!(played.view().lines, 1);
}

/// D-45: full rows are found by their eight cells, above, below or both; seven cells are not enough.
#[test]
fn all_full_rows_are_found_and_no_others() {
    let (full, short) = ("123.4560", "123.456.");
    for (upper, lower, expected) in [
        (full, full, vec![14, 15]),
        (full, short, vec![14]),
        (short, full, vec![15]),
        (short, short, vec![]),
    ] {
        let mut played = dropped(&double(upper, lower));
        let found = played.take_events().into_iter().find_map(|what| match what {
            Event::Fives(fives) => Some(fives.rows.iter().collect::<Vec<i8>>()),
            _ => None,
        });
        assert_eq!(found.unwrap_or_default(), expected, "{upper} over {lower}");
        assert_eq!(played.stack().len(), 2 - expected.len());
        assert_eq!(played.view().lines as usize, expected.len());
    }
}

/// D-05 D-52 D-57 D-59 D-99
#[test]
fn a_row_of_zeros_scores_nothing_and_costs_a_life() {
    let played = dropped(&single(0, 0).streak(true));
    assert_eq!(counters(&played), (0, 9, false));
}

/// D-48 D-51 D-54 D-58 D-62 D-100
#[test]
fn a_five_scores_its_sum_gives_two_lives_and_starts_the_streak() {
    assert_eq!(counters(&dropped(&single(2, 3))), (5, 12, true));
    // Two lives for each of two fives, of 5 and of 10; their points are doubled.
    assert_eq!(counters(&dropped(&double("600.0000", "300.0000"))), (30, 14, true));
}

/// D-54 D-64 D-101
#[test]
fn the_streak_doubles_a_five_and_leaves_lives_alone() {
    assert_eq!(counters(&dropped(&single(2, 3).streak(true))), (10, 12, true));
}

/// D-52 D-59 D-63 D-102
#[test]
fn a_row_that_is_no_five_scores_nothing_costs_a_life_and_ends_the_streak() {
    assert_eq!(counters(&dropped(&single(2, 4))), (0, 9, false));
    assert_eq!(counters(&dropped(&single(2, 4).streak(true))), (0, 9, false));
}

/// D-47 D-49 D-55 D-60 D-62 D-103: each row counts only the half that stands in it.
#[test]
fn a_mixed_double_doubles_its_five_and_nets_one_life() {
    let played = dropped(&double("200.0000", "300.0000"));
    assert_eq!(counters(&played), (10, 11, true));
    assert_eq!(played.view().lines, 2);
    let double = fives(&played);
    assert_eq!((double.rows.count(), double.sum, double.multiplier), (2, 5, 2));
    assert_eq!((double.points, double.lives), (10, 1));
    // One row with the same sum: single-clear rules.
    let single = fives(&dropped(&single(2, 3)));
    assert_eq!((single.rows.count(), single.sum, single.multiplier), (1, 5, 1));
    assert_eq!((single.points, single.lives), (5, 2));
}

/// What the rows that were cleared were worth.
fn fives(played: &Played) -> FivesClear {
    let fives = played.events().iter().find_map(|event| match event.event {
        Event::Fives(fives) => Some(fives),
        _ => None,
    });
    fives.expect("rows were cleared")
}

/// D-53 D-55 D-60 D-65 D-104 (A-D4)
#[test]
fn a_double_of_fives_is_doubled_once_streak_or_not() {
    let position = double("100.0000", "300.0000");
    assert_eq!(counters(&dropped(&position)), (20, 14, true));
    assert_eq!(counters(&dropped(&position.streak(true))), (20, 14, true));
}

/// D-56 D-59 D-63
#[test]
fn a_double_without_a_five_scores_nothing_and_costs_two_lives() {
    let played = dropped(&double("000.0000", "000.0000").streak(true));
    assert_eq!(counters(&played), (0, 8, false));
}

/// D-63
#[test]
fn a_lock_that_clears_nothing_ends_the_streak() {
    let played = dropped(&Position::new().entering(tile(2, 3)).streak(true));
    assert_eq!(counters(&played), (0, 10, false));
}

/// D-62 D-65 (A-D6): the streak applies to the next lock.
#[test]
fn of_two_fives_in_a_row_the_second_scores_double() {
    let position = Position::new()
        .board(&["000..000", "000..000"])
        .active(tile(2, 3), 0, 3, 0)
        .next(&[tile(4, 6)]);
    let mut played = dropped(&position);
    assert_eq!(counters(&played), (5, 12, true));
    played.tap(Button::HardDrop, 2);
    assert_eq!(counters(&played), (5 + 2 * 10, 14, true));
}

/// D-46: a tile has cells in two rows at most, whatever stands on the board.
#[test]
fn one_lock_clears_at_most_two_rows() {
    let rows = ["000.0000"; 3];
    let position = Position::new().board(&rows).active(tile(1, 1), 1, 3, 10);
    let played = dropped(&position);
    assert_eq!(played.view().lines, 2);
    assert_eq!(played.stack(), ["000.0000"]);
}

/// D-61 D-67 D-106 (A-D5)
#[test]
fn zero_lives_is_alive_and_fewer_is_the_end() {
    let alive = dropped(&single(2, 4).lives(1));
    assert_eq!((alive.view().lives, alive.end()), (0, None));
    let dead = dropped(&single(2, 4).lives(0));
    assert_eq!((dead.view().lives, dead.end()), (-1, Some(EndReason::LivesLost)));
    assert!(dead.view().piece.is_none(), "no tile enters any more");
    assert!(dead.view().board.is_empty(), "the row is gone all the same");
    let two_rows = dropped(&double("000.0000", "000.0000").lives(1));
    assert_eq!((two_rows.view().lives, two_rows.end()), (-1, Some(EndReason::LivesLost)));
    let mixed = dropped(&double("200.0000", "300.0000").lives(0));
    assert_eq!((mixed.view().lives, mixed.end()), (1, None), "the net counts, in one step");
}

/// A-D5: there is no upper limit.
#[test]
fn lives_have_no_upper_limit() {
    assert_eq!(dropped(&single(2, 3).lives(500)).view().lives, 502);
}

/// D-25 D-26 D-27 D-28 D-107
#[test]
fn every_ten_rows_take_fifty_milliseconds_off_down_to_a_hundred_and_fifty() {
    let table = [
        (0, 1000),
        (9, 1000),
        (10, 950),
        (20, 900),
        (160, 200),
        (169, 200),
        (170, 150),
        (500, 150),
    ];
    for (rows, millis) in table {
        let played =
            Played::set_up(Rules::domino_easy(), &Position::new().entering(tile(1, 1)).lines(rows));
        assert_eq!(played.view().fall_interval, Micros::from_millis(millis), "{rows} rows");
    }
    for tens in 1..=17 {
        let before = single(2, 3).lines(10 * tens - 1);
        let slower = Played::set_up(Rules::domino_easy(), &before).view().fall_interval;
        let faster = dropped(&before).view().fall_interval;
        assert_eq!(slower - faster, Micros::from_millis(50), "{tens}0 rows");
    }
    for (low, high) in [(2, 3), (2, 4)] {
        let played = dropped(&single(low, high).lines(9));
        assert_eq!(played.view().lines, 10, "rows count whether they are fives or not");
        assert_eq!(played.view().fall_interval, Micros::from_millis(950));
    }
}

/// D-27 (A-D7): the new interval applies from the next fall.
#[test]
fn the_tile_after_the_tenth_row_falls_faster() {
    let mut played = dropped(&single(2, 3).lines(9));
    played.advance(950_000);
    assert_eq!(played.place().1, 0);
    played.advance(950_001);
    assert_eq!(played.place().1, 1);
}

/// D-67 (A-D7): write, count, collapse, then the next tile or the end.
#[test]
fn the_steps_after_a_lock_happen_in_order() {
    let steps = |position: &Position| -> Vec<&str> {
        dropped(position).events().iter().map(|timed| timed.event.name()).collect()
    };
    let resolved = ["hard_dropped", "locked", "fives", "collapsed"];
    assert_eq!(steps(&single(2, 3)), [&resolved[..], &["spawned"]].concat());
    assert_eq!(steps(&single(2, 4).lives(0)), [&resolved[..], &["over"]].concat());
}

/// D-48 D-49: what the easy game shows beside each row, locked cells only.
#[test]
fn row_sums_count_locked_cells_and_not_the_falling_tile() {
    let position = Position::new().board(&["1.2.....", "6543...."]).active(tile(3, 6), 1, 7, 14);
    let played = Played::set_up(Rules::domino_easy(), &position);
    let sums: Vec<u32> = (0..16).map(|y| played.view().board.row_sum(y)).collect();
    assert_eq!(sums[14..], [3, 18]);
    assert!(sums[..14].iter().all(|&sum| sum == 0));
    let mut played = played;
    played.tap(Button::HardDrop, 1);
    assert_eq!(played.view().board.row_sum(14), 9);
    assert_eq!(played.view().board.row_sum(15), 21);
}
