//! Battle: the board, and how pieces move, fall, drop and lock on it.

use crate::drawing::Played;
use proptest::prelude::*;
use quintet_engine::{Button, Event, Kind, Micros, Position, Rules};

const SECOND: u64 = 1_000_000;

fn battle(position: &Position) -> Played {
    Played::set_up(Rules::battle(), position)
}

/// B-01 B-02
#[test]
fn a_new_board_is_ten_wide_twenty_tall_and_empty() {
    let played = Played::new(Rules::battle());
    let board = played.view().board;
    assert_eq!((board.width(), board.height(), board.hidden()), (10, 20, 0));
    assert_eq!(board.drawing(), vec![".........."; 20]);
    assert!(board.is_empty());
}

/// B-01 B-03 B-04
#[test]
fn pieces_fall_stack_and_are_followed_by_the_next() {
    let mut played = battle(&Position::new().entering(Kind::T).next(&[Kind::O, Kind::S]));
    assert_eq!(played.rows(0..2), ["....t.....", "...ttt...."]);
    played.advance(18 * SECOND);
    assert_eq!(played.rows(18..20), ["....t.....", "...ttt...."]);
    assert!(played.stack().is_empty(), "it has landed and not yet locked");
    played.advance(19 * SECOND);
    assert_eq!(played.stack(), ["....T.....", "...TTT...."]);
    assert_eq!(played.rows(0..2), ["....oo....", "....oo...."]);
    played.advance((19 + 17) * SECOND);
    assert_eq!(
        played.stack(),
        [
            "....OO....", //
            "....OO....",
            "....T.....",
            "...TTT....",
        ]
    );
    assert_eq!(played.rows(0..2), ["....ss....", "...ss....."]);
}

/// B-03, A-B7: there is no lock delay, only the step that fails.
#[test]
fn a_landed_piece_slides_until_gravitys_next_step_fails() {
    let mut played = battle(&Position::new().active(Kind::O, 0, 4, 17));
    played.advance(SECOND);
    assert_eq!(played.place(), (4, 18));
    for tap in 1..=3 {
        played.tap(Button::Left, SECOND + 300_000 * tap);
    }
    played.advance(2 * SECOND - 1);
    assert_eq!(played.place(), (1, 18), "moving gains no time");
    played.advance(2 * SECOND);
    assert_eq!(played.stack(), [".OO.......", ".OO......."]);
    assert_eq!(played.lock_times(), [2 * SECOND]);
}

/// A-B7: a soft drop that fails locks too, whether a press or a repeat.
#[test]
fn a_landed_piece_locks_on_the_first_soft_drop_that_fails() {
    let mut played = battle(&Position::new().active(Kind::O, 0, 4, 18));
    played.tap(Button::SoftDrop, 12_345);
    assert_eq!(played.lock_times(), [12_345]);

    let mut played = battle(&Position::new().active(Kind::O, 0, 4, 17));
    played.press(Button::SoftDrop, 1000);
    assert_eq!(played.place(), (4, 18));
    played.advance(50_999);
    assert!(played.lock_times().is_empty());
    played.advance(51_000);
    assert_eq!(played.lock_times(), [51_000]);
}

/// B-10
#[test]
fn a_move_beyond_the_walls_is_ignored() {
    for (button, x) in [(Button::Left, 0), (Button::Right, 8)] {
        let mut played = battle(&Position::new().active(Kind::O, 0, x, 5));
        let before = played.rows(0..20);
        played.tap(button, 1000);
        assert_eq!(played.rows(0..20), before);
        assert_eq!(played.take_events(), [Event::Blocked]);
    }
}

/// B-11
#[test]
fn a_move_onto_a_filled_cell_is_ignored() {
    let position = Position::new()
        .board(&[
            "..J....L..", //
            "..J....L..",
        ])
        .active(Kind::S, 0, 3, 18);
    let mut played = battle(&position);
    played.tap(Button::Left, 1000);
    assert_eq!(played.rows(18..20), ["..J.ss.L..", "..Jss..L.."]);
    played.tap(Button::Right, 2000);
    assert_eq!(played.rows(18..20), ["..J..ssL..", "..J.ss.L.."], "there is room for one");
    played.tap(Button::Right, 3000);
    assert_eq!(played.rows(18..20), ["..J..ssL..", "..J.ss.L.."]);
}

/// B-31 B-04, A-B6
#[test]
fn a_hard_drop_takes_the_piece_to_the_lowest_place_below_it_and_locks() {
    let position = Position::new()
        .board(&[
            "....JJJJ..", //
            ".......J..",
            "......JJ..",
        ])
        .active(Kind::I, 1, 1, 3)
        .next(&[Kind::Z]);
    let mut played = battle(&position);
    played.press(Button::HardDrop, 1000);
    assert_eq!(
        played.stack(),
        [
            "...I......", //
            "...IJJJJ..",
            "...I...J..",
            "...I..JJ..",
        ]
    );
    assert_eq!(played.lock_times(), [1000]);
    assert_eq!(played.rows(0..2), ["...zz.....", "....zz...."]);
    assert_eq!(played.view().score, 0);
}

/// B-09: neither drop passes through an overhang.
#[test]
fn no_drop_passes_through_a_filled_cell() {
    for button in [Button::HardDrop, Button::SoftDrop] {
        // At level 25 a row of a soft drop takes less than a microsecond.
        let roof = Position::new().board(&["....JJ....", "..........", ".........."]).level(25);
        let mut played = battle(&roof.entering(Kind::O));
        played.press(button, 0);
        played.advance(16);
        let landed = ["....OO....", "....OO....", "....JJ....", "..........", ".........."];
        assert_eq!(played.stack(), landed);
    }
}

/// B-32, A-B10, A-B6
#[test]
fn soft_drop_falls_twenty_times_as_fast_to_the_microsecond() {
    for (level, interval) in [(1, 50_000), (2, 39_650), (10, 3_207), (15, 352), (19, 41)] {
        let mut played = battle(&Position::new().level(level).active(Kind::O, 0, 4, 0));
        assert_eq!(played.view().fall_interval.0 / 20, interval);
        let pressed = 7;
        played.press(Button::SoftDrop, pressed);
        for row in 1..18 {
            let due = pressed + u64::from(row - 1_u8) * interval;
            if row > 1 {
                played.advance(due - 1);
                assert_eq!(played.place().1, row as i8 - 1, "level {level}");
            }
            played.advance(due);
            assert_eq!(played.place().1, row as i8, "level {level}");
        }
        assert_eq!(played.view().score, 0);
    }
}

/// B-32, A-B10: many rows are due between two calls, and none is lost.
#[test]
fn rows_of_a_fast_soft_drop_add_up_between_two_frames() {
    let mut often = battle(&Position::new().level(12).entering(Kind::T));
    let mut seldom = battle(&Position::new().level(12).entering(Kind::T));
    often.press(Button::SoftDrop, 0);
    seldom.press(Button::SoftDrop, 0);
    for millis in 1..=16 {
        often.advance(millis * 1000);
    }
    seldom.advance(16_000);
    // The first row at the press, then one every 28,218 / 20 us.
    assert_eq!(i32::from(often.place().1), 1 + 16_000 / (28_218 / 20));
    assert_eq!(often.game, seldom.game);
}

#[test]
fn gravity_takes_over_a_whole_interval_after_the_last_soft_drop() {
    let mut played = battle(&Position::new().active(Kind::O, 0, 4, 0));
    played.press(Button::SoftDrop, 900_000);
    played.release(Button::SoftDrop, 999_999);
    assert_eq!(played.place().1, 2, "at 900 and 950 ms");
    played.advance(1_949_999);
    assert_eq!(played.place().1, 2);
    played.advance(1_950_000);
    assert_eq!(played.place().1, 3);
}

/// B-21, A-B11
#[test]
fn each_level_has_its_own_interval() {
    for (level, interval) in [(1, 1_000_000), (2, 793_000), (5, 355_197), (20, 455)] {
        let mut played = battle(&Position::new().level(level).active(Kind::O, 0, 4, 0));
        played.advance(interval - 1);
        assert_eq!(played.place().1, 0);
        played.advance(interval);
        assert_eq!(played.place().1, 1);
    }
}

proptest! {
    /// B-09
    #[test]
    fn no_piece_ever_enters_a_filled_cell_or_leaves_the_board(
        seed: u64,
        level in 1..25_u32,
        inputs in prop::collection::vec((0..200_000_u64, 0..12_usize, any::<bool>()), 0..200),
    ) {
        let mut played = Played::dealt(Rules::battle().from_level(level), seed);
        let mut at = 0;
        for (wait, button, is_press) in inputs {
            at += wait;
            match (Button::ALL.get(button), is_press) {
                (Some(&button), true) => played.press(button, at),
                (Some(&button), false) => played.release(button, at),
                (None, _) => played.receive_garbage(&[(wait % 10) as u8], at),
            }
            let view = played.view();
            for (x, y, _) in view.piece.into_iter().flat_map(quintet_engine::PlacedPiece::cells) {
                prop_assert!((0..10).contains(&x) && (0..20).contains(&y), "({x}, {y})");
                prop_assert!(!view.board.is_taken(x, y), "({x}, {y})");
            }
        }
    }
}

#[test]
fn the_standard_handling_repeats_a_held_direction() {
    assert_eq!(Rules::battle().handling.das, Micros::from_millis(170));
    let mut played = battle(&Position::new().active(Kind::O, 0, 8, 0));
    played.press(Button::Left, 0);
    played.advance(169_999);
    assert_eq!(played.place().0, 7);
    played.advance(220_000);
    assert_eq!(played.place().0, 5);
}
