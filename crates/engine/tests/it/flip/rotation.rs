//! Flip, part 2: turning a piece, and the columns it is kicked by.

use super::given::{self, kinds_and_turns, matrix, place};
use quintet_engine::Kind;
use quintet_engine::games::flip::{Flip, Matrix, MatrixPiece};

/// What a kind looks like after one turn in the middle of an empty board.
fn turned(kind: Kind) -> Matrix {
    let mut flip = given::piece(kind, 0, 4, 5);
    assert!(flip.rotate_piece());
    assert_eq!(place(&flip), (4, 5), "the top left corner stays");
    matrix(&flip)
}

/// F-2.1
#[test]
fn t2_1_the_t_turns() {
    assert_eq!(matrix(&given::piece(Kind::T, 0, 4, 5)), [[0, 6, 0], [6, 6, 6]]);
    assert_eq!(turned(Kind::T), [[6, 0], [6, 6], [6, 0]]);
}

/// F-2.2
#[test]
fn t2_2_the_i_turns() {
    assert_eq!(matrix(&given::piece(Kind::I, 0, 4, 5)), [[1, 1, 1, 1]]);
    assert_eq!(turned(Kind::I), [[1], [1], [1], [1]]);
}

/// F-2.3
#[test]
fn t2_3_the_j_turns() {
    assert_eq!(matrix(&given::piece(Kind::J, 0, 4, 5)), [[2, 0, 0], [2, 2, 2]]);
    assert_eq!(turned(Kind::J), [[2, 2], [2, 0], [2, 0]]);
}

/// F-2.4
#[test]
fn t2_4_the_l_turns() {
    assert_eq!(matrix(&given::piece(Kind::L, 0, 4, 5)), [[0, 0, 3], [3, 3, 3]]);
    assert_eq!(turned(Kind::L), [[3, 0], [3, 0], [3, 3]]);
}

/// F-2.5
#[test]
fn t2_5_the_s_turns() {
    assert_eq!(matrix(&given::piece(Kind::S, 0, 4, 5)), [[0, 5, 5], [5, 5, 0]]);
    assert_eq!(turned(Kind::S), [[5, 0], [5, 5], [0, 5]]);
}

/// F-2.6
#[test]
fn t2_6_the_z_turns() {
    assert_eq!(matrix(&given::piece(Kind::Z, 0, 4, 5)), [[7, 7, 0], [0, 7, 7]]);
    assert_eq!(turned(Kind::Z), [[0, 7], [7, 7], [7, 0]]);
}

/// F-2.7
#[test]
fn t2_7_the_o_looks_the_same_after_a_turn() {
    assert_eq!(matrix(&given::piece(Kind::O, 0, 4, 5)), [[4, 4], [4, 4]]);
    assert_eq!(turned(Kind::O), [[4, 4], [4, 4]]);
}

/// F-2.8: with a block in the way, the wall leaves only the place to the right.
#[test]
fn t2_8_a_t_at_the_left_wall_is_kicked_to_the_right_of_a_block() {
    for row in [5, 7] {
        let mut flip = given::piece(Kind::T, 0, 0, 5);
        given::block(&mut flip, 0, row);
        assert!(flip.rotate_piece(), "block in row {row}");
        assert_eq!(matrix(&flip), [[6, 0], [6, 6], [6, 0]]);
        assert_eq!(place(&flip), (1, 5));
    }
}

/// F-2.8: a matrix with an empty left column may stand with that column inside the wall.
#[test]
fn t2_8_a_padded_t_is_kicked_out_of_the_left_wall() {
    let padded = Matrix::from([[0, 6, 0], [0, 6, 6], [0, 6, 0]]);
    let mut flip = Flip::new(1);
    flip.set_current_piece(MatrixPiece { kind: Kind::T, matrix: padded, x: -1, y: 5 });
    assert!(!flip.is_valid_move([[0, 0, 0], [6, 6, 6], [0, 6, 0]], -1, 5));
    assert!(flip.rotate_piece());
    assert_eq!(matrix(&flip), [[0, 0, 0], [6, 6, 6], [0, 6, 0]]);
    assert_eq!(place(&flip), (0, 5));
    for _ in 0..3 {
        assert!(flip.rotate_piece());
    }
    assert_eq!(matrix(&flip), padded, "it turns about its own box");
    assert_eq!(place(&flip), (0, 5));
}

#[test]
fn at_the_left_wall_of_an_empty_board_no_turn_needs_a_kick() {
    for (kind, turns) in kinds_and_turns() {
        let mut flip = given::piece(kind, turns, 0, 5);
        assert!(flip.rotate_piece(), "{kind} turned {turns}");
        assert_eq!(place(&flip), (0, 5));
    }
}

/// F-2.9
#[test]
fn t2_9_an_upright_i_near_the_right_wall_is_kicked_two_to_the_left() {
    for y in 0..=16 {
        let mut flip = given::piece(Kind::I, 1, 8, y);
        assert!(flip.rotate_piece(), "row {y}");
        assert_eq!(matrix(&flip), [[1, 1, 1, 1]]);
        assert_eq!(place(&flip), (6, y));
    }
}

/// F-2.10
#[test]
fn t2_10_no_turn_where_every_column_is_blocked() {
    let mut grid = Flip::create_board();
    for row in &mut grid[5..=8] {
        row[2..=6].fill(1);
    }
    let mut flip = given::piece(Kind::I, 0, 4, 4);
    flip.set_board(&grid);
    assert!(!flip.rotate_piece());
    assert_eq!(matrix(&flip), [[1, 1, 1, 1]]);
    assert_eq!(place(&flip), (4, 4));
}

/// F-2.11
#[test]
fn t2_11_the_third_offset_is_taken_where_the_first_two_do_not_fit() {
    let mut flip = given::piece(Kind::I, 0, 0, 4);
    given::block(&mut flip, 0, 5);
    let upright = [[1], [1], [1], [1]];
    assert!(!flip.is_valid_move(upright, 0, 4), "no offset: the block");
    assert!(!flip.is_valid_move(upright, -1, 4), "one to the left: the wall");
    assert!(flip.is_valid_move(upright, 1, 4));
    assert!(flip.rotate_piece());
    assert_eq!(matrix(&flip), upright);
    assert_eq!(place(&flip), (1, 4));
}

/// F-E6
#[test]
fn offsets_are_tried_in_order_and_sideways_only() {
    let order = [0, -1, 1, -2, 2];
    for blocked in 0..=order.len() {
        let mut flip = given::piece(Kind::I, 0, 4, 4);
        for offset in &order[..blocked] {
            given::block(&mut flip, (4 + offset) as usize, 5);
        }
        if let Some(offset) = order.get(blocked) {
            assert!(flip.rotate_piece(), "{blocked} blocked");
            assert_eq!(place(&flip), (4 + offset, 4));
        } else {
            assert!(!flip.rotate_piece(), "there is no sixth offset");
            assert_eq!(place(&flip), (4, 4));
        }
    }
}

/// F-E11
#[test]
fn an_upright_i_at_the_right_wall_cannot_turn() {
    for y in 0..=16 {
        let mut flip = given::piece(Kind::I, 1, 9, y);
        assert!(!flip.rotate_piece(), "row {y}");
        assert_eq!(matrix(&flip), [[1], [1], [1], [1]]);
        assert_eq!(place(&flip), (9, y));
    }
}

/// F-E12
#[test]
fn blocks_on_both_sides_of_a_free_column_do_not_stop_a_turn() {
    let mut flip = given::piece(Kind::I, 0, 4, 4);
    for row in 5..=8 {
        given::block(&mut flip, 3, row);
        given::block(&mut flip, 5, row);
    }
    assert!(flip.rotate_piece());
    assert_eq!(matrix(&flip), [[1], [1], [1], [1]]);
    assert_eq!(place(&flip), (4, 4));
}

/// The corner that stays is the one that pieces enter with, so that they turn as soon as they enter.
#[test]
fn under_anti_gravity_the_bottom_left_corner_stays() {
    for (kind, turns) in kinds_and_turns() {
        let before = MatrixPiece::new(kind, turns, 3, 0);
        let after = MatrixPiece::new(kind, turns + 1, 3, 0);
        let (height, new_height) = (before.matrix.height() as i8, after.matrix.height() as i8);
        let mut flip = given::rising_piece(kind, turns, 3, 20 - height);
        assert!(flip.rotate_piece(), "{kind} turned {turns}");
        assert_eq!(matrix(&flip), after.matrix);
        assert_eq!(place(&flip), (3, 20 - new_height));
    }
}

#[test]
fn under_anti_gravity_the_same_offsets_are_tried() {
    for (offset, blocked) in [(0, 0), (-1, 1), (1, 2), (-2, 3), (2, 4)] {
        let mut flip = given::rising_piece(Kind::I, 0, 4, 19);
        for column in &[4, 3, 5, 2][..blocked] {
            given::block(&mut flip, *column, 17);
        }
        assert!(flip.rotate_piece());
        assert_eq!(place(&flip), (4 + offset, 16));
    }
}

/// Nothing lifts a piece that would turn into the floor.
#[test]
fn a_piece_lying_on_the_floor_cannot_be_stood_up() {
    for kind in Kind::TETROMINOES.into_iter().filter(|&kind| kind != Kind::O) {
        let height = MatrixPiece::new(kind, 0, 0, 0).matrix.height() as i8;
        let mut flip = given::piece(kind, 0, 4, 20 - height);
        assert!(!flip.rotate_piece(), "{kind}");
        assert_eq!(place(&flip), (4, 20 - height));
    }
}
