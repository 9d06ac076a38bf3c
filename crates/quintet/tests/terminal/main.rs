//! `quintet play` on a pseudo-terminal, with a model of its screen: the real program, keys as bytes.

#![cfg(unix)]

mod devices;
mod looks;
mod online;
mod pty;
mod reports;
#[path = "../support/served.rs"]
mod served;

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use portable_pty::CommandBuilder;
use pty::{Home, Keys, Terminal};
use quintet_engine::{GameName, Input, Replay};
use quintet_words::{games, keys, menu, play, replays, results, terminal as words};

const SMALL: (u16, u16) = (80, 24);

/// The program on the terminal.
fn program() -> &'static str {
    env!("CARGO_BIN_EXE_quintet")
}

/// A key of the kitty protocol going down and up: its number, and its last letter.
fn kitty(number: u32, last: char) -> String {
    format!("\x1b[{number};1:1{last}\x1b[{number};1:3{last}")
}

/// The last replay that was kept.
fn last_replay(home: &Home) -> Replay {
    let folder = home.data().join("replays");
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("replays").map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    let bytes = fs::read(files.last().expect("a replay")).expect("it can be read");
    Replay::from_bytes(&bytes).expect("it is a replay")
}

/// Plays a replay's inputs through `quintet sim` and compares the last answer.
fn compare_with_sim(replay: &Replay, game: GameName) {
    let mut lines = String::new();
    for timed in &replay.inputs {
        let at = timed.at.0;
        let line = match timed.input {
            Input::Press(button) => format!("{{\"at\":{at},\"press\":\"{button}\"}}\n"),
            Input::Release(button) => format!("{{\"at\":{at},\"release\":\"{button}\"}}\n"),
            Input::Garbage(_) => continue,
        };
        lines.push_str(&line);
    }
    let end = format!("{{\"at\":{}}}\n", replay.result.end.0);
    lines.push_str(&end);
    let mut sim = Command::new(env!("CARGO_BIN_EXE_quintet"))
        .args(["sim", game.name(), "--seed", &replay.seed.to_string()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = sim.stdin.take().expect("its input");
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = sim.wait_with_output().expect("it ends");
    writer.join().expect("no panic").expect("it reads everything");
    let output = String::from_utf8(output.stdout).expect("JSON");
    let last: serde_json::Value =
        serde_json::from_str(output.lines().last().expect("an answer")).expect("JSON");
    let again = quintet_engine::Playback::new(replay.clone()).expect("it can be played");
    let mut again = again;
    again.seek(replay.result.end, &mut |_, _| {}).expect("it can be played");
    let view = again.current().games()[0].view();
    assert_eq!(last["board"], serde_json::json!(view.board.drawing()));
    assert_eq!(last["score"], serde_json::json!(replay.result.boards[0].score));
    assert_eq!(last["phase"], "over");
    assert_eq!(again.current().state_hash(), replay.result.state_hash);
}

/// A whole game by keys, in a terminal that reports releases.
#[test]
fn a_game_with_releases_is_the_engines_game() {
    let home = Home::new();
    let mut terminal =
        Terminal::start(&home, Keys::Kitty, SMALL, &["play", "marathon", "--seed", "42"]);
    terminal.wait_for(&play::SCORE);
    // Left goes down and stays down until the piece is at the wall.
    terminal.send("\x1b[1;1:1D");
    terminal.wait_until("the piece at the wall", |screen| {
        screen.lines().any(|line| line.contains("│██"))
    });
    terminal.send("\x1b[1;1:3D");
    terminal.press_until(&kitty(32, 'u'), "the end", |screen| {
        screen.contains(&*results::GAME_OVER_TITLE)
    });
    // Ctrl+C, as the protocol has it.
    terminal.send("\x1b[99;5u");
    assert!(terminal.ends().success());
    assert!(terminal.is_restored());
    let replay = last_replay(&home);
    assert_eq!((replay.verify(), replay.seed), (Ok(()), 42));
    compare_with_sim(&replay, GameName::Marathon);
}

/// The same where only presses and repeats arrive.
#[test]
fn a_game_without_releases_is_the_engines_game() {
    let home = Home::new();
    let mut terminal = Terminal::start(&home, Keys::Plain, SMALL, &["play", "flip", "--seed", "9"]);
    terminal.wait_for(&play::GRAVITY);
    terminal.send("\x1b[D\x1b[D\x1b[A g");
    terminal.wait_for(&play::GRAVITY_UP);
    terminal.press_until(" ", "the end", |screen| screen.contains(&*results::GAME_OVER_TITLE));
    terminal.send("\x03");
    assert!(terminal.ends().success());
    let replay = last_replay(&home);
    assert_eq!(replay.verify(), Ok(()));
    compare_with_sim(&replay, GameName::Flip);
}

/// The screen is the picture that the front end draws.
#[test]
fn the_menu_on_a_terminal_is_the_golden_picture() {
    let pictures = concat!(env!("CARGO_MANIFEST_DIR"), "/../tui/tests/pictures");
    for (columns, rows) in [(80, 24), (120, 40)] {
        let home = Home::new();
        let mut terminal = Terminal::start(&home, Keys::Kitty, (columns, rows), &["play"]);
        let path = format!("{pictures}/start-marathon-{columns}x{rows}.txt");
        let golden = fs::read_to_string(path).expect("a picture");
        terminal.wait_until("the golden picture", |screen| {
            let shown = screen.lines().map(str::trim_end);
            shown.eq(golden.trim_end().lines())
        });
    }
}

#[test]
fn ctrl_z_gives_the_terminal_back_and_fg_goes_on() {
    let home = Home::new();
    let mut command = CommandBuilder::new("bash");
    command.args(["--norc", "--noprofile", "-i"]);
    command.env("PS1", "ready> ");
    let mut terminal = Terminal::run(&home, Keys::Plain, SMALL, command);
    terminal.wait_for("ready>");
    let program = env!("CARGO_BIN_EXE_quintet");
    terminal.send(&format!("{program} play marathon --seed 1\r"));
    terminal.wait_for(&play::SCORE);
    terminal.send("\x1a");
    terminal.wait_until("the shell", |screen| screen.contains("Stopped"));
    assert!(terminal.is_restored());
    terminal.send("fg\r");
    terminal.wait_for(&play::PAUSED_TITLE);
    terminal.send("\x03");
    terminal.wait_until("the shell", |screen| {
        !screen.contains(&*play::PAUSED_TITLE) && screen.trim_end().ends_with("ready>")
    });
    assert!(terminal.is_restored());
    terminal.send("exit\r");
    terminal.ends();
}

/// Whatever ends the program, the game is there again.
#[test]
fn a_game_survives_every_signal() {
    for (signal, code) in [("TERM", Some(143)), ("HUP", Some(129)), ("INT", Some(130))] {
        let home = Home::new();
        let arguments = ["play", "marathon", "--seed", "1"];
        let mut terminal = Terminal::start(&home, Keys::Plain, SMALL, &arguments);
        terminal.wait_for(&play::SCORE);
        terminal.send(" ");
        terminal.wait_until("a piece below", |screen| {
            screen.lines().nth(21).is_some_and(|line| line.contains("██"))
        });
        terminal.signal(signal);
        let status = terminal.ends();
        assert_eq!(Some(status.exit_code()), code, "{signal}");
        assert!(terminal.is_restored(), "{signal}");
        let mut again = Terminal::start(&home, Keys::Plain, SMALL, &["play"]);
        again.wait_for(&format!("> {} <", menu::RESUME));
        again.send("\r");
        again.wait_for(&play::SCORE);
        again.wait_until("the same piece below", |screen| {
            screen.lines().nth(21).is_some_and(|line| line.contains("██"))
        });
    }
}

#[test]
fn a_killed_game_is_offered_again() {
    let home = Home::new();
    let mut terminal =
        Terminal::start(&home, Keys::Plain, SMALL, &["play", "marathon", "--seed", "1"]);
    terminal.wait_for(&play::SCORE);
    let kept = home.data().join("unfinished/marathon.json");
    // A lock is kept once the game has lasted some seconds: the piece has fallen a few rows then.
    terminal.wait_until("a piece that has fallen", |screen| {
        let row = screen.lines().nth(5).and_then(|line| line.split('│').nth(1));
        row.is_some_and(|row| row.contains("██"))
    });
    terminal.press_until(" ", "a game that is kept", |_| kept.exists());
    terminal.signal("KILL");
    terminal.ends();
    let mut again = Terminal::start(&home, Keys::Plain, SMALL, &["play"]);
    again.wait_for(&format!("> {} <", menu::RESUME));
}

#[test]
fn resizing_at_any_moment_shows_the_game() {
    let home = Home::new();
    let mut terminal =
        Terminal::start(&home, Keys::Plain, SMALL, &["play", "marathon", "--seed", "1"]);
    terminal.wait_for(&play::SCORE);
    for step in 0..40_u16 {
        terminal.resize(20 + step * 7 % 130, 6 + step * 11 % 50);
        terminal.send(if step % 2 == 0 { "\x1b[D" } else { "\x1b[C" });
    }
    terminal.resize(30, 10);
    let needed = words::too_small(28, 14);
    // It is too long for one line.
    terminal.wait_for(needed.rsplit_once(' ').expect("several words").0);
    terminal.resize(100, 30);
    terminal.wait_until("the game", |screen| {
        screen.contains(&*play::SCORE)
            || screen.contains(&*play::PAUSED_TITLE)
            || screen.contains(&*results::GAME_OVER_TITLE)
    });
}

#[test]
fn every_colour_mode_sends_its_own_codes() {
    for (colours, has, lacks) in [
        ("truecolor", "38;2;", "38;5;"),
        ("256", "38;5;", "38;2;"),
        ("16", "\x1b[", "38;2;"),
        ("none", "\x1b[", "38;"),
    ] {
        let home = Home::new();
        let arguments = ["play", "marathon", "--seed", "1", "--colours", colours];
        let mut terminal = Terminal::start(&home, Keys::Plain, SMALL, &arguments);
        terminal.wait_for(&play::SCORE);
        let written = String::from_utf8_lossy(&terminal.written).into_owned();
        assert!(written.contains(has) && !written.contains(lacks), "{colours}: {written:?}");
    }
}

#[test]
fn without_a_terminal_it_says_so() {
    let output = Command::new(env!("CARGO_BIN_EXE_quintet"))
        .args(["play", "marathon"])
        .stdin(Stdio::null())
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(error, "quintet: `quintet play` needs a terminal on standard input and output\n");
    assert!(output.stdout.is_empty());
}

#[test]
fn a_replay_file_is_watched() {
    let home = Home::new();
    let mut recorder = quintet_engine::Recorder::new(&[GameName::Marathon.rules()], 3);
    let at = quintet_engine::Micros::from_secs(60);
    recorder.advance(at, &mut |_, _| {}).expect("time goes on");
    let file = home.path().join("game.replay");
    fs::write(&file, recorder.replay().to_bytes()).expect("a file");
    let name = file.display().to_string();
    let mut terminal = Terminal::start(&home, Keys::Plain, SMALL, &["play", "replay", &name]);
    terminal.wait_for(&replays::replay_of(&games::MARATHON));
    terminal.send(" ");
    terminal.wait_for(&words::HALTED);
    terminal.send("\r");
    terminal.wait_for(&format!("P {}", keys::PAUSE));
}

#[test]
fn everything_is_exported_and_imported() {
    let (first, second) = (Home::new(), Home::new());
    let mut terminal =
        Terminal::start(&first, Keys::Plain, SMALL, &["play", "minimal", "--seed", "3"]);
    terminal.wait_for(&games::MINIMAL);
    terminal.press_until("\x1b[B\x1b[B\x1b[B", "the end", |screen| {
        screen.contains(&*play::GAME_OVER_BARE)
    });
    terminal.send("\x03");
    terminal.ends();
    let file = first.path().join("backup.json");
    let quintet = |home: &Home, action: &str| {
        let status = Command::new(env!("CARGO_BIN_EXE_quintet"))
            .args(["play", action])
            .arg(&file)
            .env("XDG_CONFIG_HOME", home.path().join("config"))
            .env("XDG_DATA_HOME", home.path().join("data"))
            .status()
            .expect("the program starts");
        assert!(status.success(), "{action}");
    };
    quintet(&first, "export");
    quintet(&second, "import");
    assert_eq!(last_replay(&second), last_replay(&first));
}

/// Set in the process that panics.
const PANICS: &str = "QUINTET_TEST_PANICS";

/// Plays on this terminal until a file appears, and panics then.
fn panic_on_this_terminal() {
    std::thread::spawn(|| {
        let folder = std::env::var("XDG_DATA_HOME").expect("a folder for tests");
        while !std::path::Path::new(&folder).join("panic").exists() {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        let _ = std::panic::catch_unwind(|| panic!("on purpose"));
        std::process::exit(101);
    });
    let begin = quintet_tui::Begin::Menu(None);
    let options = quintet_tui::Options {
        begin,
        colours: None,
        characters: None,
        reports: None,
        server: None,
    };
    let _ = quintet_tui::run(options);
}

/// The program has no way to panic, so this test runs itself on the terminal and plays there.
#[test]
fn a_panic_gives_the_terminal_back_and_is_seen() {
    if std::env::var_os(PANICS).is_some() {
        return panic_on_this_terminal();
    }
    let home = Home::new();
    let mut command = CommandBuilder::new(std::env::current_exe().expect("this program"));
    command.args(["--exact", "a_panic_gives_the_terminal_back_and_is_seen", "--nocapture"]);
    command.env(PANICS, "1");
    let mut terminal = Terminal::run(&home, Keys::Kitty, SMALL, command);
    terminal.wait_for("Q U I N T E T");
    fs::create_dir_all(home.path().join("data")).expect("a folder for tests");
    fs::write(home.path().join("data/panic"), "").expect("a file");
    assert_eq!(terminal.ends().exit_code(), 101);
    assert!(terminal.is_restored());
    assert!(terminal.text().contains("on purpose"), "{}", terminal.text());
}
