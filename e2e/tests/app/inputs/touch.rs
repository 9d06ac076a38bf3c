//! Playing by touch.

use quintet_e2e::{Device, Page, Position};
use quintet_words::{Phrase, games, menu, play, results};

use crate::scenes::{assert_pause_sign, entered, fade, lost};

const BOARD: &str = ".board-canvas";

fn game(position: &Position) -> Page {
    let page = Device::PHONE.open(&position.address());
    page.board();
    page
}

/// Puts a finger on a button and keeps it there.
fn hold(page: &Page, name: Phrase) {
    let (x, y) = page.button(&name).rect().middle();
    page.touch(x, y);
}

/// M-084
#[test]
fn a_tap_anywhere_starts_and_does_not_turn_the_first_piece() {
    let page = Device::PHONE.open("/marathon");
    let title = page.role("heading", &games::MARATHON_BANNER).rect();
    for (x, y) in [(195.0, title.bottom() + 4.0), title.middle(), (4.0, 840.0), (386.0, 600.0)] {
        page.go("/marathon");
        page.tap_at(x, y);
        page.wait_for_address("/marathon/play");
        let board = page.board();
        assert!(entered(&board).is_some(), "as it enters: {board:?}");
        // Without a game that waits, as on a first visit.
        page.evaluate("localStorage.clear()");
    }

    page.go("/marathon");
    page.button(&menu::HIGH_SCORES).tap();
    page.wait_for_address("/marathon/scores");
}

/// M-090 M-091 M-245
#[test]
fn taps_on_the_pad_move_the_piece_a_column() {
    let page = game(&Position::entering("T"));
    page.button(&play::MOVE_LEFT).tap();
    assert_eq!(page.board().left_of('T'), Some(2));
    page.button(&play::MOVE_RIGHT).tap();
    page.button(&play::MOVE_RIGHT).tap();
    assert_eq!(page.board().left_of('T'), Some(4));
}

/// M-092 M-093 M-195
#[test]
fn a_finger_on_the_pad_repeats_after_170_milliseconds_and_then_every_50() {
    for (name, x, step) in [(play::MOVE_LEFT, 7, -1), (play::MOVE_RIGHT, 0, 1)] {
        let page = game(&Position::with_piece("T", 0, x, 0));
        let column = || i32::try_from(page.board().left_of('T').expect("a T")).expect("small");
        let begin = column();
        hold(&page, name);
        assert_eq!(column(), begin + step);
        page.pass(169.999);
        assert_eq!(column(), begin + step);
        page.pass(0.001);
        assert_eq!(column(), begin + 2 * step);
        page.pass(49.999);
        assert_eq!(column(), begin + 2 * step);
        page.pass(0.001);
        assert_eq!(column(), begin + 3 * step);
        page.lift();
        page.pass(200.0);
        assert_eq!(column(), begin + 3 * step);
    }
}

#[test]
fn a_thumb_that_slides_from_left_to_right_changes_direction() {
    let page = game(&Position::with_piece("T", 0, 4, 0));
    hold(&page, play::MOVE_LEFT);
    assert_eq!(page.board().left_of('T'), Some(3));
    let (x, y) = page.button(&play::MOVE_RIGHT).rect().middle();
    page.slide(x, y);
    assert_eq!(page.board().left_of('T'), Some(4));
    page.pass(170.0);
    assert_eq!(page.board().left_of('T'), Some(5), "it repeats to the right");
    page.lift();
    page.pass(300.0);
    assert_eq!(page.board().left_of('T'), Some(5));
}

/// M-094 M-095 M-096 M-195
#[test]
fn the_down_button_drops_a_cell_a_tap_and_goes_on_while_held() {
    let page = game(&Position::entering("T"));
    let state = || (page.board().top_of('T'), page.number(&play::SCORE));
    page.button(&play::SOFT_DROP).tap();
    assert_eq!(state(), (Some(1), "1".to_owned()));
    page.pass(300.0);
    assert_eq!(state(), (Some(1), "1".to_owned()));
    hold(&page, play::SOFT_DROP);
    assert_eq!(state(), (Some(2), "2".to_owned()));
    page.pass(169.999);
    assert_eq!(state(), (Some(2), "2".to_owned()));
    page.pass(0.001);
    assert_eq!(state(), (Some(3), "3".to_owned()));
    page.pass(100.0);
    assert_eq!(state(), (Some(5), "5".to_owned()));
    page.lift();
}

/// M-097 M-098 M-245
#[test]
fn the_rotate_button_and_a_tap_on_the_board_turn_clockwise() {
    let page = game(&Position::with_piece("T", 0, 3, 5));
    page.button(&play::ROTATE).tap();
    assert_eq!(page.board().places('T'), [(4, 5), (4, 6), (5, 6), (4, 7)]);
    let board = page.part(BOARD).rect();
    let at = |across: f64, down: f64| {
        page.tap_at(board.left + across * board.width, board.top + down * board.height);
        page.board().places('T')
    };
    assert_eq!(at(0.5, 0.5), [(3, 6), (4, 6), (5, 6), (4, 7)]);
    assert_eq!(at(0.02, 0.02), [(4, 5), (3, 6), (4, 6), (4, 7)]);
    assert_eq!(at(0.98, 0.02), [(4, 5), (3, 6), (4, 6), (5, 6)]);
    assert_eq!(at(0.02, 0.98), [(4, 5), (4, 6), (5, 6), (4, 7)]);
    assert_eq!(at(0.98, 0.98), [(3, 6), (4, 6), (5, 6), (4, 7)]);
}

/// M-099 M-100 M-101 M-245
#[test]
fn the_hard_drop_button_drops_onto_the_ghost() {
    let page = game(&Position::entering("T").next(&["I"]));
    let ghost = page.board().places('t');
    page.button(&play::HARD_DROP).tap();
    fade(&page);
    let board = page.board();
    assert_eq!((board.places('T'), entered(&board)), (ghost, Some('I')));
    assert_eq!(page.number(&play::SCORE), "36");
}

/// M-102 M-245
#[test]
fn a_swipe_down_drops_and_lesser_movements_do_nothing() {
    let page = game(&Position::entering("T").next(&["I"]));
    let (x, y) = page.part(BOARD).rect().middle();
    let before = page.board();
    page.swipe((x, y), (x, y + 29.0), 100.0);
    assert_eq!(page.board(), before, "too short");
    page.swipe((x, y), (x + 50.0, y + 40.0), 100.0);
    assert_eq!(page.board(), before, "more sideways than down");
    page.swipe((x, y), (x, y - 80.0), 100.0);
    assert_eq!(page.board(), before, "up");
    page.swipe((x, y), (x + 4.0, y + 30.0), 100.0);
    fade(&page);
    let board = page.board();
    assert_eq!(entered(&board), Some('I'), "{board:?}");
    assert_eq!(board.count('T'), 4);
}

/// M-103 M-104 M-105 M-188
#[test]
fn the_hold_box_is_a_button_and_dims_until_the_next_piece() {
    let page = game(&Position::entering("T").next(&["I", "O", "S"]));
    let button = page.button(&play::HOLD_EMPTY);
    let rect = button.rect();
    assert!(rect.width >= 44.0 && rect.height >= 44.0, "{rect:?}");
    assert!(rect.left < 20.0 && rect.top < 30.0, "in the top left corner: {rect:?}");
    button.tap();
    assert_eq!((entered(&page.board()), page.held_piece().as_str()), (Some('I'), "T"));
    let used = page.button(&play::hold_used("T"));
    let dimmed = page.part(".hold canvas").opacity();
    assert!(dimmed < 0.6, "dimmed: {dimmed}");
    used.tap();
    assert_eq!(entered(&page.board()), Some('I'), "not twice");
    page.button(&play::HARD_DROP).tap();
    page.board();
    page.button(&play::hold("T")).wait();
    assert!(page.part(".hold canvas").opacity() > 0.9);
    page.button(&play::hold("T")).tap();
    assert_eq!((entered(&page.board()), page.held_piece().as_str()), (Some('T'), "O"));
    assert_eq!(page.part(".hold").rect(), rect, "it stays where it was");
}

/// M-106 M-107 M-108 M-109
#[test]
fn the_pause_button_pauses_and_resume_goes_on() {
    let page = game(&Position::with_piece("T", 0, 3, 5));
    assert_pause_sign(&page);
    let rect = page.button(&play::PAUSE).rect();
    assert!(rect.width >= 44.0 && rect.height >= 44.0, "{rect:?}");
    page.button(&play::PAUSE).tap();
    page.role("dialog", &play::PAUSED).wait();
    page.wait_for_stillness();
    for name in ["RESUME GAME", "RESTART", "QUIT TO MENU"] {
        let rect = page.button(name).rect();
        assert!(rect.width >= 44.0 && rect.height >= 44.0, "{name}: {rect:?}");
        assert!(rect.left >= 0.0 && rect.right() <= 390.0 && rect.bottom() <= 844.0, "{rect:?}");
    }
    let before = page.board();
    page.button(&play::RESUME_GAME).tap();
    page.role("dialog", &play::PAUSED).wait_until_gone();
    page.pass(1801.0);
    assert_eq!(page.board(), before, "the tap turned nothing");
    page.pass(1000.0);
    assert_eq!(page.board().top_of('T'), Some(6));
}

/// M-110 M-111
#[test]
fn restart_and_quit_can_be_tapped() {
    let page = Device::PHONE.open("/marathon/play?seed=1");
    page.board();
    page.button(&play::HARD_DROP).tap();
    page.pass(20.0);
    page.button(&play::PAUSE).tap();
    page.button(&play::RESTART).tap();
    page.role("dialog", &play::PAUSED).wait_until_gone();
    assert_eq!((page.number(&play::SCORE).as_str(), page.board().count('.')), ("0", 192));
    page.button(&play::PAUSE).tap();
    page.button(&play::QUIT).tap();
    page.text(&menu::TAP_TO_START).wait();
    page.wait_for_address("/marathon");
}

/// M-112 M-113 M-114
#[test]
fn the_game_over_of_a_phone_has_large_buttons_and_play_again_stands_out() {
    for device in [Device::PHONE, Device::PHONE_SIDEWAYS] {
        let page = lost(device);
        page.wait_for_stillness();
        let buttons = ["PLAY AGAIN", "HIGH SCORES", "MAIN MENU"].map(|name| page.button(name));
        for button in &buttons {
            let rect = button.rect();
            assert!(rect.width >= 44.0 && rect.height >= 44.0, "{rect:?}");
        }
        page.evaluate("document.activeElement.blur()");
        page.wait_for_stillness();
        let [again, scores, menu] = buttons.map(|button| button.colour("background-color"));
        assert_eq!(again, page.token_colour("color-accent-primary"));
        assert!(again != scores && scores == menu);
        page.pass(1000.0);
        page.button(&results::PLAY_AGAIN).tap();
        page.role("dialog", &results::GAME_OVER).wait_until_gone();
    }
}

#[test]
fn keys_work_on_a_phone_too() {
    let page = game(&Position::entering("T"));
    page.press(quintet_e2e::Key::LEFT);
    assert_eq!(page.board().left_of('T'), Some(2));
}
