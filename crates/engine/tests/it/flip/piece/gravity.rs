//! Flip, part 4: gravity, and reversing it.

use crate::flip::functions::{EMPTY, Flip, board_from, kinds_and_turns, shape};
use quintet_engine::{Gravity, Kind, Position};

/// Reverses gravity on a board with many cells of one kind, and checks that every one of them became
/// a cell of the other kind.
fn becomes(from: char, to: char) {
    let drawn = |cell: char, rows: [&str; 5]| rows.map(|row| row.replace('#', &cell.to_string()));
    let before =
        drawn(from, ["#........#", ".T##...##.", "##########", "OI#O.#.I#O", "#.#.#.#.#T"]);
    let mut after = before.clone().map(|row| row.replace(from, &to.to_string()));
    after.reverse();
    let rows: Vec<&str> = before.iter().map(String::as_str).collect();
    let mut flip = Flip::set_up(&Position::new().board(&rows).entering(Kind::O));
    flip.toggle_gravity();
    assert!(flip.is_anti_gravity());
    assert_eq!(flip.board()[..5], after);
    assert_eq!(flip.board()[5..], [EMPTY; 15]);
    assert!(!flip.board().concat().contains(from));
}

/// F-4.1
#[test]
fn t4_1_under_normal_gravity_a_piece_falls() {
    for (kind, turns) in kinds_and_turns() {
        let mut flip = Flip::falling(kind, turns, 4, 5);
        flip.advance(999_999);
        assert_eq!(flip.place(), (4, 5));
        flip.advance(1_000_000);
        assert_eq!(flip.place(), (4, 6), "{kind} rotated {turns}");
    }
}

/// F-4.2
#[test]
fn t4_2_under_anti_gravity_a_piece_rises() {
    for (kind, turns) in kinds_and_turns() {
        let mut flip = Flip::rising(kind, turns, 4, 15);
        flip.advance(999_999);
        assert_eq!(flip.place(), (4, 15));
        flip.advance(1_000_000);
        assert_eq!(flip.place(), (4, 14), "{kind} rotated {turns}");
    }
}

/// F-4.3
#[test]
fn t4_3_reversing_gravity_turns_the_board_upside_down() {
    let rows = ["I........T", "OO........", "IIIIIIIIII", "IIIIIIIIII", "IIIIIIIIII"];
    let mut flip = Flip::set_up(&Position::new().board(&rows).entering(Kind::O));
    assert_eq!(flip.board(), board_from(15, &rows));
    flip.toggle_gravity();
    assert!(flip.is_anti_gravity());
    let upside_down = ["IIIIIIIIII", "IIIIIIIIII", "IIIIIIIIII", "OO........", "I........T"];
    assert_eq!(flip.board(), board_from(0, &upside_down));
    assert_eq!(flip.view().lines, 0, "full rows stay");
}

/// F-4.4
#[test]
fn t4_4_j_cells_become_l_cells() {
    becomes('J', 'L');
}

/// F-4.5
#[test]
fn t4_5_l_cells_become_j_cells() {
    becomes('L', 'J');
}

/// F-4.6
#[test]
fn t4_6_s_cells_become_z_cells() {
    becomes('S', 'Z');
}

/// F-4.7
#[test]
fn t4_7_z_cells_become_s_cells() {
    becomes('Z', 'S');
}

/// Reverses gravity on a row of this kind and checks that the row looks the same.
fn stays(kind: Kind, number: u8, row: &'static str) {
    assert_eq!(kind.number(), number);
    assert_eq!(Flip::get_swapped_type(kind), kind);
    let mut flip = Flip::set_up(&Position::new().board(&[row]).entering(kind));
    flip.toggle_gravity();
    assert_eq!(flip.board(), board_from(0, &[row]));
    assert_eq!(flip.piece().kind, kind);
}

/// F-4.8
#[test]
fn t4_8_the_i_stays_an_i() {
    stays(Kind::I, 1, "IIII...I..");
}

/// F-4.9
#[test]
fn t4_9_the_o_stays_an_o() {
    stays(Kind::O, 4, "OO.OO.OO..");
}

/// F-4.10
#[test]
fn t4_10_the_t_stays_a_t() {
    stays(Kind::T, 6, "TTT.TTT...");
}

/// F-4.11
#[test]
fn t4_11_the_piece_in_play_becomes_its_mirror_image() {
    let mut flip = Flip::falling(Kind::J, 0, 4, 5);
    flip.toggle_gravity();
    assert_eq!(flip.piece().kind, Kind::L);
    assert_eq!(flip.rows(18..20), ["......l...", "....lll..."]);

    for (kind, turns) in kinds_and_turns() {
        let mut flip = Flip::falling(kind, turns, 4, 5);
        flip.toggle_gravity();
        let swapped = Flip::get_swapped_type(kind);
        assert_eq!(flip.piece(), Flip::create_piece(swapped, Gravity::Up), "{kind} {turns}");
        assert_eq!(flip.shape(), shape(swapped, 0));
    }
}

/// F-4.12
#[test]
fn t4_12_under_normal_gravity_pieces_enter_at_the_top() {
    for kind in Kind::TETROMINOES {
        assert_eq!(Flip::create_piece(kind, Gravity::Down).y, 0, "{kind}");
        let flip = Flip::set_up(&Position::new().next(&[kind]));
        assert_eq!(flip.piece(), Flip::create_piece(kind, Gravity::Down));
        assert_eq!(flip.shape(), shape(kind, 0));
    }
}

/// F-4.13
#[test]
fn t4_13_under_anti_gravity_pieces_enter_at_the_bottom() {
    for kind in Kind::TETROMINOES {
        let y = Flip::create_piece(kind, Gravity::Up).y;
        assert_eq!(y, 20 - shape(kind, 0).height() as i8);
        assert_eq!(y, if kind == Kind::I { 19 } else { 18 }, "{kind}");
        let flip = Flip::set_up(&Position::new().next(&[kind]).gravity(Gravity::Up));
        assert_eq!(flip.piece(), Flip::create_piece(kind, Gravity::Up));
    }
}

#[test]
fn reversing_gravity_is_its_parts_one_after_the_other() {
    let position = Position::new().board(&[".....J...."]).active(Kind::S, 1, 2, 7);
    let mut whole = Flip::set_up(&position);
    whole.toggle_gravity();

    let mut parts = Flip::set_up(&position);
    parts.flip_board();
    assert_eq!(parts.board(), board_from(0, &[".....J...."]));
    parts.swap_board_pieces();
    assert_eq!(parts.board(), board_from(0, &[".....L...."]));
    parts.swap_current_piece();
    assert_eq!(parts.rows(7..9), ["..zz......", "...zz....."], "only the kind changes");
    parts.change(&Position::new().gravity(Gravity::Up));
    parts.reset_current_piece();
    assert_eq!(parts.rows(18..20), ["....zz....", ".....zz..."]);
    assert_eq!(parts.rows(0..20), whole.rows(0..20));
}
