//! Reversible gravity together with rules that Flip itself does not have.

use quintet_engine::{Button, Game, Gravity, Kind, Lock, Micros, Position, Rules, RulesError};

fn set_up(rules: Rules, position: &Position) -> Game {
    let rules = rules.validate().expect("valid rules");
    Game::from_position(rules, 1, position).expect("a possible position")
}

fn tap(game: &mut Game, button: Button, millis: u64) {
    let at = Micros::from_millis(millis);
    game.press(button, at, &mut |_| {}).expect("time runs forward");
    game.release(button, at, &mut |_| {}).expect("time runs forward");
}

fn advance(game: &mut Game, micros: u64) {
    game.advance(Micros(micros), &mut |_| {}).expect("time runs forward");
}

/// Flip with a lock delay that no move restarts.
fn with_lock_delay() -> Rules {
    Rules { lock: Lock::Delay { delay: Micros::from_millis(500), resets: 0 }, ..Rules::flip() }
}

/// Two rows under a stack that reaches down to row 17.
fn room_for_an_o() -> Vec<&'static str> {
    let mut rows = vec![".IIIIIIIII"; 18];
    rows.resize(20, "..........");
    rows
}

#[test]
fn a_piece_that_rests_when_gravity_is_reversed_locks_after_the_delay() {
    let mut upside_down = room_for_an_o();
    upside_down.reverse();
    let position = Position::new().board(&upside_down).entering(Kind::O);
    let mut game = set_up(with_lock_delay(), &position);
    tap(&mut game, Button::Flip, 100);
    assert_eq!(game.view().board.drawing(), room_for_an_o());
    assert_eq!(game.view().lock_at, Some(Micros::from_millis(600)));
    advance(&mut game, 599_999);
    assert_eq!(game.view().pieces, 0);
    advance(&mut game, 600_000);
    assert_eq!(game.view().pieces, 1);
}

#[test]
fn a_rising_piece_that_comes_to_rest_higher_up_has_the_whole_delay_again() {
    let mut ledge = vec!["..........", "..........", "..........", "OO........"];
    ledge.resize(20, "..........");
    let position = Position::new().board(&ledge).gravity(Gravity::Up).active(Kind::O, 0, 1, 4);
    let mut game = set_up(with_lock_delay(), &position);
    assert_eq!(game.view().lock_at, Some(Micros::from_millis(500)));
    tap(&mut game, Button::Right, 300);
    assert_eq!(game.view().lock_at, None, "it no longer rests");
    for _ in 0..4 {
        tap(&mut game, Button::SoftDrop, 400);
    }
    assert_eq!(game.view().piece.map(|piece| piece.piece.y), Some(0));
    assert_eq!(game.view().lock_at, Some(Micros::from_millis(900)));
}

#[test]
fn gravity_cannot_be_reversed_during_the_pause_for_clears() {
    let rules = Rules { clear_pause: Micros::from_millis(400), ..Rules::flip() };
    let stack = [".T........", "IIIIIIIII."];
    let position = Position::new().board(&stack).active(Kind::I, 1, 9, 10);
    let mut game = set_up(rules, &position);
    tap(&mut game, Button::HardDrop, 0);
    tap(&mut game, Button::Flip, 100);
    assert_eq!(game.view().gravity, Gravity::Down);
    advance(&mut game, 400_000);
    assert_eq!(game.view().board.stack(), [".........I", ".........I", ".T.......I"]);
    tap(&mut game, Button::Flip, 400);
    assert_eq!(game.view().gravity, Gravity::Up);
}

#[test]
fn gravity_can_be_reversed_only_where_every_row_is_visible() {
    for rules in [Rules { hidden: 2, ..Rules::flip() }, Rules { open_sky: true, ..Rules::flip() }] {
        assert_eq!(rules.validate(), Err(RulesError::HiddenRowsWithFlip));
    }
}
