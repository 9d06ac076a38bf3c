//! A match between the browser and a terminal, over a server.

use quintet_words::{Phrase, online as words, ranked, results, terminal};

use crate::online::matches::{board, enter, filled, lose, wait_for_play};
use pty::{Home, Keys, Terminal};

#[allow(dead_code, reason = "the tests of the program use the rest")]
#[path = "../../../../crates/quintet/tests/terminal/pty.rs"]
mod pty;

/// The program on the terminal.
fn program() -> String {
    std::env::var("QUINTET_PROGRAM")
        .expect("the tests in the browser are run by `cargo xtask test e2e`")
}

/// A row of a menu that is chosen, as a terminal shows it.
fn chosen(row: Phrase) -> String {
    format!("> {row} <")
}

/// The page's room is entered by its link, and each of the two wins once.
#[test]
fn a_page_and_a_terminal_play_each_other() {
    let ada = enter("/online", "Ada");
    ada.button(&words::PLAY_A_FRIEND).click();
    ada.part("[data-room]").wait();
    let link = ada.evaluate("document.querySelector('.link-field').value");
    let link = link.as_str().expect("the room has a link");
    let home = Home::new();
    let mut grace = Terminal::start(&home, Keys::Plain, (100, 30), &["play", "online", link]);
    grace.wait_for(&ranked::YOUR_NAME);
    grace.send("Grace\r");
    grace.wait_for(&chosen(words::READY));
    grace.send("\r");
    ada.button(&words::READY).click();
    wait_for_play(&ada);
    grace.wait_for(&terminal::MATCH_KEYS);
    // What is dropped in the terminal shows on the page: more than the piece in play.
    let locked = |ada: &quintet_e2e::Page| filled(&board(ada, "2")) > 4;
    grace.press_until(" ", "a piece below", |screen| {
        let row = screen.lines().rev().find(|line| line.contains('│'));
        row.is_some_and(|row| row.split('│').nth(1).is_some_and(|row| row.contains("██")))
    });
    ada.wait_until("the piece of the terminal", || locked(&ada));
    lose(&ada, results::YOU_LOSE);
    grace.wait_for(&results::YOU_WIN);
    ada.button(&results::REMATCH).click();
    grace.wait_for(&chosen(results::REMATCH));
    // Keys are ignored for a moment after the end, and the match begins once both are ready.
    grace.press_until("\r", "the next match", |screen| !screen.contains(&*results::YOU_WIN));
    wait_for_play(&ada);
    grace.press_until(" ", "the end", |screen| screen.contains(&*results::YOU_LOSE));
    assert!(!grace.text().contains(&*words::ENDED_FAULT), "{}", grace.text());
    ada.text(&results::YOU_WIN).wait();
}
