//! Flip, part 1: moving and dropping a piece.

use crate::flip::functions::{Flip, board_from, board_with, kinds_and_turns, shape};
use quintet_engine::{Kind, Position};

/// F-1.1
#[test]
fn t1_1_move_left_into_free_cells() {
    for (kind, turns) in kinds_and_turns() {
        let mut flip = Flip::falling(kind, turns, 5, 5);
        assert!(flip.move_piece(-1, 0), "{kind} rotated {turns}");
        assert_eq!(flip.place(), (4, 5));
    }
}

/// F-1.2
#[test]
fn t1_2_move_right_into_free_cells() {
    for (kind, turns) in kinds_and_turns() {
        let mut flip = Flip::falling(kind, turns, 4, 5);
        assert!(flip.move_piece(1, 0), "{kind} rotated {turns}");
        assert_eq!(flip.place(), (5, 5));
    }
}

/// F-1.3
#[test]
fn t1_3_move_left_is_blocked_by_the_left_wall() {
    for (kind, turns) in kinds_and_turns() {
        let mut flip = Flip::falling(kind, turns, 0, 5);
        assert!(!flip.move_piece(-1, 0), "{kind} rotated {turns}");
        assert_eq!(flip.place(), (0, 5));
    }
}

/// F-1.4
#[test]
fn t1_4_move_right_is_blocked_by_the_right_wall() {
    let mut flat = Flip::falling(Kind::I, 0, 6, 5);
    assert_eq!(flat.rows(5..6), ["......iiii"]);
    assert!(!flat.move_piece(1, 0));
    assert_eq!(flat.rows(5..6), ["......iiii"]);

    let mut upright = Flip::falling(Kind::I, 1, 9, 5);
    assert_eq!(upright.rows(5..9), [".........i"; 4]);
    assert!(!upright.move_piece(1, 0));
    assert_eq!(upright.rows(5..9), [".........i"; 4]);
}

/// F-1.5
#[test]
fn t1_5_a_step_down_under_normal_gravity() {
    for (kind, turns) in kinds_and_turns() {
        let mut flip = Flip::falling(kind, turns, 4, 5);
        assert!(flip.move_piece(0, 1), "{kind} rotated {turns}");
        assert_eq!(flip.place(), (4, 6));
        assert_eq!(flip.score(), 0, "a step by itself scores nothing");
    }
}

/// F-1.6
#[test]
fn t1_6_a_step_up_under_anti_gravity() {
    for (kind, turns) in kinds_and_turns() {
        let mut flip = Flip::rising(kind, turns, 4, 15);
        assert!(flip.move_piece(0, -1), "{kind} rotated {turns}");
        assert_eq!(flip.place(), (4, 14));
        assert_eq!(flip.score(), 0, "a step by itself scores nothing");
    }
}

/// F-1.7
#[test]
fn t1_7_hard_drop_to_the_floor_locks_and_scores_two_per_cell() {
    for (kind, turns) in kinds_and_turns() {
        let mut flip = Flip::falling(kind, turns, 4, 5);
        let next = flip.view().next[0];
        flip.hard_drop();

        let height = shape(kind, turns).height();
        let landed = board_with(kind, turns, 4, 20 - height as i8);
        assert_eq!(flip.board(), landed, "{kind} rotated {turns}");
        assert_eq!(flip.view().pieces, 1, "it has locked");
        assert_eq!(flip.piece().kind, next);
        let points = match height {
            1 => 28,
            2 => 26,
            3 => 24,
            _ => 22,
        };
        assert_eq!(flip.score(), points, "{kind} rotated {turns}");
    }
}

/// F-1.8
#[test]
fn t1_8_hard_drop_to_the_ceiling_locks_and_scores_two_per_cell() {
    for (kind, turns) in kinds_and_turns() {
        let mut flip = Flip::rising(kind, turns, 4, 15);
        let next = flip.view().next[0];
        flip.hard_drop();

        assert_eq!(flip.board(), board_with(kind, turns, 4, 0), "{kind} rotated {turns}");
        assert_eq!(flip.view().pieces, 1, "it has locked");
        assert_eq!(flip.piece().kind, next);
        assert_eq!(flip.score(), 30, "{kind} rotated {turns}");
    }
}

/// F-1.9
#[test]
fn t1_9_a_move_is_blocked_by_a_block_beside_the_top_left_cell() {
    let board = Position::new().board(&board_from(10, &["...O......"]));
    let mut blocked = Vec::new();
    let mut free = Vec::new();
    for (kind, turns) in kinds_and_turns() {
        let mut flip = Flip::set_up(&board.clone().active(kind, turns, 4, 10));
        let moves = flip.move_piece(-1, 0);
        assert_eq!(flip.place(), if moves { (3, 10) } else { (4, 10) });
        let seen = if moves { &mut free } else { &mut blocked };
        seen.push(format!("{kind}{turns}"));
    }
    assert_eq!(
        blocked.join(" "),
        "I0 I1 I2 I3 J0 J1 J2 L1 L2 L3 O0 O1 O2 O3 S1 S3 T1 T2 Z0 Z2",
        "those with a filled top left cell"
    );
    assert_eq!(free.join(" "), "J3 L0 S0 S2 T0 T3 Z1 Z3");
}
