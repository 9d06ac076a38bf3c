//! Marathon: soft drop, the pad's step down, hard drop and the ghost.

use crate::drawing::Played;
use quintet_engine::{Button, Event, Kind, Micros, PlacedPiece, Position, Rules};

fn entering(kind: Kind) -> Played {
    Played::set_up(Rules::marathon(), &Position::new().entering(kind))
}

/// M-012 M-013 (A-M3, A-X9)
#[test]
fn a_held_soft_drop_goes_down_one_row_per_frame_for_one_point_each() {
    let mut played = entering(Kind::O);
    played.press(Button::SoftDrop, 100);
    for row in 1..=10_u64 {
        let now = 100 + (row - 1) * 16_667;
        if row > 1 {
            played.advance(now - 1);
            assert_eq!(played.place().1, row as i8 - 1);
        }
        played.advance(now);
        assert_eq!(played.place(), (4, row as i8));
        assert_eq!(played.view().score, row);
    }
    played.release(Button::SoftDrop, 160_000);
    played.advance(1_150_102);
    assert_eq!(played.place(), (4, 10), "gravity counts from the last row of the soft drop");
    played.advance(1_150_103);
    assert_eq!((played.place(), played.view().score), ((4, 11), 10));
}

/// M-012 (A-M2): soft drop is never slower than gravity.
#[test]
fn where_gravity_is_faster_than_a_row_a_frame_soft_drop_goes_with_it() {
    for (level, interval) in [(12, 16_667), (13, 16_667), (14, 11_439), (20, 455)] {
        let position = Position::new().entering(Kind::O).level(level);
        let mut played = Played::set_up(Rules::marathon(), &position);
        played.press(Button::SoftDrop, 0);
        played.advance(interval - 1);
        assert_eq!(played.place(), (4, 1), "level {level}");
        played.advance(interval);
        assert_eq!(played.place(), (4, 2), "level {level}");
        assert_eq!(played.view().score, 2, "both rows are the player's");
    }
}

/// M-013: only rows descended by the player count.
#[test]
fn gravity_and_refused_steps_score_nothing() {
    let position = Position::new().active(Kind::O, 0, 4, 17);
    let mut played = Played::set_up(Rules::marathon(), &position);
    played.advance(1_000_000);
    assert_eq!((played.place(), played.view().score), ((4, 18), 0));
    played.press(Button::SoftDrop, 1_100_000);
    played.advance(1_400_000);
    assert_eq!((played.place(), played.view().score), ((4, 18), 0));
}

/// A-M3 A-M7
#[test]
fn a_soft_drop_neither_locks_a_resting_piece_nor_touches_its_timer() {
    let position = Position::new().active(Kind::O, 0, 4, 17);
    let mut played = Played::set_up(Rules::marathon(), &position);
    played.press(Button::SoftDrop, 0);
    assert_eq!((played.place(), played.view().lock_at), ((4, 18), Some(Micros(500_000))));
    played.press(Button::SoftDrop, 200_000);
    played.tap(Button::StepDown, 300_000);
    assert_eq!(played.view().lock_at, Some(Micros(500_000)));
    assert_eq!(played.view().lock_resets_left, 15);
    played.advance(499_999);
    assert!(played.lock_times().is_empty());
    played.advance(500_000);
    assert_eq!(played.lock_times(), [500_000]);
}

#[test]
fn a_soft_drop_that_stays_held_applies_to_the_next_piece_too() {
    let position = Position::new().entering(Kind::O).next(&[Kind::T, Kind::T, Kind::T]);
    let mut played = Played::set_up(Rules::marathon(), &position);
    played.press(Button::SoftDrop, 0);
    played.tap(Button::Hold, 10_000);
    assert_eq!(played.place(), (3, 0));
    played.advance(26_666);
    assert_eq!(played.place(), (3, 0));
    played.advance(26_667);
    assert_eq!(played.place(), (3, 1));
    played.tap(Button::HardDrop, 30_000);
    played.advance(46_666);
    assert_eq!(played.place(), (3, 0));
    played.advance(46_667);
    assert_eq!(played.place(), (3, 1));
}

#[test]
fn a_resting_piece_moved_off_its_ledge_continues_down_with_the_held_soft_drop() {
    let position = Position::new().board(&["....GG....", "....GG...."]).active(Kind::O, 0, 4, 15);
    let mut played = Played::set_up(Rules::marathon(), &position);
    played.press(Button::SoftDrop, 0);
    assert_eq!(played.place(), (4, 16));
    played.tap(Button::Right, 100_000);
    played.tap(Button::Right, 100_000);
    assert_eq!(played.place(), (6, 16));
    played.advance(100_001);
    assert_eq!(played.place(), (6, 16), "the frames are counted from the press");
    played.advance(100_002);
    assert_eq!(played.place(), (6, 17));
    played.advance(116_669);
    assert_eq!(played.place(), (6, 18));
}

/// M-095 (A-M22)
#[test]
fn the_pads_down_key_steps_at_once_then_after_170_ms_every_50_for_one_point_each() {
    let mut played = entering(Kind::O);
    played.press(Button::StepDown, 0);
    for (now, rows) in [
        (0, 1),
        (169_999, 1),
        (170_000, 2),
        (219_999, 2),
        (220_000, 3),
        (269_999, 3),
        (270_000, 4),
        (320_000, 5),
    ] {
        played.advance(now);
        assert_eq!(played.place(), (4, rows), "at {now}");
        assert_eq!(played.view().score, rows as u64);
    }
    played.release(Button::StepDown, 369_999);
    played.advance(1_319_999);
    assert_eq!(played.place(), (4, 5));
    played.advance(1_320_000);
    assert_eq!((played.place(), played.view().score), ((4, 6), 5), "gravity again");
}

/// A-M22: or as fast as gravity, if that is faster.
#[test]
fn a_held_step_down_is_never_slower_than_gravity() {
    let position = Position::new().entering(Kind::O).level(11);
    let mut played = Played::set_up(Rules::marathon(), &position);
    assert_eq!(played.view().fall_interval, Micros(42_976));
    played.press(Button::StepDown, 0);
    played.advance(170_000);
    let row = played.place().1;
    played.advance(170_000 + 42_975);
    assert_eq!(played.place().1, row);
    played.advance(170_000 + 42_976);
    assert_eq!(played.place().1, row + 1);
}

/// M-014 M-015 M-016 M-100 M-101
#[test]
fn a_hard_drop_goes_to_the_ghost_locks_at_once_and_scores_two_points_per_row() {
    let position = Position::new()
        .board(&[
            "....Z.....", //
            "...ZZ.....",
            "...Z......",
        ])
        .entering(Kind::T)
        .next(&[Kind::S]);
    let mut played = Played::set_up(Rules::marathon(), &position);
    let ghost: Vec<_> = played.view().ghost.map(PlacedPiece::cells).expect("a ghost").collect();
    played.press(Button::HardDrop, 123_456);
    assert_eq!(
        played.stack(),
        [
            "....T.....", //
            "...TTT....",
            "....Z.....",
            "...ZZ.....",
            "...Z......",
        ]
    );
    for (x, y, tile) in ghost {
        assert_eq!(played.view().board.tile(x, y), tile);
    }
    assert_eq!(played.lock_times(), [123_456]);
    assert_eq!(played.view().score, 2 * 15);
    assert_eq!(played.piece().kind, Kind::S, "the next piece is there at once");
    assert!(played.take_events().contains(&Event::HardDropped { rows: 15 }));
}

/// M-016
#[test]
fn a_hard_drop_of_a_resting_piece_scores_nothing() {
    let position = Position::new().active(Kind::O, 0, 4, 18);
    let mut played = Played::set_up(Rules::marathon(), &position);
    played.press(Button::HardDrop, 1);
    assert_eq!((played.lock_times(), played.view().score), (vec![1], 0));
}

/// M-050
#[test]
fn the_ghost_follows_every_move_rotation_and_fall() {
    let position = Position::new()
        .board(&[
            ".......GGG", //
            ".......GGG",
            ".......GGG",
        ])
        .entering(Kind::L);
    let mut played = Played::set_up(Rules::marathon(), &position);
    let ghost = |played: &Played| {
        let ghost = played.view().ghost.expect("a ghost");
        assert_eq!(ghost.piece.rotation, played.piece().rotation);
        assert_eq!(ghost.piece.x, played.piece().x);
        ghost.piece.y
    };
    assert_eq!(ghost(&played), 18);
    for _ in 0..3 {
        played.tap(Button::Right, 0);
    }
    assert_eq!(ghost(&played), 15, "on the G");
    played.tap(Button::RotateCw, 0);
    assert_eq!(ghost(&played), 14, "upright");
    played.advance(3_000_000);
    assert_eq!(ghost(&played), 14, "falling does not move it");
    played.tap(Button::HardDrop, 3_000_000);
    assert_eq!(
        played.stack(),
        [
            ".......L..", //
            ".......L..",
            ".......LL.",
            ".......GGG",
            ".......GGG",
            ".......GGG",
        ]
    );
}

#[test]
fn a_release_without_a_press_changes_nothing() {
    let mut played = entering(Kind::T);
    let before = played.game.state_hash();
    for button in Button::ALL {
        played.release(button, 0);
    }
    assert_eq!(played.game.state_hash(), before);
}
