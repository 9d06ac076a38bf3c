//! How games begin and begin again: the count and the restart key.

use crossterm::event::{KeyCode, KeyEventKind};
use quintet_engine::GameName;
use quintet_words::{play, terminal};

use super::{game, replay};
use crate::app::Begin;
use crate::draw::Depth;
use crate::keyboard::Reports;
use crate::screens::Screen;
use crate::sources::{Phase, Source};
use crate::stage::Stage;

const R: KeyCode = KeyCode::Char('r');

fn phase(stage: &Stage) -> Phase {
    stage.app.local.as_ref().expect("a game").phase()
}

/// Pieces locked in the game of one player.
fn pieces(stage: &Stage) -> u32 {
    stage.app.local.as_ref().expect("a game").game(0).expect("a board").view().pieces
}

/// A game with one piece down, in a terminal that reports this much of keys.
fn begun(name: GameName, reports: Reports) -> Stage {
    let mut stage = Stage::with(reports, Depth::True, true, Begin::Game(name, Some(7)));
    stage.wait(100).tap(KeyCode::Char(' ')).wait(300);
    assert_eq!(pieces(&stage), 1);
    stage
}

#[test]
fn a_game_for_one_begins_after_a_count_if_that_is_wanted() {
    let mut stage = Stage::new(Begin::Menu(Some(GameName::Marathon)));
    stage.app.settings.start_count = true;
    stage.app.begin_game();
    stage.wait(50);
    assert_eq!(phase(&stage), Phase::Counting(3));
    stage.check("count-at-start");
    stage.tap(KeyCode::Char(' ')).wait(1900).wait(10);
    assert_eq!((phase(&stage), pieces(&stage)), (Phase::Playing, 0), "keys wait for the start");
    let begun = stage.app.local.as_ref().expect("a game").session.now();
    assert!(begun.as_millis() < 300, "time begins after the count: {begun:?}");
    stage.app.settings.start_count = false;
    stage.app.begin_game();
    assert_eq!(phase(&stage), Phase::Playing);
}

#[test]
fn a_count_takes_as_long_at_the_start_of_the_program() {
    let mut stage = game(GameName::Versus);
    stage.wait(1900);
    assert_eq!(phase(&stage), Phase::Playing);
}

#[test]
fn the_bare_game_and_positions_from_replays_begin_at_once() {
    let mut stage = Stage::new(Begin::Menu(Some(GameName::Minimal)));
    stage.app.settings.start_count = true;
    stage.app.begin_game();
    assert_eq!(phase(&stage), Phase::Playing);
    for name in [GameName::Marathon, GameName::Versus] {
        let mut stage = Stage::new(Begin::Replay(Box::new(replay(name))));
        stage.app.settings.start_count = true;
        stage.wait(1200).tap(KeyCode::Enter);
        assert!(matches!(stage.app.screen, Screen::Play), "{name}");
        assert_eq!(phase(&stage), Phase::Playing, "{name}");
    }
}

#[test]
fn holding_the_restart_key_for_half_a_second_begins_again() {
    let mut stage = begun(GameName::Marathon, Reports::Releases);
    stage.event(R, KeyEventKind::Press).wait(300);
    assert!(stage.picture().contains(&*play::HOLD_TO_RESTART), "{}", stage.picture());
    stage.event(R, KeyEventKind::Release).wait(300);
    assert!(!stage.picture().contains(&*play::HOLD_TO_RESTART));
    assert_eq!(pieces(&stage), 1, "it was released too early");
    stage.event(R, KeyEventKind::Press).wait(499);
    assert_eq!(pieces(&stage), 1);
    stage.wait(2);
    assert_eq!(pieces(&stage), 0);
    assert!(!stage.picture().contains(&*play::HOLD_TO_RESTART));
}

#[test]
fn without_releases_the_restart_key_is_pressed_twice() {
    let mut stage = begun(GameName::Flip, Reports::Repeats);
    stage.event(R, KeyEventKind::Press).wait(100);
    assert!(stage.picture().contains(&*terminal::PRESS_AGAIN_TO_RESTART), "{}", stage.picture());
    stage.wait(1000);
    assert!(!stage.picture().contains(&*terminal::PRESS_AGAIN_TO_RESTART));
    stage.event(R, KeyEventKind::Press).wait(900);
    assert_eq!(pieces(&stage), 1, "the first press was too long ago");
    stage.event(R, KeyEventKind::Press);
    assert_eq!(pieces(&stage), 0);
}

#[test]
fn the_restart_key_works_at_once_where_that_is_wanted() {
    let mut stage = begun(GameName::Sprint, Reports::Releases);
    stage.app.settings.quick_restart = true;
    stage.tap(R);
    assert_eq!(pieces(&stage), 0);
    let mut domino = begun(GameName::DominoHard, Reports::Releases);
    domino.tap(R);
    assert_eq!(pieces(&domino), 0, "always in Domino");
    domino.wait(100).tap(KeyCode::Char(' ')).wait(300).tap(KeyCode::Char('p')).tap(R);
    assert!(matches!(domino.app.screen, Screen::Play), "and in its pause");
    assert_eq!(pieces(&domino), 0);
}

#[test]
fn a_duel_is_not_restarted_and_a_pause_ends_a_restart() {
    let mut duel = game(GameName::Versus);
    duel.app.settings.quick_restart = true;
    duel.wait(2100).tap(KeyCode::Char(' ')).wait(300).tap(R).wait(600);
    assert_ne!(pieces(&duel), 0);
    let mut stage = begun(GameName::Marathon, Reports::Releases);
    stage.event(R, KeyEventKind::Press).wait(100).tap(KeyCode::Char('p')).wait(1000);
    assert!(matches!(stage.app.screen, Screen::Paused { .. }));
    stage.tap(KeyCode::Enter).wait(3000);
    assert_eq!(pieces(&stage), 1);
}
