//! Giving actions other keys.

use quintet_e2e::{Device, Key, Page, Position};

use crate::scenes::entered;

fn add(page: &Page, action: &str, key: Key) {
    page.button(&format!("Add a key for {action}")).click();
    page.text("Press a key").wait();
    page.press(key);
    page.text("Press a key").wait_until_gone();
}

#[test]
fn an_action_gets_another_key_and_keeps_it() {
    let page = Device::DESKTOP.open("/settings");
    add(&page, "Hold piece", Key::V);
    page.button("Remove V from Hold piece").wait();
    page.button("Remove C from Hold piece").click();
    page.button("Remove C from Hold piece").wait_until_gone();
    page.reload();
    page.button("Remove V from Hold piece").wait();

    page.go(&Position::entering("T").next(&["I"]).address());
    page.board();
    page.press(Key::C);
    assert_eq!(page.held_piece(), "", "C no longer holds");
    page.press(Key::V);
    assert_eq!((entered(&page.board()), page.held_piece().as_str()), (Some('I'), "T"));

    page.go("/marathon/controls");
    page.role("dialog", "Controls").wait();
    let line = page.evaluate(
        "[...document.querySelectorAll('dl > div')].map((line) => line.textContent)
            .find((text) => text.includes('Hold piece'))",
    );
    assert!(line.as_str().is_some_and(|line| line.contains('V') && !line.contains('C')), "{line}");
}

#[test]
fn a_key_given_twice_is_shown_as_a_conflict() {
    let page = Device::DESKTOP.open("/settings");
    assert!(!page.starting("alert", "").is_there());
    add(&page, "Hold piece", Key::X);
    page.text("also Rotate clockwise").wait();
    page.text("also Hold piece").wait();
    page.button("Remove X from Rotate clockwise").click();
    page.text("also Rotate clockwise").wait_until_gone();
    page.button("RESET KEYS").click();
    page.button("Remove X from Hold piece").wait_until_gone();
    page.button("Remove X from Rotate clockwise").wait();
}

#[test]
fn escape_can_be_given_too_and_then_leads_nowhere_else() {
    let page = Device::DESKTOP.open("/marathon");
    page.button("Settings").click();
    page.button("Remove Esc from Pause game").click();
    add(&page, "Hard drop", Key::ESCAPE);
    assert_eq!(page.address(), "/settings");
    page.button("Remove Esc from Hard drop").wait();
}

#[test]
fn space_and_enter_can_be_given_without_pressing_the_button_again() {
    let page = Device::DESKTOP.open("/settings");
    page.button("Remove Space from Hard drop").click();
    add(&page, "Rotate clockwise", Key::SPACE);
    page.button("Remove Space from Rotate clockwise").wait();
    add(&page, "Hard drop", Key::ENTER);
    page.button("Remove Enter from Hard drop").wait();
    page.go(&Position::with_piece("T", 0, 3, 5).next(&["I"]).address());
    page.board();
    page.press(Key::SPACE);
    assert_eq!(page.board().places('T'), [(4, 5), (4, 6), (5, 6), (4, 7)]);
    page.press(Key::ENTER);
    page.pass(300.0);
    assert_eq!(entered(&page.board()), Some('I'));
}
