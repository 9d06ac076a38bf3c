//! Flip, part 5: where a piece fits, and where it lands.

use super::given::{self, kinds_and_turns};
use quintet_engine::Kind;
use quintet_engine::games::flip::{Flip, Matrix, MatrixPiece};

/// Every matrix a piece can have.
fn matrices() -> impl Iterator<Item = Matrix> {
    kinds_and_turns().map(|(kind, turns)| MatrixPiece::new(kind, turns, 0, 0).matrix)
}

const O: [[u8; 2]; 2] = [[4, 4], [4, 4]];

/// F-5.1
#[test]
fn t5_1_empty_cells_are_free() {
    let flip = Flip::new(1);
    for matrix in matrices() {
        assert!(flip.is_valid_move(matrix, 4, 5), "{matrix:?}");
    }
}

/// F-5.2
#[test]
fn t5_2_nothing_reaches_into_the_left_wall() {
    let flip = Flip::new(1);
    for matrix in matrices() {
        assert!(!flip.is_valid_move(matrix, -1, 5), "{matrix:?}");
    }
}

/// F-5.3
#[test]
fn t5_3_nothing_reaches_into_the_right_wall() {
    let flip = Flip::new(1);
    for matrix in matrices() {
        assert_eq!(flip.is_valid_move(matrix, 9, 5), matrix.width() == 1, "{matrix:?}");
    }
}

/// F-5.4
#[test]
fn t5_4_nothing_reaches_into_the_floor() {
    let flip = Flip::new(1);
    for matrix in matrices() {
        assert_eq!(flip.is_valid_move(matrix, 4, 19), matrix.height() == 1, "{matrix:?}");
    }
}

/// F-5.5
#[test]
fn t5_5_there_are_no_rows_above_the_board() {
    let flip = Flip::new(1);
    for matrix in matrices() {
        assert!(!flip.is_valid_move(matrix, 4, -1), "{matrix:?}");
    }
}

/// F-5.6
#[test]
fn t5_6_a_filled_cell_is_not_free() {
    let mut flip = Flip::new(1);
    given::block(&mut flip, 5, 10);
    for (x, y) in [(5, 10), (4, 10), (5, 9), (4, 9)] {
        assert!(!flip.is_valid_move(O, x, y), "({x}, {y})");
    }
}

/// F-5.7
#[test]
fn t5_7_the_cell_beside_a_filled_one_is_free() {
    let mut flip = Flip::new(1);
    given::block(&mut flip, 5, 10);
    for (x, y) in [(3, 10), (6, 10), (5, 11), (5, 8)] {
        assert!(flip.is_valid_move(O, x, y), "({x}, {y})");
    }
}

/// F-5.8
#[test]
fn t5_8_a_piece_that_cannot_enter_ends_the_game() {
    for kind in Kind::TETROMINOES {
        let mut flip = Flip::new(1);
        flip.set_current_piece(None);
        flip.set_next_piece(kind);
        given::block(&mut flip, 5, 0);
        given::block(&mut flip, 5, 1);
        flip.spawn_piece();
        assert!(flip.is_game_over(), "{kind}");
        assert_eq!(flip.current_piece(), None, "no piece is left over the blocks");
    }
}

/// F-5.9
#[test]
fn t5_9_a_piece_would_land_on_the_floor() {
    for (kind, turns) in kinds_and_turns() {
        let flip = given::piece(kind, turns, 4, 5);
        let height = given::matrix(&flip).height() as i8;
        assert_eq!(flip.get_ghost_position(), Some(20 - height), "{kind} turned {turns}");
    }
}

/// F-5.10
#[test]
fn t5_10_a_rising_piece_would_land_at_the_ceiling() {
    for (kind, turns) in kinds_and_turns() {
        let flip = given::rising_piece(kind, turns, 4, 15);
        assert_eq!(flip.get_ghost_position(), Some(0), "{kind} turned {turns}");
    }
}

#[test]
fn empty_cells_of_a_matrix_may_lie_beyond_the_walls() {
    let dot = [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 6]];
    let flip = Flip::new(1);
    for y in -10..30 {
        for x in -10..20 {
            let inside = (0..10).contains(&(x + 3)) && (0..20).contains(&(y + 3));
            assert_eq!(flip.is_valid_move(dot, x, y), inside, "({x}, {y})");
            let inside = (0..10).contains(&x) && (0..20).contains(&y);
            assert_eq!(flip.is_valid_move([[6, 0, 0], [0, 0, 0]], x, y), inside, "({x}, {y})");
        }
    }
}

#[test]
fn without_a_piece_nothing_moves_turns_or_lands() {
    let mut flip = Flip::new(1);
    flip.set_current_piece(None);
    let before = flip.clone();
    assert!(!flip.move_piece(0, 1));
    assert!(!flip.rotate_piece());
    assert_eq!(flip.get_ghost_position(), None);
    flip.hard_drop();
    flip.lock_piece();
    flip.reset_current_piece();
    flip.swap_current_piece();
    assert_eq!(flip, before);
}
