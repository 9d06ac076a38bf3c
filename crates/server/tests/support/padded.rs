//! A replay that is as large as it can be.

use quintet_engine::{Button, GameName, Micros, Recorder, Replay, TimedInput};

/// A true game with as many releases that do nothing as fit.
pub(crate) fn padded(game: GameName, seed: u64) -> Replay {
    let mut recorder = Recorder::new(&[game.rules()], seed);
    let mut at = Micros::ZERO;
    while !recorder.current().is_over() {
        at += Micros::from_millis(100);
        recorder.press(0, Button::HardDrop, at, &mut |_, _| {}).expect("time goes on");
        for _ in 0..6_000 {
            at += Micros(20);
            let release = TimedInput::release(Button::Left, at);
            recorder.apply(&release, &mut |_, _| {}).expect("time goes on");
        }
        recorder.release(0, Button::HardDrop, at, &mut |_, _| {}).expect("time goes on");
    }
    recorder.replay()
}
