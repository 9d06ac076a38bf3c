//! The start screen.

use quintet_e2e::{Device, Key};

/// M-119 M-120 M-121 M-122 M-123 M-232
#[test]
fn the_start_screen_shows_the_title_the_buttons_and_the_way_to_start() {
    let page = Device::DESKTOP.open("/marathon");
    let title = page.role("heading", "TETRIS").rect();
    let buttons = ["START GAME", "HIGH SCORES", "CONTROLS"].map(|name| page.button(name).rect());
    let hint = page.text("PRESS ENTER TO START").rect();
    assert!(title.bottom() <= buttons[0].top, "the title stands above the buttons");
    for pair in buttons.windows(2) {
        assert!(pair[0].bottom() <= pair[1].top, "buttons stand one below the other: {pair:?}");
    }
    assert!(buttons[2].bottom() <= hint.top, "the hint stands below the buttons");
    for rect in buttons {
        assert!((rect.middle().0 - 720.0).abs() < 1.0, "in the middle: {rect:?}");
    }
}

/// M-001 M-233
#[test]
fn enter_starts_a_game() {
    let page = Device::DESKTOP.open("/marathon");
    page.button("START GAME").wait_for_focus();
    page.press(Key::ENTER);
    page.wait_for_address("/marathon/play");
}
