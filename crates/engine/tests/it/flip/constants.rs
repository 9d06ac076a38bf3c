//! Flip, part 10: constants. Colours and pixels belong to the app, which has tests of its own.

use super::functions::{Flip, shape};
use quintet_engine::{Kind, Rules, Shape};

/// F-10.1 F-E2
#[test]
fn t10_1_the_shapes_are_those_of_the_seven_kinds() {
    let shapes: [(u8, char, &[&str]); 7] = [
        (1, 'I', &["####"]),
        (2, 'J', &["#..", "###"]),
        (3, 'L', &["..#", "###"]),
        (4, 'O', &["##", "##"]),
        (5, 'S', &[".##", "##."]),
        (6, 'T', &[".#.", "###"]),
        (7, 'Z', &["##.", ".##"]),
    ];
    for (number, letter, rows) in shapes {
        let kind = Kind::from_letter(letter).expect("a tetromino");
        assert_eq!(kind.number(), number);
        assert_eq!(Kind::from_number(number), Some(kind));
        assert_eq!(shape(kind, 0), Shape::drawn(rows), "{kind}");
    }
    assert_eq!(Kind::from_number(0), None, "0 is an empty cell");
    assert_eq!(Kind::TETROMINOES.map(Kind::number), [1, 2, 3, 4, 5, 6, 7]);
}

/// F-10.3 F-E2
#[test]
fn t10_3_j_and_l_change_places_and_s_and_z_do() {
    let swapped = Kind::TETROMINOES.map(|kind| Flip::get_swapped_type(kind).number());
    //                  I  J  L  O  S  T  Z
    assert_eq!(swapped, [1, 3, 2, 4, 7, 6, 5]);
}

/// F-10.4 F-E2: the columns and rows; that a block has 30 pixels is tested in the app.
#[test]
fn t10_4_the_board_is_ten_by_twenty_cells() {
    assert_eq!((Rules::flip().width, Rules::flip().height), (10, 20));
    let board = Flip::create_board();
    assert_eq!((board.width(), board.height(), board.hidden()), (10, 20, 0));
}
