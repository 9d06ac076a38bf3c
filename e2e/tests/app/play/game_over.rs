//! The end of a game.

use quintet_e2e::{Device, Key, Position};
use quintet_words::statistics::KEYS_PER_PIECE;
use quintet_words::{menu, results};

use crate::scenes::{entered, last_piece, lost, play_to_the_end};

/// M-066 M-067 M-068 M-069 M-163 M-164 M-166 M-167 M-168 M-169 M-240
#[test]
fn a_piece_that_cannot_enter_ends_the_game_and_the_results_are_shown() {
    let page = lost(Device::DESKTOP);
    page.wait_for_address("/marathon/over");
    page.wait_for_stillness();
    let heading = page.role("heading", "GAME OVER").rect();
    let label = page.text("FINAL SCORE").rect();
    let score = page.text("156,800");
    let order = [heading.bottom(), label.top, label.middle().1, score.rect().middle().1];
    assert!(order.is_sorted(), "heading, label, score: {order:?}");
    assert_eq!(score.px("font-size"), page.token_px("text-3xl"));
    assert_eq!(score.style("text-shadow"), page.token_as("text-shadow", "glow-gold"));
    assert_eq!(page.text("LEVEL12").words(), "LEVEL12");
    assert_eq!(page.text("LINES115").words(), "LINES115");
    let rects = ["PLAY AGAIN", "HIGH SCORES", "MAIN MENU"].map(|name| page.button(name).rect());
    assert!(score.rect().bottom() <= rects[0].top);
    assert!(rects.windows(2).all(|pair| pair[0].bottom() <= pair[1].top), "{rects:?}");
}

/// M-070 M-071
#[test]
fn a_piece_that_locks_above_the_field_ends_the_game_too() {
    // An I turned where it enters reaches above the field and rests on the block below.
    let position = Position::entering("I").board(&[
        ".....G....",
        "..........",
        "..........",
        "..........",
        "..........",
        "..........",
        "..........",
        "..........",
        "..........",
        "..........",
        "..........",
        "..........",
        "..........",
        "..........",
        "..........",
        "..........",
        "..........",
    ]);
    let page = Device::DESKTOP.open(&position.address());
    page.board();
    page.press(Key::UP);
    page.pass(499.999);
    assert!(!page.role("heading", "GAME OVER").is_there());
    page.pass(0.001);
    page.role("heading", "GAME OVER").wait();
}

/// M-160 M-161 M-162
#[test]
fn the_board_is_frozen_and_grey_and_the_heading_glitches() {
    let page = lost(Device::DESKTOP);
    page.wait_for_stillness();
    let filters = page.part(".board-canvas").ask(
        "function() {
            let filters = '';
            for (let at = this; at; at = at.parentElement) filters += getComputedStyle(at).filter;
            return filters;
        }",
    );
    assert!(filters.as_str().is_some_and(|f| f.contains("grayscale(1)")), "{filters}");
    let still = page.board();
    page.pass(3000.0);
    assert_eq!(page.board(), still);

    let heading = page.role("heading", "GAME OVER");
    assert_eq!(heading.px("font-size"), page.token_px("text-4xl"));
    assert_eq!(heading.colour("color"), page.token_colour("color-accent-error"));
    assert_eq!(heading.style("animation-name"), "glitch");
    let divider = page.part("[role=dialog] hr").rect();
    assert!(divider.top >= heading.rect().bottom());
    assert!(divider.bottom() <= page.text(&results::FINAL_SCORE).rect().top);
}

/// M-072 M-073 M-074
#[test]
fn r_starts_a_new_game() {
    let page = Device::DESKTOP.open("/marathon");
    page.button(&menu::START_GAME).click();
    page.wait_for_address("/marathon/play");
    assert!(play_to_the_end(&page) > 0);
    page.press(Key::R);
    page.wait_for_address("/marathon/play");
    page.role("dialog", &results::GAME_OVER).wait_until_gone();
    let board = page.board();
    assert!(entered(&board).is_some() && board.count('.') == 192, "{board:?}");
    assert_eq!(["SCORE", "LEVEL", "LINES"].map(|name| page.number(name)), ["0", "1", "0"]);
}

/// M-072
#[test]
fn play_again_starts_a_new_game_and_main_menu_leaves() {
    let page = Device::DESKTOP.open("/marathon");
    page.button(&menu::START_GAME).click();
    page.wait_for_address("/marathon/play");
    play_to_the_end(&page);
    page.button("PLAY AGAIN").click();
    page.wait_for_address("/marathon/play");
    assert_eq!(page.board().count('.'), 192);
    play_to_the_end(&page);
    page.button(&results::MAIN_MENU).click();
    page.wait_for_address("/marathon");
    page.button(&menu::START_GAME).wait_for_focus();
}

/// M-165
#[test]
fn a_new_high_score_is_told_only_when_it_is_one() {
    let page = Device::DESKTOP.open("/marathon/play?seed=3");
    page.board();
    let first = play_to_the_end(&page);
    page.text("★ NEW HIGH SCORE! ★").wait();
    page.press(Key::R);
    page.role("dialog", &results::GAME_OVER).wait_until_gone();
    page.board();
    let second = play_to_the_end(&page);
    assert_eq!(first, second, "the same pieces, the same drops");
    assert!(!page.text("★ NEW HIGH SCORE! ★").is_there(), "a tie is none");
}

#[test]
fn the_statistics_of_the_game_are_shown() {
    let page = lost(Device::DESKTOP);
    let statistics = page.part(".statistics").words();
    let names = [
        results::TIME,
        results::PIECES,
        results::PIECES_PER_SECOND,
        KEYS_PER_PIECE,
        results::SINGLES,
        results::TETRISES,
        results::FINESSE_FAULTS,
    ];
    for name in names {
        assert!(statistics.contains(name.text()), "{name} in {statistics}");
    }
}

#[test]
fn a_key_pressed_right_after_the_end_does_not_press_play_again() {
    let page = Device::DESKTOP.open(&last_piece().address());
    page.board();
    page.press(Key::SPACE);
    page.role("dialog", &results::GAME_OVER).wait();
    for key in [Key::SPACE, Key::R, Key::ENTER] {
        page.press(key);
    }
    page.board();
    assert!(page.role("dialog", &results::GAME_OVER).is_there());
}

#[test]
fn the_end_says_why_the_rank_and_the_distance_to_the_best() {
    let page = Device::DESKTOP.window();
    // A row that is dropped softly is worth half, so that the second game comes second.
    for moves in [0, 1] {
        page.go("/marathon/play?seed=1");
        page.board();
        for _ in 0..moves {
            page.press(Key::DOWN);
        }
        play_to_the_end(&page);
        page.text(&results::WHY_NO_ROOM).wait();
    }
    let said = page.evaluate("[...document.querySelectorAll('.over-why')].at(-1).textContent");
    let said = said.as_str().expect("a text").to_owned();
    assert_eq!(said, format!("{} {}", results::rank(2), results::points_short(1)));

    // A piece that stands out of the board, and a row without a five that takes the last life.
    let mut rows = vec!["GGGGG.GGGG", ".....G...."];
    rows.resize(18, "..........");
    let above = Position::with_piece("I", 1, 3, -1).board(&rows).address();
    let lives = Position::entering("2:3").board(&["666..664"]).with("lives", 0);
    let lives = lives.address_in("domino", "easy");
    for (address, why) in [(above, results::WHY_ABOVE), (lives, results::WHY_NO_LIFE)] {
        page.go(&address);
        page.wait_for("a board", "!!document.querySelector('.board-canvas')");
        page.pass(0.0);
        page.press(Key::SPACE);
        page.wait_until("the end", || {
            page.pass(100.0);
            page.has_dialog()
        });
        page.text(&why).wait();
    }
}

/// "Pieces per second" once took two lines, and the numbers beside it did not line up.
#[test]
fn every_number_of_the_statistics_has_one_line() {
    for device in [Device::DESKTOP, Device::PHONE, Device::PHONE_SIDEWAYS] {
        let page = lost(device);
        let heights = page.evaluate(
            "new Set([...document.querySelectorAll('.statistics > div')]
                .map((it) => Math.round(it.getBoundingClientRect().height))).size",
        );
        assert_eq!(heights, 1, "at {}x{}", device.width, device.height);
    }
}

#[test]
fn a_click_right_after_the_end_was_meant_for_the_game() {
    let page = lost(Device::DESKTOP);
    page.button(&results::PLAY_AGAIN).click();
    page.pass(100.0);
    page.role("dialog", &results::GAME_OVER).wait();
    page.pass(700.0);
    page.button(&results::PLAY_AGAIN).click();
    page.role("dialog", &results::GAME_OVER).wait_until_gone();
}
