//! Full gestures on the board, where a player has switched them on.

use quintet_e2e::{Device, Page, Position};
use quintet_words::{play, settings};

use crate::scenes::{entered, fade};

fn game(position: &Position) -> Page {
    let page = Device::PHONE.open("/settings");
    page.starting("switch", &settings::GESTURES).click();
    page.go(&position.address());
    page.board();
    page
}

fn middle(page: &Page) -> (f64, f64) {
    page.part(".board-canvas").rect().middle()
}

#[test]
fn a_drag_moves_the_piece_with_the_finger() {
    let page = game(&Position::with_piece("T", 0, 3, 5));
    let (x, y) = middle(&page);
    page.swipe((x, y), (x + 37.0, y), 200.0);
    assert_eq!(page.board().left_of('T'), Some(5), "two cells of 18 pixels");
    page.swipe((x, y), (x - 55.0, y), 200.0);
    assert_eq!(page.board().left_of('T'), Some(2));
    assert_eq!(page.board().top_of('T'), Some(5), "and nothing else");
}

#[test]
fn a_slow_swipe_down_is_soft_and_a_fast_one_hard() {
    let page = game(&Position::with_piece("T", 0, 3, 5).next(&["I"]));
    let (x, y) = middle(&page);
    page.swipe((x, y), (x, y + 40.0), 400.0);
    assert_eq!(page.board().top_of('T'), Some(7));
    page.swipe((x, y), (x, y + 150.0), 80.0);
    fade(&page);
    assert_eq!(entered(&page.board()), Some('I'));
}

#[test]
fn a_swipe_up_holds_and_a_tap_still_turns() {
    let page = game(&Position::with_piece("T", 0, 3, 5).next(&["I"]));
    let (x, y) = middle(&page);
    page.tap_at(x, y);
    assert_eq!(page.board().places('T'), [(4, 5), (4, 6), (5, 6), (4, 7)]);
    page.swipe((x, y), (x, y - 80.0), 80.0);
    assert_eq!((entered(&page.board()), page.held_piece().as_str()), (Some('I'), "T"));
}

#[test]
fn gestures_count_beside_the_board_too_but_not_on_buttons() {
    let page = game(&Position::with_piece("T", 0, 3, 5).next(&["I"]));
    let board = page.part(".board-canvas").rect();
    let (x, y) = (board.left / 2.0, board.middle().1);
    page.swipe((x, y), (x + 37.0, y), 200.0);
    assert_eq!(page.board().left_of('T'), Some(5), "two cells of 18 pixels");
    let (x, y) = page.button(&play::MOVE_LEFT).rect().middle();
    page.swipe((x, y), (x, y - 80.0), 80.0);
    assert_eq!(page.held_piece(), "", "nothing is held");
    assert_eq!(page.board().left_of('T'), Some(4), "the button did its own job");

    // The opponent's board takes no touch for itself.
    page.go(&Position::with_piece("T", 0, 3, 5).address_in("battle", "battle"));
    page.wait_for("two boards", "document.querySelectorAll('.board-canvas').length === 2");
    page.pass_swiftly(2500.0);
    let before = page.board().left_of('T').expect("a piece is in play");
    let (x, y) = page.part(".seat.other .board-canvas").rect().middle();
    page.swipe((x, y), (x - 37.0, y), 200.0);
    assert_eq!(page.board().left_of('T'), Some(before - 2));
}
