//! A game in play, by keyboard.

use quintet_e2e::{Device, Key, Page, Position, Value};
use quintet_words::{notices, play};

use crate::scenes::{entered, fade, hard_drop, number};

/// M-008 M-009 M-010 M-234
#[test]
fn arrows_move_the_piece_a_column_and_stop_at_the_walls() {
    let page = Device::DESKTOP.open(&Position::entering("T").address());
    let left = || page.board().left_of('T');
    assert_eq!(left(), Some(3));
    page.press(Key::LEFT);
    assert_eq!(left(), Some(2));
    page.press(Key::RIGHT);
    page.press(Key::RIGHT);
    assert_eq!(left(), Some(4));
    for _ in 0..6 {
        page.press(Key::LEFT);
    }
    assert_eq!(left(), Some(0), "the wall stops it, and nothing complains");
}

/// M-017 M-018 M-234
#[test]
fn up_and_x_turn_clockwise_z_and_ctrl_counter_clockwise() {
    let page = Device::DESKTOP.open(&Position::with_piece("T", 0, 3, 5).address());
    let upright = [(4, 5), (3, 6), (4, 6), (5, 6)];
    let right = [(4, 5), (4, 6), (5, 6), (4, 7)];
    let left = [(4, 5), (3, 6), (4, 6), (4, 7)];
    assert_eq!(page.board().places('T'), upright);
    for (key, turned) in [(Key::UP, right), (Key::X, right), (Key::Z, left), (Key::CTRL, left)] {
        page.press(key);
        assert_eq!(page.board().places('T'), turned, "{key:?}");
        page.press(if turned == right { Key::Z } else { Key::X });
        assert_eq!(page.board().places('T'), upright, "and back after {key:?}");
    }
}

/// M-012 M-013
#[test]
fn down_held_drops_a_cell_a_frame_and_earns_a_point_each() {
    let position = Position::entering("O").with("lines", 12);
    let page = Device::DESKTOP.open(&position.address());
    page.board();
    page.hold(Key::DOWN);
    assert_eq!((page.board().top_of('O'), page.number(&play::SCORE)), (Some(1), "1".to_owned()));
    assert_eq!([play::LEVEL, play::LINES].map(|caption| page.number(&caption)), ["2", "12"]);
    page.pass(16.666);
    assert_eq!(page.board().top_of('O'), Some(1));
    page.pass(0.001);
    assert_eq!(page.board().top_of('O'), Some(2));
    page.pass(50.001);
    assert_eq!((page.board().top_of('O'), page.number(&play::SCORE)), (Some(5), "5".to_owned()));
    page.release(Key::DOWN);
    page.pass(100.0);
    assert_eq!(page.board().top_of('O'), Some(5));
}

/// M-014 M-015 M-016 M-050 M-234
#[test]
fn space_drops_the_piece_onto_its_ghost_for_two_points_a_cell() {
    let position = Position::entering("T").next(&["I"]);
    let page = Device::DESKTOP.open(&position.address());
    let ghost = page.board().places('t');
    assert_eq!(ghost, [(4, 18), (3, 19), (4, 19), (5, 19)]);
    page.press(Key::SPACE);
    assert_eq!(entered(&page.board()), Some('I'), "it locked at once, and the next piece is there");
    assert_eq!(page.number(&play::SCORE), "36");
    fade(&page);
    assert_eq!(page.board().places('T'), ghost);
}

/// M-217 M-234
#[test]
fn a_key_held_repeats_after_170_milliseconds_and_then_every_50() {
    let page = Device::DESKTOP.open(&Position::with_piece("O", 0, 8, 0).address());
    let left = || page.board().left_of('O').expect("an O");
    let begin = left();
    page.hold(Key::LEFT);
    assert_eq!(left(), begin - 1);
    // What the keyboard sends by itself counts for nothing.
    for _ in 0..3 {
        page.repeat(Key::LEFT);
    }
    page.pass(169.999);
    assert_eq!(left(), begin - 1);
    page.pass(0.001);
    assert_eq!(left(), begin - 2);
    page.pass(49.999);
    assert_eq!(left(), begin - 2);
    page.pass(0.001);
    assert_eq!(left(), begin - 3);
    page.pass(100.0);
    assert_eq!(left(), begin - 5);
    page.release(Key::LEFT);
    page.pass(300.0);
    assert_eq!(left(), begin - 5);
}

/// M-216
#[test]
fn without_a_key_the_piece_falls_a_row_a_second_and_faster_on_every_level() {
    let page = Device::DESKTOP.window();
    for (lines, interval) in [(0, 1000.0), (10, 793.0), (20, 617.796), (90, 64.152)] {
        page.go(&Position::entering("T").with("lines", lines).address());
        page.board();
        page.pass(interval - 0.001);
        assert_eq!(page.board().top_of('T'), Some(0), "{lines} lines");
        page.pass(0.001);
        assert_eq!(page.board().top_of('T'), Some(1), "{lines} lines");
    }
}

#[test]
fn time_runs_by_itself_and_keys_show_in_the_next_frame() {
    let page = Device::DESKTOP.running().open(&Position::entering("T").address());
    page.wait_until("the piece to fall", || page.board().top_of('T') >= Some(1));
    page.press(Key::LEFT);
    assert_eq!(page.board().left_of('T'), Some(2));
}

/// M-044 M-045 M-046 M-047 M-048
#[test]
fn shift_and_c_hold_a_piece_once_a_turn() {
    let position = Position::entering("T").next(&["I", "O", "S"]);
    let page = Device::DESKTOP.open(&position.address());
    assert_eq!(page.held_piece(), "");
    let drawn = || page.drawn_piece(".hold");
    assert!(drawn().is_empty());
    page.press(Key::SHIFT);
    assert_eq!((entered(&page.board()), page.held_piece().as_str()), (Some('I'), "T"));
    assert_eq!(drawn(), [".T.", "TTT"]);
    page.press(Key::C);
    assert_eq!(entered(&page.board()), Some('I'), "not twice in a turn");
    hard_drop(&page);
    assert_eq!(entered(&page.board()), Some('O'));
    page.press(Key::LEFT);
    page.press(Key::C);
    let board = page.board();
    assert_eq!((entered(&board), page.held_piece().as_str()), (Some('T'), "O"));
    hard_drop(&page);
    page.press(Key::RIGHT_SHIFT);
    assert_eq!((entered(&page.board()), page.held_piece().as_str()), (Some('O'), "S"));
    assert_eq!(drawn(), [".SS", "SS."]);
}

/// M-049 M-051 M-235
#[test]
fn the_ghost_follows_every_move_and_turn_and_is_fainter_than_a_block() {
    let board = ["GGGG......", "GGGG......"];
    let page = Device::DESKTOP.open(&Position::entering("T").board(&board).address());
    assert_eq!(page.board().places('t'), [(4, 16), (3, 17), (4, 17), (5, 17)]);
    page.press(Key::RIGHT);
    assert_eq!(page.board().places('t'), [(5, 18), (4, 19), (5, 19), (6, 19)]);
    page.press(Key::UP);
    assert_eq!(page.board().places('t'), [(5, 17), (5, 18), (6, 18), (5, 19)]);
    hard_drop(&page);
    assert_eq!(page.board().places('T'), [(5, 17), (5, 18), (6, 18), (5, 19)]);
}

/// The parts of all colours in the middle of a cell, one after the other.
fn pixels(page: &Page, column: usize, row: usize) -> Vec<f64> {
    page.board();
    let parts = page.part(".board-canvas").ask(&format!(
        "function() {{
            const size = this.width / 10;
            const [left, top] = [({column} + 0.2) * size, ({row} + 0.2) * size].map(Math.round);
            const side = Math.round(size * 0.6);
            const {{ data }} = this.getContext('2d').getImageData(left, top, side, side);
            return [...data].filter((_, at) => at % 4 < 3);
        }}"
    ));
    parts.as_array().expect("a list").iter().filter_map(Value::as_f64).collect()
}

/// M-052
#[test]
fn the_field_shines_through_the_ghost() {
    let page = Device::DESKTOP.open(&Position::entering("T").address());
    assert!(page.board().places('t').contains(&(4, 19)));
    let ghost = pixels(&page, 4, 19);
    for _ in 0..3 {
        page.press(Key::RIGHT);
    }
    assert!(!page.board().places('t').contains(&(4, 19)));
    let field = pixels(&page, 4, 19);
    let piece = page.token_colour("color-piece-t");
    // Every pixel is a mixture of the field there and the colour of the piece.
    let share = |index: usize| (ghost[index] - field[index]) / (piece[index % 3] - field[index]);
    let shares: Vec<f64> = (0..ghost.len()).map(share).collect();
    let mean = shares.iter().sum::<f64>() / shares.len() as f64;
    assert!((0.05..0.6).contains(&mean), "both can be seen: {mean}");
    for (index, share) in shares.iter().enumerate() {
        assert!((share - mean).abs() < 0.05, "{share} at {index}, {mean} elsewhere");
    }
}

/// M-007 M-053 M-236
#[test]
fn the_preview_shows_what_comes() {
    let page = Device::DESKTOP.open("/marathon/play?seed=11");
    page.board();
    for _ in 0..7 {
        let coming = page.next_pieces();
        hard_drop(&page);
        let board = page.board();
        assert_eq!(entered(&board), coming.chars().next(), "{coming} {board:?}");
        assert_eq!(page.next_pieces()[..3], coming[1..], "the others move up");
    }
}

/// M-237
#[test]
fn score_level_and_lines_follow_the_game_at_once() {
    let position = crate::scenes::single().with("lines", 9).with("score", 1_000);
    let page = Device::DESKTOP.open(&position.address());
    let numbers = || ["SCORE", "LEVEL", "LINES"].map(|caption| page.number(caption));
    assert_eq!(numbers(), ["1,000", "1", "9"]);
    page.press(Key::SPACE);
    assert_eq!(numbers(), ["1,138", "2", "10"]);
}

#[test]
fn a_seed_in_the_address_deals_the_same_pieces_every_time() {
    let deal = || {
        let page = Device::DESKTOP.open("/marathon/play?seed=2026");
        (entered(&page.board()), page.next_pieces())
    };
    assert_eq!(deal(), deal());
}

#[test]
fn an_invalid_position_is_explained() {
    let page = Device::DESKTOP.open("/marathon/play?position=%7B%22board%22%3A%5B%22..%22%5D%7D");
    page.wait_for_address("/marathon");
    let notice = page.role("region", &notices::NOTICES).words();
    let why = notices::row_width(1, 2, 10);
    assert!(notice.contains(&notices::bad_position(&why)), "{notice}");
    page.button(&notices::DISMISS).click();
    page.button(&notices::DISMISS).wait_until_gone();
}

#[test]
fn keys_of_the_game_never_scroll_the_page() {
    let page = Device::DESKTOP.sized(800, 420).open(&Position::entering("T").address());
    page.board();
    for key in [Key::DOWN, Key::SPACE, Key::UP, Key::LEFT] {
        page.press(key);
    }
    let moved = page.evaluate("[scrollX, scrollY, document.body.scrollTop]");
    assert_eq!(moved, quintet_e2e::json!([0, 0, 0]));
    assert!(number(&page.number(&play::SCORE)) > 0, "and they play");
}
