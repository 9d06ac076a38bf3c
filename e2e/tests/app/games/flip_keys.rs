//! Flip's keys, pressed in the browser.

use quintet_e2e::{Device, Key, Page, Position, json};
use quintet_words::{play, results};

const ALL_KINDS: [&str; 7] = ["I", "J", "L", "O", "S", "T", "Z"];

/// Keeps every key event, so that a test can ask what became of it.
const KEEP_EVENTS: &str = "
    window.keyEvents = [];
    addEventListener('keydown', (event) => keyEvents.push(event), true);
";

/// Opens a game of Flip at this position.
fn open(position: &Position) -> Page {
    let page = Device::DESKTOP.with_script(KEEP_EVENTS).window();
    go(&page, position);
    page
}

fn go(page: &Page, position: &Position) {
    page.go(&position.address_in("flip", "flip"));
    page.pass(0.0);
}

fn with_gravity_up(position: Position) -> Position {
    position.with("gravity", "up")
}

/// The cells of the piece in play as (column, row), row by row. It is written in small letters.
fn piece(page: &Page) -> Vec<(usize, usize)> {
    let rows = page.written_board();
    let rows = rows.iter().enumerate();
    let cells = rows.flat_map(|(y, row)| row.chars().enumerate().map(move |(x, c)| (x, y, c)));
    cells.filter(|(.., cell)| cell.is_ascii_lowercase()).map(|(x, y, _)| (x, y)).collect()
}

/// The top left corner of the piece's matrix.
fn corner(page: &Page) -> (usize, usize) {
    let cells = piece(page);
    let left = cells.iter().map(|&(x, _)| x).min().expect("a piece is in play");
    let top = cells.iter().map(|&(_, y)| y).min().expect("a piece is in play");
    (left, top)
}

/// Presses a letter as a capital.
fn press_capital(page: &Page, key: Key) {
    page.hold(Key::SHIFT);
    page.press(key);
    page.release(Key::SHIFT);
}

/// What the browser was told the last key means, and whether the app kept it from the browser.
fn last_key(page: &Page) -> (String, bool) {
    let event = page.evaluate("[keyEvents.at(-1).key, keyEvents.at(-1).defaultPrevented]");
    (event[0].as_str().unwrap_or_default().to_owned(), event[1] == true)
}

fn is_paused(page: &Page) -> bool {
    page.role("dialog", &play::PAUSED).is_there()
}

/// F-8.9 F-8.9b
#[test]
fn the_arrows_move_every_piece_a_column() {
    let page = open(&Position::entering("T"));
    for kind in ALL_KINDS {
        for (key, x) in [(Key::LEFT, 4), (Key::RIGHT, 6)] {
            go(&page, &Position::with_piece(kind, 0, 5, 5));
            assert_eq!(corner(&page), (5, 5), "{kind}");
            page.press(key);
            assert_eq!(corner(&page), (x, 5), "{kind} after {key:?}");
        }
    }
}

/// F-8.9c
#[test]
fn the_up_arrow_rotates() {
    let page = open(&Position::with_piece("T", 0, 4, 5));
    assert_eq!(piece(&page), [(5, 5), (4, 6), (5, 6), (6, 6)]);
    page.press(Key::UP);
    assert_eq!(piece(&page), [(4, 5), (4, 6), (5, 6), (4, 7)]);
}

/// F-8.9d
#[test]
fn after_the_end_no_key_changes_the_game() {
    // The O comes to rest on the blocks in the fifth column and leaves the next piece no room.
    let tower = ["....GG...."; 18];
    let page = open(&Position::entering("O").board(&tower).next(&["T"]));
    page.press(Key::SPACE);
    page.role("dialog", &results::GAME_OVER).wait();
    // Keys are ignored for a moment after the end, whatever they are; that is not meant here.
    page.pass(1000.0);
    let before = (page.written_board(), page.number(&play::SCORE));
    for key in [Key::LEFT, Key::RIGHT, Key::UP, Key::DOWN, Key::G] {
        page.press(key);
        page.pass(100.0);
        assert_eq!((page.written_board(), page.number(&play::SCORE)), before, "{key:?}");
        assert!(page.role("dialog", &results::GAME_OVER).is_there(), "{key:?}");
    }
}

/// F-8.9e
#[test]
fn p_pauses_as_a_small_and_as_a_capital_letter() {
    let page = open(&Position::with_piece("T", 0, 5, 5));
    assert!(!is_paused(&page));
    press_capital(&page, Key::P);
    page.role("dialog", &play::PAUSED).wait();
    assert_eq!(last_key(&page).0, "P");
    go(&page, &Position::with_piece("T", 0, 5, 5));
    page.press(Key::P);
    page.role("dialog", &play::PAUSED).wait();
    assert_eq!(last_key(&page).0, "p");
}

/// F-8.9f
#[test]
fn in_a_pause_no_key_of_the_game_changes_anything() {
    let page = open(&Position::with_piece("T", 0, 5, 5));
    page.press(Key::P);
    page.role("dialog", &play::PAUSED).wait();
    let before = (page.written_board(), page.number(&play::SCORE), page.number(&play::GRAVITY));
    for key in [Key::LEFT, Key::RIGHT, Key::UP, Key::DOWN, Key::SPACE, Key::G] {
        page.press(key);
        page.pass(100.0);
        let after = (page.written_board(), page.number(&play::SCORE), page.number(&play::GRAVITY));
        assert_eq!(after, before, "{key:?}");
        assert_eq!(corner(&page), (5, 5), "{key:?}");
    }
    assert!(is_paused(&page));
}

/// F-9.1
#[test]
fn the_down_arrow_takes_the_piece_down_for_a_point() {
    let page = open(&Position::entering("T"));
    for kind in ALL_KINDS {
        go(&page, &Position::with_piece(kind, 0, 4, 5));
        assert_eq!((corner(&page), page.number(&play::SCORE).as_str()), ((4, 5), "0"), "{kind}");
        page.press(Key::DOWN);
        assert_eq!((corner(&page), page.number(&play::SCORE).as_str()), ((4, 6), "1"), "{kind}");
    }
}

/// F-9.1b
#[test]
fn with_gravity_turned_over_the_down_arrow_takes_the_piece_up_for_a_point() {
    let page = open(&Position::entering("T"));
    for kind in ALL_KINDS {
        go(&page, &with_gravity_up(Position::with_piece(kind, 0, 4, 15)));
        assert_eq!((corner(&page), page.number(&play::SCORE).as_str()), ((4, 15), "0"), "{kind}");
        page.press(Key::DOWN);
        assert_eq!((corner(&page), page.number(&play::SCORE).as_str()), ((4, 14), "1"), "{kind}");
    }
}

/// F-9.2
#[test]
fn space_drops_to_the_floor_for_two_points_per_cell_and_is_kept_from_the_browser() {
    let page = open(&Position::with_piece("O", 0, 4, 10).next(&["T"]));
    assert_eq!(page.number(&play::SCORE), "0");
    page.press(Key::SPACE);
    assert_eq!(last_key(&page), (" ".to_owned(), true));
    let mut expected = vec![".........."; 18];
    expected.extend(["....OO....", "....OO...."]);
    let locked: Vec<String> = page
        .written_board()
        .iter()
        .map(|row| row.replace(|cell: char| cell.is_ascii_lowercase(), "."))
        .collect();
    assert_eq!(locked, expected);
    assert_eq!(page.number(&play::SCORE), "16");
}

/// F-9.3 F-9.3b
#[test]
fn g_turns_gravity_over_as_a_small_and_as_a_capital_letter() {
    let page = open(&Position::entering("T").board(&["GG........"]));
    let is_up = || page.written_board()[0] == "GG........" && corner(&page).1 == 18;
    assert!(!is_up());
    page.press(Key::G);
    assert_eq!(last_key(&page).0, "g");
    assert!(is_up(), "{:?}", page.written_board());
    page.press(Key::G);
    assert!(!is_up(), "{:?}", page.written_board());
    press_capital(&page, Key::G);
    assert_eq!(page.evaluate("keyEvents.at(-1).key"), json!("G"));
    assert!(is_up(), "{:?}", page.written_board());
}

/// F-11.6 F-11.6b
#[test]
fn a_soft_drop_where_the_piece_rests_neither_scores_nor_locks() {
    let page = open(&Position::entering("T"));
    let floor = Position::with_piece("O", 0, 4, 18);
    let ceiling = with_gravity_up(Position::with_piece("O", 0, 4, 0));
    for (position, row) in [(floor, 18), (ceiling, 0)] {
        go(&page, &position);
        for _ in 0..5 {
            page.press(Key::DOWN);
            assert_eq!(piece(&page), [(4, row), (5, row), (4, row + 1), (5, row + 1)]);
            assert_eq!(page.number(&play::SCORE), "0");
            let board = page.written_board().concat();
            assert!(!board.contains(|cell: char| cell.is_ascii_uppercase()), "not locked: {board}");
        }
    }
}
