//! Versus: guideline play on each board.

use crate::drawing::Played;
use quintet_engine::{Button, EndReason, Event, Kind, Position, Rules};

fn versus(position: &Position) -> Played {
    Played::set_up(Rules::versus(), position)
}

fn kick(played: &mut Played) -> Option<u8> {
    played.take_events().into_iter().find_map(|what| match what {
        Event::Rotated { kick, .. } => Some(kick),
        _ => None,
    })
}

#[test]
fn a_resting_piece_locks_after_half_a_second_and_moves_restart_the_delay() {
    let mut played = versus(&Position::new().active(Kind::O, 0, 4, 18));
    played.tap(Button::Left, 400_000);
    played.advance(899_999);
    assert!(played.lock_times().is_empty());
    played.advance(900_000);
    assert_eq!(played.lock_times(), [900_000]);
}

#[test]
fn a_failed_soft_drop_does_not_lock() {
    let mut played = versus(&Position::new().active(Kind::O, 0, 4, 18));
    played.press(Button::SoftDrop, 0);
    played.advance(499_999);
    assert!(played.lock_times().is_empty());
    played.advance(500_000);
    assert_eq!(played.lock_times(), [500_000]);
}

#[test]
fn soft_drop_is_twenty_times_as_fast_as_gravity_and_drops_score() {
    let mut played = versus(&Position::new().active(Kind::O, 0, 4, 0));
    played.press(Button::SoftDrop, 0);
    played.advance(100_000);
    assert_eq!((played.place().1, played.view().score), (3, 3));
    played.release(Button::SoftDrop, 100_000);
    played.tap(Button::HardDrop, 100_000);
    assert_eq!(played.view().score, 3 + 2 * 15);
}

#[test]
fn five_pieces_are_shown_and_one_can_be_held() {
    let kinds = [Kind::S, Kind::Z, Kind::J, Kind::L, Kind::I];
    let mut played = versus(&Position::new().entering(Kind::T).next(&kinds));
    assert_eq!(played.view().next, kinds);
    played.tap(Button::Hold, 0);
    assert_eq!((played.view().hold, played.piece().kind), (Some(Kind::T), Kind::S));
    played.tap(Button::Hold, 1);
    assert_eq!(played.piece().kind, Kind::S, "once a piece");
    played.tap(Button::HardDrop, 2);
    played.tap(Button::Hold, 3);
    assert_eq!((played.view().hold, played.piece().kind), (Some(Kind::Z), Kind::T));
}

#[test]
fn a_half_turn_rotates_the_piece_upside_down() {
    let mut played = versus(&Position::new().active(Kind::J, 0, 3, 8));
    played.tap(Button::Rotate180, 0);
    assert_eq!(played.rows(8..11), ["..........", "...jjj....", ".....j...."]);
    played.tap(Button::Rotate180, 0);
    assert_eq!(played.rows(8..11), ["...j......", "...jjj....", ".........."]);
    played.tap(Button::RotateCcw, 0);
    assert_eq!(played.rows(8..11), ["....j.....", "....j.....", "...jj....."]);
}

#[test]
fn half_turns_have_their_own_kicks() {
    // On the floor the T has to rise by one row.
    let mut played = versus(&Position::new().active(Kind::T, 0, 3, 18));
    played.tap(Button::Rotate180, 0);
    assert_eq!(played.rows(18..20), ["...ttt....", "....t....."]);
    assert_eq!(kick(&mut played), Some(1));

    // Beside a cell it slides past as it rises.
    let position = Position::new()
        .board(&[
            "...J......", //
            "..........",
        ])
        .active(Kind::T, 0, 3, 18);
    let mut played = versus(&position);
    assert_eq!(played.rows(18..20), ["...Jt.....", "...ttt...."]);
    played.tap(Button::Rotate180, 0);
    assert_eq!(played.rows(18..20), ["...Jttt...", ".....t...."]);
    assert_eq!(kick(&mut played), Some(2));

    // Upright at the wall it goes one column in.
    let mut played = versus(&Position::new().active(Kind::T, 1, -1, 10));
    assert_eq!(played.rows(10..13), ["t.........", "tt........", "t........."]);
    played.tap(Button::Rotate180, 0);
    assert_eq!(played.rows(10..13), [".t........", "tt........", ".t........"]);
    assert_eq!(kick(&mut played), Some(1));

    // Where no kick fits, it stays.
    let position = Position::new().board(&["JJJ..JJJJJ"; 6]).active(Kind::S, 1, 2, 15);
    let mut played = versus(&position);
    let before = played.rows(0..20);
    played.tap(Button::Rotate180, 0);
    assert_eq!(played.rows(0..20), before);
}

#[test]
fn a_rotate_button_held_down_rotates_the_next_piece_as_it_enters() {
    let next = [Kind::J, Kind::J, Kind::J, Kind::J];
    let mut played = versus(&Position::new().entering(Kind::O).next(&next));
    for (turn, rows) in [
        (Button::RotateCw, ["....jj....", "....j.....", "....j....."]),
        (Button::RotateCcw, ["....j.....", "....j.....", "...jj....."]),
        (Button::Rotate180, ["..........", "...jjj....", ".....j...."]),
    ] {
        played.press(turn, 0);
        played.tap(Button::HardDrop, 0);
        assert_eq!(played.rows(0..3), rows);
        played.release(turn, 0);
        played.game.set_up(&Position::new().board(&[])).expect("an empty board is possible");
    }
}

#[test]
fn a_hold_button_held_down_exchanges_the_next_piece_as_it_enters() {
    let position = Position::new().entering(Kind::O).next(&[Kind::J, Kind::S]).hold(Kind::T);
    let mut played = versus(&position);
    played.press(Button::Hold, 0);
    assert_eq!((played.piece().kind, played.view().hold), (Kind::T, Some(Kind::O)));
    played.tap(Button::HardDrop, 1);
    assert_eq!((played.piece().kind, played.view().hold), (Kind::O, Some(Kind::J)));
    played.tap(Button::Hold, 2);
    assert_eq!(played.piece().kind, Kind::O, "that was this piece's hold");
}

/// An initial rotation that does not fit where the piece enters is kicked; the event has the kick.
#[test]
fn an_initial_rotation_is_kicked_like_any_other() {
    let position =
        Position::new().board(&["....JJ...."; 18]).active(Kind::O, 0, 8, 10).next(&[Kind::T]);
    let mut played = versus(&position);
    played.press(Button::RotateCw, 0);
    played.take_events();
    played.tap(Button::HardDrop, 1);
    assert_eq!(played.rows(0..3), ["...t......", "...tt.....", "...tJJ...."]);
    assert_eq!(kick(&mut played), Some(1));
}

#[test]
fn a_piece_that_locks_wholly_above_the_field_ends_the_game() {
    let position = Position::new().board(&["...SSSS..."; 20]).active(Kind::O, 0, 4, -2);
    let mut played = versus(&position);
    played.tap(Button::HardDrop, 0);
    assert_eq!(played.end(), Some(EndReason::LockOut));
}

#[test]
fn a_piece_that_locks_partly_above_the_field_does_not() {
    // The upright I stands with one cell inside the field and three above it.
    let position = Position::new().board(&["..S......."; 19]).active(Kind::I, 1, 0, -3);
    let mut played = versus(&position);
    played.tap(Button::HardDrop, 0);
    assert_eq!(played.end(), None);
    let board = played.view().board;
    assert_eq!([-4, -3, -2, -1, 0].map(|y| board.row_bits(y)), [0, 4, 4, 4, 4]);
}
