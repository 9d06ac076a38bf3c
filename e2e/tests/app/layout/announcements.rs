//! What is said to those who hear the page.

use quintet_e2e::{Device, Key, Page};
use quintet_words::play;

use crate::scenes::{last_piece, single, tetris};

fn said(page: &Page, words: &str) {
    let quoted = quintet_e2e::json!(words);
    page.wait_for(
        &format!("{words:?} to be said"),
        &format!("[...document.querySelectorAll('[role=status]')].some((s) => s.textContent.includes({quoted}))"),
    );
    let polite = page.evaluate("document.querySelector('[role=status]').getAttribute('aria-live')");
    assert_eq!(polite, "polite");
}

#[test]
fn clears_and_levels_are_said_politely() {
    let page = Device::DESKTOP.open(&single().address());
    page.board();
    page.press(Key::SPACE);
    page.pass(1.0);
    said(&page, &play::cleared(play::CLEAR_1, 100));
    page.go(&tetris().address());
    page.board();
    page.press(Key::SPACE);
    page.pass(1.0);
    said(&page, &play::cleared(play::CLEAR_4, 3_200));
}

#[test]
fn the_end_of_a_game_is_said_with_its_score() {
    let page = Device::DESKTOP.open(&last_piece().with("score", 12_450).address());
    page.board();
    page.press(Key::SPACE);
    page.pass(1.0);
    said(&page, &play::game_over(12_450));
}
