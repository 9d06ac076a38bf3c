//! Marathon with other handling: repeats and soft drops without delay.

use crate::drawing::Played;
use quintet_engine::{Button, Handling, Kind, Micros, Position, Rules, SoftDrop};

fn with_handling(das: u64, arr: u64, soft_drop: SoftDrop) -> Rules {
    Rules {
        handling: Handling { das: Micros(das), arr: Micros(arr), soft_drop },
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
