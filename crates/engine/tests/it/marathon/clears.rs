//! Marathon: completed rows, their points, and the pause before they are removed.

use crate::drawing::{Played, about_to_clear};
use quintet_engine::{Button, Clear, Event, Kind, Micros, Phase, Position, Rules, Spin, Status};

fn clear(lines: usize, position: &Position) -> Played {
    let mut played = Played::set_up(Rules::marathon(), position);
    played.take_events();
    played.tap(Button::HardDrop, 0);
    let cleared = played.events().iter().find_map(|event| match event.event {
        Event::Cleared(clear) => Some(clear),
        _ => None,
    });
    assert_eq!(cleared.map(|clear| usize::from(clear.lines)), Some(lines));
    played
}

/// M-029 M-030 M-032 M-033 M-035 M-036 M-038 M-039 M-226
#[test]
fn one_to_four_lines_score_100_300_500_and_800_times_the_level() {
    for level in [1, 2, 3, 7, 20] {
        for (lines, points) in [(1, 100), (2, 300), (3, 500), (4, 800)] {
            let before = (level - 1) * 10;
            let played = clear(lines, &about_to_clear(lines).lines(before).score(5000));
            assert_eq!(played.view().score, 5000 + points * u64::from(level));
            assert_eq!(played.view().lines, before + lines as u32);
        }
    }
}

/// M-031 M-034 M-225
#[test]
fn all_completed_rows_are_removed_at_the_same_time() {
    for lines in 1..=4 {
        let mut played = clear(lines, &about_to_clear(lines));
        played.advance(399_999);
        assert_eq!(played.view().board.full_rows().count(), lines as u8);
        played.advance(400_000);
        assert!(played.stack().is_empty());
        let collapses = played.take_events().into_iter().filter_map(|what| match what {
            Event::Collapsed { rows } => Some(rows.iter().collect::<Vec<i8>>()),
            _ => None,
        });
        let all: Vec<i8> = (20 - lines as i8..20).collect();
        assert_eq!(collapses.collect::<Vec<_>>(), [all]);
    }
}

/// M-224
#[test]
fn full_rows_are_found_wherever_they_are() {
    let position = Position::new().board(&[
        "GGGGGGGGGG",
        ".GGGGGGGGG",
        "GGGGGGGGGG",
        "GGGG.GGGGG",
        "GGGGGGGGG.",
        "..........",
        "GGGGGGGGGG",
    ]);
    let played = Played::set_up(Rules::marathon(), &position);
    let full = played.view().board.full_rows();
    assert_eq!(full.iter().collect::<Vec<_>>(), [13, 15, 19]);
    assert!(full.contains(13) && !full.contains(14) && full.contains(19));
    assert_eq!(full.count(), 3);
}

/// M-028 M-225 (A-X12)
#[test]
fn each_row_descends_by_the_number_of_removed_rows_below_it() {
    let position = Position::new()
        .board(&[
            "Z.........", //
            "JJ........",
            "GGGG.GGGGG",
            ".LLL.SSSSS",
            "GGGG.GGGGG",
        ])
        .active(Kind::I, 1, 2, 16);
    let mut played = Played::set_up(Rules::marathon(), &position);
    played.tap(Button::HardDrop, 0);
    played.advance(400_000);
    assert_eq!(
        played.stack(),
        [
            "Z.........", //
            "JJ..I.....",
            ".LLLISSSSS",
        ]
    );
}

/// A-X12: rows move as they are; nothing falls into holes below.
#[test]
fn cells_left_hanging_stay_where_their_row_is() {
    let position = Position::new()
        .board(&[
            ".J........", //
            "GGGGGG....",
            "S......G..",
        ])
        .active(Kind::I, 0, 6, 17);
    let mut played = Played::set_up(Rules::marathon(), &position);
    played.tap(Button::HardDrop, 0);
    played.advance(400_000);
    assert_eq!(played.stack(), [".J........", "S......G.."]);
}

/// M-041 M-227 (A-X10, A-X11)
#[test]
fn the_level_rises_with_every_ten_lines_and_the_clear_counts_at_the_level_before() {
    for (lines, before, level, after) in [
        (1, 8, 1, 1),
        (1, 9, 1, 2),
        (2, 8, 1, 2),
        (3, 7, 1, 2),
        (4, 6, 1, 2),
        (4, 9, 1, 2),
        (1, 10, 2, 2),
        (1, 19, 2, 3),
        (4, 39, 4, 5),
        (1, 99, 10, 11),
    ] {
        let mut played = clear(lines, &about_to_clear(lines).lines(before));
        let points = [100, 300, 500, 800][lines - 1];
        assert_eq!(played.view().score, points * level);
        assert_eq!(played.view().level, after, "{before} lines and {lines} more");
        let rose = played.take_events().contains(&Event::LevelUp { level: after });
        assert_eq!(rose, u64::from(after) > level);
    }
}

/// M-042
#[test]
fn after_a_level_rise_the_next_piece_falls_faster() {
    let mut played = clear(1, &about_to_clear(1).lines(9).next(&[Kind::O]));
    assert_eq!(played.view().fall_interval, Micros(793_000));
    played.advance(400_000 + 792_999);
    assert_eq!(played.place(), (4, 0));
    played.advance(400_000 + 793_000);
    assert_eq!(played.place(), (4, 1));

    // At level 29 a row takes one microsecond, which cannot become shorter.
    for level in 1..29 {
        let position = about_to_clear(1).lines(10 * level - 1);
        let before = Played::set_up(Rules::marathon(), &position).view().fall_interval;
        let played = clear(1, &position);
        assert_eq!(played.view().level, level + 1);
        assert!(played.view().fall_interval < before, "level {level}");
    }
}

/// A-M8
#[test]
fn points_count_at_the_lock_and_the_next_piece_enters_400_ms_later() {
    let mut played = Played::set_up(Rules::marathon(), &about_to_clear(2).next(&[Kind::T]));
    played.advance(500_000);
    assert_eq!((played.view().score, played.view().lines), (300, 2));
    let Phase::Clearing { rows, since, until } = played.view().phase else {
        panic!("not clearing")
    };
    assert_eq!(rows.iter().collect::<Vec<_>>(), [18, 19]);
    assert_eq!((since, until), (Micros(500_000), Micros(900_000)));
    assert!(played.view().piece.is_none() && played.view().ghost.is_none());
    assert_eq!(played.game.status(), Status::Playing);
    played.advance(899_999);
    assert!(played.view().piece.is_none());
    assert_eq!(played.stack(), ["GGGGOOGGGG", "GGGGOOGGGG"]);
    played.advance(900_000);
    assert_eq!(played.rows(0..2), ["....t.....", "...ttt...."]);
    assert!(played.stack().is_empty());
}

/// A-M8
#[test]
fn buttons_do_nothing_during_a_clear() {
    let mut played = clear(1, &about_to_clear(1).next(&[Kind::T]).hold(Kind::S));
    played.take_events();
    for (at, button) in (1..).zip(Button::ALL) {
        played.tap(button, at * 1000);
    }
    assert!(played.take_events().is_empty());
    assert_eq!((played.view().score, played.view().hold), (100, Some(Kind::S)));
    played.advance(400_000);
    assert_eq!((played.piece().kind, played.place()), (Kind::T, (3, 0)));
    assert!(!played.view().hold_used);
}

/// A-M8
#[test]
fn auto_repeat_charges_during_a_clear() {
    let next = about_to_clear(1).next(&[Kind::T]);
    let mut played = clear(1, &next);
    played.press(Button::Left, 200_000);
    played.advance(399_999);
    assert!(played.view().piece.is_none());
    played.advance(400_000);
    assert_eq!(played.place(), (2, 0), "charged since 370,000: moved as it enters");
    played.advance(449_999);
    assert_eq!(played.place(), (2, 0));
    played.advance(450_000);
    assert_eq!(played.place(), (1, 0));

    let mut played = clear(1, &next);
    played.press(Button::Right, 300_000);
    played.advance(469_999);
    assert_eq!(played.place(), (3, 0), "not charged before 470,000");
    played.advance(470_000);
    assert_eq!(played.place(), (4, 0));

    let mut played = clear(1, &next);
    played.press(Button::Right, 100_000);
    played.release(Button::Right, 390_000);
    played.advance(450_000);
    assert_eq!(played.place(), (3, 0), "after the release the charge is gone");
}

/// A-M8: a held soft drop or step down applies to the piece that enters.
#[test]
fn a_soft_drop_held_during_a_clear_applies_to_the_piece_that_enters() {
    let next = about_to_clear(1).next(&[Kind::T]);
    let mut played = clear(1, &next);
    played.press(Button::SoftDrop, 100_000);
    played.advance(400_000);
    assert_eq!(played.place(), (3, 0));
    played.advance(416_666);
    assert_eq!(played.place(), (3, 0));
    played.advance(416_667);
    assert_eq!(played.place(), (3, 1));

    let mut played = clear(1, &next);
    played.press(Button::StepDown, 100_000);
    played.advance(449_999);
    assert_eq!(played.place(), (3, 0));
    played.advance(450_000);
    assert_eq!(played.place(), (3, 1));
    assert_eq!(played.view().score, 101);
}

/// M-061 (A-M8)
#[test]
fn a_pause_stops_the_clear() {
    let mut played = clear(1, &about_to_clear(1));
    played.advance(100_000);
    played.game.pause();
    played.advance(50_000_000);
    assert!(matches!(played.view().phase, Phase::Clearing { .. }));
    assert_eq!((played.game.status(), played.view().now), (Status::Paused, Micros(100_000)));
    played.game.resume();
    played.advance(399_999);
    assert!(played.view().piece.is_none());
    played.advance(400_000);
    assert!(played.view().piece.is_some());
}

/// M-218
#[test]
fn spins_and_runs_of_clears_are_reported_but_score_no_more_than_their_lines() {
    let mut played = clear(4, &about_to_clear(4));
    played.advance(400_000);
    played.game.set_up(&about_to_clear(4)).expect("possible");
    played.tap(Button::HardDrop, 400_000);
    assert_eq!(played.view().score, 1600);
    let Some(Event::Cleared(clear)) =
        played.take_events().into_iter().rfind(|what| matches!(what, Event::Cleared(_)))
    else {
        panic!("no clear");
    };
    let Clear { points, spin, back_to_back, combo, perfect, .. } = clear;
    assert_eq!((points, spin, back_to_back, combo, perfect), (800, Spin::None, true, 1, true));

    let position = Position::new().board(&["GGGG......", "GGG...GGGG", "GGGG.GGGGG"]).active(
        Kind::T,
        1,
        3,
        17,
    );
    let mut played = Played::set_up(Rules::marathon(), &position);
    played.tap(Button::RotateCw, 0);
    played.tap(Button::HardDrop, 0);
    assert_eq!(played.view().score, 300);
    let spun = |event: &Event| matches!(event, Event::Cleared(Clear { spin: Spin::Full, .. }));
    assert!(played.take_events().iter().any(spun));
}
