//! The front end as a player uses it, without a terminal.

use crossterm::event::{KeyCode, KeyEventKind};
use quintet_engine::{Button, GameName, Handling, Match, Micros, Recorder, Replay, Rotation};
use quintet_frontend::{Scores, Unfinished};
use quintet_words::results;
use ratatui::style::Color;

use crate::app::Begin;
use crate::draw::Depth;
use crate::games;
use crate::keyboard::Reports;
use crate::screens::Screen;
use crate::sources::{Phase, Source};
use crate::stage::Stage;
use crate::store::Replays;
use crate::store::testing::Scratch;

const DEPTHS: [Depth; 4] = [Depth::True, Depth::Indexed, Depth::Sixteen, Depth::None];

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
        (Screen::Settings { chosen: 3 }, "settings-initial-rotation"),
        (Screen::Settings { chosen: 15 }, "settings-colours"),
        (Screen::Scores, "scores-none"),
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
    stage.app.screen = Screen::Scores;
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
    let standings = {
        let mode = stage.app.mode();
        quintet_frontend::standings(&mut stage.app.store, mode)
    };
    assert_eq!(standings.at(5), (0, 1));
    assert!(stage.picture().contains("YOU LOSE"));
}

#[test]
fn small_terminals_say_what_they_need() {
    for name in [GameName::Marathon, GameName::Versus, GameName::DominoEasy] {
        let mut stage = game(name);
        stage.wait(100);
        for (columns, rows, kind) in [(20, 8, "tiny"), (50, 16, "half")] {
            stage.size = (columns, rows);
            let picture = stage.picture();
            if kind == "tiny" {
                assert!(picture.contains("This needs"), "{picture}");
            }
            if name == GameName::Marathon {
                crate::stage::compare(&format!("{kind}-{name}"), &picture);
            }
        }
    }
}

#[test]
fn any_size_at_any_moment_is_drawn() {
    for name in GameName::ALL {
        let mut stage = game(name);
        for columns in (1..130).step_by(7) {
            for rows in (1..60).step_by(5) {
                stage.size = (columns, rows);
                stage.wait(30).buffer();
            }
        }
    }
    let screens: [fn() -> Screen; 6] = [
        Screen::start,
        || Screen::Scores,
        || Screen::Controls,
        || Screen::Settings { chosen: 3 },
        || Screen::Keys { chosen: 3, waits: false },
        || Screen::Replays { chosen: 0 },
    ];
    for screen in screens {
        let mut stage = Stage::new(Begin::Menu(None));
        stage.app.notices.push("A sentence that is a little longer than most.".to_owned());
        stage.app.screen = screen();
        for size in [(1, 1), (2, 2), (10, 3), (40, 10), (300, 100)] {
            stage.size = size;
            stage.buffer();
        }
    }
}

/// Five letters beside a narrow board leave its label readable, and keys are not cut in two.
#[test]
fn two_boards_in_a_small_terminal_have_labels_and_whole_keys() {
    let mut stage = Stage::new(Begin::Game(GameName::Versus, Some(7)));
    stage.size = (50, 20);
    let picture = stage.wait(2100).picture();
    assert_eq!(picture.matches(&*quintet_words::play::NEXT).count(), 2, "{picture}");
    let last = picture.trim_end().lines().last().unwrap_or_default().to_owned();
    assert!(last.trim().ends_with(&*quintet_words::keys::PAUSE), "{last}");
}

#[test]
fn without_unicode_everything_is_ascii() {
    for depth in DEPTHS {
        for name in GameName::ALL {
            let mut stage = Stage::with(Reports::Repeats, depth, false, Begin::Game(name, Some(7)));
            stage.wait(2100).tap(KeyCode::Char(' ')).wait(500);
            let picture = stage.picture();
            assert!(picture.is_ascii(), "{name}:\n{picture}");
            stage.app.pause();
            assert!(stage.picture().is_ascii());
        }
    }
    let mut stage = Stage::with(Reports::Repeats, Depth::None, false, Begin::Menu(None));
    stage.check("start-ascii");
    stage.app.screen = Screen::Settings { chosen: 0 };
    assert!(stage.picture().is_ascii());
}

#[test]
fn colours_are_only_those_that_the_terminal_has() {
    for depth in DEPTHS {
        let mut stage =
            Stage::with(Reports::Releases, depth, true, Begin::Game(GameName::Marathon, Some(7)));
        stage.wait(100).tap(KeyCode::Char(' ')).wait(500);
        let buffer = stage.buffer();
        let colours: Vec<Color> = buffer.content.iter().flat_map(|it| [it.fg, it.bg]).collect();
        let has = |kind: fn(&Color) -> bool| colours.iter().any(kind);
        let has_true = has(|colour| matches!(colour, Color::Rgb(..)));
        let has_indexed = has(|colour| matches!(colour, Color::Indexed(_)));
        let has_named = has(|colour| {
            !matches!(colour, Color::Rgb(..) | Color::Indexed(_) | Color::Reset | Color::White)
        });
        let expected = match depth {
            Depth::True => (true, false, false),
            Depth::Indexed => (false, true, false),
            Depth::Sixteen => (false, false, true),
            Depth::None => (false, false, false),
        };
        assert_eq!((has_true, has_indexed, has_named), expected, "{depth:?}");
    }
}

#[test]
fn without_colours_pieces_are_letters() {
    let begin = Begin::Game(GameName::Marathon, Some(7));
    let mut stage = Stage::with(Reports::Releases, Depth::None, true, begin);
    stage.wait(100).tap(KeyCode::Char(' ')).wait(500);
    stage.check("letters-marathon");
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
    assert!(stage.picture().contains("> RESUME <"), "{}", stage.picture());
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
        assert!(stage.picture().contains("> RESUME <"), "{}", stage.picture());
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
    assert!(stage.picture().contains("2×   paused"), "{}", stage.picture());
    stage.tap(KeyCode::Enter);
    let local = stage.app.local.as_ref().expect("a game");
    assert_eq!(local.game(0).expect("a board").view().pieces, 2);
    stage.wait(100);
    lose(&mut stage);
    assert!(stage.picture().contains("Not ranked"), "{}", stage.picture());
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
    stage.app.screen = Screen::Settings { chosen: 16 };
    stage.tap(KeyCode::Left);
    assert!(stage.picture().is_ascii(), "characters change at once");
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

/// Which way the piece is rotated that enters while a rotate key is held down, and by which
/// handling the replay says that it was played.
fn entered_with_rotate_held(name: GameName) -> (Rotation, Handling) {
    let mut stage = Stage::new(Begin::Menu(Some(name)));
    stage.app.screen = Screen::Settings { chosen: 3 };
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
fn a_damaged_file_is_reported_on_the_screen() {
    let scratch = Scratch::new();
    let path = scratch.folder.join("config/settings.json");
    crate::store::write_atomically(&path, b"{", crate::store::Readers::User)
        .expect("a folder for tests");
    let begin = Begin::Menu(None);
    let mut stage = Stage::in_store(scratch, Reports::Releases, Depth::True, true, begin);
    let picture = stage.picture();
    assert!(picture.contains("Your saved settings could not be read"), "{picture}");
    assert!(picture.contains("settings.json.damaged-1"), "{picture}");
}

#[test]
fn demos_play_every_game_for_one() {
    for name in [GameName::Marathon, GameName::DominoEasy, GameName::Flip, GameName::Minimal] {
        let mut stage = Stage::new(Begin::Demo(name, 3));
        stage.wait_for(|app| match &app.screen {
            Screen::Demo(demo) => demo.game(0).expect("a board").view().pieces >= 2,
            _ => panic!("no demo"),
        });
        assert!(stage.picture().contains("DEMO"));
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
