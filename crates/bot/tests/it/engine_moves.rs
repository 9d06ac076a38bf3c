//! The generator against the engine: it finds exactly the placements that buttons lead to.

use std::collections::{BTreeSet, HashSet, VecDeque};

use quintet_bot::{Board, Moves, Placement, State, Tetromino};
use quintet_engine::{Button, Event, Game, Keystroke, RotationSystem, Rules, Spin};

use crate::game;
use crate::plain_search::boards::Boards;

/// Versus without half turns and with them.
fn rules() -> [Rules; 2] {
    [Rules { rotation: RotationSystem::SRS, ..Rules::versus() }, Rules::versus()]
}

/// Taps a button. Returns the spin that the piece scores then, and where it locked if it did.
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
            // A press without effect leaves the last rotation as it was.
            if place(&moved) != place(&game) {
                open.push_back((moved, spin));
            }
        }
    }
    found
}

/// Compares the placements of these pieces and returns their spins.
fn check(board: &Board, rules: Rules, pieces: &[Tetromino]) -> BTreeSet<Spin> {
    let mut spins = BTreeSet::new();
    for &piece in pieces {
        let Some(game) = game(rules, board, piece) else { continue };
        let state = State::of(&game).expect("a piece is in play");
        assert_eq!(state.board, *board);
        let movement = state.rules.movement;
        let found: BTreeSet<Placement> = Moves::with_spins(board, piece, movement).iter().collect();
        let reached = by_buttons(&game);
        let missing: Vec<_> = reached.difference(&found).collect();
        let wrong: Vec<_> = found.difference(&reached).collect();
        assert!(found == reached, "on\n{board}\nmissing {missing:?}\nwrong {wrong:?}");
        for placement in found {
            spins.insert(placement.spin);
            let goal = placement.to_engine(rules.height);
            let presses = game.finesse(goal, placement.spin).expect("it can be reached");
            let mut game = game.clone();
            let mut locked = None;
            for (button, times) in presses.iter().copied().map(Keystroke::taps) {
                for _ in 0..times {
                    locked = tap(&mut game, button).1;
                }
            }
            assert_eq!(locked, Some(placement), "{presses:?} on\n{board}");
        }
    }
    spins
}

#[test]
fn on_noise_the_generator_finds_what_buttons_lead_to() {
    let mut boards = Boards::new(11);
    for _ in 0..12 {
        let board = boards.noise();
        for rules in rules() {
            check(&board, rules, &Tetromino::ALL);
        }
    }
}

#[test]
fn on_played_boards_the_generator_finds_what_buttons_lead_to() {
    let mut boards = Boards::new(12);
    for _ in 0..12 {
        let board = boards.played();
        for rules in rules() {
            check(&board, rules, &Tetromino::ALL);
        }
    }
}

#[test]
fn the_spins_of_a_t_are_those_that_buttons_lead_to() {
    let mut boards = Boards::new(13);
    let mut on_noise = BTreeSet::new();
    let mut on_played = BTreeSet::new();
    for _ in 0..40 {
        let (noise, played) = (boards.noise(), boards.played());
        for rules in rules() {
            on_noise.extend(check(&noise, rules, &[Tetromino::T]));
            on_played.extend(check(&played, rules, &[Tetromino::T]));
        }
    }
    assert_eq!(on_noise, BTreeSet::from(Spin::ALL), "every kind of spin was compared");
    assert_eq!(on_played, BTreeSet::from(Spin::ALL), "every kind of spin was compared");
}
