//! Flip as it is played: buttons pressed and time passing.

use proptest::prelude::*;
use quintet_engine::{
    Button, EndReason, Event, Game, GameName, Gravity, Kind, Micros, Phase, Position, Status,
    TimedEvent,
};

fn set_up(position: &Position) -> Game {
    Game::from_position(GameName::Flip.rules(), 1, position).expect("a possible position")
}

/// This piece alone on the board, with Os to come.
fn alone(kind: Kind, turns: u8, x: i8, y: i8) -> Position {
    Position::new().active(kind, turns, x, y).next(&[Kind::O; 6])
}

/// Rows that hang from the ceiling.
fn hanging(rows: &[&'static str]) -> Vec<&'static str> {
    let mut drawing = rows.to_vec();
    drawing.resize(20, "..........");
    drawing
}

fn press(game: &mut Game, button: Button, micros: u64) -> Vec<Event> {
    let mut events = Vec::new();
    let mut listen = |event: TimedEvent| events.push(event.event);
    game.press(button, Micros(micros), &mut listen).expect("time runs forward");
    events
}

/// Presses a button and lets it go at once.
fn tap(game: &mut Game, button: Button, micros: u64) {
    press(game, button, micros);
    game.release(button, Micros(micros), &mut |_| {}).expect("time runs forward");
}

fn advance(game: &mut Game, micros: u64) {
    game.advance(Micros(micros), &mut |_| {}).expect("time runs forward");
}

/// The place of the piece in play.
fn place(game: &Game) -> (i8, i8) {
    let piece = game.view().piece.expect("a piece in play").piece;
    (piece.x, piece.y)
}

#[test]
fn gravity_moves_a_piece_one_row_per_second() {
    for (gravity, step) in [(Gravity::Down, 1), (Gravity::Up, -1)] {
        for kind in Kind::TETROMINOES {
            let mut game = set_up(&alone(kind, 0, 4, 10).gravity(gravity));
            for rows in 1..=5_u8 {
                let due = u64::from(rows) * 1_000_000;
                advance(&mut game, due - 1);
                assert_eq!(place(&game), (4, 10 + step * (rows as i8 - 1)));
                advance(&mut game, due);
                assert_eq!(place(&game), (4, 10 + step * rows as i8), "{kind} {gravity:?}");
            }
            assert_eq!(game.view().score, 0, "gravity scores nothing");
        }
    }
}

#[test]
fn a_piece_locks_when_gravity_cannot_move_it() {
    for (gravity, y, landed) in [(Gravity::Down, 17, 18), (Gravity::Up, 1, 0)] {
        let mut game = set_up(&alone(Kind::T, 0, 4, y).gravity(gravity).next(&[Kind::O]));
        advance(&mut game, 1_999_999);
        assert_eq!(place(&game), (4, landed), "it rests and may still be moved");
        assert!(game.view().board.is_empty());
        tap(&mut game, Button::Left, 1_999_999);
        assert_eq!(place(&game), (3, landed));
        advance(&mut game, 2_000_000);
        let view = game.view();
        assert_eq!((view.pieces, view.board.filled_cells()), (1, 4));
        assert_eq!(view.piece.map(|piece| piece.piece.kind), Some(Kind::O), "the next is there");
        assert_eq!(place(&game), (4, if gravity == Gravity::Down { 0 } else { 18 }));
    }
}

/// Moving a resting piece off its ledge lets it fall on; nothing hastens or delays gravity.
#[test]
fn a_resting_piece_can_be_moved_off_a_ledge() {
    let ledge = ["OO........", "OO........"];
    let mut game = set_up(&alone(Kind::O, 0, 0, 16).board(&ledge));
    advance(&mut game, 900_000);
    tap(&mut game, Button::Right, 900_000);
    tap(&mut game, Button::Right, 950_000);
    advance(&mut game, 1_000_000);
    assert_eq!(place(&game), (2, 17));
    assert_eq!(game.view().pieces, 0);
}

#[test]
fn a_held_soft_drop_scores_one_point_per_row_and_never_locks() {
    for (gravity, y, end) in [(Gravity::Down, 13, 18), (Gravity::Up, 5, 0)] {
        let mut game = set_up(&alone(Kind::O, 0, 4, y).gravity(gravity));
        press(&mut game, Button::SoftDrop, 0);
        assert_eq!(game.view().score, 1, "the first row goes with the press");
        advance(&mut game, 49_999);
        assert_eq!(game.view().score, 1);
        advance(&mut game, 200_000);
        assert_eq!((place(&game), game.view().score), ((4, end), 5));
        advance(&mut game, 1_199_999);
        assert_eq!((place(&game), game.view().score), ((4, end), 5), "held on the ground");
        assert_eq!(game.view().pieces, 0);
        advance(&mut game, 1_200_000);
        assert_eq!(game.view().pieces, 1, "gravity locks it, a second after its last row");
    }
}

#[test]
fn the_piece_after_the_tenth_line_falls_faster() {
    let position = alone(Kind::I, 1, 9, 16).board(&["IIIIIIIII."]).lines(9);
    let mut game = set_up(&position);
    tap(&mut game, Button::HardDrop, 0);
    assert_eq!((game.view().lines, game.view().level), (10, 2));
    assert_eq!(game.view().board.stack(), [".........I", ".........I", ".........I"]);
    advance(&mut game, 899_999);
    assert_eq!(place(&game), (4, 0));
    advance(&mut game, 900_000);
    assert_eq!(place(&game), (4, 1));
}

#[test]
fn under_anti_gravity_a_completed_row_is_removed_and_the_rows_below_close_up() {
    let stack = hanging(&["JJJJJJJJJ.", ".SS......."]);
    let mut game = set_up(&alone(Kind::I, 1, 9, 10).board(&stack).gravity(Gravity::Up));
    tap(&mut game, Button::HardDrop, 0);
    let rows = hanging(&[".SS......I", ".........I", ".........I"]);
    assert_eq!(game.view().board.drawing(), rows);
    assert_eq!(game.view().score, 10 * 2 + 100);
}

#[test]
fn gravity_can_be_reversed_at_any_moment() {
    let stack = ["..J.......", "..JJJ.SS..", "IIII.SS..."];
    let position = alone(Kind::Z, 1, 7, 9).board(&stack).next(&[Kind::J, Kind::S]);
    let mut game = set_up(&position);
    advance(&mut game, 700_000);
    let events = press(&mut game, Button::Flip, 700_000);
    assert_eq!(events, [Event::Flipped { gravity: Gravity::Up }]);
    assert_eq!(game.view().gravity, Gravity::Up);
    let flipped = hanging(&["IIII.ZZ...", "..LLL.ZZ..", "..L......."]);
    assert_eq!(game.view().board.drawing(), flipped);
    let piece = game.view().piece.expect("a piece in play").piece;
    assert_eq!((piece.kind, piece.rotation.quarter_turns()), (Kind::S, 0));
    assert_eq!(place(&game), (4, 18), "it enters again from the other side");
    assert_eq!(game.view().next, [Kind::J], "what is to come stays as it is");

    advance(&mut game, 1_699_999);
    assert_eq!(place(&game), (4, 18), "the fall restarts");
    advance(&mut game, 1_700_000);
    assert_eq!(place(&game), (4, 17));
    tap(&mut game, Button::HardDrop, 1_800_000);
    let landed = hanging(&["IIII.ZZ...", "..LLL.ZZ..", "..L..SS...", "....SS...."]);
    assert_eq!(game.view().board.drawing(), landed);
    assert_eq!(place(&game), (4, 18), "the next piece enters from below too");
    assert_eq!(game.view().piece.map(|piece| piece.piece.kind), Some(Kind::J));
}

#[test]
fn full_rows_are_not_cleared_by_reversing_gravity() {
    let mut game = set_up(&alone(Kind::T, 0, 4, 0).board(&["IIIIIIIIII"; 5]));
    tap(&mut game, Button::Flip, 0);
    assert_eq!(game.view().board.full_rows().iter().collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
    assert_eq!((game.view().lines, game.view().score), (0, 0));
}

#[test]
fn buttons_held_while_gravity_is_reversed_keep_acting() {
    let mut game = set_up(&alone(Kind::O, 0, 4, 5));
    press(&mut game, Button::SoftDrop, 0);
    press(&mut game, Button::Left, 0);
    tap(&mut game, Button::Flip, 10_000);
    assert_eq!(place(&game), (4, 18));
    advance(&mut game, 60_000);
    assert_eq!(place(&game), (4, 17), "soft drop now takes it up");
    advance(&mut game, 170_000);
    assert_eq!(place(&game), (3, 15), "and the press of left still repeats after 170 ms");
}

#[test]
fn a_rising_piece_can_rotate_as_soon_as_it_enters() {
    for kind in Kind::TETROMINOES {
        let mut game = set_up(&Position::new().entering(kind).gravity(Gravity::Up));
        for _ in 0..4 {
            let before = game.view().piece.expect("a piece in play");
            let events = press(&mut game, Button::RotateCw, 0);
            assert!(matches!(events[..], [Event::Rotated { kick: 0, .. }]), "{kind}: {events:?}");
            let after = game.view().piece.expect("a piece in play");
            assert_eq!(after.piece.x, before.piece.x);
            let bottom = after.piece.y + after.shape.height() as i8;
            assert_eq!(bottom, 20, "{kind}: the bottom left corner stays");
        }
    }
}

/// The cells that, filled one at a time, end the game when gravity is reversed just after this
/// kind has entered.
fn fatal_cells(kind: Kind, gravity: Gravity) -> Vec<(i8, i8)> {
    let entered = GameName::Flip.rules().spawn_place(kind, gravity);
    let mut fatal = Vec::new();
    for y in 0..20 {
        for x in 0..10 {
            let mut rows = vec![['.'; 10]; 20];
            rows[y as usize][x as usize] = 'O';
            let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
            let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
            let position = Position::new().board(&rows).gravity(gravity).entering(kind);
            let Ok(mut game) = Game::from_position(GameName::Flip.rules(), 1, &position) else {
                continue; // The piece itself is there.
            };
            assert_eq!(place(&game), (entered.x, entered.y));
            tap(&mut game, Button::Flip, 0);
            if game.is_over() {
                assert_eq!(game.view().phase, Phase::Over(EndReason::BlockOut));
                assert!(game.view().piece.is_none(), "no piece is left over the block");
                fatal.push((x, y));
            } else {
                assert_eq!(game.view().board.row_bits(19 - y), 1 << x);
            }
        }
    }
    fatal
}

/// A piece enters again unmirrored, so a block beside it can be in its way. Cells are taken one by one, so single blocks stand for all boards.
#[test]
fn reversing_gravity_ends_the_game_where_the_piece_cannot_enter_again() {
    let nothing = Vec::new();
    for (gravity, row) in [(Gravity::Down, 0), (Gravity::Up, 18)] {
        assert_eq!(fatal_cells(Kind::T, gravity), [(4, row), (6, row)], "{gravity:?}");
        assert_eq!(fatal_cells(Kind::J, gravity), [(5, row), (6, row)], "{gravity:?}");
        assert_eq!(fatal_cells(Kind::L, gravity), [(4, row), (5, row)], "{gravity:?}");
        for kind in [Kind::I, Kind::O, Kind::S, Kind::Z] {
            assert_eq!(fatal_cells(kind, gravity), nothing, "{kind} {gravity:?}");
        }
    }
}

#[test]
fn pieces_rotate_clockwise_only_and_there_is_no_hold() {
    let mut game = set_up(&alone(Kind::T, 0, 4, 5));
    for button in [Button::RotateCcw, Button::Rotate180, Button::Hold] {
        assert_eq!(press(&mut game, button, 0), []);
    }
    assert_eq!(game.view().piece.map(|piece| piece.piece.rotation.quarter_turns()), Some(0));
}

/// Any kind follows any other, itself too.
#[test]
fn pieces_are_dealt_one_by_one_and_not_from_a_bag() {
    let mut game = Game::new(GameName::Flip.rules(), 5);
    let mut pairs = std::collections::BTreeSet::new();
    let mut before = None;
    for _ in 0..2_000 {
        // An empty board again for every piece.
        game.set_up(&Position::new().board(&[])).expect("an empty board");
        let now = game.now().0;
        tap(&mut game, Button::HardDrop, now);
        let kind = game.view().piece.map(|piece| piece.piece.kind);
        pairs.insert((before, kind));
        before = kind;
    }
    assert_eq!(pairs.len(), 1 + 7 * 7);
}

proptest! {
    #[test]
    fn reversing_gravity_twice_restores_any_board(
        seed: u64,
        buttons in prop::collection::vec(0..6_usize, 0..200),
    ) {
        let mut game = Game::new(GameName::Flip.rules(), seed);
        advance(&mut game, 0);
        let played = [
            Button::Left,
            Button::Right,
            Button::RotateCw,
            Button::SoftDrop,
            Button::HardDrop,
            Button::Flip,
        ];
        for (at, button) in (0..).step_by(100_000).zip(buttons) {
            tap(&mut game, played[button], at);
        }
        let before = game.clone();
        let now = game.now().0;
        tap(&mut game, Button::Flip, now);
        tap(&mut game, Button::Flip, now);
        if game.status() == Status::Playing {
            prop_assert_eq!(game.view().board, before.view().board);
            prop_assert_eq!(game.view().gravity, before.view().gravity);
            let kind = |game: &Game| game.view().piece.map(|piece| piece.piece.kind);
            prop_assert_eq!(kind(&game), kind(&before));
        }
    }
}
