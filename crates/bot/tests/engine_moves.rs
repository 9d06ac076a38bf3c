//! The generator held against the engine: what it finds is exactly what buttons lead to.

mod plain_search;

use std::collections::{BTreeSet, HashSet, VecDeque};

use plain_search::boards::Boards;
use quintet_bot::{Board, Moves, Piece, Placement, Press, State, finesse};
use quintet_engine::{Button, Event, Fall, Game, Micros, Position, RotationSystem, Rules, Spin};

/// Versus without half turns and with them; nothing falls by itself.
fn rules() -> [Rules; 2] {
    let rules = Rules { fall: Fall::Every(Micros::from_secs(60)), ..Rules::versus() };
    [Rules { rotation: RotationSystem::SRS, ..rules }, rules]
}

/// A game with this board and this piece in play; none if there is no room for it.
fn game(rules: Rules, board: &Board, piece: Piece) -> Option<Game> {
    let drawing = board.to_string().replace('#', "G");
    let rows: Vec<&str> = drawing.lines().collect();
    let position = Position::new().board(&rows).entering(piece.kind());
    let mut game = Game::from_position(rules.validate().ok()?, 1, &position).ok()?;
    game.advance(Micros::ZERO, &mut |_| {}).expect("time begins");
    Some(game)
}

/// Taps a button; says how the piece would count as spun then, and where it locked if it did.
fn tap(game: &mut Game, button: Button) -> (Spin, Option<Placement>) {
    let height = game.rules().height;
    let (mut spin, mut locked) = (Spin::None, None);
    let mut listen = |event: quintet_engine::TimedEvent| match event.event {
        Event::Rotated { spin: turned, .. } => spin = turned,
        Event::Locked { piece, spin, .. } => locked = Placement::of_lock(piece, spin, height),
        _ => {}
    };
    let now = game.now();
    game.press(button, now, &mut listen).expect("now is not before now");
    game.release(button, now, &mut |_| {}).expect("now is not before now");
    (spin, locked)
}

/// Everything that buttons lead to.
fn by_buttons(game: &Game) -> BTreeSet<Placement> {
    const BUTTONS: [Button; 6] = [
        Button::Left,
        Button::Right,
        Button::StepDown,
        Button::RotateCw,
        Button::RotateCcw,
        Button::Rotate180,
    ];
    let place = |game: &Game| game.view().piece.map(|placed| placed.piece);
    let mut found = BTreeSet::new();
    let mut seen = HashSet::new();
    let mut open = VecDeque::from([(game.clone(), Spin::None)]);
    while let Some((game, spin)) = open.pop_front() {
        let Some(piece) = place(&game) else { continue };
        if !seen.insert((piece.rotation.quarter_turns(), piece.x, piece.y, spin)) {
            continue;
        }
        let mut dropped = game.clone();
        found.extend(tap(&mut dropped, Button::HardDrop).1);
        for button in BUTTONS {
            let mut moved = game.clone();
            let (spin, _) = tap(&mut moved, button);
            // What does nothing leaves the last turn as it was.
            if place(&moved) != place(&game) {
                open.push_back((moved, spin));
            }
        }
    }
    found
}

fn check(board: &Board, rules: Rules) {
    for piece in Piece::ALL {
        let Some(game) = game(rules, board, piece) else { continue };
        let state = State::of(&game).expect("a piece is in play");
        assert_eq!(state.board, *board);
        let movement = state.terms.movement;
        let found: BTreeSet<Placement> = Moves::with_spins(board, piece, movement).iter().collect();
        let reached = by_buttons(&game);
        let missing: Vec<_> = reached.difference(&found).collect();
        let wrong: Vec<_> = found.difference(&reached).collect();
        assert!(found == reached, "on\n{board}\nmissing {missing:?}\nwrong {wrong:?}");
        for placement in found {
            let presses = finesse(board, placement, movement).expect("it can be had");
            let mut game = game.clone();
            let mut locked = None;
            for (button, times) in presses.iter().copied().map(Press::taps) {
                for _ in 0..times {
                    locked = tap(&mut game, button).1;
                }
            }
            assert_eq!(locked, Some(placement), "{presses:?} on\n{board}");
        }
    }
}

#[test]
fn on_noise_the_generator_finds_what_buttons_lead_to() {
    let mut boards = Boards::new(11);
    for _ in 0..12 {
        let board = boards.noise();
        for rules in rules() {
            check(&board, rules);
        }
    }
}

#[test]
fn on_played_boards_the_generator_finds_what_buttons_lead_to() {
    let mut boards = Boards::new(12);
    for _ in 0..12 {
        let board = boards.played();
        for rules in rules() {
            check(&board, rules);
        }
    }
}
