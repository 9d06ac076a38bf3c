//! Every screen beside its golden picture.

use crossterm::event::KeyCode;
use quintet_engine::GameName;
use quintet_words::{settings as words, terminal};

use super::{game, lose, settings_at};
use crate::app::Begin;
use crate::games;
use crate::screens::Screen;
use crate::sources::Source;
use crate::stage::Stage;

#[test]
fn every_game_looks_as_in_its_picture() {
    for name in GameName::ALL {
        let mut stage = game(name);
        // A duel begins after a count.
        stage.wait(2000);
        stage.tap(KeyCode::Left).tap(KeyCode::Left).tap(KeyCode::Char(' ')).wait(450);
        stage.tap(KeyCode::Up).tap(KeyCode::Right).tap(KeyCode::Char('c'));
        if name.boards() > 1 {
            // The computer thinks in its own time.
            stage.app.pause();
            assert!(matches!(stage.app.screen, Screen::Paused { .. }));
            continue;
        }
        stage.check(&format!("play-{name}"));
    }
}

#[test]
fn every_menu_looks_as_in_its_picture() {
    for entry in games::all() {
        let name = entry.modes[0].game;
        Stage::new(Begin::Menu(Some(name))).check(&format!("start-{}", entry.slug));
        let mut stage = Stage::new(Begin::Menu(Some(name)));
        stage.app.screen = Screen::Controls;
        stage.check(&format!("controls-{}", entry.slug));
        stage.app.screen = Screen::Keys { chosen: 1, waits: true };
        stage.check(&format!("keys-{}", entry.slug));
    }
}

#[test]
fn pages_look_as_in_their_pictures() {
    let mut stage = Stage::new(Begin::Menu(None));
    for (screen, name) in [
        (Screen::Settings { chosen: 0 }, "settings-first"),
        (settings_at(words::INITIAL_ROTATION), "settings-initial-rotation"),
        (settings_at(terminal::COLOURS), "settings-colours"),
        (Screen::Scores { chosen: 0 }, "scores-none"),
        (Screen::Replays { chosen: 0 }, "replays-none"),
    ] {
        stage.app.screen = screen;
        stage.check(name);
    }
    stage.app.screen = Screen::start();
    stage.app.notices.push("Something that the player must know, in a sentence.".to_owned());
    stage.check("notice");
    stage.tap(KeyCode::Esc);
    assert!(stage.app.notices.is_empty(), "Esc dismisses it");
}

#[test]
fn a_game_from_start_to_the_list_of_scores_looks_as_in_its_pictures() {
    let mut stage = game(GameName::Marathon);
    stage.wait(100).tap(KeyCode::Char('p'));
    stage.check("paused");
    stage.tap(KeyCode::Enter).wait(700).check("counting");
    stage.wait(2000);
    lose(&mut stage);
    stage.check("over-marathon");
    stage.tap(KeyCode::Enter);
    assert!(matches!(stage.app.screen, Screen::Over { .. }), "keys meant for the game do nothing");
    stage.wait(800).tap(KeyCode::Up).tap(KeyCode::Enter);
    assert!(matches!(stage.app.screen, Screen::Start { .. }));
    stage.app.screen = Screen::Scores { chosen: 0 };
    stage.check("scores-marathon");
    stage.app.screen = Screen::Replays { chosen: 0 };
    stage.check("replays-marathon");
    stage.tap(KeyCode::Enter).wait(1500).check("viewer-marathon");
}

#[test]
fn the_end_of_other_games_looks_as_in_their_pictures() {
    for name in [GameName::Sprint, GameName::DominoHard, GameName::Minimal, GameName::Flip] {
        let mut stage = game(name);
        stage.wait(100);
        lose(&mut stage);
        stage.check(&format!("over-{name}"));
    }
}

#[test]
fn two_at_one_keyboard_play_a_match_and_it_looks_as_in_its_pictures() {
    let mut stage = Stage::new(Begin::Menu(Some(GameName::Versus)));
    stage.app.settings.terms.opponent = crate::Opponent::Person;
    stage.app.settings.terms.best_of = 3;
    stage.tap(KeyCode::Enter).wait(2000);
    // Player 1 has the arrows and Space, player 2 the left of the keyboard.
    stage.tap(KeyCode::Left).tap(KeyCode::Char(' ')).tap(KeyCode::Char('d')).write("df").wait(50);
    let local = stage.app.local.as_ref().expect("a game");
    let pieces = |board| local.game(board).expect("a board").view().pieces;
    assert_eq!((pieces(0), pieces(1)), (1, 1));
    stage.check("play-versus");
    for _ in 0..60 {
        stage.tap(KeyCode::Char('f')).wait(20);
    }
    stage.check("round-versus");
    assert_eq!(stage.app.local.as_ref().expect("a game").score.wins, [1, 0]);
    stage.wait(800).tap(KeyCode::Enter).wait(2000);
    assert!(matches!(stage.app.screen, Screen::Play), "the next round");
    for _ in 0..60 {
        stage.tap(KeyCode::Char('f')).wait(20);
    }
    assert_eq!(stage.app.local.as_ref().expect("a game").score.winner(), Some(0));
    stage.check("match-versus");
}

/// The README shows the terminal as it is. `QUINTET_PICTURES=write cargo test -p quintet-tui --lib`
/// draws the picture again.
#[test]
fn the_picture_in_the_readme_is_what_the_terminal_shows() {
    let mut stage = game(GameName::Marathon);
    stage.wait(100);
    for (left, turns) in [(4, 0), (1, 1), (0, 0), (2, 2), (3, 1)] {
        for _ in 0..turns {
            stage.tap(KeyCode::Up);
        }
        for _ in 0..left {
            stage.tap(KeyCode::Left);
        }
        stage.tap(KeyCode::Char(' ')).wait(50);
    }
    for right in [4, 2, 3] {
        for _ in 0..right {
            stage.tap(KeyCode::Right);
        }
        stage.tap(KeyCode::Char(' ')).wait(50);
    }
    stage.tap(KeyCode::Char('c')).wait(900);
    let picture = crate::svg::svg(&stage.buffer());
    crate::stage::compare_file("../../docs/pictures/terminal.svg", &picture);
}
