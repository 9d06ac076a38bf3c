//! Marathon: pausing.

use crate::drawing::Played;
use quintet_engine::{
    Button, EndReason, Game, GameName, Goal, Kind, Micros, Position, Rules, Status,
};

/// Pauses, presses every button, lets an hour pass, and resumes.
fn pause_for_an_hour(played: &mut Played) {
    let (before, now) = (played.game.clone(), played.game.now());
    played.game.pause();
    for button in Button::ALL {
        played.press(button, now.0 + 5);
    }
    played.receive_garbage(&[1, 2], now.0 + 10);
    played.advance(now.0 + 3_600_000_000);
    assert_eq!(played.game.status(), Status::Paused);
    assert_eq!((played.game.next_deadline(), played.game.now()), (None, now));
    played.game.resume();
    assert_eq!(played.game, before);
}

/// M-061
#[test]
fn gravity_stands_still() {
    let mut played = Played::set_up(Rules::marathon(), &Position::new().entering(Kind::O));
    played.advance(999_999);
    pause_for_an_hour(&mut played);
    assert_eq!(played.place(), (4, 0));
    played.advance(1_000_000);
    assert_eq!(played.place(), (4, 1));
}

/// M-061
#[test]
fn the_lock_timer_stands_still() {
    let position = Position::new().active(Kind::O, 0, 4, 18);
    let mut played = Played::set_up(Rules::marathon(), &position);
    played.advance(499_999);
    pause_for_an_hour(&mut played);
    assert!(played.lock_times().is_empty());
    played.advance(500_000);
    assert_eq!(played.lock_times(), [500_000]);
}

/// M-061
#[test]
fn auto_repeat_and_soft_drop_stand_still() {
    let mut played = Played::set_up(Rules::marathon(), &Position::new().entering(Kind::O));
    played.press(Button::Left, 0);
    played.press(Button::SoftDrop, 0);
    played.advance(169_999);
    let (x, y) = played.place();
    pause_for_an_hour(&mut played);
    assert_eq!(played.place(), (x, y));
    played.advance(170_000);
    assert_eq!(played.place(), (x - 1, y));
    played.advance(16_667 * 11);
    assert_eq!(played.place(), (x - 1, y + 1));
}

/// M-061
#[test]
fn the_clock_of_a_timed_game_stands_still() {
    let rules = Rules { goal: Goal::Time(Micros(300_000)), ..Rules::marathon() };
    let mut played = Played::new(rules);
    played.advance(299_999);
    pause_for_an_hour(&mut played);
    assert_eq!(played.end(), None);
    played.advance(300_000);
    assert_eq!(played.end(), Some(EndReason::Finished));
}

/// M-065
#[test]
fn the_piece_continues_from_the_same_place() {
    let mut played = Played::set_up(Rules::marathon(), &Position::new().entering(Kind::T));
    played.tap(Button::Left, 500_000);
    played.tap(Button::RotateCw, 600_000);
    played.advance(2_500_000);
    let before = played.rows(0..20);
    pause_for_an_hour(&mut played);
    assert_eq!(played.rows(0..20), before);
    played.tap(Button::Right, 2_500_000);
    assert_eq!(played.place(), (3, 2));
}

/// M-061: a button released during the pause counts as released at the moment of the pause.
#[test]
fn a_button_released_during_the_pause_does_not_go_on_repeating() {
    let mut played = Played::set_up(Rules::marathon(), &Position::new().active(Kind::T, 0, 7, 0));
    played.press(Button::Left, 0);
    played.advance(100_000);
    played.game.pause();
    played.release(Button::Left, 9_000_000);
    played.game.resume();
    assert_eq!(played.game.now(), Micros(100_000));
    played.advance(900_000);
    assert_eq!(played.place(), (6, 0));
    assert!(!played.game.held_buttons().contains(Button::Left));
}

#[test]
fn a_game_can_be_paused_before_its_first_piece() {
    let mut played = Played::new(Rules::marathon());
    played.game = Game::new(GameName::Marathon.rules(), 1);
    played.game.pause();
    played.advance(5_000_000);
    assert!(played.view().piece.is_none());
    played.game.resume();
    assert_eq!(played.game.status(), Status::Idle);
    played.advance(0);
    assert_eq!(played.game.status(), Status::Playing);
    assert!(played.view().piece.is_some());
}

#[test]
fn pausing_twice_is_like_pausing_once() {
    let mut played = Played::new(Rules::marathon());
    played.game.pause();
    played.game.pause();
    assert!(played.game.is_paused());
    played.game.resume();
    assert!(!played.game.is_paused());
    played.game.resume();
    assert_eq!(played.game.status(), Status::Playing);
}
