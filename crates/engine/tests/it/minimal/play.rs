//! Minimal: two hidden rows, matrix rotation, one speed.

use crate::drawing::Played;
use quintet_engine::{Button, EndReason, Event, GameName, Kind, Micros, Position, Rules, Scoring};

/// Thirty-five frames.
const FALL: u64 = 583_333;

fn minimal(position: &Position) -> Played {
    Played::set_up(Rules::minimal(), position)
}

fn entering(kind: Kind) -> Played {
    minimal(&Position::new().entering(kind))
}

/// S-09 S-10
#[test]
fn the_field_has_twenty_rows_and_two_more_above_them() {
    let played = entering(Kind::T);
    let board = played.view().board;
    assert_eq!((board.width(), board.height(), board.hidden()), (10, 20, 2));
}

/// S-01: everything in scope, in one game from its first piece to its end.
#[test]
fn pieces_come_from_a_bag_move_rotate_fall_clear_rows_and_end_the_game() {
    let mut played = Played::new(Rules::minimal());
    let mut at = 0;
    while played.entered().len() < 14 {
        played.game.set_up(&Position::new().board(&[])).expect("an empty board");
        let kind = played.piece().kind;
        let (x, y) = played.place();
        played.tap(Button::Left, at);
        assert_eq!(played.place(), (x - 1, y), "{kind} moves");
        played.tap(Button::Right, at);
        played.tap(Button::SoftDrop, at);
        assert_eq!(played.place(), (x, y + 1), "{kind} drops a row");
        played.tap(Button::RotateCw, at);
        assert_eq!(played.piece().rotation.quarter_turns(), 1, "{kind} rotates");
        let locked = played.lock_times().len();
        while played.lock_times().len() == locked {
            at += FALL;
            played.advance(at);
        }
    }
    for bag in played.entered().chunks(7) {
        let mut bag = bag.to_vec();
        bag.sort_unstable();
        assert_eq!(bag, Kind::TETROMINOES);
    }

    let almost = Position::new().board(&["GGGG..GGGG"; 2]).active(Kind::O, 0, 4, 18);
    played.game.set_up(&almost).expect("possible");
    played.tap(Button::SoftDrop, at);
    assert!(played.view().board.is_empty(), "both rows went");

    let high = Position::new().board(&["....GG...."; 20]).active(Kind::O, 0, 4, -2);
    played.game.set_up(&high).expect("possible");
    played.tap(Button::SoftDrop, at);
    assert_eq!(played.end(), Some(EndReason::LockOut));
}

/// S-02: no points, no speed-up, no hold, no previews, no hard drop.
#[test]
fn there_is_no_score_speed_up_hold_preview_ghost_or_hard_drop() {
    let rules = Rules::minimal();
    assert_eq!(rules.scoring, Scoring::None);
    let rows = ["IIII....II"];
    // In other games pieces fall faster after the tenth row.
    let mut played = minimal(&Position::new().board(&rows).active(Kind::I, 0, 4, 18).lines(9));
    let before = played.view().pieces;
    played.tap(Button::HardDrop, 1);
    played.tap(Button::Hold, 2);
    played.tap(Button::RotateCcw, 3);
    assert_eq!(played.view().pieces, before);
    assert_eq!(played.piece().kind, Kind::I);
    played.tap(Button::SoftDrop, 4);
    assert!(played.view().board.is_empty(), "the row went");
    let view = played.view();
    assert_eq!((view.score, view.lines, view.fall_interval), (0, 10, Micros(FALL)));
    assert!(view.next.is_empty() && view.hold.is_none() && view.ghost.is_none());
}

/// S-11 S-23 S-24 S-25 (A-S2)
#[test]
fn pieces_except_the_i_enter_above_the_field() {
    let drawings = [
        (Kind::I, ["..........", "..........", "...iiii..."]),
        (Kind::J, ["...j......", "...jjj....", ".........."]),
        (Kind::L, [".....l....", "...lll....", ".........."]),
        (Kind::O, ["....oo....", "....oo....", ".........."]),
        (Kind::S, ["....ss....", "...ss.....", ".........."]),
        (Kind::T, ["....t.....", "...ttt....", ".........."]),
        (Kind::Z, ["...zz.....", "....zz....", ".........."]),
    ];
    for (kind, drawing) in drawings {
        let played = entering(kind);
        assert_eq!(played.rows(-2..1), drawing);
        let (x, y) =
            if kind == Kind::I { (3, -1) } else { (if kind == Kind::O { 4 } else { 3 }, -2) };
        assert_eq!(played.place(), (x, y));
    }
}

/// S-27 S-48 (A-S1): exactly thirty-five frames, at the same speed throughout, and nothing to do in
/// between.
#[test]
fn a_piece_falls_a_row_every_thirty_five_frames() {
    let mut played = entering(Kind::T);
    for step in 1..=10_u64 {
        assert_eq!(played.game.next_deadline(), Some(Micros(step * FALL)));
        played.take_events();
        played.advance(step * FALL - 1);
        assert!(played.take_events().is_empty(), "nothing happens between two steps");
        assert_eq!(played.place().1, step as i8 - 3);
        played.advance(step * FALL);
        assert_eq!(played.place().1, step as i8 - 2);
    }
    for lines in [10, 100, 1000] {
        let played = minimal(&Position::new().entering(Kind::T).lines(lines));
        assert_eq!(played.view().fall_interval, Micros(FALL), "no faster after {lines} rows");
    }
}

/// S-27 (A-S1): neither a soft drop nor a new piece restarts the fall clock.
#[test]
fn the_fall_clock_runs_on_through_drops_and_pieces() {
    let mut played = minimal(&Position::new().active(Kind::O, 0, 4, 17).next(&[Kind::T]));
    played.tap(Button::SoftDrop, 500_000);
    assert_eq!(played.place().1, 18);
    played.advance(FALL - 1);
    assert!(played.lock_times().is_empty());
    played.advance(FALL);
    assert_eq!(played.lock_times(), [FALL], "the failed step places it");
    played.advance(2 * FALL - 1);
    assert_eq!(played.place().1, -2);
    played.tap(Button::SoftDrop, 2 * FALL - 1);
    played.advance(2 * FALL);
    assert_eq!(played.place().1, 0);
}

/// S-28 S-38 S-55
#[test]
fn a_piece_that_cannot_fall_stays_where_it_is_and_the_next_one_enters() {
    let mut played = minimal(&Position::new().active(Kind::S, 0, 0, 18).next(&[Kind::O]));
    played.advance(FALL);
    assert_eq!(played.stack(), [".SS.......", "SS........"]);
    assert_eq!(played.piece().kind, Kind::O);
    assert_eq!(played.place(), (4, -2));
}

/// S-32: the engine's half of the down key: one row, or lock at once.
#[test]
fn down_moves_one_row_or_locks_the_piece_and_holding_it_does_nothing_more() {
    let mut played = minimal(&Position::new().active(Kind::O, 0, 0, 17).next(&[Kind::T]));
    played.press(Button::SoftDrop, 10);
    played.advance(400_000);
    assert_eq!(played.place(), (0, 18), "one row per press");
    played.press(Button::SoftDrop, 400_001);
    assert_eq!(played.lock_times(), [400_001]);
    assert_eq!(played.stack(), ["OO........", "OO........"]);
    assert_eq!(played.place(), (3, -2), "the new piece has not been moved");
}

/// S-33: the matrix in all four rotations.
#[test]
fn a_rotation_rotates_the_square_matrix() {
    let mut played = minimal(&Position::new().active(Kind::L, 0, 3, 5));
    let rotations = [
        [".....l....", "...lll....", ".........."],
        ["....l.....", "....l.....", "....ll...."],
        ["..........", "...lll....", "...l......"],
        ["...ll.....", "....l.....", "....l....."],
        [".....l....", "...lll....", ".........."],
    ];
    for drawing in rotations {
        assert_eq!(played.rows(5..8), drawing);
        played.tap(Button::RotateCw, 1);
    }
    let mut bar = minimal(&Position::new().active(Kind::I, 0, 3, 5));
    bar.tap(Button::RotateCw, 1);
    assert_eq!(bar.rows(5..9), [".....i....", ".....i....", ".....i....", ".....i...."]);
}

/// S-34 (A-S8): at a wall or beside a taken cell, a rotation that does not fit is refused.
#[test]
fn there_are_no_kicks() {
    for kind in [Kind::J, Kind::L, Kind::S, Kind::T, Kind::Z] {
        for (rotation, x) in [(1, -1), (3, 8)] {
            let mut played = minimal(&Position::new().active(kind, rotation, x, 5));
            let before = played.piece();
            played.tap(Button::RotateCw, 1);
            assert_eq!(played.piece(), before, "{kind} at {x}");
        }
    }
    // An upright I in state 1 stands in its box's third column, in state 3 in its second.
    let rotates = |rotation: u8, column: i8| {
        let x = column - if rotation == 1 { 2 } else { 1 };
        let mut played = minimal(&Position::new().active(Kind::I, rotation, x, 5));
        played.tap(Button::RotateCw, 1);
        played.piece().rotation.quarter_turns() != rotation
    };
    let rotating_columns =
        |rotation| (0..10).filter(|&column| rotates(rotation, column)).collect::<Vec<i8>>();
    assert_eq!(rotating_columns(1), (2..=8).collect::<Vec<i8>>());
    assert_eq!(rotating_columns(3), (1..=7).collect::<Vec<i8>>());
}

/// S-35 S-36 S-37
#[test]
fn a_place_is_valid_within_the_walls_above_the_floor_and_where_no_cell_is_taken() {
    let possible = |x, y| {
        let position = Position::new().board(&["....G....."]).active(Kind::O, 0, x, y);
        quintet_engine::Game::from_position(GameName::Minimal.rules(), 1, &position).is_ok()
    };
    assert!(possible(0, 5) && possible(8, 5), "at either wall");
    assert!(!possible(-1, 5) && !possible(9, 5), "through either wall");
    assert!(possible(0, 18) && !possible(0, 19), "on the floor and through it");
    assert!(possible(4, 17) && !possible(4, 18) && !possible(3, 18), "on a taken cell");
    assert!(possible(4, -2) && possible(4, -3) && possible(4, -4), "there is no upper limit");
}

/// S-39 S-41 (A-S6): the visible cells stay, a full row is not cleared, and nothing moves any more.
#[test]
fn a_piece_placed_above_the_field_ends_the_game() {
    let mut rows = vec!["GGGG.GGGGG"; 19];
    rows.insert(0, "GGG...GGGG");
    let position = Position::new().board(&rows).active(Kind::T, 0, 3, -1);
    let mut played = minimal(&position);
    played.tap(Button::SoftDrop, 5);
    assert_eq!(played.end(), Some(EndReason::LockOut));
    assert_eq!(played.rows(-1..1), ["....T.....", "GGGTTTGGGG"], "the full row stays");
    let hash = played.game.state_hash();
    played.advance(100 * FALL);
    played.tap(Button::Left, 100 * FALL);
    assert_eq!(played.game.state_hash(), hash, "nothing happens any more");
    assert_eq!(played.game.next_deadline(), None, "there is nothing to wait for");
}

/// A-S4: only the I can enter on a taken cell, and that ends the game too.
#[test]
fn an_i_that_enters_on_a_taken_cell_ends_the_game() {
    let rows = [".....G...."; 20];
    let position = Position::new().board(&rows).active(Kind::O, 0, 0, 18).next(&[Kind::I]);
    let mut played = minimal(&position);
    played.tap(Button::SoftDrop, 1);
    assert_eq!(played.end(), Some(EndReason::BlockOut));
    assert_eq!(played.rows(0..1), [".....G...."], "nothing is overwritten");
}

/// S-40 S-56 (A-S5): adjacent and separate rows are removed by the same lock.
#[test]
fn all_full_rows_are_removed_and_the_rows_above_descend() {
    let rows = [".....G....", "GGG.GGGGGG", "....G.....", "GGG.GGGGGG", "GGG.GGGGGG"];
    let position = Position::new().board(&rows).active(Kind::I, 1, 1, 16).next(&[Kind::T]);
    let mut played = minimal(&position);
    played.tap(Button::SoftDrop, 1);
    let cleared: Vec<u8> = played
        .take_events()
        .iter()
        .filter_map(|what| match what {
            Event::Locked { lines, .. } => Some(*lines),
            _ => None,
        })
        .collect();
    assert_eq!(cleared, [3]);
    assert_eq!(played.stack(), [".....G....", "...IG....."]);
}

/// S-40 (A-S5)
#[test]
fn two_adjacent_rows_leave_nothing_full_behind() {
    let rows = ["..G.......", "GGGGGGGG..", "GGGGGGGG.."];
    let mut played = minimal(&Position::new().board(&rows).active(Kind::O, 0, 8, 18));
    played.tap(Button::SoftDrop, 1);
    assert_eq!(played.stack(), ["..G......."]);
}
