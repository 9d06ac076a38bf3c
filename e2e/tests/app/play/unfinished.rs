//! A game that waits to be resumed.

use quintet_e2e::{Device, Key, Page};
use quintet_words::{menu, play, replays};

use crate::scenes;

/// A game with a piece dropped whose page is loaded again, and its score.
fn interrupted(device: Device) -> (Page, String) {
    let page = device.open("/marathon");
    page.button(&menu::START_GAME).click();
    page.wait_for_address("/marathon/play");
    page.board();
    page.press(Key::SPACE);
    page.pass(20.0);
    let score = page.number(&play::SCORE);
    assert_ne!(score, "0");
    page.reload();
    page.wait_for_address("/marathon");
    (page, score)
}

/// The start screen has given way to a game with this score.
fn resumed(page: &Page, score: &str) {
    page.wait_for_address("/marathon/play");
    page.board();
    assert_eq!(page.number(&play::SCORE), score);
}

#[test]
fn after_a_reload_enter_resumes_the_game() {
    let (page, score) = interrupted(Device::DESKTOP);
    page.button(&menu::RESUME).wait_for_focus();
    page.text(&menu::ENTER_RESUMES).wait();
    let [resume, start] = [menu::RESUME, menu::START_GAME].map(|name| page.button(&name).rect());
    assert!(resume.bottom() <= start.top, "it comes first");
    page.press(Key::ENTER);
    resumed(&page, &score);
}

#[test]
fn enter_resumes_without_a_focus_too() {
    let (page, score) = interrupted(Device::DESKTOP);
    page.button(&menu::RESUME).wait_for_focus();
    page.evaluate("document.activeElement.blur()");
    page.press(Key::ENTER);
    resumed(&page, &score);
}

#[test]
fn a_tap_anywhere_resumes_the_game() {
    let (page, score) = interrupted(Device::PHONE);
    page.text(&menu::TAP_TO_RESUME).tap();
    resumed(&page, &score);
}

#[test]
fn a_new_game_is_started_over_a_waiting_one_only_after_a_question() {
    let (page, score) = interrupted(Device::DESKTOP);
    page.button(&menu::START_GAME).click();
    let question = page.role("dialog", &menu::GAME_WAITS);
    question.wait();
    page.press(Key::ESCAPE);
    question.wait_until_gone();

    page.button(&menu::START_GAME).click();
    question.wait();
    page.press(Key::ENTER);
    resumed(&page, &score);

    page.reload();
    page.button(&menu::START_GAME).click();
    page.button(&menu::START_NEW).click();
    resumed(&page, "0");
}

#[test]
fn a_link_takes_the_place_of_a_waiting_game_only_after_a_question() {
    let (page, score) = interrupted(Device::DESKTOP);
    let link = scenes::single().address();
    page.go(&link);
    let question = page.role("dialog", &menu::GAME_WAITS);
    question.wait();
    page.press(Key::ENTER);
    resumed(&page, &score);

    page.reload();
    page.go(&link);
    question.wait();
    page.button(&menu::START_NEW).click();
    page.wait_for_address("/marathon/play");
    page.press(Key::SPACE);
    page.pass(500.0);
    assert_eq!(page.number(&play::LINES), "1", "the position of the link");

    // What a link began can be had again by the link.
    page.go(&link);
    page.wait_for_address("/marathon/play");
    page.board();
    assert!(!question.is_there());
}

#[test]
fn playing_on_from_a_replay_asks_before_it_discards_a_waiting_game() {
    let (page, score) = interrupted(Device::DESKTOP);
    scenes::open_replay(&page, "marathon-wells");
    page.button(&replays::PLAY_ON).click();
    page.role("dialog", &menu::GAME_WAITS).wait();
    page.press(Key::ENTER);
    resumed(&page, &score);
}
