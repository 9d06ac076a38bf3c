//! What is kept: games that were left, scores, replays, settings.

use crossterm::event::KeyCode;
use quintet_engine::GameName;
use quintet_frontend::{Scores, Unfinished};
use quintet_records::Entry;
use quintet_words::{menu, notices, results, terminal};

use super::{game, lose, replay, settings_at};
use crate::app::Begin;
use crate::draw::Depth;
use crate::keyboard::Reports;
use crate::screens::Screen;
use crate::sources::{Phase, Source};
use crate::stage::Stage;
use crate::store::Replays;
use crate::store::testing::Scratch;

#[test]
fn a_game_that_was_left_is_offered_again() {
    let mut stage = game(GameName::Marathon);
    stage.wait(100).tap(KeyCode::Left).tap(KeyCode::Char(' ')).wait(700);
    let board = |stage: &Stage| {
        let local = stage.app.local.as_ref().expect("a game");
        let view = local.game(0).expect("a board").view();
        (view.board.drawing(), view.piece, view.score)
    };
    let before = board(&stage);
    stage.app.leave();
    stage.app.local = None;
    stage.app.open_start();
    assert!(stage.says(&format!("> {} <", menu::RESUME)), "{}", stage.picture());
    stage.tap(KeyCode::Enter);
    assert_eq!(board(&stage), before);
    assert!(matches!(stage.app.local.as_ref().map(Source::phase), Some(Phase::Counting(3))));
    stage.wait(1900);
    assert!(matches!(stage.app.local.as_ref().map(Source::phase), Some(Phase::Playing)));
}

/// A duel goes on against the same opponent, in the middle of a round and between two.
#[test]
fn a_match_that_was_left_is_offered_again() {
    let mut stage = Stage::new(Begin::Menu(Some(GameName::Battle)));
    stage.app.settings.terms.opponent = crate::Opponent::Person;
    stage.app.settings.terms.best_of = 3;
    stage.tap(KeyCode::Enter).wait(2000).tap(KeyCode::Char(' ')).wait(300);
    let boards = |stage: &Stage| {
        let local = stage.app.local.as_ref().expect("a game");
        [0, 1].map(|board| local.game(board).expect("a board").view().board.stack())
    };
    let score = |stage: &Stage| stage.app.local.as_ref().expect("a game").score;
    let leave = |stage: &mut Stage| {
        stage.app.leave();
        stage.app.local = None;
        stage.app.open_start();
        assert!(stage.says(&format!("> {} <", menu::RESUME)), "{}", stage.picture());
        stage.tap(KeyCode::Enter);
    };
    let before = (boards(&stage), score(&stage));
    assert_ne!(before.0[0], before.0[1], "a piece is down");
    leave(&mut stage);
    assert_eq!((boards(&stage), score(&stage)), before);
    stage.wait(100).wait(2000);
    lose(&mut stage);
    assert_eq!(score(&stage).wins.iter().sum::<u8>(), 1, "a round is over");
    let before = score(&stage);
    leave(&mut stage);
    assert_eq!(score(&stage), before);
    assert_eq!(boards(&stage), [const { Vec::<String>::new() }; 2], "the next round");
}

#[test]
fn a_running_game_is_kept_every_few_seconds() {
    let mut stage = game(GameName::Flip);
    stage.wait(100);
    assert!(!stage.app.store.has_unfinished("flip"));
    stage.wait(2000).tap(KeyCode::Char(' ')).wait(100);
    let kept = Unfinished::load(&mut stage.app.store, "flip").expect("it is kept");
    assert_eq!(kept.replay().expect("a replay").result.boards[0].pieces, 1);
}

#[test]
fn a_score_counts_and_its_replay_is_kept() {
    let mut stage = game(GameName::Marathon);
    stage.wait(100);
    lose(&mut stage);
    let (game, mode) = (stage.app.entry(), stage.app.mode());
    let store = &mut stage.app.store;
    let scores = Scores::load(store, game, mode);
    let entry = scores.entries().first().expect("hard drops score");
    let id = entry.replay.clone().expect("its replay is kept");
    let replay = Replays::find(store, &id).expect("it can be read");
    assert_eq!((replay.verify(), replay.result.boards[0].score), (Ok(()), entry.score));
    assert!(!store.has_unfinished("marathon"));
}

#[test]
fn a_replay_is_watched_and_played_on() {
    let mut stage = Stage::new(Begin::Replay(Box::new(replay(GameName::Marathon))));
    stage.wait(1200).check("viewer-file");
    stage.tap(KeyCode::Char(' ')).tap(KeyCode::Char('.')).tap(KeyCode::Char('+'));
    assert!(
        stage.says(&format!("{}   {}", terminal::speed("2"), terminal::HALTED)),
        "{}",
        stage.picture()
    );
    stage.tap(KeyCode::Enter);
    let local = stage.app.local.as_ref().expect("a game");
    assert_eq!(local.game(0).expect("a board").view().pieces, 2);
    stage.wait(100);
    lose(&mut stage);
    assert!(stage.says(&results::FROM_POSITION), "{}", stage.picture());
}

#[test]
fn a_replay_of_a_match_shows_both_boards() {
    let mut stage = Stage::new(Begin::Replay(Box::new(replay(GameName::Versus))));
    stage.wait(1200).check("viewer-versus");
}

#[test]
fn settings_change_what_they_say_and_are_kept() {
    let mut stage = Stage::new(Begin::Menu(None));
    stage.app.screen = Screen::Settings { chosen: 0 };
    stage.tap(KeyCode::Right).tap(KeyCode::Down).tap(KeyCode::Left);
    assert_eq!((stage.app.settings.das_ms, stage.app.settings.arr_ms), (175, 45));
    let kept = crate::store::load_settings(&mut stage.app.store);
    assert_eq!((kept.das_ms, kept.arr_ms), (175, 45));
    stage.app.screen = settings_at(terminal::CHARACTERS);
    stage.tap(KeyCode::Left);
    assert!(stage.picture().is_ascii(), "characters change at once");
}

#[test]
fn finished_games_are_counted_and_shown() {
    let mut stage = Stage::new(Begin::Menu(Some(GameName::Marathon)));
    stage.app.screen = Screen::Statistics { shown: 0 };
    stage.check("statistics-none");
    for pieces in [4, 6] {
        stage.app.begin_game();
        for _ in 0..pieces {
            stage.wait(300).tap(KeyCode::Left).tap(KeyCode::Char(' '));
        }
        stage.wait(100);
        lose(&mut stage);
        stage.wait(1000).tap(KeyCode::Esc);
    }
    stage.app.screen = Screen::Statistics { shown: 0 };
    stage.check("statistics-all");
    stage.tap(KeyCode::Right).check("statistics-marathon");
    stage.tap(KeyCode::Right);
    stage.check("statistics-sprint-none");
    stage.tap(KeyCode::Esc);
    assert!(matches!(stage.app.screen, Screen::Start { .. }));
}

#[test]
fn a_damaged_file_is_reported_on_the_screen() {
    let scratch = Scratch::new();
    let path = scratch.folder.join("config/settings.json");
    crate::store::write_atomically(&path, b"{", crate::store::Readers::User)
        .expect("a folder for tests");
    let begin = Begin::Menu(None);
    let mut stage = Stage::in_store(scratch, Reports::Releases, Depth::True, true, begin);
    let picture = stage.picture();
    let reason = quintet_records::open("{").expect_err("it is damaged");
    let said = notices::unreadable(notices::SETTINGS, &reason);
    assert!(stage.says(&said), "{picture}");
    assert!(picture.contains("settings.json.damaged-1"), "{picture}");
}

#[test]
fn the_end_tells_why_it_came_and_how_far_the_best_game_is() {
    let mut stage = game(GameName::Marathon);
    stage.wait(100);
    lose(&mut stage);
    let best = stage.app.local.as_ref().expect("a game").game(0).expect("a board").view().score;
    assert!(stage.picture().contains(&*results::WHY_NO_ROOM), "{}", stage.picture());
    stage.wait(800).tap(KeyCode::Enter).wait(100);
    // Only one piece is dropped. The others fall, which scores fewer points.
    stage.tap(KeyCode::Char(' '));
    while matches!(stage.app.screen, Screen::Play) {
        stage.wait(1000);
    }
    let score = stage.app.local.as_ref().expect("a game").game(0).expect("a board").view().score;
    let short = results::points_short(best - score);
    // The sentences are wrapped in a frame.
    let picture = stage.picture().replace('│', " ");
    let said = picture.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains(&format!("{} {short}", results::rank(2))), "{picture}");
    stage.wait(800).tap(KeyCode::Down).tap(KeyCode::Enter);
    assert!(matches!(stage.app.screen, Screen::Scores { .. }), "the second line opens the list");
}

/// Sprint ranks by time, to the millisecond.
#[test]
fn times_that_rank_have_milliseconds_and_columns_stay_below_each_other() {
    let mut stage = Stage::new(Begin::Menu(Some(GameName::Sprint)));
    let (game, mode) = (stage.app.entry(), stage.app.mode());
    let mut scores = Scores::default();
    for (time_us, helped) in [(61_234_567, false), (62_000_001, true)] {
        let (date, replay) = ("2026-01-05".to_owned(), None);
        let entry = Entry { score: 0, level: 1, lines: 40, time_us, date, helped, replay };
        scores.insert(mode.ranking(), entry).expect("there is room");
    }
    scores.save(&mut stage.app.store, game, mode);
    stage.app.screen = Screen::Scores { chosen: 0 };
    let picture = stage.picture();
    let column = |text: &str| {
        let line = picture.lines().find(|line| line.contains(text));
        let line = line.unwrap_or_else(|| panic!("no {text}:\n{picture}"));
        line.find(text).map(|place| line[..place].chars().count() + text.len())
    };
    assert_eq!(column("1:01.234"), column("1:02.000"), "{picture}");
    assert!(picture.contains(&*results::WITH_HINTS), "{picture}");
}
