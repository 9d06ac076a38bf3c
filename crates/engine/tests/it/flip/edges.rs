//! Flip, part 8: further cases.

use super::functions::{Flip, board_from, shape};
use quintet_engine::{Button, Game, GameName, Gravity, Kind, Position};

/// Rotates a piece this many times and checks that it looks as before then, and not sooner.
fn looks_the_same_after(turns: usize, kind: Kind, x: i8) {
    let mut flip = Flip::falling(kind, 0, x, 5);
    let before = flip.rows(0..20);
    for turn in 1..=turns {
        assert!(flip.rotate_piece());
        assert_eq!(flip.rows(0..20) == before, turn == turns, "{kind}, rotation {turn}");
    }
    assert_eq!(flip.place(), (x, 5));
}

/// F-8.1
#[test]
fn t8_1_four_rotations_of_a_t_lead_back() {
    looks_the_same_after(4, Kind::T, 4);
}

/// F-8.1b
#[test]
fn t8_1b_two_rotations_of_an_i_lead_back() {
    looks_the_same_after(2, Kind::I, 3);
}

/// F-8.2
#[test]
fn t8_2_rows_apart_from_each_other_are_cleared_together() {
    // The J completes rows 17 and 19 and adds to row 18.
    let rows = ["OOOO..OOOO", ".....T....", "OOOO.OOOOO"];
    for level in [1, 3] {
        let position = Position::new().board(&rows).active(Kind::J, 1, 4, 17).level(level);
        let mut flip = Flip::set_up(&position);
        assert_eq!(flip.rows(17..20), ["OOOOjjOOOO", "....jT....", "OOOOjOOOOO"]);
        assert_eq!(flip.clear_lines(), 2);
        assert_eq!(flip.view().lines, 2);
        assert_eq!(flip.score(), 300 * u64::from(level));
        assert_eq!(flip.board(), board_from(19, &["....JT...."]));
    }
}

/// F-8.3
#[test]
fn t8_3_a_piece_would_land_on_a_stack() {
    let board = Position::new().board(&board_from(15, &["....OO...."]));
    let flip = Flip::set_up(&board.active(Kind::O, 0, 4, 5));
    assert_eq!(flip.get_ghost_position(), Some(13));
}

/// F-8.3b
#[test]
fn t8_3b_a_rising_piece_would_land_below_a_stack() {
    let board = Position::new().board(&board_from(5, &["....OO...."])).gravity(Gravity::Up);
    let flip = Flip::set_up(&board.active(Kind::O, 0, 4, 15));
    assert_eq!(flip.get_ghost_position(), Some(6));
}

/// F-8.4
#[test]
fn t8_4_random_pieces_are_of_the_seven_kinds_and_where_pieces_enter() {
    for gravity in [Gravity::Down, Gravity::Up] {
        let mut flip = Flip::set_up(&Position::new().gravity(gravity));
        let mut seen = [0; 8];
        for _ in 0..700 {
            let placed = flip.get_random_piece();
            let kind = placed.piece.kind;
            assert!((1..=7).contains(&kind.number()));
            assert_eq!(placed.shape, shape(kind, 0));
            assert_eq!(placed.piece, Flip::create_piece(kind, gravity));
            seen[usize::from(kind.number())] += 1;
        }
        assert!(seen[1..].iter().all(|&count| count > 50), "{seen:?}");
    }
}

/// F-8.5
#[test]
fn t8_5_under_anti_gravity_the_rows_below_close_up() {
    // The L completes rows 0 to 2 and fits them exactly.
    let rows = ["OOOO.OOOOO", "OOOO.OOOOO", "OOOO..OOOO", ".....T...."];
    for level in [1, 2] {
        let position = Position::new().board(&board_from(0, &rows)).gravity(Gravity::Up);
        let mut flip = Flip::set_up(&position.active(Kind::L, 1, 4, 0).level(level));
        assert_eq!(flip.clear_lines(), 3);
        assert_eq!(flip.view().lines, 3);
        assert_eq!(flip.score(), 500 * u64::from(level));
        assert_eq!(flip.board(), board_from(0, &[".....T...."]));
    }
}

/// F-8.6
#[test]
fn t8_6_the_i_enters_at_column_three() {
    assert_eq!(Flip::create_piece(Kind::I, Gravity::Down).x, 3);
    assert_eq!(Flip::set_up(&Position::new().next(&[Kind::I])).rows(0..1), ["...iiii..."]);
}

/// F-8.6b
#[test]
fn t8_6b_the_o_enters_at_column_four() {
    assert_eq!(Flip::create_piece(Kind::O, Gravity::Down).x, 4);
    assert_eq!(Flip::set_up(&Position::new().next(&[Kind::O])).rows(0..2), ["....oo...."; 2]);
}

/// F-8.6c
#[test]
fn t8_6c_pieces_three_wide_enter_at_column_four() {
    for (kind, rows) in [
        (Kind::T, [".....t....", "....ttt..."]),
        (Kind::J, ["....j.....", "....jjj..."]),
        (Kind::L, ["......l...", "....lll..."]),
        (Kind::S, [".....ss...", "....ss...."]),
        (Kind::Z, ["....zz....", ".....zz..."]),
    ] {
        assert_eq!(Flip::create_piece(kind, Gravity::Down).x, 4, "{kind}");
        assert_eq!(Flip::set_up(&Position::new().next(&[kind])).rows(0..2), rows);
    }
}

/// F-8.7: by a position, and by reversing gravity twice.
#[test]
fn t8_7_a_piece_goes_back_to_the_top() {
    let mut flip = Flip::falling(Kind::T, 0, 2, 10);
    flip.reset_current_piece();
    assert_eq!(flip.place(), (4, 0));

    let mut flip = Flip::falling(Kind::T, 0, 2, 10);
    flip.toggle_gravity();
    flip.toggle_gravity();
    assert_eq!(flip.place(), (4, 0));
}

/// F-8.7b
#[test]
fn t8_7b_a_rising_piece_goes_back_to_the_bottom() {
    let mut flip = Flip::rising(Kind::T, 0, 2, 5);
    flip.reset_current_piece();
    assert_eq!(flip.place(), (4, 18));

    let mut flip = Flip::rising(Kind::T, 0, 2, 5);
    flip.toggle_gravity();
    flip.toggle_gravity();
    assert_eq!(flip.place(), (4, 18));
}

/// F-8.8
#[test]
fn t8_8_five_soft_dropped_cells_are_five_points() {
    let rows = ["OOOOOOOOO."];
    let mut flip = Flip::set_up(&Position::new().board(&rows).active(Kind::I, 1, 9, 10));
    for _ in 0..5 {
        flip.tap_now(Button::SoftDrop);
    }
    assert_eq!(flip.place(), (9, 15));
    assert_eq!(flip.score(), 5);
    assert_eq!((flip.stack(), flip.view().lines), (rows.map(String::from).to_vec(), 0));
    assert!(flip.lock_times().is_empty());

    flip.tap_now(Button::SoftDrop);
    assert_eq!((flip.place(), flip.score()), ((9, 16), 6));
    flip.tap_now(Button::SoftDrop);
    assert_eq!((flip.place(), flip.score()), ((9, 16), 6), "the floor gives no points");
}

/// F-8.10
#[test]
fn t8_10_the_first_piece_and_the_one_after_it_are_drawn() {
    let mut first = Vec::new();
    for seed in 0..50 {
        let mut game = Game::new(GameName::Flip.rules(), seed);
        assert!(game.view().piece.is_none());
        Flip::spawn_piece(&mut game);
        let view = game.view();
        let (piece, next) = (view.piece.expect("a piece is in play").piece, view.next[0]);
        assert_eq!(piece, Flip::create_piece(piece.kind, Gravity::Down));
        assert!(Kind::TETROMINOES.contains(&next));
        assert!(!game.is_over());
        first.push((piece.kind, next));
    }
    first.sort_unstable();
    first.dedup();
    assert!(first.len() > 20, "both are random");
}
