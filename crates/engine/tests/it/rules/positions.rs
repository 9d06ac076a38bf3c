//! Positions: games set up from drawings, and positions that are refused.

use crate::drawing::{Played, tile};
use quintet_engine::{
    ActivePiece, Button, Game, GameName, Gravity, Kind, MAX_QUEUE, Micros, Phase, Position,
    PositionError, Rules, Status,
};

fn refusal(rules: Rules, position: &Position) -> PositionError {
    let rules = rules.validate().expect("valid rules");
    let mut game = Game::new(rules, 1);
    game.press(Button::Left, Micros(1000), &mut |_| {}).expect("time runs forward");
    let before = game.clone();
    let error = game.set_up(position).expect_err("impossible");
    assert_eq!(game, before, "nothing changes");
    assert_eq!(Game::from_position(rules, 1, position), Err(error.clone()));
    error
}

#[test]
fn a_board_with_too_many_rows_is_refused() {
    let rows = vec![".........."; 25];
    let error = refusal(Rules::marathon(), &Position::new().board(&rows));
    assert_eq!(error, PositionError::TooManyRows { rows: 25, most: 24 });
    assert_eq!(error.to_string(), "the board has 25 rows, but only 24 fit");
    let played = Played::set_up(Rules::marathon(), &Position::new().board(&rows[1..]));
    assert_eq!(played.rows(-4..0), [".........."; 4], "hidden rows can be drawn too");
}

#[test]
fn a_row_of_the_wrong_width_is_refused() {
    let error = refusal(Rules::marathon(), &Position::new().board(&["..........", "........."]));
    assert_eq!(error, PositionError::WrongWidth { row: 1, found: 9, width: 10 });
    let error = refusal(Rules::domino_easy(), &Position::new().board(&[".........."]));
    assert_eq!(error, PositionError::WrongWidth { row: 0, found: 10, width: 8 });
}

#[test]
fn an_unknown_cell_is_refused() {
    for (rules, row, cell, column) in [
        (Rules::marathon(), "....X.....", 'X', 4),
        (Rules::marathon(), ".........3", '3', 9),
        (Rules::marathon(), "é.........", 'é', 0),
        (Rules::domino_hard(), ".7......", '7', 1),
        (Rules::domino_hard(), "..T.....", 'T', 2),
        (Rules::flip(), "i.........", 'i', 0),
    ] {
        let error = refusal(rules, &Position::new().board(&[row]));
        assert_eq!(error, PositionError::UnknownCell { cell, row: 0, column });
    }
}

#[test]
fn an_unknown_piece_is_refused() {
    let named = |name: &str| {
        let active = ActivePiece { kind: name.to_owned(), ..ActivePiece::default() };
        Position { active: Some(active), ..Position::new() }
    };
    for (rules, name) in [
        (Rules::marathon(), "Q"),
        (Rules::marathon(), ""),
        (Rules::marathon(), "t"),
        (Rules::marathon(), "2:5"),
        (Rules::domino_easy(), "T"),
        (Rules::domino_easy(), "6:7"),
    ] {
        let unknown = PositionError::UnknownPiece(name.to_owned());
        assert_eq!(refusal(rules, &named(name)), unknown);
        let next = Position { next: Some(vec![name.to_owned()]), ..Position::new() };
        assert_eq!(refusal(rules, &next), unknown);
        if rules.hold {
            let hold = Position { hold: Some(name.to_owned()), ..Position::new() };
            assert_eq!(refusal(rules, &hold), unknown);
        }
    }
}

#[test]
fn a_rotation_that_the_piece_does_not_have_is_refused() {
    let error = refusal(Rules::marathon(), &Position::new().active(Kind::T, 4, 3, 5));
    assert_eq!(error, PositionError::UnknownRotation(4));
    let error = refusal(Rules::domino_easy(), &Position::new().active(tile(0, 1), 2, 3, 5));
    assert_eq!(error, PositionError::UnknownRotation(2));
}

#[test]
fn a_piece_outside_the_board_or_on_a_filled_cell_is_refused() {
    let board = Position::new().board(&["....G....."]);
    for (x, y) in [(-1, 5), (8, 5), (3, 19), (3, -5), (3, 18), (127, 127), (-128, -128), (3, 127)] {
        let position = board.clone().active(Kind::T, 0, x, y);
        let error = refusal(Rules::marathon(), &position);
        assert_eq!(error, PositionError::DoesNotFit { kind: Kind::T, x, y });
    }
    let error =
        refusal(Rules::marathon(), &Position::new().board(&["GGGGGGGGGG"; 20]).entering(Kind::O));
    assert_eq!(error, PositionError::DoesNotFit { kind: Kind::O, x: 4, y: 0 });
}

#[test]
fn a_board_drawn_over_the_piece_in_play_is_refused() {
    let mut played = Played::set_up(Rules::marathon(), &Position::new().active(Kind::T, 0, 3, 10));
    let error = played.game.set_up(&Position::new().board(&["...GGG...."; 9]));
    assert_eq!(error, Err(PositionError::DoesNotFit { kind: Kind::T, x: 3, y: 10 }));
    assert!(played.view().board.is_empty());
    played.game.set_up(&Position::new().board(&["...GGG...."; 8])).expect("just below it");
    assert_eq!(played.view().lock_at, Some(Micros(500_000)), "the piece rests on it now");
}

#[test]
fn a_queue_that_is_too_long_is_refused() {
    let error = refusal(Rules::marathon(), &Position::new().next(&[Kind::T; MAX_QUEUE + 1]));
    assert_eq!(error, PositionError::QueueTooLong(41));
    let position = Position::new().next(&[Kind::T; MAX_QUEUE]);
    let mut played = Played::set_up(Rules::marathon(), &position);
    for at in 0..5 {
        assert_eq!(played.piece().kind, Kind::T);
        played.tap(Button::HardDrop, at);
    }
}

#[test]
fn hold_and_gravity_are_refused_where_the_game_has_none() {
    assert_eq!(refusal(Rules::battle(), &Position::new().hold(Kind::T)), PositionError::NoHold);
    assert_eq!(refusal(Rules::flip(), &Position::new().hold(Kind::T)), PositionError::NoHold);
    let up = Position::new().gravity(Gravity::Up);
    assert_eq!(refusal(Rules::marathon(), &up), PositionError::NoFlip);
    let down = Position::new().gravity(Gravity::Down);
    assert!(Game::from_position(GameName::Marathon.rules(), 1, &down).is_ok(), "as it is anyway");
}

#[test]
fn counters_out_of_range_are_refused() {
    let rules = Rules::marathon();
    let out_of_range = |position: &Position| refusal(rules, position);
    assert_eq!(out_of_range(&Position::new().level(0)), PositionError::LevelOutOfRange(0));
    let high = Position::new().level(1_000_001);
    assert_eq!(out_of_range(&high), PositionError::LevelOutOfRange(1_000_001));
    assert_eq!(out_of_range(&Position::new().lives(-1)), PositionError::NoLives(-1));
    let most = 1_000_000_000;
    let too_large = |name, value| PositionError::CounterTooLarge { name, value, most };
    let score = Position::new().score(most + 1);
    assert_eq!(out_of_range(&score), too_large("score", most + 1));
    let lines = Position::new().lines(u32::MAX);
    assert_eq!(out_of_range(&lines), too_large("lines", u64::from(u32::MAX)));
    let lives = Position::new().lives(i32::MAX);
    assert_eq!(out_of_range(&lives), too_large("lives", 2_147_483_647));
    let at_the_limit = Position::new().score(most).lines(1_000_000_000).lives(1_000_000_000);
    let rules = rules.validate().expect("valid rules");
    assert!(Game::from_position(rules, 1, &at_the_limit).is_ok());
}

#[test]
fn what_a_position_does_not_set_stays_as_in_a_new_game() {
    let game =
        Game::from_position(GameName::Marathon.rules(), 7, &Position::new()).expect("possible");
    assert_eq!(game, Game::new(GameName::Marathon.rules(), 7));
    let position = Position::new().board(&["GGGGG....."]).score(70).lines(25);
    let mut played = Played::set_up(Rules::marathon(), &position);
    let view = played.view();
    assert_eq!((view.score, view.lines, view.level), (70, 25, 3));
    assert_eq!((view.hold, view.pieces), (None, 0));
    assert_eq!(played.piece().kind, Game::new(GameName::Marathon.rules(), 1).view().next[0]);
    played.advance(617_796);
    assert_eq!(played.view().fall_interval, Micros(617_796));
}

#[test]
fn time_continues_after_a_position_is_set_up() {
    let mut played = Played::new(Rules::marathon());
    played.advance(5_000_000);
    played.game.set_up(&Position::new().active(Kind::O, 0, 4, 10)).expect("possible");
    assert_eq!(played.game.now(), Micros(5_000_000));
    played.advance(5_999_999);
    assert_eq!(played.place(), (4, 10));
    played.advance(6_000_000);
    assert_eq!(played.place(), (4, 11));
}

/// Counters and coming pieces do not affect the timers.
#[test]
fn a_position_without_board_and_piece_does_not_change_the_piece_in_play() {
    let mut played = Played::set_up(Rules::marathon(), &Position::new().active(Kind::T, 0, 3, 18));
    played.tap(Button::Left, 300_000);
    let (lock_at, resets) = (played.view().lock_at, played.view().lock_resets_left);
    let position = Position::new().score(123).level(4).hold(Kind::I).next(&[Kind::O]);
    played.game.set_up(&position).expect("possible");
    assert_eq!((played.view().lock_at, played.view().lock_resets_left), (lock_at, resets));
    played.advance(800_000);
    assert_eq!((played.lock_times(), played.view().score), (vec![800_000], 123));
    assert_eq!(played.piece().kind, Kind::O);
}

#[test]
fn a_position_without_board_and_piece_changes_neither_a_clear_nor_the_end() {
    let one_line = Position::new().board(&["GGGGGG...."]).active(Kind::I, 0, 6, 18);
    let mut played = Played::set_up(Rules::marathon(), &one_line);
    played.tap(Button::HardDrop, 0);
    played.game.set_up(&Position::new().score(9)).expect("possible");
    assert!(matches!(played.view().phase, Phase::Clearing { .. }));
    played.advance(400_000);
    assert!(played.stack().is_empty());

    let mut played = Played::new(Rules::marathon());
    for at in 0..20 {
        played.tap(Button::HardDrop, at);
    }
    played.game.set_up(&Position::new().score(9)).expect("possible");
    assert_eq!((played.game.status(), played.view().score), (Status::Over, 9));
}

#[test]
fn setting_a_board_or_a_piece_restarts_an_ended_game() {
    let mut played = Played::new(Rules::marathon());
    for at in 0..20 {
        played.tap(Button::HardDrop, at);
    }
    assert_eq!(played.game.status(), Status::Over);
    let now = played.game.now().0;
    played.game.set_up(&Position::new().board(&[])).expect("possible");
    played.advance(now);
    assert_eq!(played.game.status(), Status::Playing);
    assert!(played.view().piece.is_some());
}

#[test]
fn a_board_set_up_during_a_clear_replaces_the_rows() {
    let one_line = Position::new().board(&["GGGGGG...."]).active(Kind::I, 0, 6, 18);
    let mut played = Played::set_up(Rules::marathon(), &one_line);
    played.tap(Button::HardDrop, 0);
    played.game.set_up(&Position::new().board(&["JJJ......."])).expect("possible");
    played.advance(0);
    assert_eq!(played.stack(), ["JJJ......."]);
    assert!(played.view().piece.is_some());
}

#[test]
fn a_drawn_board_reads_back_as_it_was_drawn() {
    let rows = ["IJLOSTZG..", "..........", "ZZ......TT"];
    let played = Played::set_up(Rules::marathon(), &Position::new().board(&rows));
    assert_eq!(played.stack(), rows);
    assert_eq!(played.view().board.drawing().len(), 20);
    assert_eq!(played.view().board.drawing()[17..], rows);
    let rows = ["01234560", "........"];
    let played = Played::set_up(Rules::domino_easy(), &Position::new().board(&rows));
    assert_eq!(played.stack(), rows);
}
