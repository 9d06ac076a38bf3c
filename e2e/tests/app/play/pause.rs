//! Pausing and going on.

use quintet_e2e::{Device, Key, Page, Position};
use quintet_words::{menu, play, results, settings};

use crate::scenes::{entered, fade};

fn paused(key: Key) -> Page {
    let page = Device::DESKTOP.open(&Position::with_piece("T", 0, 3, 5).address());
    page.board();
    page.press(key);
    page.role("dialog", &play::PAUSED).wait();
    page
}

/// A game from the start screen, with a piece dropped.
fn begun() -> Page {
    let page = Device::DESKTOP.open("/marathon");
    page.button(&menu::START_GAME).click();
    page.wait_for_address("/marathon/play");
    page.board();
    page.press(Key::SPACE);
    page.pass(20.0);
    page
}

/// Lets the count of three pass that comes before a game goes on.
fn count_in(page: &Page) {
    page.role("dialog", &play::PAUSED).wait_until_gone();
    page.pass(1.0);
    for count in ["3", "2", "1"] {
        assert_eq!(page.part(".count").words(), count);
        page.pass(600.0);
    }
    assert_eq!(page.part(".count").words(), "");
}

/// M-059 M-060 M-061 M-063 M-064 M-065 M-239
#[test]
fn p_pauses_and_goes_on_from_the_same_place() {
    let page = Device::DESKTOP.open(&Position::with_piece("T", 0, 3, 5).address());
    page.board();
    page.hold(Key::LEFT);
    page.pass(169.0);
    assert_eq!(page.board().left_of('T'), Some(2), "auto-repeat is about to begin");
    page.press(Key::P);
    page.role("dialog", &play::PAUSED).wait();
    page.wait_for_address("/marathon/paused");
    let still = page.board();
    page.pass(5000.0);
    assert_eq!(page.board(), still, "nothing falls or repeats");
    page.release(Key::LEFT);
    page.press(Key::LEFT);
    page.press(Key::X);
    page.pass(1000.0);
    assert_eq!(page.board(), still, "nothing moves");
    page.press(Key::P);
    count_in(&page);
    assert_eq!(page.board(), still, "it goes on where it was");
    page.pass(830.0);
    assert_eq!(page.board(), still, "and has 831 ms left until it falls");
    page.pass(1.0);
    assert_eq!(page.board().top_of('T'), Some(6), "and falls again");
}

/// M-059 M-063 M-064
#[test]
fn escape_pauses_and_goes_on_too() {
    let page = paused(Key::ESCAPE);
    page.press(Key::ESCAPE);
    count_in(&page);
    page.wait_for_address("/marathon/play");
    page.pass(1000.0);
    assert_eq!(page.board().top_of('T'), Some(6));
}

/// M-063 M-156
#[test]
fn a_click_on_resume_game_goes_on() {
    let page = paused(Key::P);
    page.button("RESUME GAME").click();
    count_in(&page);
    page.pass(1000.0);
    assert_eq!(page.board().top_of('T'), Some(6));
}

/// M-062 M-153 M-154 M-155 M-156 M-157 M-158 M-159
#[test]
fn the_pause_shows_three_buttons_on_a_panel_over_the_dimmed_board() {
    let page = paused(Key::P);
    page.wait_for_stillness();
    let canvas = page.part(".board-canvas");
    page.wait_until("the board to dim", || (canvas.opacity() - 0.3).abs() < 1e-3);
    assert_eq!(page.board().count('T'), 4, "the board is still there");

    let panel = page.role("dialog", &play::PAUSED);
    assert_eq!(panel.colour("background-color"), page.token_colour("color-chrome"));
    assert_eq!(panel.colour("border-top-color"), page.token_colour("color-panel"));
    assert_ne!(panel.style("border-top-style"), "none");
    assert_eq!(panel.style("box-shadow"), page.token_as("box-shadow", "shadow-panel"));
    let (x, y) = panel.rect().middle();
    assert!((x - 720.0).abs() < 2.0 && (y - 450.0).abs() < 2.0, "in the middle: {x} {y}");

    let heading = page.role("heading", "PAUSED");
    assert_eq!(heading.words(), "▓▓PAUSED▓▓");
    let rects = ["RESUME GAME", "RESTART", "QUIT TO MENU"].map(|name| page.button(name).rect());
    assert!(heading.rect().bottom() <= rects[0].top);
    assert!(rects.windows(2).all(|pair| pair[0].bottom() <= pair[1].top), "{rects:?}");
}

/// M-157
#[test]
fn restart_begins_a_new_game() {
    let page = begun();
    assert_ne!(page.number(&play::SCORE), "0");
    page.press(Key::P);
    page.button("RESTART").click();
    page.wait_for_address("/marathon/play");
    assert_eq!(["SCORE", "LINES"].map(|caption| page.number(caption)), ["0", "0"]);
    let board = page.board();
    assert!(entered(&board).is_some(), "{board:?}");
    assert_eq!(board.count('.'), 192, "an empty board, a piece and its ghost: {board:?}");
}

/// M-158
#[test]
fn quit_to_menu_leads_to_the_start_screen_and_keeps_no_score() {
    let page = begun();
    page.press(Key::ESCAPE);
    page.button("QUIT TO MENU").click();
    page.wait_for_address("/marathon");
    page.button(&menu::START_GAME).wait_for_focus();
    page.button(&menu::HIGH_SCORES).click();
    page.text(&results::NO_SCORES).wait();
}

#[test]
fn another_tab_in_front_pauses_the_game_and_lets_go_of_every_key() {
    let page = Device::DESKTOP.open(&Position::with_piece("T", 0, 6, 5).address());
    page.board();
    page.hold(Key::LEFT);
    {
        let _other = page.look_away();
        page.wait_for_address("/marathon/paused");
    }
    let still = page.board();
    page.press(Key::P);
    count_in(&page);
    page.pass(500.0);
    assert_eq!(page.board().left_of('T'), still.left_of('T'), "the key is no longer held");
}

#[test]
fn the_count_can_be_switched_off() {
    let page = Device::DESKTOP.window();
    page.go("/settings");
    page.starting("switch", &settings::COUNT_IN).click();
    page.go(&Position::with_piece("T", 0, 3, 5).address());
    page.board();
    page.press(Key::P);
    page.role("dialog", &play::PAUSED).wait();
    page.press(Key::P);
    page.role("dialog", &play::PAUSED).wait_until_gone();
    page.board();
    page.pass(1000.0);
    assert_eq!(page.board().top_of('T'), Some(6));
}

/// M-061
#[test]
fn a_pause_stops_the_lock_timer_and_the_clock_of_a_race() {
    let page = Device::DESKTOP.open(&Position::with_piece("T", 0, 3, 18).next(&["I"]).address());
    page.board();
    page.pass(300.0);
    page.press(Key::P);
    page.role("dialog", &play::PAUSED).wait();
    page.pass(5000.0);
    page.press(Key::P);
    count_in(&page);
    page.board();
    page.pass(199.0);
    assert_eq!(entered(&page.board()), None, "200 ms of the 500 are left");
    page.pass(1.0);
    fade(&page);
    assert_eq!(entered(&page.board()), Some('I'));

    page.go("/marathon/play?mode=sprint&seed=1");
    page.board();
    page.pass(1000.0);
    page.press(Key::P);
    page.role("dialog", &play::PAUSED).wait();
    let time = page.number(&play::TIME);
    page.pass(5000.0);
    assert_eq!(page.number(&play::TIME), time);
}

/// M-061
#[test]
fn a_pause_in_the_middle_of_a_clear_freezes_it() {
    let page = Device::DESKTOP.open(&crate::scenes::single().address());
    page.board();
    page.press(Key::SPACE);
    page.pass(50.0);
    page.press(Key::P);
    page.role("dialog", &play::PAUSED).wait();
    let still = page.board();
    page.pass(2000.0);
    assert_eq!(page.board(), still);
    page.press(Key::P);
    count_in(&page);
    page.board();
    page.pass(349.999);
    assert_eq!(entered(&page.board()), None);
    page.pass(0.001);
    assert_eq!(entered(&page.board()), Some('O'));
}
