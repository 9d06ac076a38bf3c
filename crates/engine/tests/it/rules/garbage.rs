//! Garbage on a single board: it comes from outside, waits, and enters at the lock.

use crate::drawing::Played;
use quintet_engine::{
    Button, EndReason, Event, GameName, InputError, Kind, MAX_PENDING_GARBAGE, Micros, Position,
    Rules,
};

/// No game sends garbage to itself, but any board can receive it.
#[test]
fn garbage_waits_for_the_lock_and_enters_from_the_bottom() {
    let position = Position::new().board(&["J........."]).active(Kind::O, 0, 4, 10);
    let mut played = Played::set_up(Rules::marathon(), &position);
    played.receive_garbage(&[2, 7], 1000);
    assert_eq!((played.view().pending_garbage, played.stack()), (2, vec!["J.........".to_owned()]));
    played.take_events();
    played.tap(Button::HardDrop, 2000);
    assert_eq!(played.view().pending_garbage, 0);
    assert_eq!(
        played.stack(),
        [
            "....OO....", //
            "J...OO....",
            "GG.GGGGGGG",
            "GGGGGGG.GG",
        ]
    );
    assert!(played.take_events().contains(&Event::GarbageEntered { lines: 2 }));
}

#[test]
fn garbage_enters_after_the_clear_and_before_the_next_piece() {
    let position = Position::new()
        .board(&["J.........", "GGGG..GGGG"])
        .active(Kind::O, 0, 4, 18)
        .next(&[Kind::T]);
    let mut played = Played::set_up(Rules::marathon(), &position);
    played.receive_garbage(&[0], 0);
    played.tap(Button::HardDrop, 0);
    played.advance(399_999);
    assert_eq!(played.view().pending_garbage, 1);
    played.receive_garbage(&[9], 399_999);
    played.advance(400_000);
    assert_eq!(played.stack(), ["J...OO....", ".GGGGGGGGG", "GGGGGGGGG."]);
    assert_eq!(played.piece().kind, Kind::T);
}

/// The same in a game without a pause for clears.
#[test]
fn garbage_completed_by_a_piece_is_a_line_like_any_other() {
    let position = Position::new().board(&["GGGG.GGGGG"]).active(Kind::I, 1, 2, 16);
    let mut played = Played::set_up(Rules::minimal(), &position);
    played.receive_garbage(&[4], 0);
    played.tap(Button::SoftDrop, 0);
    assert_eq!(played.stack(), ["....I.....", "....I.....", "....I.....", "GGGG.GGGGG"]);
}

#[test]
fn garbage_that_fills_the_entry_ends_the_game() {
    let position = Position::new().active(Kind::O, 0, 0, 18);
    let mut played = Played::set_up(Rules::marathon(), &position);
    played.receive_garbage(&[9; 19], 0);
    played.tap(Button::HardDrop, 0);
    assert_eq!(played.end(), Some(EndReason::BlockOut));
    assert_eq!(played.rows(-1..2), ["OO........", "OO........", "GGGGGGGGG."]);
}

#[test]
fn a_gap_outside_the_board_is_refused_and_nothing_of_the_delivery_counts() {
    for name in GameName::ALL {
        let mut played = Played::new(name.rules());
        let width = name.rules().width;
        let before = played.game.state_hash();
        let refused = played.game.receive_garbage(&[0, width], Micros(500), &mut |_| {});
        assert_eq!(refused, Err(InputError::GapOutside { gap: width, width }));
        assert_eq!(played.game.state_hash(), before);
        let outside = InputError::GapOutside { gap: width, width };
        assert!(outside.to_string().contains(&width.to_string()));
    }
}

#[test]
fn no_more_garbage_waits_than_a_board_can_hold() {
    let mut played = Played::new(Rules::marathon());
    played.receive_garbage(&[3; 100], 0);
    assert_eq!(usize::from(played.view().pending_garbage), MAX_PENDING_GARBAGE);
    played.take_events();
    played.receive_garbage(&[3], 1);
    assert!(played.take_events().is_empty(), "there is no room left");
    played.receive_garbage(&[], 2);
    assert!(played.take_events().is_empty());
}
