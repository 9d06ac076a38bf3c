//! The law: whatever buttons come at whatever times, in any game, no piece overlaps a filled cell
//! or leaves the board, the ghost rests where it stands, and what was recorded replays to the very
//! same state.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quintet_engine::{Button, Game, GameName, Micros, Recorder, Rules, SoftDrop, TimedInput};

fuzz_target!(|bytes: &[u8]| {
    let Some((&[game, seed, variation], storm)) = bytes.split_first_chunk() else { return };
    let game = GameName::ALL[usize::from(game) % GameName::ALL.len()];
    let Ok(rules) = vary(game.rules().get(), variation).validate() else { return };
    let mut recorder = Recorder::new(&vec![rules; game.boards()], u64::from(seed));
    weather(&mut recorder, storm);
    assert_eq!(recorder.replay().verify(), Ok(()));
});

/// Options that a player may choose, each by a bit.
fn vary(mut rules: Rules, variation: u8) -> Rules {
    let is_on = |bit: u8| variation >> bit & 1 == 1;
    if is_on(0) {
        rules.handling.arr = Micros::ZERO;
    }
    if is_on(1) {
        rules.handling.das = Micros::ZERO;
    }
    if is_on(2) {
        rules.handling.soft_drop = SoftDrop::Every(Micros::ZERO);
    }
    if is_on(3) {
        rules = rules.with_instant_fall();
    }
    if is_on(4) {
        rules = rules.with_guideline_scoring();
    }
    rules.initial_actions = is_on(5);
    rules
}

fn weather(recorder: &mut Recorder, storm: &[u8]) {
    let mut now = Micros::ZERO;
    for &[what, wait] in storm.as_chunks().0 {
        // From no time at all to some seconds.
        now += Micros(u64::from(wait).pow(3));
        let player = usize::from(wait) % recorder.current().players();
        let button = Button::ALL[usize::from(what >> 4) % Button::ALL.len()];
        match what % 16 {
            0..8 => recorder.press(player, button, now, &mut |_, _| {}),
            8..12 => recorder.release(player, button, now, &mut |_, _| {}),
            12 => {
                let garbage = TimedInput::garbage([what >> 5].into(), now).to_board(player as u8);
                recorder.apply(&garbage, &mut |_, _| {})
            }
            13 => recorder.advance(now, &mut |_, _| {}),
            14 => Ok(recorder.pause()),
            _ => Ok(recorder.resume()),
        }
        .expect("time runs forward");
        recorder.current().games().iter().for_each(assert_sound);
    }
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
