//! Flip, part 10: constants.

use quintet_engine::Kind;
use quintet_engine::games::flip::{
    BLOCK_SIZE, COLORS, COLS, Flip, Matrix, MatrixPiece, ROWS, SHAPES, SWAP_MAP,
};

/// F-10.1 F-E2
#[test]
fn t10_1_the_shapes_are_an_empty_one_and_the_seven_kinds() {
    assert_eq!(SHAPES.len(), 8);
    assert_eq!(SHAPES[0], Matrix::EMPTY);
    assert_eq!((SHAPES[0].width(), SHAPES[0].height()), (0, 0));
    assert_eq!(SHAPES[1], [[1, 1, 1, 1]]);
    assert_eq!(SHAPES[2], [[2, 0, 0], [2, 2, 2]]);
    assert_eq!(SHAPES[3], [[0, 0, 3], [3, 3, 3]]);
    assert_eq!(SHAPES[4], [[4, 4], [4, 4]]);
    assert_eq!(SHAPES[5], [[0, 5, 5], [5, 5, 0]]);
    assert_eq!(SHAPES[6], [[0, 6, 0], [6, 6, 6]]);
    assert_eq!(SHAPES[7], [[7, 7, 0], [0, 7, 7]]);
}

/// F-10.2
#[test]
fn t10_2_every_kind_has_a_colour_of_its_own() {
    assert_eq!(COLORS.len(), 8);
    assert_eq!(COLORS[0], None);
    for (number, color) in COLORS.into_iter().enumerate().skip(1) {
        let digits = color.and_then(|color| color.strip_prefix('#')).expect("#RRGGBB");
        assert_eq!(digits.len(), 6, "{number}");
        assert!(digits.chars().all(|digit| digit.is_ascii_hexdigit()), "{number}");
        assert_eq!(COLORS.iter().filter(|&&other| other == color).count(), 1, "{number}");
    }
}

/// F-10.3
#[test]
fn t10_3_j_and_l_change_places_and_s_and_z_do() {
    assert_eq!(SWAP_MAP[2], Some(3));
    assert_eq!(SWAP_MAP[3], Some(2));
    assert_eq!(SWAP_MAP[5], Some(7));
    assert_eq!(SWAP_MAP[7], Some(5));
    for number in [1, 4, 6] {
        assert_eq!(SWAP_MAP[number], None, "{number}");
    }
    for kind in Kind::TETROMINOES {
        let swapped = Flip::get_swapped_type(kind).number();
        assert_eq!(SWAP_MAP[usize::from(kind.number())].unwrap_or(kind.number()), swapped);
    }
}

/// F-10.4
#[test]
fn t10_4_the_board_is_ten_by_twenty_cells_of_thirty_pixels() {
    assert_eq!((COLS, ROWS, BLOCK_SIZE), (10, 20, 30));
    let board = Flip::create_board();
    assert_eq!((board[0].len(), board.len()), (COLS, ROWS));
}

#[test]
fn a_matrix_equals_the_rows_it_shows() {
    let upright = MatrixPiece::new(Kind::J, 1, 0, 0).matrix;
    assert_eq!((upright.width(), upright.height()), (2, 3));
    assert!(upright.rows().eq([[2, 2], [2, 0], [2, 0]]));
    assert_eq!(upright, Matrix::from([[2, 2], [2, 0], [2, 0]]));
    assert_ne!(upright, [[2, 2], [2, 0]]);
    assert_ne!(upright, [[2, 2, 0], [2, 0, 0], [2, 0, 0]]);
    assert_ne!(upright, [[3, 3], [3, 0], [3, 0]]);
    assert_eq!(format!("{upright:?}"), "[[2, 2], [2, 0], [2, 0]]");
}
