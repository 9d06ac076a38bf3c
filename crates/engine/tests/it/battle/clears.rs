//! Battle: completed rows, points and levels.

use crate::drawing::{Played, about_to_clear};
use quintet_engine::{Button, Event, Kind, Micros, Position, Rules};

fn clear(lines: usize, position: &Position) -> Played {
    let mut played = Played::set_up(Rules::battle(), position);
    played.tap(Button::HardDrop, 0);
    let cleared = played.events().iter().find_map(|event| match event.event {
        Event::Cleared(clear) => Some(usize::from(clear.lines)),
        _ => None,
    });
    assert_eq!(cleared, Some(lines));
    played
}

/// B-12 B-13
#[test]
fn a_completed_row_is_removed_and_all_rows_above_descend_by_one() {
    let position = Position::new()
        .board(&[
            "S.........", //
            ".L........",
            "JJJ.JJJJJJ",
            "..Z.......",
        ])
        .active(Kind::I, 1, 1, 5);
    let mut played = Played::set_up(Rules::battle(), &position);
    played.tap(Button::HardDrop, 0);
    assert_eq!(
        played.stack(),
        [
            "S..I......", //
            ".L.I......",
            "..ZI......",
        ]
    );
    assert_eq!(played.view().lines, 1);
}

/// B-14
#[test]
fn separate_rows_are_removed_together_and_the_others_close_up() {
    let position = Position::new()
        .board(&[
            "S.........", //
            "JJJ.JJJJJJ",
            ".L........",
            "JJJ.JJJJJJ",
            "JJJ.JJJJJJ",
            "..Z.......",
        ])
        .active(Kind::I, 1, 1, 5);
    let mut played = Played::set_up(Rules::battle(), &position);
    // The hole is deeper than the I; it rests on nothing before the floor.
    played.tap(Button::HardDrop, 0);
    assert_eq!(
        played.stack(),
        [
            "S.........", //
            "JJJ.JJJJJJ",
            ".L.I......",
            "..ZI......",
        ]
    );
    assert_eq!(played.view().lines, 2);

    let position = Position::new()
        .board(&[
            "S.........", //
            "JJJ.JJJJJJ",
            ".L........",
            "JJJ.JJJJJJ",
            "JJJ.JJJJJJ",
        ])
        .active(Kind::I, 1, 1, 5);
    let mut played = Played::set_up(Rules::battle(), &position);
    played.tap(Button::HardDrop, 0);
    assert_eq!(played.stack(), ["S.........", ".L.I......"]);
    assert_eq!(played.view().lines, 3);
}

/// B-14
#[test]
fn all_completed_rows_are_removed_at_once_and_the_next_piece_enters_at_the_same_moment() {
    for lines in 1..=4 {
        let mut position = about_to_clear(lines);
        position.board.get_or_insert_default().insert(0, "S.........".to_owned());
        let played = clear(lines, &position);
        assert_eq!(played.view().board.full_rows().count(), 0);
        let removed = played.events().iter().find_map(|event| match event.event {
            Event::Collapsed { rows } => Some(usize::from(rows.count())),
            _ => None,
        });
        assert_eq!(removed, Some(lines));
        let stack = played.stack();
        assert!(
            stack.len() <= 2 && stack[0].starts_with('S'),
            "what is above closes up: {stack:?}"
        );
        assert!(played.view().piece.is_some());
        assert_eq!(played.view().now, Micros(0));
    }
}

/// B-15 B-16 B-17 B-18 B-19, A-X11
#[test]
fn one_to_four_lines_score_100_300_500_and_800_times_the_level() {
    for level in [1, 2, 5, 19] {
        for (lines, points) in [(1, 100), (2, 300), (3, 500), (4, 800)] {
            // Nine lines into the level, so that the clear also raises it.
            let before = level * 10 - 1;
            let played = clear(lines, &about_to_clear(lines).lines(before).score(70));
            assert_eq!(played.view().score, 70 + points * u64::from(level), "the level before");
            assert_eq!(played.view().lines, before + lines as u32);
            assert_eq!(played.view().level, level + 1);
        }
    }
}

/// B-15, A-B6: drops, combos and perfect clears score nothing.
#[test]
fn only_lines_score() {
    let rows = ["JJJJJJJ.JJ", "JJJJJJ..JJ"];
    let position = Position::new().board(&rows).active(Kind::S, 1, 6, 10);
    let mut played = Played::set_up(Rules::battle(), &position);
    for at in 0..3 {
        played.tap(Button::SoftDrop, at);
    }
    played.tap(Button::HardDrop, 3);
    assert_eq!(played.view().score, 0);

    let whole = Position::new().board(&["JJJJ..JJJJ"; 2]).active(Kind::O, 0, 4, 3);
    let mut played = Played::set_up(Rules::battle(), &whole);
    played.tap(Button::HardDrop, 0);
    assert!(played.stack().is_empty());
    played.game.set_up(&whole).expect("a possible position");
    played.tap(Button::HardDrop, 1);
    assert_eq!(played.view().score, 300 + 300);
}

/// B-20 B-21
#[test]
fn every_tenth_line_raises_the_level_and_shortens_the_interval() {
    for level in 1..=25_u32 {
        let mut below = clear(1, &about_to_clear(1).lines(level * 10 - 2));
        assert_eq!(below.view().level, level);
        assert!(below.take_events().iter().all(|what| !matches!(what, Event::LevelUp { .. })));

        let mut played = clear(1, &about_to_clear(1).lines(level * 10 - 1));
        assert_eq!(played.view().level, level + 1);
        assert!(played.view().fall_interval < below.view().fall_interval);
        assert!(played.take_events().contains(&Event::LevelUp { level: level + 1 }));
    }
}

/// B-21: the piece that follows the clear already falls at the new speed.
#[test]
fn the_next_piece_falls_at_the_new_speed() {
    let mut played = clear(2, &about_to_clear(2).lines(9).next(&[Kind::O]));
    played.advance(792_999);
    assert_eq!(played.place().1, 0);
    played.advance(793_000);
    assert_eq!(played.place().1, 1);
}
