//! The generator finds exactly what a plain search finds.

use quintet_bot::{Board, Movement, Moves, Tetromino};

use crate::plain_search::boards::Boards;
use crate::plain_search::{as_rests, rests};

fn check(board: &Board, movement: Movement) {
    for piece in Tetromino::ALL {
        for spins in [false, true] {
            let moves = if spins {
                Moves::with_spins(board, piece, movement)
            } else {
                Moves::new(board, piece, movement)
            };
            let expected: Vec<_> = rests(board, piece, movement, spins).into_iter().collect();
            let found = as_rests(moves.iter());
            assert_eq!(found.len(), moves.len());
            let missing: Vec<_> = expected.iter().filter(|rest| !found.contains(rest)).collect();
            let wrong: Vec<_> = found.iter().filter(|rest| !expected.contains(rest)).collect();
            assert!(
                found == expected,
                "{piece:?} by {movement:?} on\n{board}\nmissing {missing:?}\nwrong {wrong:?}"
            );
        }
    }
}

#[test]
fn on_noise_the_generator_finds_what_a_plain_search_finds() {
    let mut boards = Boards::new(1);
    for _ in 0..60 {
        let board = boards.noise();
        for movement in [Movement::PERFT, Movement::GUIDELINE] {
            check(&board, movement);
            check(&board, movement.with_half_turns());
        }
    }
}

#[test]
fn on_played_boards_the_generator_finds_what_a_plain_search_finds() {
    let mut boards = Boards::new(2);
    for _ in 0..60 {
        let board = boards.played();
        for movement in [Movement::PERFT, Movement::GUIDELINE] {
            check(&board, movement);
            check(&board, movement.with_half_turns());
        }
    }
}

#[test]
fn a_low_ceiling_keeps_pieces_down() {
    let mut boards = Boards::new(3);
    for _ in 0..25 {
        let board = boards.played();
        for ceiling in 20..24 {
            check(&board, Movement { ceiling, ..Movement::GUIDELINE }.with_half_turns());
        }
    }
}
