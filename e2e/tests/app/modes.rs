//! Marathon, Sprint and Ultra.

use quintet_e2e::{Device, Key, Page, Position};

use crate::scenes::{play_to_the_end, single};

fn choose(page: &Page, mode: &str) {
    page.role("radio", mode).click();
    page.wait_until("the mode", || {
        page.role("radio", mode).attribute("aria-checked").as_deref() == Some("true")
    });
}

/// The address of a position in another mode.
fn in_mode(position: &Position, mode: &str) -> String {
    position.address_in("marathon", mode)
}

#[test]
fn sprint_counts_forty_lines_down_and_the_time_up() {
    let page = Device::DESKTOP.open("/marathon");
    choose(&page, "SPRINT 40");
    page.button("START GAME").click();
    page.wait_for_address("/marathon/play");
    page.board();
    assert_eq!(page.number("LINES LEFT"), "40");
    assert_eq!(page.number("TIME"), "0:00.0");
    page.pass(1500.0);
    assert_eq!(page.number("TIME"), "0:01.5");
}

#[test]
fn sprint_ends_with_the_fortieth_line() {
    let page = Device::DESKTOP.open(&in_mode(&single().with("lines", 39), "sprint"));
    page.board();
    assert_eq!(page.number("LINES LEFT"), "1");
    page.press(Key::SPACE);
    page.wait_until("the end", || {
        page.pass(100.0);
        page.role("dialog", "Game over").is_there()
    });
    page.role("heading", "FINISHED").wait();
    assert!(!page.text("GAME OVER").is_there());
}

#[test]
fn ultra_lasts_two_minutes() {
    let page = Device::DESKTOP.open("/marathon");
    choose(&page, "ULTRA 2:00");
    page.button("START GAME").click();
    page.wait_for_address("/marathon/play");
    page.board();
    assert_eq!(page.number("TIME"), "2:00.0");
    // Half of the time to either side, so that the pieces do not reach the top.
    page.hold(Key::LEFT);
    page.pass_swiftly(59_500.0);
    page.release(Key::LEFT);
    page.hold(Key::RIGHT);
    page.pass_swiftly(59_500.0);
    page.release(Key::RIGHT);
    assert_eq!(page.number("TIME"), "0:01.0");
    page.pass_swiftly(1_100.0);
    page.role("heading", "FINISHED").wait();
}

#[test]
fn every_mode_has_its_own_high_scores() {
    let page = Device::DESKTOP.open("/marathon");
    choose(&page, "ULTRA 2:00");
    page.button("START GAME").click();
    page.wait_for_address("/marathon/play");
    page.board();
    play_to_the_end(&page);
    page.button("HIGH SCORES").click();
    page.role("columnheader", "SCORE").wait();
    page.button("MARATHON").click();
    page.text("No scores yet. Play a game!").wait();
    page.button("SPRINT 40").click();
    page.text("No scores yet. Play a game!").wait();
    page.button("ULTRA 2:00").click();
    page.role("columnheader", "SCORE").wait();
}

#[test]
fn an_unfinished_sprint_is_not_ranked() {
    let page = Device::DESKTOP.open("/marathon/play?mode=sprint&seed=1");
    page.board();
    page.wait_until("the end", || {
        page.press(Key::SPACE);
        page.pass(20.0);
        page.role("dialog", "Game over").is_there()
    });
    page.pass(1000.0);
    page.text("Goal not reached: not ranked.").wait();
    page.button("HIGH SCORES").click();
    page.text("No scores yet. Play a game!").wait();
}
