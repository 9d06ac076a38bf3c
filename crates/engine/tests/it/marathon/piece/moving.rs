//! Marathon: moving sideways, once and by auto-repeat.

use crate::drawing::Played;
use quintet_engine::{Button, Event, Fall, Kind, Micros, Position, Rules};

/// A piece that stays where it is put, however much time passes.
fn hovering(kind: Kind, x: i8, y: i8) -> Played {
    let rules = Rules { fall: Fall::Every(Micros::from_secs(60)), ..Rules::marathon() };
    Played::set_up(rules, &Position::new().active(kind, 0, x, y))
}

/// M-008 M-009
#[test]
fn left_and_right_move_the_piece_exactly_one_column() {
    let mut played = Played::set_up(Rules::marathon(), &Position::new().entering(Kind::T));
    assert_eq!(played.rows(0..2), ["....t.....", "...ttt...."]);
    played.tap(Button::Left, 1000);
    assert_eq!(played.rows(0..2), ["...t......", "..ttt....."]);
    played.tap(Button::Right, 2000);
    played.tap(Button::Right, 2000);
    assert_eq!(played.rows(0..2), [".....t....", "....ttt..."]);
    let moved = |columns| Event::Moved { columns, repeated: false };
    assert_eq!(played.take_events(), [moved(-1), moved(1), moved(1)]);
}

/// M-010 M-221
#[test]
fn against_a_wall_the_piece_stays_where_it_is() {
    for (button, x) in [(Button::Left, 0), (Button::Right, 7)] {
        let mut played = hovering(Kind::T, x, 5);
        let before = played.rows(0..20);
        for at in 0..3 {
            played.tap(button, at);
        }
        assert_eq!(played.rows(0..20), before);
        assert_eq!(played.take_events(), [Event::Blocked; 3]);
        assert_eq!((played.view().score, played.end()), (0, None));
    }
}

/// M-011 M-221
#[test]
fn no_move_leads_into_a_filled_cell_a_wall_or_the_floor() {
    let position = Position::new()
        .board(&[
            "..J....J..", //
            "..J....J..",
            "..J....J..",
        ])
        .active(Kind::O, 0, 3, 18);
    let mut played = Played::set_up(Rules::marathon(), &position);
    played.tap(Button::Left, 0);
    played.tap(Button::SoftDrop, 0);
    assert_eq!(
        played.rows(17..20),
        [
            "..J....J..", //
            "..Joo..J..",
            "..Joo..J..",
        ]
    );
    for _ in 0..4 {
        played.tap(Button::Right, 0);
    }
    assert_eq!(
        played.rows(17..20),
        [
            "..J....J..", //
            "..J..ooJ..",
            "..J..ooJ..",
        ]
    );
    assert_eq!(played.view().score, 0, "nothing was descended");
}

/// M-011: a piece stops at the column where any of its cells would meet another.
#[test]
fn every_cell_of_a_piece_counts_in_a_collision() {
    let position = Position::new()
        .board(&[
            ".......G..", //
            "..........",
            "..........",
        ])
        .active(Kind::T, 2, 4, 17);
    let mut played = Played::set_up(Rules::marathon(), &position);
    assert_eq!(played.rows(17..20), [".......G..", "....ttt...", ".....t...."]);
    for _ in 0..5 {
        played.tap(Button::Right, 0);
    }
    assert_eq!(played.rows(17..20), [".......G..", ".......ttt", "........t."]);

    let position = Position::new()
        .board(&[
            "..........", //
            ".......G..",
            "..........",
        ])
        .active(Kind::T, 2, 4, 17);
    let mut played = Played::set_up(Rules::marathon(), &position);
    played.tap(Button::Right, 0);
    assert_eq!(played.rows(17..20), ["..........", "....tttG..", ".....t...."]);
}

/// M-217 (A-M12, A-X13)
#[test]
fn a_held_direction_repeats_after_170_ms_and_then_every_50() {
    for (button, from, step) in [(Button::Left, 7, -1), (Button::Right, 0, 1)] {
        let mut played = hovering(Kind::T, from, 5);
        played.press(button, 0);
        let moved = |played: &Played| (played.piece().x - from) * step;
        for (now, columns) in [
            (0, 1),
            (169_999, 1),
            (170_000, 2),
            (219_999, 2),
            (220_000, 3),
            (269_999, 3),
            (270_000, 4),
            (319_999, 4),
            (320_000, 5),
        ] {
            played.advance(now);
            assert_eq!(moved(&played), columns, "at {now}");
        }
        played.release(button, 369_999);
        played.advance(10_000_000);
        assert_eq!(moved(&played), 5);
    }
}

/// M-217: auto-repeat does not depend on how finely time is cut.
#[test]
fn repeats_that_fell_due_during_a_long_gap_all_happen() {
    let mut played = hovering(Kind::T, 7, 5);
    played.press(Button::Left, 0);
    played.advance(420_000);
    assert_eq!(played.place(), (0, 5));
    let at: Vec<u64> = played.events().iter().map(|event| event.at.0).collect();
    assert_eq!(at, [0, 170_000, 220_000, 270_000, 320_000, 370_000, 420_000]);
}

/// A-M12
#[test]
fn rotation_hard_drop_and_hold_happen_once_per_press() {
    let mut played = hovering(Kind::T, 3, 5);
    played.press(Button::RotateCw, 0);
    played.advance(2_000_000);
    assert_eq!(played.piece().rotation.quarter_turns(), 1);
    played.release(Button::RotateCw, 2_000_000);
    played.press(Button::Hold, 2_000_000);
    played.advance(4_000_000);
    assert_eq!(played.entered().len(), 1);
    played.release(Button::Hold, 4_000_000);
    played.press(Button::HardDrop, 4_000_000);
    played.advance(6_000_000);
    assert_eq!(played.lock_times(), [4_000_000]);
}

/// A-M12
#[test]
fn the_later_of_two_directions_wins_and_the_other_resumes_with_a_new_charge() {
    let mut played = hovering(Kind::T, 3, 5);
    played.press(Button::Left, 0);
    played.press(Button::Right, 100_000);
    assert_eq!(played.place(), (3, 5), "one to the left, one to the right");
    played.advance(269_999);
    assert_eq!(played.place(), (3, 5), "the left button's charge is gone");
    played.advance(270_000);
    assert_eq!(played.place(), (4, 5));
    played.release(Button::Right, 300_000);
    assert_eq!(played.place(), (4, 5), "resuming is no press");
    played.advance(469_999);
    assert_eq!(played.place(), (4, 5));
    played.advance(470_000);
    assert_eq!(played.place(), (3, 5));
    played.advance(520_000);
    assert_eq!(played.place(), (2, 5));
}

/// A-M12
#[test]
fn releasing_the_earlier_direction_does_not_affect_the_later() {
    let mut played = hovering(Kind::T, 3, 5);
    played.press(Button::Left, 0);
    played.press(Button::Right, 100_000);
    played.release(Button::Left, 200_000);
    played.advance(269_999);
    assert_eq!(played.place(), (3, 5));
    played.advance(320_000);
    assert_eq!(played.place(), (5, 5));
}

/// A-M12
#[test]
fn the_charge_is_kept_from_piece_to_piece() {
    let next = [Kind::T, Kind::T, Kind::T];
    let position = Position::new().entering(Kind::T).next(&next);
    let mut played = Played::set_up(Rules::marathon(), &position);
    played.press(Button::Left, 0);
    played.tap(Button::HardDrop, 100_000);
    assert_eq!(played.place(), (3, 0));
    played.advance(169_999);
    assert_eq!(played.place(), (3, 0));
    played.advance(170_000);
    assert_eq!(played.place(), (2, 0));
    played.tap(Button::HardDrop, 200_000);
    assert_eq!(played.place(), (3, 0), "the next repeat comes at its time");
    played.advance(220_000);
    assert_eq!(played.place(), (2, 0));
    played.tap(Button::Hold, 230_000);
    assert_eq!(played.place(), (3, 0));
    played.advance(270_000);
    assert_eq!(played.place(), (2, 0));
}

#[test]
fn pressing_a_held_direction_again_is_a_further_press() {
    let mut played = hovering(Kind::T, 7, 5);
    played.press(Button::Left, 0);
    played.press(Button::Left, 100_000);
    assert_eq!(played.place(), (5, 5));
    played.advance(269_999);
    assert_eq!(played.place(), (5, 5), "the charge started again");
    played.advance(270_000);
    assert_eq!(played.place(), (4, 5));
}

#[test]
fn a_repeat_against_an_obstacle_waits_until_the_piece_is_free() {
    // The O is held up by the G until it has fallen past it.
    let position = Position::new()
        .board(&[
            "..G.......", //
            "..G.......",
            "..........",
            "..........",
            "..........",
        ])
        .active(Kind::O, 0, 3, 15);
    let mut played = Played::set_up(Rules::marathon(), &position);
    played.press(Button::Left, 0);
    played.advance(1_999_999);
    assert_eq!(played.place(), (3, 16));
    played.advance(2_019_999);
    assert_eq!(played.place(), (3, 17), "free, but the next repeat is at 2,020,000");
    played.advance(2_020_000);
    assert_eq!(played.place(), (2, 17));
}
