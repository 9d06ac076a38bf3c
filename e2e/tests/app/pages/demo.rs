//! The computer at play while nobody touches the start screen.

use std::collections::HashSet;

use quintet_e2e::{Device, Key, Page};
use quintet_words::menu;

use crate::layout::sizes::look;

/// Makes intervals a hundred times shorter, and counts how often they come.
const HASTE: &str = "{
    const every = window.setInterval;
    window.ticks = 0;
    window.setInterval = (act, ms) => every(() => { window.ticks += 1; act(); }, ms / 100);
}";
/// More seconds than it takes for a demo to begin.
const IDLE: u32 = 60;
const DEMO: &str = ".demo .board-canvas";

fn idle(device: Device) -> Page {
    idle_at(device, "/marathon")
}

fn idle_at(device: Device, address: &str) -> Page {
    device.running().with_script(HASTE).open(address)
}

/// The demo that is shown fits into windows of all sizes.
fn fits(page: &Page, name: &str) {
    let mut faults = Vec::new();
    look(page, name, &mut faults);
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

fn filled(page: &Page) -> usize {
    page.part(DEMO).words().chars().filter(char::is_ascii_uppercase).count()
}

#[test]
fn the_computer_plays_until_a_key_is_pressed_which_does_nothing_else() {
    let page = idle(Device::DESKTOP);
    page.text(&menu::DEMO).wait();
    page.text(&menu::PRESS_ANY_KEY).wait();
    page.wait_until("pieces on the board", || page.part(DEMO).is_there() && filled(&page) >= 8);
    fits(&page, "marathon");
    page.press(Key::X);
    page.text(&menu::DEMO).wait_until_gone();
    page.button(&menu::START_GAME).wait_for_focus();
    assert_eq!(page.address(), "/marathon");
}

/// Both boards, in either form.
#[test]
fn the_computer_plays_a_duel_against_itself() {
    for (device, mode) in [(Device::DESKTOP, "battle"), (Device::PHONE_SIDEWAYS, "versus")] {
        let page = idle_at(device, &format!("/battle?mode={mode}"));
        page.text(&menu::DEMO).wait();
        page.wait_for(
            "the boards",
            "document.querySelectorAll('.demo .board-canvas').length === 2",
        );
        page.wait_until("pieces on both boards", || {
            let drawn = page.evaluate(
                "[...document.querySelectorAll('.demo .board-canvas')].map((it) => it.textContent)",
            );
            let drawn = drawn.as_array().expect("a list").iter().filter_map(|it| it.as_str());
            let filled = drawn.map(|it| it.chars().filter(char::is_ascii_uppercase).count());
            filled.filter(|&cells| cells >= 8).count() == 2
        });
        fits(&page, mode);
        page.press(Key::X);
        page.text(&menu::DEMO).wait_until_gone();
    }
}

#[test]
fn the_computer_plays_the_bare_game_too() {
    let page = idle_at(Device::DESKTOP, "/minimal");
    page.text(&menu::DEMO).wait();
    page.wait_for(
        "the worker",
        "performance.getEntriesByType('resource').some(({ name }) => name.includes('worker'))",
    );
    page.wait_until("pieces on the board", || page.part(DEMO).is_there() && filled(&page) >= 8);
    fits(&page, "minimal");
}

/// The computer knows neither game: what is shown was recorded.
#[test]
fn a_recorded_game_is_shown_where_the_computer_cannot_play() {
    for (device, address) in [(Device::DESKTOP, "/domino?mode=easy"), (Device::PHONE, "/flip")] {
        let page = idle_at(device, address);
        page.text(&menu::DEMO).wait();
        let mut seen = HashSet::new();
        page.wait_until("a game that goes on", || {
            let picture =
                page.evaluate("document.querySelector('.demo .show-board')?.toDataURL() ?? null");
            seen.extend(picture.as_str().map(str::to_owned));
            seen.len() > 4
        });
        let asked =
            "performance.getEntriesByType('resource').some(({ name }) => name.includes('worker'))";
        assert_eq!(page.evaluate(asked), false, "{address}: nobody thinks");
        fits(&page, address);
        page.press(Key::X);
        page.text(&menu::DEMO).wait_until_gone();
    }
}

#[test]
fn the_demo_fits_every_touch_screen_and_a_tap_begins_a_game() {
    let page = idle(Device::PHONE);
    page.text(&menu::TAP_TO_PLAY).wait();
    page.part(DEMO).wait();
    fits(&page, "marathon");
    page.part(DEMO).tap();
    page.wait_for_address("/marathon/play");
}

#[test]
fn who_asks_for_little_motion_gets_no_demo() {
    let page = idle(Device { reduced_motion: true, ..Device::DESKTOP });
    page.wait_for("a while", &format!("ticks > {IDLE}"));
    assert!(!page.text(&menu::DEMO).is_there());
}
