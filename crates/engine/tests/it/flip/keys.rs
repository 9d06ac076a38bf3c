//! Flip, parts 8.9 and 9: the keyboard.

use super::given::{self, kinds_and_turns, matrix, place};
use quintet_engine::Kind;
use quintet_engine::games::flip::{Flip, MatrixPiece};

/// F-8.9
#[test]
fn t8_9_arrow_left_moves_one_column_left() {
    for (kind, turns) in kinds_and_turns() {
        let mut flip = given::piece(kind, turns, 5, 5);
        assert!(flip.handle_key_down("ArrowLeft"), "the page must not scroll");
        assert_eq!(place(&flip), (4, 5), "{kind} turned {turns}");
    }
}

/// F-8.9b
#[test]
fn t8_9b_arrow_right_moves_one_column_right() {
    for (kind, turns) in kinds_and_turns() {
        let mut flip = given::piece(kind, turns, 5, 5);
        assert!(flip.handle_key_down("ArrowRight"));
        assert_eq!(place(&flip), (6, 5), "{kind} turned {turns}");
    }
}

/// F-8.9c
#[test]
fn t8_9c_arrow_up_turns() {
    let mut flip = given::piece(Kind::T, 0, 4, 5);
    assert!(flip.handle_key_down("ArrowUp"));
    assert_eq!(matrix(&flip), [[6, 0], [6, 6], [6, 0]]);
    assert_eq!(place(&flip), (4, 5));
}

/// F-8.9d
#[test]
fn t8_9d_no_key_does_anything_once_the_game_is_over() {
    let mut flip = given::piece(Kind::T, 0, 5, 5);
    flip.set_game_over(true);
    let before = flip.clone();
    for key in ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", " ", "g", "G", "p", "P"] {
        assert!(!flip.handle_key_down(key), "the key is the page's again");
        assert_eq!(flip, before, "{key}");
    }
}

/// F-8.9e
#[test]
fn t8_9e_p_pauses_in_either_case() {
    for key in ["P", "p"] {
        let mut flip = Flip::new(1);
        flip.handle_key_down(key);
        assert!(flip.is_paused());
        flip.handle_key_down(key);
        assert!(!flip.is_paused());
    }
}

/// F-8.9f
#[test]
fn t8_9f_no_key_but_p_does_anything_during_a_pause() {
    let mut flip = given::piece(Kind::T, 0, 5, 5);
    flip.set_paused(true);
    let before = flip.clone();
    for key in ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", " ", "g", "G"] {
        flip.handle_key_down(key);
        assert_eq!(flip, before, "{key}");
    }
}

/// F-9.1
#[test]
fn t9_1_arrow_down_takes_the_piece_down_for_a_point() {
    for (kind, turns) in kinds_and_turns() {
        let mut flip = given::piece(kind, turns, 4, 5);
        assert!(flip.handle_key_down("ArrowDown"));
        assert_eq!(place(&flip), (4, 6), "{kind} turned {turns}");
        assert_eq!(flip.score(), 1);
    }
}

/// F-9.1b
#[test]
fn t9_1b_arrow_down_takes_a_rising_piece_up_for_a_point() {
    for (kind, turns) in kinds_and_turns() {
        let mut flip = given::rising_piece(kind, turns, 4, 15);
        assert!(flip.handle_key_down("ArrowDown"));
        assert_eq!(place(&flip), (4, 14), "{kind} turned {turns}");
        assert_eq!(flip.score(), 1);
    }
}

/// F-9.2
#[test]
fn t9_2_space_drops_to_the_floor_for_two_points_a_cell() {
    let mut flip = given::piece(Kind::O, 0, 4, 10);
    assert!(flip.handle_key_down(" "), "the browser must leave the key alone");
    assert_eq!(flip.board(), given::with_piece(MatrixPiece::new(Kind::O, 0, 4, 18)));
    assert_eq!(flip.board()[18][4..6], [4, 4]);
    assert_eq!(flip.board()[19][4..6], [4, 4]);
    assert_eq!(flip.score(), 16);
}

/// F-9.3
#[test]
fn t9_3_g_turns_gravity_over() {
    let mut flip = Flip::new(1);
    flip.handle_key_down("g");
    assert!(flip.is_anti_gravity());
}

/// F-9.3b
#[test]
fn t9_3b_capital_g_turns_gravity_over() {
    let mut flip = Flip::new(1);
    flip.handle_key_down("G");
    assert!(flip.is_anti_gravity());
}

#[test]
fn letters_and_unknown_keys_are_left_to_the_browser() {
    let mut flip = Flip::new(1);
    assert!(!flip.handle_key_down("g"));
    assert!(!flip.handle_key_down("p"));
    assert!(!flip.handle_key_down("p"));
    let before = flip.clone();
    for key in ["", "a", "Enter", "Tab", "arrowleft", "Spacebar", "ArrowLeft "] {
        assert!(!flip.handle_key_down(key), "{key}");
        assert_eq!(flip, before);
    }
}

#[test]
fn a_key_acts_once_and_holds_no_button() {
    let mut flip = given::piece(Kind::O, 0, 5, 5);
    for key in ["ArrowLeft", "ArrowRight", "ArrowDown", "ArrowUp", "g", "G"] {
        flip.handle_key_down(key);
    }
    assert_eq!(flip.game().held_buttons().iter().count(), 0);
}
