//! Games as they are played.

use crossterm::event::{KeyCode, KeyEventKind};
use quintet_engine::{GameName, Handling, Match, Rotation};
use quintet_frontend::{Scores, Unfinished};
use quintet_words::{menu, play, results, settings as words};

use super::{game, lose, settings_at};
use crate::app::Begin;
use crate::draw::Depth;
use crate::games;
use crate::keyboard::Reports;
use crate::screens::Screen;
use crate::sources::Source;
use crate::stage::Stage;

#[test]
fn the_computer_plays_and_a_match_is_counted() {
    let mut stage = Stage::new(Begin::Menu(Some(GameName::Battle)));
    stage.app.settings.terms.opponent = crate::Opponent::Computer(5);
    stage.tap(KeyCode::Enter).wait(2000);
    stage.wait_for(|app| {
        let local = app.local.as_ref().expect("a game");
        local.game(1).expect("its board").view().pieces >= 3
    });
    while matches!(stage.app.screen, Screen::Play) {
        stage.tap(KeyCode::Char(' ')).wait(1);
    }
    stage.wait(800);
    let mode = stage.app.mode();
    let tallies = quintet_frontend::match_tallies(&mut stage.app.store, mode);
    assert_eq!(tallies.at(5), (0, 1));
    assert!(stage.says(&results::YOU_LOSE));
}

#[test]
fn a_player_of_a_duel_can_begin_with_garbage() {
    let mut stage = Stage::new(Begin::Menu(Some(GameName::Versus)));
    stage.app.settings.terms.opponent = crate::Opponent::Person;
    stage.tap(KeyCode::Up).tap(KeyCode::Left).tap(KeyCode::Right).tap(KeyCode::Enter);
    stage.tap(KeyCode::Right).tap(KeyCode::Right);
    let picture = stage.picture();
    assert!(picture.contains(&menu::garbage_for(&play::player(2))), "{picture}");
    assert!(stage.says(&menu::HANDICAP_NOTE), "{picture}");
    assert_eq!(stage.app.settings.handicap, [0, 3]);
    stage.tap(KeyCode::Down).tap(KeyCode::Enter).wait(2000);
    let local = stage.app.local.as_ref().expect("a game");
    let waiting = |board: usize| local.game(board).expect("a board").view().pending_garbage;
    assert_eq!((waiting(0), waiting(1)), (0, 3));
}

/// The same timed keys lead to the same game as the same inputs on the engine's pipe.
#[test]
fn what_was_played_is_what_the_engine_plays() {
    for (name, reports) in [
        (GameName::Marathon, Reports::Releases),
        (GameName::Marathon, Reports::Repeats),
        (GameName::DominoHard, Reports::Releases),
        (GameName::Minimal, Reports::Repeats),
        (GameName::Flip, Reports::Releases),
    ] {
        let begin = Begin::Game(name, Some(7));
        let mut stage = Stage::with(reports, Depth::True, true, begin);
        let keys = [
            KeyCode::Left,
            KeyCode::Up,
            KeyCode::Down,
            KeyCode::Right,
            KeyCode::Char(' '),
            KeyCode::Char('g'),
            KeyCode::Char('c'),
        ];
        for step in 0_u64..120 {
            if !matches!(stage.app.screen, Screen::Play) {
                break;
            }
            let key = keys[(step * 5 % 7) as usize];
            stage.event(key, KeyEventKind::Press).wait(step * 37 % 190);
            if reports == Reports::Releases {
                stage.event(key, KeyEventKind::Release);
            }
            stage.wait(step * 13 % 70);
        }
        let local = stage.app.local.as_ref().expect("a game");
        let replay = local.session.replay();
        assert_eq!(replay.verify(), Ok(()), "{name}");
        let mut again = Match::new(&[name.rules()], 7);
        for input in &replay.inputs {
            again.apply(input, &mut |_, _| {}).expect("time goes on");
        }
        again.advance(replay.result.end, &mut |_, _| {}).expect("time goes on");
        assert_eq!(again.state_hash(), replay.result.state_hash, "{name}");
        assert!(replay.inputs.len() > 40, "{name}: keys arrived");
    }
}

#[test]
fn a_hint_shows_a_place_for_the_piece_and_flags_the_score() {
    let mut stage = game(GameName::Marathon);
    stage.wait(100).tap(KeyCode::Char('h'));
    stage.wait_for(|app| app.local.as_ref().is_some_and(|local| local.hint(0).is_some()));
    let local = stage.app.local.as_ref().expect("a game");
    let cells = local.hint(0).expect("just seen").cells;
    let board = local.game(0).expect("a board").view().board;
    assert!(cells.iter().all(|&(x, y)| !board.is_taken(x, y)), "{cells:?}");
    assert_eq!(cells.iter().map(|&(_, y)| y).max(), Some(19), "it rests on the ground");
    stage.check("hint");
    stage.tap(KeyCode::Char('h'));
    let hints = |stage: &Stage| stage.app.local.as_ref().map(|local| local.session.hints);
    assert_eq!(hints(&stage), Some(1), "the same hint is asked for once");
    stage.tap(KeyCode::Char(' ')).wait(50);
    assert!(stage.app.local.as_ref().is_some_and(|local| local.hint(0).is_none()), "another piece");
    stage.app.leave();
    let kept = Unfinished::load(&mut stage.app.store, "marathon").expect("it was left");
    assert_eq!(kept.hints, 1);
    stage.app.local = None;
    stage.app.resume_kept();
    assert_eq!(hints(&stage), Some(1), "a game that goes on is flagged too");
    stage.wait(3000);
    lose(&mut stage);
    assert!(stage.picture().contains(&*results::PLAYED_WITH_HINTS), "{}", stage.picture());
    let (game, mode) = (stage.app.entry(), stage.app.mode());
    assert!(Scores::load(&mut stage.app.store, game, mode).entries()[0].helped);
}

#[test]
fn a_duel_has_no_hints() {
    let mut stage = game(GameName::Versus);
    stage.wait(3000).tap(KeyCode::Char('h')).wait(100);
    assert_eq!(stage.app.local.as_ref().map(|local| local.session.hints), Some(0));
}

/// Which way the piece is rotated that enters while a rotate key is held down, and by which
/// handling the replay says that it was played.
fn entered_with_rotate_held(name: GameName) -> (Rotation, Handling) {
    let mut stage = Stage::new(Begin::Menu(Some(name)));
    stage.app.screen = settings_at(words::INITIAL_ROTATION);
    stage.tap(KeyCode::Right);
    stage.app.begin_game();
    stage.wait(100).event(KeyCode::Up, KeyEventKind::Press).tap(KeyCode::Char(' ')).wait(50);
    let local = stage.app.local.as_ref().expect("a game");
    let board = local.game(0).expect("a board");
    assert_eq!(board.view().pieces, 1, "one has been dropped");
    let piece = board.view().piece.expect("the next one is there");
    (piece.piece.rotation, board.rules().handling)
}

#[test]
fn initial_rotation_is_switched_on_for_modern_games_and_no_others() {
    let (rotation, handling) = entered_with_rotate_held(GameName::Sprint);
    assert_eq!((rotation, handling.initial_rotation), (Rotation::new(1), true));
    let (rotation, handling) = entered_with_rotate_held(GameName::Marathon);
    assert_eq!((rotation, handling), (Rotation::SPAWN, Handling::STANDARD));
}

#[test]
fn keys_are_changed_and_used() {
    let mut stage = Stage::new(Begin::Menu(None));
    stage.app.screen = Screen::Keys { chosen: 3, waits: false };
    stage.tap(KeyCode::Enter).tap(KeyCode::Char('v'));
    stage.app.begin_game();
    stage.wait(100).tap(KeyCode::Char('v'));
    let local = stage.app.local.as_ref().expect("a game");
    assert_eq!(local.game(0).expect("a board").view().pieces, 1);
    stage.app.screen = Screen::Keys { chosen: 3, waits: false };
    stage.tap(KeyCode::Delete);
    assert_eq!(games::key_map(&stage.app.settings, &games::all()[0]).find("Space"), None);
    stage.tap(KeyCode::Char('r'));
    assert!(games::key_map(&stage.app.settings, &games::all()[0]).find("Space").is_some());
}

#[test]
fn demos_play_every_game_for_one() {
    for name in [GameName::Marathon, GameName::DominoEasy, GameName::Flip, GameName::Minimal] {
        let mut stage = Stage::new(Begin::Demo(name, 3));
        stage.wait_for(|app| match &app.screen {
            Screen::Demo(demo) => demo.game(0).expect("a board").view().pieces >= 2,
            _ => panic!("no demo"),
        });
        assert!(stage.says(&menu::DEMO));
        stage.tap(KeyCode::Char('x'));
        assert!(matches!(stage.app.screen, Screen::Start { .. }));
    }
}

#[test]
fn losing_the_focus_pauses_and_releases() {
    let mut stage = game(GameName::Marathon);
    stage.wait(100).event(KeyCode::Left, KeyEventKind::Press).wait(50);
    stage.app.step_away();
    assert!(matches!(stage.app.screen, Screen::Paused { .. }));
    let local = stage.app.local.as_ref().expect("a game");
    assert_eq!(local.game(0).expect("a board").held_buttons().iter().count(), 0);
}

#[test]
fn the_key_for_sound_switches_the_bell_and_says_so() {
    let mut stage = game(GameName::Marathon);
    stage.wait(100).tap(KeyCode::Char('m'));
    assert!(stage.app.settings.bell);
    assert!(stage.picture().contains(&*quintet_words::notices::SOUND_ON), "{}", stage.picture());
    stage.wait(100).tap(KeyCode::Char('m'));
    assert!(!stage.app.settings.bell);
    assert!(stage.picture().contains(&*quintet_words::notices::SOUND_OFF), "{}", stage.picture());
}
