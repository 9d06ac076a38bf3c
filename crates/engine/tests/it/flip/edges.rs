//! Flip, part 8: further cases.

use super::given::{self, matrix, place};
use quintet_engine::Kind;
use quintet_engine::games::flip::{Flip, SHAPES};

/// Turns a piece so many times and checks that it looks as before, and not sooner.
fn looks_the_same_after(turns: usize, kind: Kind, x: i8) {
    let mut flip = given::piece(kind, 0, x, 5);
    let before = matrix(&flip);
    for turn in 1..=turns {
        assert!(flip.rotate_piece());
        assert_eq!(matrix(&flip) == before, turn == turns, "{kind}, turn {turn}");
    }
    assert_eq!(place(&flip), (x, 5));
}

/// F-8.1
#[test]
fn t8_1_four_turns_of_a_t_lead_back() {
    looks_the_same_after(4, Kind::T, 4);
}

/// F-8.1b
#[test]
fn t8_1b_two_turns_of_an_i_lead_back() {
    looks_the_same_after(2, Kind::I, 3);
}

/// F-8.2
#[test]
fn t8_2_rows_apart_from_each_other_are_cleared_together() {
    for level in [1, 3] {
        let mut grid = given::full_rows([17, 19]);
        grid[18][5] = 6;
        let mut flip = given::board(&grid);
        flip.set_level(level);
        assert_eq!(flip.clear_lines(), 2);
        assert_eq!(flip.lines(), 2);
        assert_eq!(flip.score(), 300 * u64::from(level));
        let mut expected = Flip::create_board();
        expected[19][5] = 6;
        assert_eq!(flip.board(), expected);
    }
}

/// F-8.3
#[test]
fn t8_3_a_piece_would_land_on_a_stack() {
    let mut flip = given::piece(Kind::O, 0, 4, 5);
    given::block(&mut flip, 4, 15);
    given::block(&mut flip, 5, 15);
    assert_eq!(flip.get_ghost_position(), Some(13));
}

/// F-8.3b
#[test]
fn t8_3b_a_rising_piece_would_land_below_a_stack() {
    let mut flip = given::rising_piece(Kind::O, 0, 4, 15);
    given::block(&mut flip, 4, 5);
    given::block(&mut flip, 5, 5);
    assert_eq!(flip.get_ghost_position(), Some(6));
}

/// F-8.4
#[test]
fn t8_4_random_pieces_are_of_the_seven_kinds_and_where_pieces_enter() {
    for anti_gravity in [false, true] {
        let mut flip = Flip::new(1);
        flip.set_anti_gravity(anti_gravity);
        let mut seen = [0; 8];
        for _ in 0..700 {
            let piece = flip.get_random_piece();
            let number = usize::from(piece.kind.number());
            assert!((1..=7).contains(&number));
            assert_eq!(piece.matrix, SHAPES[number]);
            assert_eq!(piece, flip.create_piece(piece.kind));
            assert!(flip.is_valid_move(piece.matrix, piece.x, piece.y));
            seen[number] += 1;
        }
        assert!(seen[1..].iter().all(|&count| count > 50), "{seen:?}");
    }
}

/// F-8.5
#[test]
fn t8_5_under_anti_gravity_the_rows_below_close_up() {
    for level in [1, 2] {
        let mut grid = given::full_rows(0..3);
        grid[3][5] = 6;
        let mut flip = given::board(&grid);
        flip.set_anti_gravity(true);
        flip.set_level(level);
        assert_eq!(flip.clear_lines(), 3);
        assert_eq!(flip.lines(), 3);
        assert_eq!(flip.score(), 500 * u64::from(level));
        let mut expected = Flip::create_board();
        expected[0][5] = 6;
        assert_eq!(flip.board(), expected);
    }
}

/// F-8.6
#[test]
fn t8_6_the_i_enters_at_column_three() {
    assert_eq!(Flip::new(1).create_piece(Kind::I).x, 3);
}

/// F-8.6b
#[test]
fn t8_6b_the_o_enters_at_column_four() {
    assert_eq!(Flip::new(1).create_piece(Kind::O).x, 4);
}

/// F-8.6c
#[test]
fn t8_6c_pieces_three_wide_enter_at_column_four() {
    for kind in [Kind::T, Kind::J, Kind::L, Kind::S, Kind::Z] {
        assert_eq!(Flip::new(1).create_piece(kind).x, 4, "{kind}");
    }
}

/// F-8.7
#[test]
fn t8_7_a_piece_goes_back_to_the_top() {
    let mut flip = given::piece(Kind::T, 0, 2, 10);
    flip.reset_current_piece();
    assert_eq!(place(&flip), (4, 0));
}

/// F-8.7b
#[test]
fn t8_7b_a_rising_piece_goes_back_to_the_bottom() {
    let mut flip = given::rising_piece(Kind::T, 0, 2, 5);
    flip.reset_current_piece();
    assert_eq!(place(&flip), (4, 18));
}

/// F-8.8
#[test]
fn t8_8_five_soft_dropped_cells_are_five_points() {
    let mut grid = given::full_rows([19]);
    grid[19][9] = 0;
    let mut flip = given::piece(Kind::I, 1, 9, 10);
    flip.set_board(&grid);
    for _ in 0..5 {
        flip.handle_key_down("ArrowDown");
    }
    assert_eq!(place(&flip), (9, 15));
    assert_eq!(flip.score(), 5);
    assert_eq!((flip.board(), flip.lines()), (grid, 0), "nothing has locked");

    flip.handle_key_down("ArrowDown");
    assert_eq!((place(&flip), flip.score()), ((9, 16), 6));
    flip.handle_key_down("ArrowDown");
    assert_eq!((place(&flip), flip.score()), ((9, 16), 6), "the floor gives no points");
}

/// F-8.10
#[test]
fn t8_10_with_no_pieces_at_all_both_are_drawn() {
    let mut flip = Flip::new(1);
    flip.set_current_piece(None);
    flip.set_next_piece(None);
    assert_eq!((flip.current_piece(), flip.next_piece()), (None, None));
    flip.spawn_piece();
    assert!(flip.current_piece().is_some());
    assert!(flip.next_piece().is_some());
    assert!(!flip.is_game_over());
}
