//! Games that are watched: from the lists, with an analysis; and the same pieces again.

use crossterm::event::KeyCode;
use quintet_engine::GameName;
use quintet_words::{menu, numerals, replays as words, results, terminal};

use super::{game, lose, replay};
use crate::app::{App, Begin};
use crate::screens::Screen;
use crate::sources::{Progress, ReplaySource, Source, told};
use crate::stage::Stage;

fn viewer(app: &App) -> &ReplaySource {
    let Screen::Viewer(viewer) = &app.screen else { panic!("no replay is watched") };
    viewer
}

#[test]
fn the_game_of_a_score_is_watched_from_the_list() {
    let mut stage = game(GameName::Marathon);
    stage.wait(100);
    lose(&mut stage);
    stage.wait(800).tap(KeyCode::Down).tap(KeyCode::Enter);
    assert!(stage.says(&format!("> {}", numerals::ordinal(1))), "{}", stage.picture());
    // Another game, which scores less, is second.
    stage.tap(KeyCode::Esc).tap(KeyCode::Enter).wait(100);
    for _ in 0..30 {
        stage.tap(KeyCode::Left);
    }
    lose(&mut stage);
    stage.app.screen = Screen::Scores { chosen: 0 };
    stage.tap(KeyCode::Down);
    let listed = stage.picture();
    let second = listed
        .lines()
        .find(|line| line.contains(&*numerals::ordinal(2)))
        .expect("two scores")
        .to_owned();
    assert!(second.trim_start().starts_with("> 2nd"), "{listed}");
    stage.tap(KeyCode::Enter);
    let score = viewer(&stage.app).playback().replay().result.boards[0].score;
    assert!(second.contains(&quintet_words::thousands(score).to_string()), "{score}: {second}");
    stage.tap(KeyCode::Esc);
    assert_eq!(stage.picture(), listed, "back where it was chosen");
}

#[test]
fn a_replay_that_is_gone_is_said_and_any_key_of_a_menu_closes_that() {
    let mut stage = game(GameName::Marathon);
    stage.wait(100);
    lose(&mut stage);
    let Screen::Over { result, .. } = &stage.app.screen else { panic!("the game is over") };
    let id = result.replay.clone();
    crate::store::Replays::remove(&mut stage.app.store, &id);
    stage.app.screen = Screen::Scores { chosen: 0 };
    stage.tap(KeyCode::Enter);
    assert_eq!(stage.app.notices, [words::MISSING.text()]);
    stage.tap(KeyCode::Enter);
    assert!(stage.app.notices.is_empty());
    assert!(matches!(stage.app.screen, Screen::Scores { .. }), "nothing else happened");
}

fn is_done(app: &App) -> bool {
    let analysis = viewer(app).analysis.as_ref();
    analysis.is_some_and(|analysis| matches!(analysis.progress, Progress::Done(_)))
}

#[test]
fn a_replay_is_analysed_and_its_worst_move_is_shown() {
    let mut stage = Stage::new(Begin::Replay(Box::new(replay(GameName::Marathon))));
    stage.wait(200).tap(KeyCode::Char('a'));
    assert!(stage.picture().contains(&format!("> {} <", words::CANCEL)), "{}", stage.picture());
    stage.wait_for(is_done);
    let picture = stage.picture();
    for phrase in [words::ANALYSIS_TITLE, words::ACCURACY, words::WORST_MOVES, words::BLUNDER] {
        assert!(picture.contains(&*phrase), "{phrase}: {picture}");
    }
    let analysis = viewer(&stage.app).analysis.as_ref().expect("it was asked for");
    assert_eq!(analysis.pieces.len(), 6);
    let Progress::Done(done) = &analysis.progress else { panic!("it is done") };
    let (first, worst) = (done.pieces[0].clone(), done.pieces[done.worst[0]].clone());
    assert!(picture.contains(&format!("> {} <", told(&worst))), "{picture}");
    stage.tap(KeyCode::Enter);
    let shown = viewer(&stage.app);
    assert_eq!((shown.at(), shown.is_running()), (worst.entered, false));
    let hint = shown.hint(0).expect("the computer's place is marked");
    let height = shown.game(0).expect("a board").rules().height as i8;
    assert_eq!(hint.cells, worst.best.placement.cells().map(|(x, y)| (x, height - 1 - y)));
    let picture = stage.picture();
    assert!(picture.contains(&told(&worst)) && picture.contains('▒'), "{picture}");
    // Another piece, another judgement.
    stage.tap(KeyCode::Home);
    assert!(stage.picture().contains(&told(&first)), "{}", stage.picture());
    stage.tap(KeyCode::Char('a'));
    assert!(stage.picture().contains(&*words::ANALYSIS_TITLE), "it opens again");
    stage.tap(KeyCode::Char('a')).tap(KeyCode::Esc);
    assert!(matches!(stage.app.screen, Screen::Replays { .. }));
}

#[test]
fn both_players_are_analysed_one_after_the_other() {
    let mut stage = Stage::new(Begin::Replay(Box::new(replay(GameName::Versus))));
    stage.tap(KeyCode::Char('a')).wait_for(is_done);
    stage.tap(KeyCode::Up).tap(KeyCode::Up);
    let other = format!("> {} <", words::analyse_player(2));
    assert!(stage.picture().contains(&other), "{}", stage.picture());
    stage.tap(KeyCode::Enter).wait_for(is_done);
    let analysis = viewer(&stage.app).analysis.as_ref().expect("it was asked for");
    assert_eq!(analysis.player, 1);
    let shown = viewer(&stage.app);
    assert!(shown.hint(0).is_none());
}

#[test]
fn games_that_the_computer_does_not_play_are_not_analysed() {
    let mut stage = Stage::new(Begin::Replay(Box::new(replay(GameName::Flip))));
    stage.wait(200).tap(KeyCode::Char('a'));
    assert_eq!(stage.app.notices, [words::NO_ANALYSIS.text()]);
    assert!(viewer(&stage.app).analysis.is_none());
}

#[test]
fn an_analysis_that_is_closed_early_is_given_up() {
    let mut stage = Stage::new(Begin::Replay(Box::new(replay(GameName::Marathon))));
    stage.tap(KeyCode::Char('a')).tap(KeyCode::Enter);
    assert!(viewer(&stage.app).analysis.is_none());
    // What the thread still says is about nothing.
    stage.tap(KeyCode::Char('a')).wait_for(is_done);
    let analysis = viewer(&stage.app).analysis.as_ref().expect("it was asked for again");
    assert_eq!(analysis.pieces.len(), 6);
}

/// Goes down to a line of a menu, and confirms it.
fn choose(stage: &mut Stage, line: &str) {
    while !stage.picture().contains(&format!("> {line} <")) {
        stage.tap(KeyCode::Down);
    }
    stage.tap(KeyCode::Enter);
}

fn seed(stage: &Stage) -> u64 {
    stage.app.local.as_ref().expect("a game").session.seed()
}

#[test]
fn the_same_pieces_are_offered_to_friends_and_dealt_again() {
    let mut stage = game(GameName::Sprint);
    stage.wait(100);
    lose(&mut stage);
    stage.wait(800);
    choose(&mut stage, &results::RACE_SEED);
    let said = stage.picture();
    assert!(said.contains("quintet play sprint --seed 7"), "{said}");
    assert!(said.contains(&*terminal::RACE_AGAIN), "{said}");
    stage.tap(KeyCode::Enter).tap(KeyCode::Char('r'));
    assert!(matches!(stage.app.screen, Screen::Play));
    assert_eq!(seed(&stage), 7);
    // The game after that has pieces of its own, and so has one from the menu.
    stage.wait(100);
    lose(&mut stage);
    stage.wait(800).tap(KeyCode::Char('r'));
    assert_ne!(seed(&stage), 7);
    stage.app.seed = Some(7);
    stage.app.open_start();
    choose(&mut stage, &menu::START_GAME);
    assert_ne!(seed(&stage), 7);
}

/// In a duel there is no PLAY AGAIN that could deal them: the rounds of a match differ.
#[test]
fn the_pieces_of_a_duel_are_only_told() {
    let mut stage = Stage::new(Begin::Menu(Some(GameName::Battle)));
    stage.app.settings.terms.opponent = crate::Opponent::Person;
    stage.app.seed = Some(7);
    stage.app.begin_game();
    stage.wait(2000);
    lose(&mut stage);
    stage.wait(800);
    choose(&mut stage, &results::RACE_SEED);
    let said = stage.picture();
    assert!(said.contains("quintet play battle --seed 7"), "{said}");
    assert!(!said.contains(&*terminal::RACE_AGAIN), "{said}");
    stage.tap(KeyCode::Esc).tap(KeyCode::Char('r'));
    assert_ne!(seed(&stage), 7);
}

/// A position from a replay has no seed that leads to it.
#[test]
fn a_game_that_was_played_on_has_no_seed_to_race() {
    let mut stage = Stage::new(Begin::Replay(Box::new(replay(GameName::Marathon))));
    stage.wait(1200).tap(KeyCode::Enter).wait(100);
    lose(&mut stage);
    assert!(!stage.picture().contains(&*results::RACE_SEED), "{}", stage.picture());
}
