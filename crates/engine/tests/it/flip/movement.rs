//! Flip, part 1: moving and dropping a piece.

use super::given::{self, kinds_and_turns, place};
use quintet_engine::Kind;
use quintet_engine::games::flip::MatrixPiece;

/// F-1.1
#[test]
fn t1_1_move_left_into_free_cells() {
    for (kind, turns) in kinds_and_turns() {
        let mut flip = given::piece(kind, turns, 5, 5);
        assert!(flip.move_piece(-1, 0), "{kind} turned {turns}");
        assert_eq!(place(&flip), (4, 5));
    }
}

/// F-1.2
#[test]
fn t1_2_move_right_into_free_cells() {
    for (kind, turns) in kinds_and_turns() {
        let mut flip = given::piece(kind, turns, 4, 5);
        assert!(flip.move_piece(1, 0), "{kind} turned {turns}");
        assert_eq!(place(&flip), (5, 5));
    }
}

/// F-1.3
#[test]
fn t1_3_move_left_is_blocked_by_the_left_wall() {
    for (kind, turns) in kinds_and_turns() {
        let mut flip = given::piece(kind, turns, 0, 5);
        assert!(!flip.move_piece(-1, 0), "{kind} turned {turns}");
        assert_eq!(place(&flip), (0, 5));
    }
}

/// F-1.4
#[test]
fn t1_4_move_right_is_blocked_by_the_right_wall() {
    for (turns, x) in [(0, 6), (1, 9)] {
        let mut flip = given::piece(Kind::I, turns, x, 5);
        assert!(!flip.move_piece(1, 0), "turned {turns}");
        assert_eq!(place(&flip), (x, 5));
    }
}

/// F-1.5
#[test]
fn t1_5_a_step_down_under_normal_gravity() {
    for (kind, turns) in kinds_and_turns() {
        let mut flip = given::piece(kind, turns, 4, 5);
        assert!(flip.move_piece(0, 1), "{kind} turned {turns}");
        assert_eq!(place(&flip), (4, 6));
    }
}

/// F-1.6
#[test]
fn t1_6_a_step_up_under_anti_gravity() {
    for (kind, turns) in kinds_and_turns() {
        let mut flip = given::rising_piece(kind, turns, 4, 15);
        assert!(flip.move_piece(0, -1), "{kind} turned {turns}");
        assert_eq!(place(&flip), (4, 14));
    }
}

/// F-1.7
#[test]
fn t1_7_hard_drop_to_the_floor_locks_and_scores_two_a_cell() {
    for (kind, turns) in kinds_and_turns() {
        let mut flip = given::piece(kind, turns, 4, 5);
        let height = given::matrix(&flip).height();
        let next = flip.next_piece();
        flip.hard_drop();

        let floor = 20 - height as i8;
        let landed = MatrixPiece::new(kind, turns, 4, floor);
        assert_eq!(flip.board(), given::with_piece(landed), "{kind} turned {turns}");
        assert_eq!(flip.game().view().pieces, 1, "it has locked");
        assert_eq!(flip.current_piece(), next);
        let points = match height {
            1 => 28,
            2 => 26,
            3 => 24,
            _ => 22,
        };
        assert_eq!(flip.score(), points, "{kind} turned {turns}");
    }
}

/// F-1.8
#[test]
fn t1_8_hard_drop_to_the_ceiling_locks_and_scores_two_a_cell() {
    for (kind, turns) in kinds_and_turns() {
        let mut flip = given::rising_piece(kind, turns, 4, 15);
        let next = flip.next_piece();
        flip.hard_drop();

        let landed = MatrixPiece::new(kind, turns, 4, 0);
        assert_eq!(flip.board(), given::with_piece(landed), "{kind} turned {turns}");
        assert_eq!(flip.game().view().pieces, 1, "it has locked");
        assert_eq!(flip.current_piece(), next);
        assert_eq!(flip.score(), 30, "{kind} turned {turns}");
    }
}

/// F-1.9
#[test]
fn t1_9_a_move_is_blocked_by_a_block_beside_the_top_left_cell() {
    let mut blocked = Vec::new();
    let mut free = Vec::new();
    for (kind, turns) in kinds_and_turns() {
        let mut flip = given::piece(kind, turns, 4, 10);
        given::block(&mut flip, 3, 10);
        let moves = flip.move_piece(-1, 0);
        assert_eq!(place(&flip), if moves { (3, 10) } else { (4, 10) });
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

#[test]
fn a_move_goes_as_far_as_asked_or_not_at_all() {
    let mut flip = given::piece(Kind::O, 0, 4, 10);
    assert!(flip.move_piece(-4, 8));
    assert_eq!(place(&flip), (0, 18));
    for (columns, rows) in [(9, 0), (0, 1), (i8::MAX, 0), (i8::MIN, 0), (0, i8::MAX), (0, i8::MIN)]
    {
        assert!(!flip.move_piece(columns, rows));
        assert_eq!(place(&flip), (0, 18));
    }
    assert_eq!(flip.score(), 0, "a move by itself scores nothing");
}
