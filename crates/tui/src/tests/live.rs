//! Numbers in play, and words for clears.

use crossterm::event::KeyCode;
use quintet_engine::{Button, GameName, Kind, Micros, Position, Recorder, Replay};
use quintet_words::play;

use super::{game, lose};
use crate::app::Begin;
use crate::screens::Screen;
use crate::stage::Stage;

/// A stage with all live numbers switched on.
fn counted(name: GameName) -> Stage {
    let mut stage = Stage::new(Begin::Menu(Some(name)));
    let settings = &mut stage.app.settings;
    settings.live_speed = true;
    settings.live_keys = true;
    settings.live_finesse = true;
    settings.live_pace = true;
    settings.live_attack = true;
    stage.app.begin_game();
    stage
}

#[test]
fn live_numbers_stand_beside_the_board() {
    let mut stage = counted(GameName::Marathon);
    stage.wait(100);
    for _ in 0..3 {
        stage.wait(300).tap(KeyCode::Left).tap(KeyCode::Right).tap(KeyCode::Char(' '));
    }
    stage.wait(50);
    stage.check("live-marathon");
    let before = stage.picture();
    stage.wait(150);
    assert_ne!(stage.picture(), before, "the speed changes with time alone");
}

#[test]
fn live_numbers_leave_no_panel_and_no_preview_out() {
    for name in [GameName::DominoHard, GameName::Sprint, GameName::Flip] {
        let mut stage = counted(name);
        stage.wait(100);
        stage.check(&format!("live-{name}"));
    }
    let mut stage = counted(GameName::Versus);
    stage.app.settings.terms.opponent = crate::Opponent::Person;
    stage.app.begin_game();
    stage.wait(2100);
    stage.check("live-versus");
}

#[test]
fn the_pace_is_the_distance_to_the_best_game() {
    let mut stage = counted(GameName::Marathon);
    stage.wait(100);
    lose(&mut stage);
    stage.wait(1000).tap(KeyCode::Esc);
    assert!(matches!(stage.app.screen, Screen::Start { .. }));
    stage.app.begin_game();
    stage.wait(5000);
    let picture = stage.picture();
    let pace = picture.lines().find(|line| line.contains(&*play::PACE)).expect("it is there");
    let pace = pace.split_whitespace().nth(1).expect("it has a value").to_owned();
    assert!(pace.starts_with('−'), "nothing has been scored yet: {pace}");
    stage.app.settings.live_pace = false;
    stage.app.begin_game();
    assert!(!stage.picture().contains(&*play::PACE));
}

#[test]
fn every_preview_of_a_duel_is_shown() {
    let mut stage = game(GameName::Versus);
    stage.wait(2100);
    let local = stage.app.local.as_ref().expect("a game");
    let next = crate::sources::Source::game(local, 0).expect("a board").view().next.len();
    assert_eq!(next, 5);
    stage.app.pause();
    let Screen::Paused { .. } = stage.app.screen else { panic!("it is paused") };
    stage.app.screen = Screen::Play;
    let picture = stage.picture();
    // Beside the first board: from the label of the coming pieces to the end.
    let rows = picture.lines().skip_while(|line| !line.contains(&*play::NEXT));
    let beside = rows.map(|line| line.chars().skip(25).take(14).collect::<String>());
    let cells: usize = beside.map(|row| row.matches('█').count()).sum();
    assert_eq!(cells, next * 8, "four cells of two characters for each:\n{picture}");
}

/// A replay in which an I piece completes these rows.
fn completing(rows: &[&str]) -> Replay {
    let rules = GameName::Marathon.rules();
    let position = Position::new().board(rows).active(Kind::I, 1, 7, 2);
    let mut recorder =
        Recorder::from_positions(&[(rules, position)], 1).expect("a possible position");
    let at = Micros::from_millis(500);
    recorder.press(0, Button::HardDrop, at, &mut |_, _| {}).expect("time goes on");
    recorder.advance(Micros::from_secs(1), &mut |_, _| {}).expect("time goes on");
    recorder.replay()
}

#[test]
fn clears_are_named_on_the_frame_and_celebrated_over_the_board() {
    for (rows, words) in [(1, &*play::CLEAR_1), (4, &*play::TETRIS)] {
        let replay = completing(&vec!["TTTTTTTTT."; rows]);
        let mut stage = Stage::new(Begin::Replay(Box::new(replay)));
        let picture = stage.wait(600).picture();
        let place = |words: &str| picture.lines().position(|line| line.contains(words));
        let (said, frame) = (place(words), place("┌").expect("the board has a frame"));
        if rows == 1 {
            assert_eq!(said, Some(frame), "on the frame:\n{picture}");
        } else {
            assert!(said > Some(frame), "over the board:\n{picture}");
        }
    }
}
