//! The computer at play while nobody touches the start screen.

use quintet_e2e::{Device, Key, Page};
use quintet_words::menu;

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

fn filled(page: &Page) -> usize {
    page.part(DEMO).words().chars().filter(char::is_ascii_uppercase).count()
}

#[test]
fn the_computer_plays_until_a_key_is_pressed_which_does_nothing_else() {
    let page = idle(Device::DESKTOP);
    page.text(&menu::DEMO).wait();
    page.text(&menu::PRESS_ANY_KEY).wait();
    page.wait_until("pieces on the board", || page.part(DEMO).is_there() && filled(&page) >= 8);
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
        let shown = page.evaluate(
            "[...document.querySelectorAll('.demo .board-canvas, .demo p')]
                .map((it) => it.getBoundingClientRect())
                .every((it) => it.left >= 0 && it.top >= 0
                    && it.right <= innerWidth && it.bottom <= innerHeight)",
        );
        assert_eq!(shown, true, "{mode}: all of it is in the window");
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
}

#[test]
fn the_demo_fits_a_phone_held_either_way_and_a_tap_begins_a_game() {
    for device in [Device::PHONE, Device::PHONE_SIDEWAYS] {
        let page = idle(device);
        page.text(&menu::TAP_TO_PLAY).wait();
        let (width, height) = (f64::from(device.width), f64::from(device.height));
        for part in [page.text(&menu::DEMO), page.part(DEMO), page.text(&menu::TAP_TO_PLAY)] {
            let rect = part.rect();
            assert!(rect.left >= 0.0 && rect.right() <= width, "{part:?} {rect:?}");
            assert!(rect.top >= 0.0 && rect.bottom() <= height, "{part:?} {rect:?}");
        }
        page.part(DEMO).tap();
        page.wait_for_address("/marathon/play");
    }
}

#[test]
fn who_asks_for_little_motion_gets_no_demo() {
    let page = idle(Device { reduced_motion: true, ..Device::DESKTOP });
    page.wait_for("a while", &format!("ticks > {IDLE}"));
    assert!(!page.text(&menu::DEMO).is_there());
}
