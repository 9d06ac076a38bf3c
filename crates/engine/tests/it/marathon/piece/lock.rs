//! Marathon: the delay before a resting piece locks, and what restarts it.

use crate::drawing::Played;
use quintet_engine::{Button, Event, Handling, Kind, Lock, Micros, Position, Rules};

/// A T that rests on the floor from time 0 on.
fn resting() -> Played {
    let position = Position::new().active(Kind::T, 0, 3, 18).next(&[Kind::S, Kind::Z]);
    Played::set_up(Rules::marathon(), &position)
}

/// A T that stands in a slot from time 0 on. Rotated clockwise it is kicked up by two rows;
/// rotated back in the air it fits into the slot again.
fn in_a_slot() -> Played {
    let position = Position::new()
        .board(&[
            "GGG.....GG", //
            "GGG....GGG",
            "GGGG..GGGG",
            "GGGG.GGGGG",
        ])
        .active(Kind::T, 1, 3, 17);
    let played = Played::set_up(Rules::marathon(), &position);
    assert_eq!(played.rows(17..20), ["GGG.t..GGG", "GGGGttGGGG", "GGGGtGGGGG"]);
    played
}

/// Out of the slot and back to the same row at one moment.
fn hop(played: &mut Played, at: u64) {
    played.tap(Button::RotateCw, at);
    assert_eq!(played.rows(16..18), ["GGGttt..GG", "GGG.t..GGG"]);
    played.tap(Button::RotateCcw, at);
    played.tap(Button::StepDown, at);
    played.tap(Button::StepDown, at);
    assert_eq!(played.place(), (3, 17));
}

fn lock_at(played: &Played) -> u64 {
    played.view().lock_at.expect("the piece rests").0
}

/// M-023 M-024
#[test]
fn a_resting_piece_locks_after_half_a_second_and_the_next_one_enters() {
    let mut played = resting();
    played.advance(499_999);
    assert!(played.lock_times().is_empty());
    assert_eq!(played.rows(18..20), ["....t.....", "...ttt...."]);
    played.advance(500_000);
    assert_eq!(played.lock_times(), [500_000]);
    assert_eq!(played.stack(), ["....T.....", "...TTT...."]);
    assert_eq!(played.rows(0..2), ["....ss....", "...ss....."]);
}

/// M-023: on the stack as on the floor.
#[test]
fn the_delay_starts_when_gravity_brings_the_piece_to_rest() {
    let position = Position::new().board(&["....G....."]).active(Kind::O, 0, 4, 16);
    let mut played = Played::set_up(Rules::marathon(), &position);
    assert_eq!(played.view().lock_at, None);
    played.advance(999_999);
    assert_eq!(played.view().lock_at, None);
    played.advance(1_000_000);
    assert_eq!(lock_at(&played), 1_500_000);
    played.advance(1_500_000);
    assert_eq!(played.lock_times(), [1_500_000]);
    assert_eq!(played.stack(), ["....OO....", "....OO....", "....G....."]);
}

/// M-025
#[test]
fn a_move_or_a_rotation_gives_a_resting_piece_another_half_second() {
    let mut played = resting();
    played.tap(Button::Left, 499_999);
    assert_eq!(lock_at(&played), 999_999);
    played.tap(Button::RotateCw, 900_000);
    assert_eq!(lock_at(&played), 1_400_000);
    played.tap(Button::RotateCw, 1_000_000);
    assert_eq!(lock_at(&played), 1_500_000);
    played.advance(1_499_999);
    assert!(played.lock_times().is_empty());
    played.advance(1_500_000);
    assert_eq!(played.lock_times(), [1_500_000]);
}

/// M-025: one microsecond later is too late.
#[test]
fn a_press_at_the_moment_of_the_lock_is_for_the_next_piece() {
    let mut played = resting();
    played.tap(Button::Left, 500_000);
    assert_eq!(played.lock_times(), [500_000]);
    assert_eq!((played.piece().kind, played.place()), (Kind::S, (2, 0)));
}

/// M-025: what repeats by itself comes before the lock of the same moment.
#[test]
fn an_auto_repeat_at_the_moment_of_the_lock_still_moves_the_piece() {
    let lock = Lock::Delay { delay: Micros(500_000), resets: 0 };
    let rules = Rules { lock, ..Rules::marathon() };
    let mut played = Played::set_up(rules, &Position::new().active(Kind::T, 0, 6, 18));
    played.press(Button::Left, 330_000);
    played.advance(500_000);
    assert_eq!(played.lock_times(), [500_000]);
    assert_eq!(played.stack(), [".....T....", "....TTT..."]);

    // With resets left, the repeat sets the delay back before it runs out.
    let marathon = Rules::marathon();
    let handling = Handling { das: Micros(500_000), ..marathon.handling };
    let position = Position::new().active(Kind::T, 0, 6, 18);
    let mut played = Played::set_up(Rules { handling, ..marathon }, &position);
    played.press(Button::Left, 100_000);
    assert_eq!(lock_at(&played), 600_000);
    played.advance(600_000);
    assert!(played.lock_times().is_empty());
    assert_eq!((played.place(), lock_at(&played)), ((4, 18), 1_100_000));
}

/// M-025 (A-M6): only what succeeds counts.
#[test]
fn a_refused_move_does_not_restart_the_delay() {
    let position = Position::new()
        .board(&[
            "..GG...G..", //
            "..GG...G..",
        ])
        .active(Kind::T, 0, 4, 18);
    let mut played = Played::set_up(Rules::marathon(), &position);
    assert_eq!(played.rows(18..20), ["..GG.t.G..", "..GGtttG.."]);
    for button in [Button::Left, Button::Right, Button::SoftDrop, Button::Rotate180] {
        played.tap(button, 400_000);
    }
    assert_eq!((lock_at(&played), played.view().lock_resets_left), (500_000, 15));
}

/// M-026 (A-M6)
#[test]
fn fifteen_resets_are_granted_and_later_moves_move_without_a_reset() {
    let mut played = resting();
    for number in 1..=15 {
        let button = if number % 2 == 1 { Button::Left } else { Button::Right };
        played.tap(button, number * 400_000);
        assert_eq!(lock_at(&played), number * 400_000 + 500_000);
        assert_eq!(u64::from(played.view().lock_resets_left), 15 - number);
    }
    assert_eq!(played.place(), (2, 18));
    played.tap(Button::Right, 6_400_000);
    assert_eq!(played.place(), (3, 18), "the sixteenth still moves it");
    assert_eq!(lock_at(&played), 6_500_000, "but gives no more time");
    played.tap(Button::RotateCw, 6_450_000);
    assert_eq!(lock_at(&played), 6_500_000);
    played.advance(6_500_000);
    assert_eq!(played.lock_times(), [6_500_000]);
}

/// M-026 (A-M6)
#[test]
fn no_piece_rests_on_one_row_for_longer_than_eight_seconds() {
    let mut played = resting();
    let mut at = 0;
    while played.lock_times().is_empty() {
        at = lock_at(&played) - 1;
        let button = if played.place().0 > 0 { Button::Left } else { Button::Right };
        played.tap(button, at);
        played.advance(at + 1);
    }
    assert_eq!(at, 15 * 499_999 + 499_999);
    assert_eq!(played.lock_times(), [15 * 499_999 + 500_000]);
    assert!(played.lock_times()[0] <= 8_000_000);
}

/// M-026: the next piece has its own fifteen.
#[test]
fn every_piece_starts_with_all_its_resets() {
    let mut played = resting();
    played.tap(Button::Left, 100);
    played.tap(Button::Right, 200);
    assert_eq!(played.view().lock_resets_left, 13);
    played.tap(Button::HardDrop, 300);
    assert_eq!(played.view().lock_resets_left, 15);
}

/// A-M6: the timer runs only while the piece rests.
#[test]
fn moves_in_the_air_use_no_reset() {
    let position = Position::new().active(Kind::T, 0, 3, 5);
    let mut played = Played::set_up(Rules::marathon(), &position);
    for _ in 0..20 {
        played.tap(Button::Left, 10);
        played.tap(Button::Right, 10);
        played.tap(Button::RotateCw, 10);
    }
    assert_eq!((played.view().lock_at, played.view().lock_resets_left), (None, 15));
}

/// A-M6
#[test]
fn a_piece_that_slides_off_its_ledge_gets_the_whole_delay_on_the_lower_row() {
    let position = Position::new().board(&["GGGG......"]).active(Kind::O, 0, 2, 17);
    let mut played = Played::set_up(Rules::marathon(), &position);
    assert_eq!(lock_at(&played), 500_000);
    played.tap(Button::Right, 100_000);
    assert_eq!((lock_at(&played), played.view().lock_resets_left), (600_000, 14));
    played.tap(Button::Right, 300_000);
    assert_eq!(played.view().lock_at, None, "in the air nothing runs");
    assert_eq!(played.view().lock_resets_left, 13);
    played.advance(1_299_999);
    assert_eq!(played.place(), (4, 17), "gravity restarts too");
    played.advance(1_300_000);
    assert_eq!((played.place(), lock_at(&played)), ((4, 18), 1_800_000));
    assert_eq!(played.view().lock_resets_left, 13, "landing lower costs nothing");
}

/// A-M6: even a piece without resets left.
#[test]
fn a_new_lowest_row_restarts_the_delay_even_when_all_resets_are_used() {
    let position = Position::new().board(&["GGGG......"]).active(Kind::O, 0, 2, 17);
    let mut played = Played::set_up(Rules::marathon(), &position);
    for number in 0..15 {
        played.tap(if number % 2 == 0 { Button::Left } else { Button::Right }, 1000);
    }
    assert_eq!((played.place(), played.view().lock_resets_left), ((1, 17), 0));
    for _ in 0..3 {
        played.tap(Button::Right, 400_000);
    }
    assert_eq!((played.place(), played.view().lock_at), ((4, 17), None));
    played.tap(Button::StepDown, 400_000);
    assert_eq!(lock_at(&played), 900_000);
    played.tap(Button::Right, 800_000);
    assert_eq!(lock_at(&played), 900_000);
}

/// A-M6
#[test]
fn a_piece_kicked_up_that_lands_on_the_same_row_keeps_the_rest_of_its_delay() {
    let mut played = in_a_slot();
    for number in 1..=15 {
        hop(&mut played, number * 100_000);
        assert_eq!(u64::from(played.view().lock_resets_left), 15 - number);
        assert_eq!(lock_at(&played), number * 100_000 + 500_000, "the rotation itself reset it");
    }
    hop(&mut played, 1_900_000);
    assert_eq!(lock_at(&played), 2_000_000, "no reset left, and no new row");

    // In the air the timer stands still: what was left is left when it lands again.
    played.tap(Button::RotateCw, 1_950_000);
    played.tap(Button::RotateCcw, 1_950_000);
    played.tap(Button::StepDown, 2_200_000);
    assert_eq!(played.view().lock_at, None);
    played.tap(Button::StepDown, 2_300_000);
    assert_eq!(lock_at(&played), 2_350_000);
    played.advance(2_350_000);
    assert_eq!(played.lock_times(), [2_350_000]);
}

#[test]
fn every_landing_is_reported() {
    let mut played = in_a_slot();
    played.take_events();
    hop(&mut played, 1000);
    let landings = played.take_events().into_iter().filter(|&what| what == Event::Landed).count();
    assert_eq!(landings, 1);
}

/// M-024
#[test]
fn the_next_piece_starts_its_fall_when_it_enters() {
    let mut played = resting();
    played.advance(500_000 + 999_999);
    assert_eq!(played.place(), (3, 0));
    played.advance(500_000 + 1_000_000);
    assert_eq!(played.place(), (3, 1));
}

#[test]
fn a_piece_that_enters_at_rest_begins_its_delay_at_once() {
    for (rows, lock_at) in [(17, None), (18, Some(Micros(500_000)))] {
        let position = Position::new().board(&vec!["...GGG...."; rows]).entering(Kind::T);
        let played = Played::set_up(Rules::marathon(), &position);
        assert_eq!((played.place(), played.view().lock_at), ((3, 0), lock_at));
    }
}
