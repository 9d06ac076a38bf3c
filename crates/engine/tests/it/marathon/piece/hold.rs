//! Marathon: holding a piece and taking it back.

use crate::drawing::Played;
use quintet_engine::{Button, EndReason, Event, Kind, Micros, Position, Rotation, Rules};

fn t_then_s_and_z() -> Position {
    Position::new().entering(Kind::T).next(&[Kind::S, Kind::Z, Kind::L, Kind::J])
}

/// M-044 M-045 M-104 M-229
#[test]
fn the_first_hold_stores_the_piece_and_the_next_one_enters() {
    let mut played = Played::set_up(Rules::marathon(), &t_then_s_and_z());
    played.tap(Button::Hold, 700_000);
    assert_eq!(played.view().hold, Some(Kind::T));
    assert!(played.view().hold_used);
    assert_eq!(played.rows(0..2), ["....ss....", "...ss....."]);
    assert_eq!(played.view().next[0], Kind::Z, "one piece was taken from the queue");
    assert!(played.view().board.is_empty());
    assert_eq!(
        played.take_events(),
        [Event::Held { kind: Kind::T }, Event::Spawned { kind: Kind::S }]
    );
}

/// M-045 M-048 M-104 M-229
#[test]
fn a_second_hold_exchanges_the_two_pieces() {
    let mut played = Played::set_up(Rules::marathon(), &t_then_s_and_z().hold(Kind::I));
    played.advance(5_000_000);
    played.tap(Button::Hold, 5_000_000);
    assert_eq!(played.view().hold, Some(Kind::T));
    assert_eq!(played.rows(0..2), ["...iiii...", ".........."], "from the top again");
    assert_eq!(played.view().next[0], Kind::S, "the queue is left alone");
}

/// M-047 M-229
#[test]
fn hold_is_refused_a_second_time_until_the_following_piece() {
    let mut played = Played::set_up(Rules::marathon(), &t_then_s_and_z());
    played.tap(Button::Hold, 1000);
    let before = (played.piece(), played.game.state_hash());
    played.tap(Button::Hold, 1000);
    played.tap(Button::Hold, 1000);
    assert_eq!((played.piece(), played.game.state_hash()), before);
    played.tap(Button::HardDrop, 2000);
    assert!(!played.view().hold_used);
    assert_eq!((played.piece().kind, played.view().hold), (Kind::Z, Some(Kind::T)));
    played.tap(Button::Hold, 3000);
    assert_eq!((played.piece().kind, played.view().hold), (Kind::T, Some(Kind::Z)));
}

/// M-047 (A-M13): hold becomes available at the lock, also when rows are cleared.
#[test]
fn hold_is_available_again_with_the_piece_that_enters_after_a_clear() {
    let position = Position::new().board(&["GGGG..GGGG"]).active(Kind::T, 0, 3, 5).next(&[
        Kind::O,
        Kind::S,
        Kind::Z,
    ]);
    let mut played = Played::set_up(Rules::marathon(), &position);
    played.tap(Button::Hold, 0);
    played.tap(Button::HardDrop, 0);
    played.tap(Button::Hold, 100_000);
    assert_eq!(played.view().hold, Some(Kind::T), "nothing to hold while rows go");
    played.advance(400_000);
    assert!(!played.view().hold_used);
    played.tap(Button::Hold, 400_000);
    assert_eq!((played.piece().kind, played.view().hold), (Kind::T, Some(Kind::S)));
}

/// M-048 (A-M13)
#[test]
fn a_held_piece_comes_back_in_its_first_rotation_with_new_timers() {
    let position = t_then_s_and_z().hold(Kind::I).active(Kind::T, 1, 3, 17);
    let mut played = Played::set_up(Rules::marathon(), &position);
    played.tap(Button::Left, 100_000);
    assert_eq!(played.view().lock_resets_left, 14);
    played.tap(Button::Hold, 400_000);
    assert_eq!((played.piece().kind, played.view().hold), (Kind::I, Some(Kind::T)));
    assert_eq!((played.piece().rotation, played.place()), (Rotation::SPAWN, (3, -1)));
    assert_eq!((played.view().lock_at, played.view().lock_resets_left), (None, 15));
    played.advance(1_399_999);
    assert_eq!(played.place(), (3, -1), "its fall begins when it enters");
    played.advance(1_400_000);
    assert_eq!(played.place(), (3, 0));
    played.tap(Button::HardDrop, 1_400_000);
    played.tap(Button::Hold, 1_400_000);
    assert_eq!((played.piece().kind, played.piece().rotation), (Kind::T, Rotation::SPAWN));
    assert_eq!(played.place(), (3, 0));
}

/// A-M14
#[test]
fn a_held_piece_that_finds_its_place_taken_ends_the_game() {
    let position = Position::new()
        .board(&["...GG....."; 20])
        .active(Kind::I, 1, 6, 10)
        .hold(Kind::T)
        .next(&[Kind::O]);
    let mut played = Played::set_up(Rules::marathon(), &position);
    played.tap(Button::Hold, 1000);
    assert_eq!(played.end(), Some(EndReason::BlockOut));
    assert!(played.view().piece.is_none());
    assert_eq!(played.view().now, Micros(1000));
}

#[test]
fn a_game_without_hold_leaves_the_piece_in_play() {
    let rules = Rules { hold: false, ..Rules::marathon() };
    let mut played = Played::set_up(rules, &t_then_s_and_z());
    played.tap(Button::Hold, 0);
    assert_eq!((played.piece().kind, played.view().hold), (Kind::T, None));
}
