//! Flip: gravity turned over, the next piece, the numbers.

use quintet_e2e::{Device, Key, Page, Position};
use quintet_words::{menu, play, results};

fn address(position: &Position) -> String {
    position.address_in("flip", "flip")
}

/// A row at the bottom that lacks what an O fills, and a mark above it.
fn nearly_full() -> Position {
    Position::entering("O").board(&["LLLL..LLLL", "JJJJ..JJJJ"]).next(&["T", "I"])
}

/// F-E5
#[test]
fn the_canvases_have_the_sizes_of_blocks_of_thirty_pixels() {
    let page = Device::DESKTOP.open(&address(&Position::entering("T")));
    page.pass(0.0);
    let board = page.part(".board-canvas");
    assert_eq!(
        board.ask("function() { return [this.width, this.height]; }").to_string(),
        "[300,600]"
    );
    assert_eq!((board.rect().width, board.rect().height), (300.0, 600.0));
    let next = page.part(".next canvas");
    assert_eq!(
        next.ask("function() { return [this.width, this.height]; }").to_string(),
        "[120,120]"
    );
    assert_eq!((next.rect().width, next.rect().height), (120.0, 120.0));
}

/// F-E10
#[test]
fn the_next_piece_is_drawn_anew_whenever_a_piece_locks_and_another_enters() {
    let position = Position::entering("O").next(&["T", "I", "S"]);
    let page = Device::DESKTOP.open(&address(&position));
    let picture = |page: &Page| {
        let next = page.part(".next canvas");
        next.ask("function() { return this.toDataURL(); }")
    };
    let mut seen = Vec::new();
    for letter in ["T", "I", "S"] {
        assert_eq!(page.next_pieces(), letter);
        let drawn = picture(&page);
        assert!(!seen.contains(&drawn), "{letter} looks like one before");
        seen.push(drawn);
        page.press(Key::SPACE);
        page.pass(100.0);
    }
}

/// F-E13
#[test]
fn score_level_and_lines_follow_the_game() {
    let position = nearly_full().with("score", 1200).with("lines", 18).with("level", 2);
    let page = Device::DESKTOP.open(&address(&position));
    let shown = |page: &Page| ["SCORE", "LEVEL", "LINES"].map(|caption| page.number(caption));
    assert_eq!(shown(&page), ["1,200", "2", "18"]);
    page.press(Key::SPACE);
    page.wait_until("the lines", || {
        page.pass(50.0);
        page.number(&play::LINES) == "20"
    });
    // Eighteen cells of the drop at two points, and two lines at level two.
    assert_eq!(shown(&page), ["1,836", "3", "20"]);
}

#[test]
fn g_turns_the_board_over_and_swaps_the_mirrored_kinds() {
    let position = Position::entering("T").board(&["LL........", "JJ......SS"]).next(&["I"]);
    let page = Device::DESKTOP.open(&address(&position));
    assert_eq!(page.number(&play::GRAVITY), "↓ DOWN");
    assert_eq!(page.written_board()[18..], ["LL........", "JJ......SS"]);
    page.press(Key::G);
    page.pass(0.0);
    assert_eq!(page.number(&play::GRAVITY), "↑ UP");
    assert_eq!(page.written_board()[..2], ["LL......ZZ", "JJ........"]);
    let falling = |page: &Page| {
        let rows = page.written_board();
        rows.iter().position(|row| row.contains('t'))
    };
    assert_eq!(falling(&page), Some(18), "the piece enters again from below");
    page.pass_swiftly(1000.0);
    assert_eq!(falling(&page), Some(17), "and falls upward");
    page.press(Key::G);
    assert_eq!(page.written_board()[18..], ["LL........", "JJ......SS"]);
}

#[test]
fn a_finger_turns_gravity_over() {
    for device in [Device::PHONE, Device::PHONE_SIDEWAYS] {
        let page = device.open(&address(&nearly_full()));
        page.pass(0.0);
        let button = page.button(&play::FLIP).rect();
        assert!(button.width >= 44.0 && button.bottom() <= f64::from(device.height), "{button:?}");
        page.button(&play::FLIP).tap();
        page.pass(0.0);
        assert_eq!(page.written_board()[..2], ["LLLL..LLLL", "JJJJ..JJJJ"]);
    }
}

#[test]
fn flip_keeps_scores_and_can_be_played_again() {
    let page = Device::DESKTOP.open("/flip/play?seed=1");
    page.pass(0.0);
    let score = crate::scenes::play_to_the_end(&page);
    page.button(&menu::HIGH_SCORES).click();
    page.role("columnheader", &results::RANK).wait();
    let listed = page.part("tbody tr td:nth-child(2)").words();
    assert_eq!(crate::scenes::number(&listed), score);
    page.back();
    page.role("dialog", &results::GAME_OVER).wait();
    page.press(Key::R);
    page.role("dialog", &results::GAME_OVER).wait_until_gone();
    assert_eq!(page.number(&play::SCORE), "0");
}
