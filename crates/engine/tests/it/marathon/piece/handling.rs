//! Marathon with other handling: repeats and soft drops without delay, and what waits for a piece.

use crate::drawing::Played;
use quintet_engine::{Button, Handling, Kind, Micros, Position, Rules, SoftDrop};

fn with_handling(das: u64, arr: u64, soft_drop: SoftDrop) -> Rules {
    Rules {
        handling: Handling { das: Micros(das), arr: Micros(arr), soft_drop, ..Handling::STANDARD },
        ..Rules::marathon()
    }
}

#[test]
fn without_delay_between_repeats_the_piece_slides_all_the_way() {
    let rules = with_handling(170_000, 0, SoftDrop::Every(Micros::FRAME));
    let mut played = Played::set_up(rules, &Position::new().active(Kind::T, 0, 7, 5));
    played.press(Button::Left, 0);
    played.advance(169_999);
    assert_eq!(played.place(), (6, 5));
    played.advance(170_000);
    assert_eq!(played.place(), (0, 5));
    played.tap(Button::Right, 180_000);
    played.advance(349_999);
    assert_eq!(played.place(), (1, 5), "left resumes with a fresh charge");
    played.advance(350_000);
    assert_eq!(played.place(), (0, 5));
}

#[test]
fn without_charge_and_delay_a_press_slides_at_once() {
    let rules = with_handling(0, 0, SoftDrop::Every(Micros::FRAME));
    let mut played = Played::set_up(rules, &Position::new().active(Kind::T, 0, 7, 5));
    played.press(Button::Left, 1000);
    assert_eq!(played.place(), (0, 5));
    played.release(Button::Left, 2000);
    played.press(Button::Right, 3000);
    assert_eq!(played.place(), (7, 5));
    played.press(Button::Left, 3500);
    assert_eq!(played.place(), (0, 5));
    played.release(Button::Left, 4000);
    assert_eq!(played.place(), (0, 5), "both might be released at this moment");
    played.advance(4001);
    assert_eq!(played.place(), (7, 5), "the other direction takes over");
}

#[test]
fn without_charge_the_repeats_follow_the_press() {
    let rules = with_handling(0, 50_000, SoftDrop::Every(Micros::FRAME));
    let mut played = Played::set_up(rules, &Position::new().active(Kind::T, 0, 7, 5));
    played.press(Button::Left, 0);
    assert_eq!(played.place(), (6, 5));
    played.advance(49_999);
    assert_eq!(played.place(), (6, 5));
    played.advance(50_000);
    assert_eq!(played.place(), (5, 5));
}

#[test]
fn a_charged_slide_continues_wherever_the_piece_is_freed() {
    let rules = with_handling(0, 0, SoftDrop::Every(Micros::ZERO));
    let position = Position::new()
        .board(&[
            "GGG.......", //
            "GGG.......",
            "..........",
            "..........",
        ])
        .active(Kind::O, 0, 6, 16);
    let mut played = Played::set_up(rules, &position);
    played.press(Button::Left, 0);
    assert_eq!(played.rows(16..20), ["GGGoo.....", "GGGoo.....", "..........", ".........."]);
    played.press(Button::SoftDrop, 10);
    assert_eq!(played.rows(16..20), ["GGG.......", "GGG.......", "oo........", "oo........"]);
    assert_eq!(played.view().score, 2);
}

#[test]
fn a_charged_slide_also_continues_when_gravity_frees_the_piece() {
    let rules = with_handling(0, 0, SoftDrop::Every(Micros::FRAME));
    let position = Position::new().board(&["GGG.......", ".........."]).active(Kind::I, 0, 6, 16);
    let mut played = Played::set_up(rules, &position);
    played.press(Button::Left, 0);
    assert_eq!(played.rows(17..20), ["iiii......", "GGG.......", ".........."]);
    played.release(Button::Left, 10);
    played.press(Button::Right, 20);
    played.advance(2_000_020);
    assert_eq!(played.rows(17..20), ["..........", "GGG.......", "......iiii"]);
    played.press(Button::Left, 2_000_030);
    assert_eq!(played.rows(17..20), ["..........", "GGG.......", "iiii......"]);
}

#[test]
fn a_soft_drop_without_delay_continues_down_after_every_move() {
    let rules = with_handling(170_000, 50_000, SoftDrop::Every(Micros::ZERO));
    let position = Position::new().board(&["....GG....", "....GG...."]).entering(Kind::O);
    let mut played = Played::set_up(rules, &position);
    played.press(Button::SoftDrop, 0);
    assert_eq!(played.place(), (4, 16));
    played.tap(Button::Right, 100);
    assert_eq!(played.place(), (5, 16));
    played.tap(Button::Right, 200);
    assert_eq!(played.place(), (6, 18));
    assert_eq!(played.view().score, 18);
    assert!(played.lock_times().is_empty(), "the lock delay still applies");
}

/// A charge of 100 ms, repeats every 20 ms, and 60 ms without any after an entry or a rotation.
fn with_cut(arr: u64) -> Rules {
    let rules = with_handling(100_000, arr, SoftDrop::Every(Micros::FRAME));
    Rules { handling: Handling { dcd: Micros(60_000), ..rules.handling }, ..rules }
}

#[test]
fn a_rotation_pauses_the_repeats_for_the_cut_delay() {
    let mut played = Played::set_up(with_cut(20_000), &Position::new().active(Kind::T, 0, 7, 5));
    played.press(Button::Left, 0);
    played.advance(120_000);
    assert_eq!(played.place(), (4, 5), "the press, at 100 ms, at 120 ms");
    played.tap(Button::RotateCw, 130_000);
    played.advance(189_999);
    assert_eq!(played.place(), (4, 5));
    played.advance(190_000);
    assert_eq!(played.place(), (3, 5));
    played.advance(210_000);
    assert_eq!(played.place(), (2, 5), "from there on as ever");
}

#[test]
fn a_charge_that_takes_longer_than_the_cut_delay_is_not_cut() {
    let mut played = Played::set_up(with_cut(20_000), &Position::new().active(Kind::T, 0, 7, 5));
    played.press(Button::Left, 0);
    played.tap(Button::RotateCw, 10_000);
    played.advance(99_999);
    assert_eq!(played.place(), (6, 5));
    played.advance(100_000);
    assert_eq!(played.place(), (5, 5));
    // One that is due sooner waits.
    played.release(Button::Left, 110_000);
    played.press(Button::Left, 120_000);
    played.tap(Button::RotateCw, 200_000);
    played.advance(259_999);
    assert_eq!(played.place(), (4, 5));
    played.advance(260_000);
    assert_eq!(played.place(), (3, 5));
}

#[test]
fn a_piece_that_enters_waits_for_the_cut_delay_before_it_slides() {
    for (arr, after) in [(0, (0, 0)), (20_000, (2, 0))] {
        let position = Position::new().active(Kind::O, 0, 7, 17).next(&[Kind::T, Kind::S]);
        let mut played = Played::set_up(with_cut(arr), &position);
        played.press(Button::Left, 0);
        played.advance(250_000);
        assert_eq!(played.place().0, 0, "at the wall");
        played.tap(Button::HardDrop, 250_000);
        played.advance(309_999);
        assert_eq!(played.place(), (3, 0));
        played.advance(310_000);
        assert_eq!(played.place(), after);
    }
}

#[test]
fn without_a_cut_delay_a_piece_that_enters_slides_at_once() {
    let rules = with_handling(100_000, 0, SoftDrop::Every(Micros::FRAME));
    let position = Position::new().active(Kind::O, 0, 7, 17).next(&[Kind::T]);
    let mut played = Played::set_up(rules, &position);
    played.press(Button::Left, 0);
    played.tap(Button::HardDrop, 250_000);
    assert_eq!(played.place(), (0, 0));
}

#[test]
fn a_piece_held_comes_back_with_the_cut_delay_too() {
    let position = Position::new().active(Kind::T, 0, 7, 5).hold(Kind::S);
    let mut played = Played::set_up(with_cut(0), &position);
    played.press(Button::Left, 0);
    played.advance(100_000);
    assert_eq!(played.place(), (0, 5));
    played.tap(Button::Hold, 120_000);
    played.advance(179_999);
    assert_eq!(played.place(), (3, 0));
    played.advance(180_000);
    assert_eq!(played.place(), (0, 0));
}

fn with_initial(initial_rotation: bool, initial_hold: bool) -> Rules {
    let handling = Handling { initial_rotation, initial_hold, ..Handling::STANDARD };
    Rules { handling, ..Rules::marathon() }
}

#[test]
fn initial_rotation_is_the_players_choice_and_leaves_hold_alone() {
    let position =
        Position::new().board(&["GGGGGG...."]).active(Kind::I, 0, 6, 18).next(&[Kind::T, Kind::S]);
    for (rules, drawn) in [
        (with_initial(true, false), ["....t.....", "....tt....", "....t....."]),
        (with_initial(false, true), ["....t.....", "...ttt....", ".........."]),
    ] {
        let mut played = Played::set_up(rules, &position);
        played.tap(Button::HardDrop, 0);
        played.press(Button::RotateCw, 100_000);
        played.advance(400_000);
        assert_eq!(played.rows(0..3), drawn, "pressed while no piece was in play");
        assert_eq!(played.view().hold, None);
    }
    let mut played = Played::set_up(with_initial(true, false), &position);
    played.tap(Button::HardDrop, 0);
    played.press(Button::Hold, 100_000);
    played.advance(400_000);
    assert_eq!((played.piece().kind, played.view().hold), (Kind::T, None));
}

#[test]
fn initial_hold_is_the_players_choice_and_leaves_rotation_alone() {
    let position = Position::new()
        .board(&["GGGGGG...."])
        .active(Kind::I, 0, 6, 18)
        .next(&[Kind::T, Kind::S, Kind::Z])
        .hold(Kind::J);
    let mut played = Played::set_up(with_initial(false, true), &position);
    played.tap(Button::HardDrop, 0);
    for button in [Button::Hold, Button::RotateCw] {
        played.press(button, 100_000);
    }
    played.advance(400_000);
    assert_eq!((played.piece().kind, played.view().hold), (Kind::J, Some(Kind::T)));
    assert_eq!(played.rows(0..2), ["...j......", "...jjj...."]);
    assert!(played.view().hold_used);
    // A button that was released in time does nothing.
    let mut played = Played::set_up(with_initial(false, true), &position);
    played.tap(Button::HardDrop, 0);
    played.tap(Button::Hold, 100_000);
    played.advance(400_000);
    assert_eq!((played.piece().kind, played.view().hold), (Kind::T, Some(Kind::J)));
}
