//! Starting again in the middle of a game, and the count before one.

use quintet_e2e::{Device, Key, Page};
use quintet_words::{play, results, settings};

/// A game of Marathon with a piece on the floor.
fn begun() -> Page {
    let page = Device::DESKTOP.open("/marathon/play?seed=1");
    page.board();
    page.press(Key::SPACE);
    page.pass(100.0);
    assert_ne!(page.number(&play::SCORE), "0");
    page
}

#[test]
fn holding_the_key_for_half_a_second_starts_again() {
    let page = begun();
    page.hold(Key::R);
    page.pass(400.0);
    page.part(".restart-hold.on").wait();
    assert_ne!(page.number(&play::SCORE), "0", "not yet");
    page.pass(200.0);
    assert_eq!(page.number(&play::SCORE), "0");
    page.release(Key::R);
    assert!(!page.part(".restart-hold.on").is_there());
}

/// M-072
#[test]
fn a_plain_press_does_nothing_before_the_end() {
    let page = begun();
    page.press(Key::R);
    page.pass(1000.0);
    assert_ne!(page.number(&play::SCORE), "0");
}

#[test]
fn a_setting_makes_the_restart_immediate() {
    let page = Device::DESKTOP.open("/settings");
    page.starting("switch", &settings::QUICK_RESTART).click();
    page.go("/marathon/play?seed=1");
    page.board();
    page.press(Key::SPACE);
    page.pass(100.0);
    page.press(Key::R);
    page.pass(20.0);
    assert_eq!(page.number(&play::SCORE), "0");
}

#[test]
fn a_setting_counts_before_a_game_for_one() {
    let page = Device::DESKTOP.open("/settings");
    page.starting("switch", &settings::START_COUNT).click();
    page.go("/marathon/play?seed=1");
    page.board();
    page.pass(100.0);
    assert_eq!(page.part(".count").words(), "3");
    page.press(Key::SPACE);
    assert_eq!(page.number(&play::SCORE), "0", "the piece waits");
    page.pass_swiftly(2000.0);
    page.press(Key::SPACE);
    page.pass(100.0);
    assert_ne!(page.number(&play::SCORE), "0");
    assert!(!page.role("dialog", &results::GAME_OVER).is_there());
}

#[test]
fn the_bare_game_starts_again_too() {
    let page = Device::DESKTOP.open("/minimal/play?seed=5");
    page.pass(0.0);
    let filled = |page: &Page| {
        let rows = page.written_board();
        rows.iter().flat_map(|row| row.chars()).filter(|&cell| cell != '.').count()
    };
    for _ in 0..25 {
        page.press(Key::DOWN);
    }
    assert_eq!(filled(&page), 8, "one lies on the ground");
    page.press(Key::R);
    page.pass(700.0);
    assert_eq!(filled(&page), 8, "a plain press does nothing");
    page.hold(Key::R);
    page.pass(600.0);
    page.release(Key::R);
    assert!(filled(&page) <= 4, "another game");
}
