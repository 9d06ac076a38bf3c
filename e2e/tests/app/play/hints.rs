//! What the computer would do with a piece, shown when asked for.

use quintet_e2e::{Device, Key};
use quintet_words::{menu, results};

use crate::scenes::play_to_the_end;

#[test]
fn a_hint_is_shown_on_the_board_and_the_score_says_so_for_ever() {
    let page = Device::DESKTOP.open("/marathon");
    page.button(&menu::START_GAME).click();
    page.wait_for_address("/marathon/play");
    let before = page.board();
    page.press(Key::H);
    // Time stands still, so nothing else changes.
    page.wait_until("a hint", || {
        page.pass(0.0);
        page.board() != before
    });
    page.press(Key::SPACE);
    page.pass(300.0);
    play_to_the_end(&page);
    page.text(&results::PLAYED_WITH_HINTS).wait();
    page.go("/marathon/scores");
    page.text(&results::WITH_HINTS).wait();
}
