//! Flip, part 5: where a piece fits, and where it lands.

use crate::flip::functions::{Flip, board_from, kinds_and_turns, shape};
use quintet_engine::{EndReason, Game, GameName, Kind, Phase, Position, Shape};

/// Every shape a piece can have.
fn shapes() -> impl Iterator<Item = Shape> {
    kinds_and_turns().map(|(kind, turns)| shape(kind, turns))
}

/// F-5.1
#[test]
fn t5_1_empty_cells_are_free() {
    let flip = Flip::new(1);
    for shape in shapes() {
        assert!(flip.is_valid_move(shape, 4, 5), "{shape:?}");
    }
}

/// F-5.2
#[test]
fn t5_2_nothing_reaches_into_the_left_wall() {
    let flip = Flip::new(1);
    for shape in shapes() {
        assert!(!flip.is_valid_move(shape, -1, 5), "{shape:?}");
    }
}

/// F-5.3
#[test]
fn t5_3_nothing_reaches_into_the_right_wall() {
    let flip = Flip::new(1);
    for shape in shapes() {
        assert_eq!(flip.is_valid_move(shape, 9, 5), shape.width() == 1, "{shape:?}");
    }
}

/// F-5.4
#[test]
fn t5_4_nothing_reaches_into_the_floor() {
    let flip = Flip::new(1);
    for shape in shapes() {
        assert_eq!(flip.is_valid_move(shape, 4, 19), shape.height() == 1, "{shape:?}");
    }
}

/// F-5.5
#[test]
fn t5_5_there_are_no_rows_above_the_board() {
    let flip = Flip::new(1);
    for shape in shapes() {
        assert!(!flip.is_valid_move(shape, 4, -1), "{shape:?}");
    }
    assert_eq!(flip.view().board.hidden(), 0);
}

/// A board with a block in column 5 of row 10.
fn with_a_block() -> Flip {
    Flip::set_up(&Position::new().board(&board_from(10, &[".....T...."])))
}

/// F-5.6
#[test]
fn t5_6_a_filled_cell_is_not_free() {
    for (x, y) in [(5, 10), (4, 10), (5, 9), (4, 9)] {
        assert!(!with_a_block().is_valid_move(shape(Kind::O, 0), x, y), "({x}, {y})");
    }
}

/// F-5.7
#[test]
fn t5_7_the_cell_beside_a_filled_one_is_free() {
    for (x, y) in [(3, 10), (6, 10), (5, 11), (5, 8)] {
        assert!(with_a_block().is_valid_move(shape(Kind::O, 0), x, y), "({x}, {y})");
    }
}

/// F-5.8
#[test]
fn t5_8_a_piece_that_cannot_enter_ends_the_game() {
    let board = board_from(0, &[".....O....", ".....O...."]);
    for kind in Kind::TETROMINOES {
        let position = Position::new().board(&board).next(&[kind]);
        let mut game = Game::from_position(GameName::Flip.rules(), 1, &position).expect("possible");
        assert!(!game.is_over());
        Flip::spawn_piece(&mut game);
        assert_eq!(game.view().phase, Phase::Over(EndReason::BlockOut), "{kind}");
        assert!(game.view().piece.is_none(), "no piece is left over the blocks");
        assert_eq!(game.view().board.drawing(), board);
    }
}

/// F-5.9
#[test]
fn t5_9_a_piece_would_land_on_the_floor() {
    for (kind, turns) in kinds_and_turns() {
        let flip = Flip::falling(kind, turns, 4, 5);
        let floor = 20 - shape(kind, turns).height() as i8;
        assert_eq!(flip.get_ghost_position(), Some(floor), "{kind} rotated {turns}");
    }
}

/// F-5.10
#[test]
fn t5_10_a_rising_piece_would_land_at_the_ceiling() {
    for (kind, turns) in kinds_and_turns() {
        let flip = Flip::rising(kind, turns, 4, 15);
        assert_eq!(flip.get_ghost_position(), Some(0), "{kind} rotated {turns}");
    }
}

#[test]
fn empty_cells_of_a_box_may_lie_beyond_the_walls() {
    let last = Shape::drawn(&["....", "....", "....", "...#"]);
    let first = Shape::drawn(&["#..", "..."]);
    let flip = Flip::new(1);
    for y in -10..30 {
        for x in -10..20 {
            let inside = |x: i8, y: i8| (0..10).contains(&x) && (0..20).contains(&y);
            assert_eq!(flip.is_valid_move(last, x, y), inside(x + 3, y + 3), "({x}, {y})");
            assert_eq!(flip.is_valid_move(first, x, y), inside(x, y), "({x}, {y})");
        }
    }
}

#[test]
fn before_the_first_piece_there_is_nothing_to_move_and_no_ghost() {
    let mut game = Game::new(GameName::Flip.rules(), 1);
    assert!(game.view().piece.is_none() && game.view().ghost.is_none());
    Flip::spawn_piece(&mut game);
    assert!(game.view().piece.is_some() && game.view().ghost.is_some());
}
