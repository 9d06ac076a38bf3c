//! Terminals of all sizes, with more and fewer colours and characters.

use crossterm::event::KeyCode;
use quintet_engine::GameName;
use quintet_words::{results, terminal};
use ratatui::style::Color;

use super::game;
use crate::app::Begin;
use crate::draw::Depth;
use crate::keyboard::Reports;
use crate::screens::Screen;
use crate::stage::Stage;

const DEPTHS: [Depth; 4] = [Depth::True, Depth::Indexed, Depth::Sixteen, Depth::None];

#[test]
fn small_terminals_say_what_they_need() {
    for name in [GameName::Marathon, GameName::Versus, GameName::DominoEasy] {
        let mut stage = game(name);
        stage.wait(100);
        for (columns, rows, kind) in [(20, 8, "tiny"), (50, 16, "half")] {
            stage.size = (columns, rows);
            let picture = stage.picture();
            if kind == "tiny" {
                assert!(stage.says(&terminal::room(20, 8)), "{picture}");
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
        || Screen::Scores { chosen: 0 },
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

#[test]
fn the_menu_at_the_end_of_a_game_is_seen_in_small_terminals() {
    for name in [GameName::Marathon, GameName::DominoHard, GameName::Flip] {
        let mut stage = game(name);
        stage.wait(100);
        super::lose(&mut stage);
        for size in [(60, 20), (50, 16), (40, 16), (28, 14)] {
            stage.size = size;
            let picture = stage.picture();
            for row in [format!("> {} <", results::PLAY_AGAIN), results::MAIN_MENU.into()] {
                assert!(picture.contains(&row), "{name} at {size:?}:\n{picture}");
            }
        }
    }
}

#[test]
fn a_narrow_menu_says_what_keys_do_in_few_words() {
    let mut stage = Stage::with(Reports::Repeats, Depth::True, true, Begin::Menu(None));
    for (columns, words) in [(80, terminal::REPEATS), (60, terminal::REPEATS_SHORT)] {
        stage.size = (columns, 24);
        let picture = stage.picture();
        assert!(picture.lines().any(|line| line.trim() == words.text()), "{picture}");
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
        let has_named =
            has(|colour| !matches!(colour, Color::Rgb(..) | Color::Indexed(_) | Color::Reset));
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
