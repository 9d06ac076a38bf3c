//! Flip, part 3: clearing rows.

use super::functions::{EMPTY, Flip, board_from};
use quintet_engine::{Gravity, Kind, LINE_POINTS, Position};

/// Sixteen rows, each with a mark of its own.
const MARKED: [&str; 16] = [
    "..........",
    "..........",
    "T.........",
    ".T........",
    "..T.......",
    "...T......",
    "....T.....",
    ".....T....",
    "......T...",
    ".......T..",
    "........T.",
    ".........T",
    "ZZ........",
    ".ZZ.......",
    "..ZZ......",
    "...ZZ.....",
];

/// The lowest rows, and a piece that rests in them and completes all of them.
struct Completed {
    rows: &'static [&'static str],
    piece: (Kind, u8, i8, i8),
}

/// One to four rows.
const COMPLETED: [Completed; 4] = [
    Completed { rows: &["OOO....OOO"], piece: (Kind::I, 0, 3, 19) },
    Completed { rows: &["OOOO..OOOO"; 2], piece: (Kind::O, 0, 4, 18) },
    Completed { rows: &["OOOO..OOOO", "OOOO.OOOOO", "OOOO.OOOOO"], piece: (Kind::J, 1, 4, 17) },
    Completed { rows: &["OOOO.OOOOO"; 4], piece: (Kind::I, 1, 4, 16) },
];

/// Clears this many rows at level 1 and at level 4: what they are worth, and that the rows above come
/// down and empty ones enter at the top.
fn clears(lines: usize, points: u64) {
    let Completed { rows, piece: (kind, turns, x, y) } = &COMPLETED[lines - 1];
    let above: Vec<&str> = MARKED[..20 - lines.max(4)].to_vec();
    let mut board = vec![EMPTY; 20 - above.len() - lines];
    board.extend(&above);
    board.extend(*rows);
    let mut expected = vec![EMPTY; 20 - above.len()];
    expected.extend(&above);
    for level in [1, 4] {
        let position = Position::new().board(&board).active(*kind, *turns, *x, *y);
        let mut flip = Flip::set_up(&position.lines(3).level(level).score(50));
        assert_eq!(flip.clear_lines() as usize, lines);
        assert_eq!(flip.view().lines as usize, 3 + lines);
        assert_eq!(flip.score(), 50 + points * u64::from(level));
        assert_eq!(flip.board(), expected);
    }
}

/// F-3.1
#[test]
fn t3_1_a_single_row_is_removed_and_an_empty_one_enters_at_the_top() {
    clears(1, 100);
}

/// F-3.2
#[test]
fn t3_2_two_rows_are_removed_at_once() {
    clears(2, 300);
}

/// F-3.3
#[test]
fn t3_3_three_rows_are_removed_at_once() {
    clears(3, 500);
}

/// F-3.4
#[test]
fn t3_4_four_rows_are_removed_at_once() {
    clears(4, 800);
}

/// F-3.5
#[test]
fn t3_5_under_anti_gravity_an_empty_row_enters_at_the_bottom() {
    let board = board_from(0, &["OOO....OOO", "T.........", ".T........", "ZZZZZZZZZ."]);
    let position = Position::new().board(&board).active(Kind::I, 0, 3, 0);
    let mut flip = Flip::set_up(&position.gravity(Gravity::Up));
    assert_eq!(flip.clear_lines(), 1);
    assert_eq!(flip.board(), board_from(0, &["T.........", ".T........", "ZZZZZZZZZ."]));
    assert_eq!((flip.view().lines, flip.score()), (1, 100));

    // A row in the bottom row of the board moves up too, which shows where the empty row enters.
    let mut board = board;
    board[19] = "J.........";
    let position = Position::new().board(&board).active(Kind::I, 0, 3, 0);
    let mut flip = Flip::set_up(&position.gravity(Gravity::Up));
    assert_eq!(flip.clear_lines(), 1);
    assert_eq!(flip.board()[18..], ["J.........", EMPTY]);
}

/// F-3.6
#[test]
fn t3_6_a_row_at_level_five_is_worth_five_hundred() {
    let position = Position::new().board(&["OOO....OOO"]).active(Kind::I, 0, 3, 19);
    let mut flip = Flip::set_up(&position.level(5));
    assert_eq!(flip.progress(), (0, 5));
    flip.clear_lines();
    assert_eq!(flip.score(), 500);
    assert_eq!(flip.progress(), (1, 1), "the level follows from the lines again");
}

/// F-3.7
#[test]
fn t3_7_without_a_full_row_nothing_changes() {
    let upper = ["OOOOOOOOO.", ".OOOOOOOOO", "OOOO.OOOOO", "OOOO.OOOOO", "O.OOOOOOOO"];
    for (gravity, (first, y)) in [(Gravity::Down, (15, 14)), (Gravity::Up, (0, 5))] {
        let board = board_from(first, &upper);
        let position = Position::new().board(&board).active(Kind::I, 0, 6, y).gravity(gravity);
        let mut flip = Flip::set_up(&position.lines(13).level(7).score(1234));
        assert!(flip.view().board.full_rows().is_empty());
        assert_eq!(flip.clear_lines(), 0);
        let mut expected = board;
        expected[y as usize] = "......IIII";
        assert_eq!(flip.board(), expected, "only the piece itself was added");
        assert_eq!((flip.score(), flip.progress()), (1234, (13, 7)));
    }
}

/// F-E7
#[test]
fn points_for_no_row_to_four_rows() {
    assert_eq!(LINE_POINTS, [0, 100, 300, 500, 800]);
    let mut flip = Flip::falling(Kind::O, 0, 4, 18);
    assert_eq!((flip.clear_lines(), flip.score()), (0, 0));
    for (lines, points) in LINE_POINTS.into_iter().enumerate().skip(1) {
        let Completed { rows, piece: (kind, turns, x, y) } = COMPLETED[lines - 1];
        let mut flip = Flip::set_up(&Position::new().board(rows).active(kind, turns, x, y));
        assert_eq!((flip.clear_lines() as usize, flip.score()), (lines, points));
        assert!(flip.view().board.is_empty());
    }
}
