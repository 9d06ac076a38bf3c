//! Giving actions other keys.

use quintet_e2e::{Device, Key, Page, Position, json};
use quintet_words::{Phrase, games, keys, menu};

use crate::scenes::entered;

fn add(page: &Page, action: Phrase, key: Key) {
    page.button(&keys::add(&action)).click();
    page.text(&keys::PRESS_A_KEY).wait();
    page.press(key);
    page.text(&keys::PRESS_A_KEY).wait_until_gone();
}

#[test]
fn an_action_gets_another_key_and_keeps_it() {
    let page = Device::DESKTOP.open("/settings");
    add(&page, keys::HOLD, Key::V);
    page.button(&keys::remove("V", &keys::HOLD)).wait();
    page.button(&keys::remove("C", &keys::HOLD)).click();
    page.button(&keys::remove("C", &keys::HOLD)).wait_until_gone();
    page.reload();
    page.button(&keys::remove("V", &keys::HOLD)).wait();

    page.go(&Position::entering("T").next(&["I"]).address());
    page.board();
    page.press(Key::C);
    assert_eq!(page.held_piece(), "", "C no longer holds");
    page.press(Key::V);
    assert_eq!((entered(&page.board()), page.held_piece().as_str()), (Some('I'), "T"));

    page.go("/marathon/controls");
    page.role("dialog", &games::CONTROLS).wait();
    let line = page.evaluate(&format!(
        "[...document.querySelectorAll('dl > div')].map((line) => line.textContent)
            .find((text) => text.includes({}))",
        json!(games::HELP_HOLD.text())
    ));
    assert!(line.as_str().is_some_and(|line| line.contains('V') && !line.contains('C')), "{line}");
}

#[test]
fn a_key_given_twice_is_shown_as_a_conflict() {
    let page = Device::DESKTOP.open("/settings");
    assert!(!page.starting("alert", "").is_there());
    add(&page, keys::HOLD, Key::X);
    page.text(&keys::conflict(&keys::ROTATE_CW)).wait();
    page.text(&keys::conflict(&keys::HOLD)).wait();
    page.button(&keys::remove("X", &keys::ROTATE_CW)).click();
    page.text(&keys::conflict(&keys::ROTATE_CW)).wait_until_gone();
    page.button(&keys::RESET).click();
    page.button(&keys::remove("X", &keys::HOLD)).wait_until_gone();
    page.button(&keys::remove("X", &keys::ROTATE_CW)).wait();
}

#[test]
fn escape_can_be_given_too_and_then_leads_nowhere_else() {
    let page = Device::DESKTOP.open("/marathon");
    page.button(&menu::SETTINGS).click();
    page.button(&keys::remove("Esc", &keys::PAUSE)).click();
    add(&page, keys::HARD_DROP, Key::ESCAPE);
    assert_eq!(page.address(), "/settings");
    page.button(&keys::remove("Esc", &keys::HARD_DROP)).wait();
}

#[test]
fn space_and_enter_can_be_given_without_pressing_the_button_again() {
    let page = Device::DESKTOP.open("/settings");
    page.button(&keys::remove("Space", &keys::HARD_DROP)).click();
    add(&page, keys::ROTATE_CW, Key::SPACE);
    page.button(&keys::remove("Space", &keys::ROTATE_CW)).wait();
    add(&page, keys::HARD_DROP, Key::ENTER);
    page.button(&keys::remove("Enter", &keys::HARD_DROP)).wait();
    page.go(&Position::with_piece("T", 0, 3, 5).next(&["I"]).address());
    page.board();
    page.press(Key::SPACE);
    assert_eq!(page.board().places('T'), [(4, 5), (4, 6), (5, 6), (4, 7)]);
    page.press(Key::ENTER);
    page.pass(300.0);
    assert_eq!(entered(&page.board()), Some('I'));
}
