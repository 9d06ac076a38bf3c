//! Marathon: how a game ends.

use crate::drawing::Played;
use quintet_engine::{Button, EndReason, Event, InputError, Kind, Micros, Position, Rules, Status};

/// M-066 M-230
#[test]
fn a_new_piece_that_finds_its_place_taken_ends_the_game() {
    let position =
        Position::new().board(&["...GGG...."; 18]).active(Kind::O, 0, 4, 0).next(&[Kind::T]);
    let mut played = Played::set_up(Rules::marathon(), &position);
    played.advance(499_999);
    assert_eq!(played.end(), None);
    played.advance(500_000);
    assert_eq!(played.end(), Some(EndReason::BlockOut));
    assert_eq!(played.game.status(), Status::Over);
    assert!(played.view().piece.is_none(), "the new piece never came into play");
    assert_eq!(played.rows(0..3), ["....OO....", "....OO....", "...GGG...."]);
    let last = played.take_events().pop();
    assert_eq!(last, Some(Event::Over { reason: EndReason::BlockOut }));
}

/// M-066: one taken cell of the entry is enough; cells beside it do not count.
#[test]
fn only_the_cells_of_the_new_piece_count() {
    for (row, end) in [("...G......", None), ("....G.....", Some(EndReason::BlockOut))] {
        let mut rows = vec![row];
        rows.resize(20, "..........");
        let position =
            Position::new().board(&rows).active(Kind::O, 0, 8, 18).next(&[Kind::T, Kind::O]);
        let mut played = Played::set_up(Rules::marathon(), &position);
        played.tap(Button::HardDrop, 0);
        assert_eq!(played.end(), end, "{row}");
    }
}

/// M-070 M-231 (A-M4)
#[test]
fn a_piece_that_locks_with_any_cell_above_the_field_ends_the_game() {
    let mut rows = vec![".....G...."];
    rows.resize(17, "..........");
    let mut played =
        Played::set_up(Rules::marathon(), &Position::new().board(&rows).entering(Kind::I));
    assert_eq!(played.rows(0..4), ["...iiii...", "..........", "..........", ".....G...."]);
    played.tap(Button::RotateCw, 100_000);
    assert_eq!(
        played.rows(-1..4),
        [
            ".....i....", //
            ".....i....",
            ".....i....",
            ".....i....",
            ".....G....",
        ]
    );
    played.advance(599_999);
    assert_eq!(played.end(), None);
    played.advance(600_000);
    assert_eq!(played.end(), Some(EndReason::LockOut));
    assert_eq!(played.rows(0..4), [".....I....", ".....I....", ".....I....", ".....G...."]);
    assert_eq!(played.lock_times(), [600_000]);
}

/// M-070: a piece wholly inside the field does not end the game, even in the top row.
#[test]
fn a_piece_that_locks_in_the_top_row_does_not_end_the_game_by_itself() {
    let mut rows = vec!["GGG......."];
    rows.resize(18, "..........");
    let position = Position::new().board(&rows).active(Kind::T, 0, 0, 0).next(&[Kind::O]);
    let mut played = Played::set_up(Rules::marathon(), &position);
    played.tap(Button::HardDrop, 0);
    assert_eq!(played.end(), None);
    assert_eq!(played.rows(0..3), [".T..oo....", "TTT.oo....", "GGG......."]);
}

/// A-M5
#[test]
fn a_lock_above_the_field_comes_before_any_clear() {
    let mut rows = vec!["GGGGG.GGGG", ".....G...."];
    rows.resize(18, "..........");
    let position = Position::new().board(&rows).active(Kind::I, 1, 3, -1);
    let mut played = Played::set_up(Rules::marathon(), &position);
    played.tap(Button::HardDrop, 0);
    assert_eq!(played.end(), Some(EndReason::LockOut));
    assert_eq!((played.view().score, played.view().lines), (0, 0));
    assert_eq!(played.rows(2..4), ["GGGGGIGGGG", ".....G...."]);
    assert!(!played.take_events().iter().any(|what| matches!(what, Event::Cleared(_))));
}

#[test]
fn nothing_changes_after_the_end() {
    let mut played = Played::new(Rules::marathon());
    for at in 1..20 {
        played.tap(Button::HardDrop, at);
    }
    assert!(played.game.is_over());
    played.take_events();
    let before = (played.game.state_hash(), played.game.now());
    for button in Button::ALL {
        played.press(button, 1_000_000);
        played.release(button, 2_000_000);
    }
    played.receive_garbage(&[3], 3_000_000);
    played.advance(u64::MAX);
    assert!(played.take_events().is_empty());
    assert_eq!((played.game.state_hash(), played.game.now()), before);
    assert_eq!(played.game.next_deadline(), None);
}

#[test]
fn time_never_runs_backwards() {
    let mut played = Played::new(Rules::marathon());
    played.advance(1000);
    let before = played.game.state_hash();
    let error = InputError::TimeRunsBackwards { at: Micros(999), now: Micros(1000) };
    let refused = Err(error);
    let mut ignore = |_| panic!("nothing may happen");
    assert_eq!(played.game.advance(Micros(999), &mut ignore), refused);
    assert_eq!(played.game.press(Button::Left, Micros(999), &mut ignore), refused);
    assert_eq!(played.game.release(Button::Left, Micros(999), &mut ignore), refused);
    assert_eq!(played.game.receive_garbage(&[1], Micros(999), &mut ignore), refused);
    assert_eq!(played.game.state_hash(), before);
    let text = error.to_string();
    assert_eq!(
        text,
        "time runs backwards: 999 us is before 1000 us, which the game has already reached"
    );
    assert_eq!(played.game.advance(Micros(1000), &mut |_| {}), Ok(()), "now is not yet past");
}
