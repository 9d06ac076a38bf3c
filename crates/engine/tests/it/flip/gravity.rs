//! Flip, part 4: gravity, and turning it over.

use super::given::{self, kinds_and_turns, matrix, place};
use quintet_engine::games::flip::{Flip, SHAPES};
use quintet_engine::{Kind, Micros};

/// A board with a cell of this kind in every row, and a cell of another kind beside it.
fn cells_of(kind: Kind) -> Flip {
    let mut grid = Flip::create_board();
    for (row, cells) in grid.iter_mut().enumerate() {
        cells[row % 10] = kind.number();
        cells[(row + 1) % 10] = Kind::T.number();
    }
    let mut flip = given::board(&grid);
    flip.set_current_piece(None);
    flip
}

/// Turns gravity over and checks that every cell of one kind became a cell of the other.
fn turns_into(from: Kind, to: Kind) {
    let mut flip = cells_of(from);
    flip.toggle_gravity();
    let mut expected = cells_of(to).board();
    expected.reverse();
    assert_eq!(flip.board(), expected);
    assert!(flip.board().as_flattened().iter().all(|&number| number != from.number()));
}

/// F-4.1
#[test]
fn t4_1_under_normal_gravity_a_piece_falls() {
    for (kind, turns) in kinds_and_turns() {
        let mut flip = given::piece(kind, turns, 4, 5);
        assert!(flip.move_piece(0, 1));
        assert_eq!(place(&flip), (4, 6));

        let mut flip = given::piece(kind, turns, 4, 5);
        flip.game_mut().advance(Micros::from_millis(1000), &mut |_| {}).expect("time goes on");
        assert_eq!(place(&flip), (4, 6), "and so it does by itself");
    }
}

/// F-4.2
#[test]
fn t4_2_under_anti_gravity_a_piece_rises() {
    for (kind, turns) in kinds_and_turns() {
        let mut flip = given::rising_piece(kind, turns, 4, 15);
        assert!(flip.move_piece(0, -1));
        assert_eq!(place(&flip), (4, 14));

        let mut flip = given::rising_piece(kind, turns, 4, 15);
        flip.game_mut().advance(Micros::from_millis(1000), &mut |_| {}).expect("time goes on");
        assert_eq!(place(&flip), (4, 14), "and so it does by itself");
    }
}

/// F-4.3
#[test]
fn t4_3_turning_gravity_over_turns_the_board_upside_down() {
    let mut grid = given::full_rows(15..20);
    grid[15] = [1, 0, 0, 0, 0, 0, 0, 0, 0, 6];
    grid[16] = [4, 4, 0, 0, 0, 0, 0, 0, 0, 0];
    let mut flip = given::board(&grid);
    flip.toggle_gravity();
    assert!(flip.is_anti_gravity());
    for row in 0..20 {
        assert_eq!(flip.board()[row], grid[19 - row], "row {row}");
    }
    assert_eq!(flip.lines(), 0, "full rows stay");
}

/// F-4.4
#[test]
fn t4_4_j_cells_become_l_cells() {
    turns_into(Kind::J, Kind::L);
}

/// F-4.5
#[test]
fn t4_5_l_cells_become_j_cells() {
    turns_into(Kind::L, Kind::J);
}

/// F-4.6
#[test]
fn t4_6_s_cells_become_z_cells() {
    turns_into(Kind::S, Kind::Z);
}

/// F-4.7
#[test]
fn t4_7_z_cells_become_s_cells() {
    turns_into(Kind::Z, Kind::S);
}

/// F-4.8
#[test]
fn t4_8_the_i_stays_an_i() {
    assert_eq!(Flip::get_swapped_type(Kind::I), Kind::I);
    assert_eq!(Kind::I.number(), 1);
}

/// F-4.9
#[test]
fn t4_9_the_o_stays_an_o() {
    assert_eq!(Flip::get_swapped_type(Kind::O), Kind::O);
    assert_eq!(Kind::O.number(), 4);
}

/// F-4.10
#[test]
fn t4_10_the_t_stays_a_t() {
    assert_eq!(Flip::get_swapped_type(Kind::T), Kind::T);
    assert_eq!(Kind::T.number(), 6);
}

/// F-4.11
#[test]
fn t4_11_the_piece_in_play_turns_into_its_mirror_image() {
    let mut flip = given::piece(Kind::J, 0, 4, 5);
    flip.toggle_gravity();
    assert_eq!(flip.current_piece().map(|piece| piece.kind), Some(Kind::L));
    assert_eq!(matrix(&flip), [[0, 0, 3], [3, 3, 3]]);

    for (kind, turns) in kinds_and_turns() {
        let mut flip = given::piece(kind, turns, 4, 5);
        flip.toggle_gravity();
        let swapped = Flip::get_swapped_type(kind);
        assert_eq!(flip.current_piece(), Some(flip.create_piece(swapped)), "{kind} {turns}");
    }
}

/// F-4.12
#[test]
fn t4_12_under_normal_gravity_pieces_enter_at_the_top() {
    let flip = Flip::new(1);
    for kind in Kind::TETROMINOES {
        let piece = flip.create_piece(kind);
        assert_eq!(piece.y, 0, "{kind}");
        assert_eq!(piece.matrix, SHAPES[usize::from(kind.number())]);
    }
}

/// F-4.13
#[test]
fn t4_13_under_anti_gravity_pieces_enter_at_the_bottom() {
    let mut flip = Flip::new(1);
    flip.set_anti_gravity(true);
    for kind in Kind::TETROMINOES {
        let piece = flip.create_piece(kind);
        assert_eq!(piece.y, 20 - piece.matrix.height() as i8);
        assert_eq!(piece.y, if kind == Kind::I { 19 } else { 18 }, "{kind}");
    }
}

#[test]
fn the_parts_of_turning_gravity_over_can_be_done_one_by_one() {
    let mut flip = given::piece(Kind::S, 1, 2, 7);
    let mut grid = Flip::create_board();
    grid[19][5] = 2;
    flip.set_board(&grid);
    let mut whole = flip.clone();

    flip.flip_board();
    assert_eq!(flip.board()[0][5], 2);
    flip.swap_board_pieces();
    assert_eq!(flip.board()[0][5], 3);
    flip.swap_current_piece();
    assert_eq!(matrix(&flip), [[7, 7, 0], [0, 7, 7]]);
    assert_eq!(place(&flip), (2, 7), "only the kind changes");
    flip.set_anti_gravity(true);
    flip.reset_current_piece();
    assert_eq!(place(&flip), (4, 18));

    whole.toggle_gravity();
    assert_eq!(flip.board(), whole.board());
    assert_eq!(flip.current_piece(), whole.current_piece());
}
