//! The front end as a player uses it, without a terminal.

mod beginning;
mod kept;
mod live;
mod pictures;
mod playing;
mod terminals;
mod watching;

use crossterm::event::KeyCode;
use quintet_engine::{Button, GameName, Micros, Recorder, Replay};
use quintet_frontend::{FrontEnd, SETTINGS};
use quintet_words::Phrase;

use crate::app::Begin;
use crate::screens::Screen;
use crate::stage::Stage;

fn game(name: GameName) -> Stage {
    Stage::new(Begin::Game(name, Some(7)))
}

/// Drops pieces until the game is over.
fn lose(stage: &mut Stage) {
    for _ in 0..400 {
        if !matches!(stage.app.screen, Screen::Play) {
            return;
        }
        // Minimal has no hard drop.
        stage.tap(KeyCode::Char(' ')).tap(KeyCode::Down).wait(100);
    }
    panic!("the game does not end");
}

/// A replay of a few pieces.
fn replay(name: GameName) -> Replay {
    let mut recorder = Recorder::new(&vec![name.rules(); name.boards()], 7);
    for piece in 1..=6 {
        for player in 0..name.boards() {
            let at = Micros::from_millis(500 * piece);
            recorder.press(player, Button::HardDrop, at, &mut |_, _| {}).expect("time goes on");
            recorder.release(player, Button::HardDrop, at, &mut |_, _| {}).expect("time goes on");
        }
    }
    recorder.replay()
}

/// The settings, at one of them.
fn settings_at(label: Phrase) -> Screen {
    let mut shown = SETTINGS.iter().filter(|setting| setting.front != FrontEnd::App);
    let chosen = shown.position(|setting| setting.label == label).expect("there is such a setting");
    Screen::Settings { chosen }
}
