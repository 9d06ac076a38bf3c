//! What the computer makes of a replay.

use quintet_e2e::{Device, Key, Page};

use crate::scenes::play_to_the_end;

/// A game of careless drops, judged to its end.
fn judged() -> Page {
    let page = Device::DESKTOP.open("/marathon/play?seed=1");
    page.board();
    page.pass(500.0);
    play_to_the_end(&page);
    page.button("Watch the replay").click();
    page.button("ANALYSE").click();
    page.role("slider", "Loss by piece").wait();
    page
}

fn time(page: &Page) -> String {
    page.pass(0.0);
    page.role("slider", "Time").attribute("aria-valuetext").unwrap_or_default()
}

fn piece(page: &Page) -> String {
    page.pass(0.0);
    page.role("slider", "Loss by piece").attribute("aria-valuetext").unwrap_or_default()
}

#[test]
fn every_piece_of_a_replay_is_judged_and_can_be_led_to() {
    let page = judged();
    page.text("Accuracy").wait();
    page.role("slider", "Loss by piece").focus();
    page.press(Key::HOME);
    assert!(piece(&page).starts_with("Piece 1"), "{}", piece(&page));
    let first = time(&page);
    page.press(Key::END);
    assert!(!piece(&page).starts_with("Piece 1 "), "{}", piece(&page));
    assert_ne!(time(&page), first);
}

#[test]
fn the_worst_move_leads_to_its_moment_and_the_game_goes_on_from_there() {
    let page = judged();
    page.part(".worst").click();
    assert!(piece(&page).contains("Better: "), "{}", piece(&page));
    page.button("PLAY ON FROM HERE").click();
    page.wait_for_address("/marathon/play");
    page.board();
}
