//! The command line as a new user tries it: pipes that close, full devices, forged files.
#![cfg(unix)]

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Output, Stdio};

use quintet_engine::{Button, GameName, Micros, Recorder, Replay};

fn quintet(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quintet"));
    command.args(arguments).stdin(Stdio::null());
    command
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A replay of a few pieces, changed as a test likes, in a file that goes at the end.
struct ReplayFile(PathBuf);

impl ReplayFile {
    fn new(name: &str, change: impl FnOnce(&mut Replay)) -> ReplayFile {
        let mut recorder = Recorder::new(&[GameName::Marathon.rules()], 3);
        for piece in 1..=4 {
            let at = Micros::from_secs(piece);
            recorder.press(0, Button::HardDrop, at, &mut |_, _| {}).expect("time goes on");
            recorder.release(0, Button::HardDrop, at, &mut |_, _| {}).expect("time goes on");
        }
        let mut replay = recorder.replay();
        change(&mut replay);
        let file = format!("quintet-{name}-{}.json", std::process::id());
        let path = std::env::temp_dir().join(file);
        fs::write(&path, replay.to_json()).expect("a file for tests");
        ReplayFile(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("a plain path")
    }
}

impl Drop for ReplayFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Commands that print something and end.
fn printing(file: &str) -> Vec<Vec<&str>> {
    vec![
        vec!["replay", "json", file],
        vec!["replay", "verify", file],
        vec!["replay", "analyse", file, "--nodes", "10"],
        // To count all depths would take days. It ends early, because nobody reads what it prints.
        vec!["perft", "IOTLJSZIOTLJSZ"],
        vec!["man"],
        vec!["completions", "bash"],
        vec!["bot-score", "versus", "--pieces", "2", "--nodes", "10"],
        vec!["--help"],
    ]
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let file = ReplayFile::new("closed", |_| {});
    for arguments in printing(file.path()) {
        let mut child = quintet(&arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        let said = said(&output);
        assert!(output.status.success() && said.is_empty(), "{arguments:?}: {said}");
    }
}

#[test]
fn a_full_device_is_one_line_and_no_panic() {
    let file = ReplayFile::new("full", |_| {});
    for arguments in printing(file.path()) {
        if arguments == ["--help"] {
            continue;
        }
        let full = File::options().write(true).open("/dev/full").expect("a device that is full");
        let output = quintet(&arguments).stdout(full).output().expect("it starts");
        let said = said(&output);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {said}");
        assert!(said.starts_with("quintet: standard output cannot be written: "), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}

#[test]
fn a_forged_replay_is_neither_verified_nor_packed() {
    let forged = ReplayFile::new("forged", |replay| replay.result.boards[0].score += 1000);
    let output = std::env::temp_dir().join(format!("quintet-packed-{}", std::process::id()));
    let packed = quintet(&["replay", "pack", forged.path()]).arg(&output).output();
    let packed = packed.expect("it starts");
    assert_eq!(packed.status.code(), Some(1));
    assert!(said(&packed).contains("the recorded score of board 0"), "{}", said(&packed));
    assert!(!output.exists(), "nothing is written");
}

/// `analyse` and `verify` count pieces alike.
#[test]
fn pieces_are_counted_from_one() {
    let forged = ReplayFile::new("first", |replay| replay.locks[0] ^= 1);
    let verified = quintet(&["replay", "verify", forged.path()]).output().expect("it starts");
    assert!(said(&verified).contains("piece 1 differs"), "{}", said(&verified));
    let whole = ReplayFile::new("whole", |_| {});
    let arguments = ["replay", "analyse", whole.path(), "--nodes", "10"];
    let analysed = quintet(&arguments).output().expect("it starts");
    let table = String::from_utf8(analysed.stdout).expect("text");
    let first = table.lines().nth(1).expect("a piece");
    assert!(first.trim_start().starts_with("1 "), "{table}");
    let help = quintet(&["replay", "analyse", "--help"]).output().expect("it starts");
    assert!(String::from_utf8_lossy(&help.stdout).contains("TR@4,1"), "the notation is explained");
}

#[test]
fn what_serve_cannot_do_is_said_plainly() {
    for (arguments, code, expected) in [
        (&["serve", "--log", "loud"][..], 1, "`loud` is no log level"),
        (&["serve", "--listen", "8080"], 2, "expected HOST:PORT"),
        (&["serve", "--listen", "no-such-host.invalid:1"], 2, "no such host"),
        (&["serve", "--site", ""], 2, "the folder's name is empty"),
    ] {
        let output = quintet(arguments).output().expect("it starts");
        let said = said(&output);
        assert_eq!(output.status.code(), Some(code), "{said}");
        assert!(said.contains(expected), "{said}");
    }
}

/// A host name, a switch from the environment, no colours in a file, and a closed pipe: it serves.
#[test]
fn a_server_listens_by_name_and_logs_plainly() {
    let data = std::env::temp_dir().join(format!("quintet-named-{}", std::process::id()));
    let mut child = quintet(&[
        "serve",
        "--listen",
        "localhost:0",
        "--metrics-listen",
        "127.0.0.1:0",
        "--log",
        "debug",
        "--data",
    ])
    .arg(&data)
    .env("QUINTET_LOG_JSON", "0")
    .stdout(Stdio::piped())
    .stderr(Stdio::piped())
    .spawn()
    .expect("it starts");
    let mut out = BufReader::new(child.stdout.take().expect("its output"));
    let mut line = String::new();
    out.read_line(&mut line).expect("a line");
    assert!(line.starts_with("Quintet is at http://"), "{line}");
    drop(out);
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-s", "TERM", &id]).status().expect("kill").success());
    let output = child.wait_with_output().expect("it ends");
    let said = said(&output);
    assert!(output.status.success(), "{said}");
    assert!(!said.contains('\x1b') && !said.contains("panicked"), "{said}");
    let _ = fs::remove_dir_all(data);
}

#[test]
fn a_server_without_an_app_says_so() {
    let data = std::env::temp_dir().join(format!("quintet-bare-{}", std::process::id()));
    let site = data.join("site");
    fs::create_dir_all(&site).expect("a folder for tests");
    let mut child =
        quintet(&["serve", "--listen", "127.0.0.1:0", "--metrics-listen", "127.0.0.1:0", "--site"])
            .arg(&site)
            .arg("--data")
            .arg(&data)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
    let status = end_after(&mut child, "there is no app to serve");
    assert!(status.success(), "{status}");
    let _ = fs::remove_dir_all(data);
}

/// A server whose database is not there tries again, says so, and ends by Ctrl+C meanwhile.
#[test]
fn a_server_that_waits_for_its_database_can_be_ended() {
    let data = std::env::temp_dir().join(format!("quintet-patient-{}", std::process::id()));
    let mut child = quintet(&["serve", "--listen", "127.0.0.1:0", "--metrics-listen"])
        .args(["127.0.0.1:0", "--database", "postgres://nobody@127.0.0.1:9/nothing", "--data"])
        .arg(&data)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let status = end_after(&mut child, "PostgreSQL does not answer yet");
    assert!(status.success(), "{status}");
    let _ = fs::remove_dir_all(data);
}

/// Waits until a server has logged something, and ends it as Ctrl+C does.
fn end_after(server: &mut Child, logged: &str) -> ExitStatus {
    let mut log = BufReader::new(server.stderr.take().expect("its log"));
    let mut line = String::new();
    while !line.contains(logged) {
        line.clear();
        assert!(log.read_line(&mut line).expect("a line") > 0, "it did not say: {logged}");
    }
    let id = server.id().to_string();
    assert!(Command::new("kill").args(["-s", "INT", &id]).status().expect("kill").success());
    server.wait().expect("it ends")
}

#[test]
fn completions_and_the_manual_have_every_command() {
    let commands =
        ["play", "sim", "replay", "serve", "admin", "bot", "arena", "perft", "tune", "demo"];
    let mut texts = Vec::new();
    for shell in ["bash", "zsh", "fish"] {
        texts.push(quintet(&["completions", shell]).output().expect("it starts").stdout);
    }
    texts.push(quintet(&["man"]).output().expect("it starts").stdout);
    for text in texts {
        let text = String::from_utf8(text).expect("text");
        for command in commands {
            assert!(text.contains(command), "{command}: {text}");
        }
        assert!(text.contains("colours"), "options too");
    }
}

/// What keeps a server from starting is named as it is, with the path or the address.
#[test]
fn a_server_that_cannot_start_names_the_path_and_the_reason() {
    let file = ReplayFile::new("not-a-folder", |_| {});
    let data = format!("{}/data", file.path());
    let output = quintet(&[
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--metrics-listen",
        "127.0.0.1:0",
        "--data",
        &data,
    ])
    .output()
    .expect("the program starts");
    let error = said(&output);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains(&data) && error.contains("Not a directory"), "{error}");
    assert!(!error.contains("another server"), "{error}");
    // An address that belongs to no machine.
    let data = std::env::temp_dir().join(format!("quintet-listen-{}", std::process::id()));
    let output = quintet(&["serve", "--listen", "192.0.2.1:1", "--data"])
        .arg(&data)
        .output()
        .expect("the program starts");
    let _ = fs::remove_dir_all(&data);
    let error = said(&output);
    assert!(error.contains("192.0.2.1:1") && !error.contains("another server"), "{error}");
}
