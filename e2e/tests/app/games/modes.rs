//! Marathon, Sprint and Ultra.

use quintet_e2e::{Device, Key, Page, Position};
use quintet_words::{Phrase, games, menu, play, results};

use crate::scenes::{play_to_the_end, single};

/// A mode as it is shown: in capitals.
fn shown(mode: Phrase) -> String {
    mode.to_uppercase()
}

fn choose(page: &Page, mode: Phrase) {
    page.role("radio", &shown(mode)).click();
    page.wait_until("the mode", || {
        page.role("radio", &shown(mode)).attribute("aria-checked").as_deref() == Some("true")
    });
}

/// The address of a position in another mode.
fn in_mode(position: &Position, mode: &str) -> String {
    position.address_in("marathon", mode)
}

#[test]
fn sprint_counts_forty_lines_down_and_the_time_up() {
    let page = Device::DESKTOP.open("/marathon");
    choose(&page, games::SPRINT);
    page.button(&menu::START_GAME).click();
    page.wait_for_address("/marathon/play");
    page.board();
    assert_eq!(page.number(&play::LINES_LEFT), "40");
    assert_eq!(page.number(&play::TIME), "0:00.0");
    page.pass(1500.0);
    assert_eq!(page.number(&play::TIME), "0:01.5");
}

#[test]
fn sprint_ends_with_the_fortieth_line() {
    let page = Device::DESKTOP.open(&in_mode(&single().with("lines", 39), "sprint"));
    page.board();
    assert_eq!(page.number(&play::LINES_LEFT), "1");
    page.press(Key::SPACE);
    page.wait_until("the end", || {
        page.pass(100.0);
        page.has_dialog()
    });
    page.role("dialog", &results::GAME_OVER).wait();
    page.role("heading", &results::FINISHED).wait();
    assert!(!page.text(&results::GAME_OVER_TITLE).is_there());
}

#[test]
fn ultra_lasts_two_minutes() {
    let page = Device::DESKTOP.open("/marathon");
    choose(&page, games::ULTRA);
    page.button(&menu::START_GAME).click();
    page.wait_for_address("/marathon/play");
    page.board();
    assert_eq!(page.number(&play::TIME), "2:00.0");
    // Half of the time to either side, so that the pieces do not reach the top.
    page.hold(Key::LEFT);
    page.pass_swiftly(59_500.0);
    page.release(Key::LEFT);
    page.hold(Key::RIGHT);
    page.pass_swiftly(59_500.0);
    page.release(Key::RIGHT);
    assert_eq!(page.number(&play::TIME), "0:01.0");
    page.pass_swiftly(1_100.0);
    page.role("heading", &results::FINISHED).wait();
}

#[test]
fn every_mode_has_its_own_high_scores() {
    let page = Device::DESKTOP.open("/marathon");
    choose(&page, games::ULTRA);
    page.button(&menu::START_GAME).click();
    page.wait_for_address("/marathon/play");
    page.board();
    play_to_the_end(&page);
    page.button(&menu::HIGH_SCORES).click();
    page.role("columnheader", &play::SCORE).wait();
    page.button(&shown(games::MARATHON)).click();
    page.text(&results::NO_SCORES).wait();
    page.button(&shown(games::SPRINT)).click();
    page.text(&results::NO_SCORES).wait();
    page.button(&shown(games::ULTRA)).click();
    page.role("columnheader", &play::SCORE).wait();
}

#[test]
fn an_unfinished_sprint_is_not_ranked() {
    let page = Device::DESKTOP.open("/marathon/play?mode=sprint&seed=1");
    page.board();
    page.wait_until("the end", || {
        page.press(Key::SPACE);
        page.pass(20.0);
        page.has_dialog()
    });
    page.role("dialog", &results::GAME_OVER).wait();
    page.pass(1000.0);
    page.text(&results::GOAL_NOT_REACHED).wait();
    page.button(&menu::HIGH_SCORES).click();
    page.text(&results::NO_SCORES).wait();
}
