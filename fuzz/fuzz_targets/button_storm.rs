//! The law: whatever buttons come at whatever times, in any game, no piece overlaps a filled cell
//! or leaves the board, the ghost rests where it stands, and the same storm again ends in the very
//! same state.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quintet_engine::{Button, Game, GameName, Micros};

fuzz_target!(|bytes: &[u8]| {
    let Some((&[game, seed], storm)) = bytes.split_first_chunk() else { return };
    let game = GameName::ALL[usize::from(game) % GameName::ALL.len()];
    assert_eq!(weather(game, seed, storm), weather(game, seed, storm));
});

fn weather(game: GameName, seed: u8, storm: &[u8]) -> u64 {
    let mut game = Game::new(game.rules(), u64::from(seed));
    let mut now = Micros::ZERO;
    for &[what, wait] in storm.as_chunks().0 {
        // From no time at all to some seconds.
        now += Micros(u64::from(wait).pow(3));
        let button = Button::ALL[usize::from(what >> 4) % Button::ALL.len()];
        match what % 16 {
            0..8 => game.press(button, now, &mut |_| {}),
            8..13 => game.release(button, now, &mut |_| {}),
            13 => game.receive_garbage(&[what >> 5], now, &mut |_| {}),
            14 => game.advance(now, &mut |_| {}),
            _ => Ok(game.toggle_pause()),
        }
        .expect("time runs forward");
        assert_sound(&game);
    }
    game.state_hash()
}

fn assert_sound(game: &Game) {
    let view = game.view();
    for placed in view.piece.iter().chain(&view.ghost) {
        let piece = placed.piece;
        assert!(view.board.fits(placed.shape, piece.x, piece.y), "{piece:?} overlaps");
    }
    if let Some(ghost) = view.ghost {
        let below = ghost.piece.y + view.gravity.step();
        assert!(!view.board.fits(ghost.shape, ghost.piece.x, below), "the ghost hangs in the air");
    }
}
