//! `quintet bot` and `quintet arena` as programs of their own, beside well and badly behaved ones.
//!
//! The badly behaved are the shell scripts in `tests/programs`.
#![cfg(unix)]

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const QUINTET: &str = env!("CARGO_BIN_EXE_quintet");
/// So long nothing here takes unless it hangs.
const HANGS: Duration = Duration::from_mins(2);

fn quintet(arguments: &[&str]) -> Command {
    let mut command = Command::new(QUINTET);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// What a program printed, and whether it said that all went well; one that hangs is ended.
fn finished(mut child: Child) -> (bool, String) {
    let output = child.stdout.take().expect("its output");
    watched(child, output)
}

/// The same for what a program complained of.
fn ended(mut child: Child) -> (bool, String) {
    let errors = child.stderr.take().expect("its errors");
    watched(child, errors)
}

fn watched(mut child: Child, mut output: impl Read + Send + 'static) -> (bool, String) {
    let reader = thread::spawn(move || {
        let mut text = String::new();
        let _ = output.read_to_string(&mut text);
        text
    });
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("it can be waited for") {
            break status;
        }
        if begun.elapsed() > HANGS {
            child.kill().expect("it is running");
            child.wait().expect("it is dead");
            panic!("it hangs");
        }
        thread::sleep(Duration::from_millis(10));
    };
    (status.success(), reader.join().expect("it reads"))
}

/// One short game of a badly behaved program against a good one. The grace is the good one's too,
/// so it is long enough for a busy machine.
fn against_good(command: &str) -> String {
    against_good_with_grace(command, "20000")
}

fn against_good_with_grace(command: &str, grace: &str) -> String {
    let arena = ["arena", command, "quintet bot --nodes 200", "--games", "1", "--time", "0"];
    let mut arena = quintet(&arena);
    arena.args(["--grace", grace, "--ready", "5000", "--pieces", "50"]);
    let (well, said) = finished(arena.spawn().expect("it starts"));
    assert!(well, "{said}");
    said
}

fn script(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs").join(name);
    format!("sh {}.sh", path.display())
}

#[test]
fn whoever_misbehaves_loses_with_the_reason_named() {
    for (name, reason) in [
        ("dies", "left exited"),
        ("nonsense", "left sent an invalid message"),
        ("endless_line", "left sent a line longer than"),
        ("refuses", "left does not support the rules"),
        ("gives_up", "left gave up"),
        ("impossible_move", "left suggested no legal move"),
        ("wrong_answer", "left sent an invalid message"),
    ] {
        let said = against_good(&script(name));
        assert!(said.contains(&format!("B wins: {reason}")), "{name}: {said}");
        assert!(said.contains("A scores 0.0 %"), "{name}: {said}");
    }
}

#[test]
fn who_does_not_answer_loses_with_the_reason_named() {
    let said = against_good_with_grace(&script("never_answers"), "5000");
    assert!(said.contains("B wins: left did not answer within 5000 ms"), "{said}");
    assert!(said.contains("A scores 0.0 %"), "{said}");
}

/// What an arena with this program says on standard error before the first game.
fn refused(command: &str) -> String {
    let mut arena = quintet(&["arena", "quintet bot --nodes 200", command, "--games", "1"]);
    let output = arena.output().expect("it starts");
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty(), "no game is played");
    String::from_utf8(output.stderr).expect("text")
}

#[test]
fn a_mistyped_program_is_an_error_before_the_first_game() {
    let said = refused("/no/such/program");
    assert!(said.starts_with("quintet: `/no/such/program` could not be started"), "{said}");
    let said = refused(" ");
    assert!(said.contains("could not be started: the command is empty"), "{said}");
    let said = refused(&script("dead"));
    assert!(said.contains("exited before it was ready"), "{said}");
    let said = refused("quintet bto");
    assert!(said.contains("exited before it was ready:\nerror: unrecognized"), "{said}");
}

#[test]
fn invalid_numbers_are_refused() {
    for arguments in [
        &["arena", "a", "b", "--games", "0"][..],
        &["arena", "a", "b", "--pieces", "0"],
        &["tune", "versus", "/tmp/quintet-never-written", "--population", "0"],
        &["tune", "versus", "/tmp/quintet-never-written", "--threads", "0"],
        &["bot", "--threads", "0"],
        &["bot-score", "versus", "--threads", "0"],
    ] {
        let output = quintet(arguments).output().expect("it starts");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
    assert!(!Path::new("/tmp/quintet-never-written").exists());
    for option in [["--nodes", "5"], ["--threads", "2"], ["--weights", "w"]] {
        let output = quintet(&["bot-score", "levels"]).args(option).output().expect("it starts");
        let said = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains(&format!("no {}", option[0])), "{said}");
    }
}

#[test]
fn who_is_not_ready_in_time_loses() {
    for name in ["silent", "flood"] {
        let said = against_good(&script(name));
        assert!(said.contains("B wins: left was not ready after 5000 ms"), "{name}: {said}");
    }
}

#[test]
fn when_both_misbehave_nobody_wins() {
    let (gives_up, dies) = (script("gives_up"), script("dies"));
    let arena = ["arena", &gives_up, &dies, "--games", "1", "--time", "0"];
    let (well, said) = finished(quintet(&arena).spawn().expect("it starts"));
    assert!(well && said.contains("a draw: left gave up, right exited"), "{said}");
}

/// A folder that goes when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("quintet-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Plays games and checks that each was saved as a replay that is true.
fn play_and_verify(first: &str, second: &str, pieces: &str, name: &str) -> String {
    let folder = Folder::new(name);
    let mut arena = quintet(&["arena", first, second, "--games", "2", "--time", "0"]);
    arena.args(["--grace", "30000", "--pieces", pieces, "--out"]).arg(&folder.0);
    let (well, said) = finished(arena.spawn().expect("it starts"));
    assert!(well, "{said}");
    let mut replays = 0;
    for entry in std::fs::read_dir(&folder.0).expect("the folder was made") {
        let path = entry.expect("a file").path();
        let mut verify = quintet(&["replay", "verify"]);
        let (is_true, told) = finished(verify.arg(&path).spawn().expect("it starts"));
        assert!(is_true, "{}: {told}", path.display());
        replays += 1;
    }
    assert_eq!(replays, 2);
    said
}

/// Replays in a folder are no reason to go on without a reader.
#[test]
fn an_arena_whose_reader_is_gone_ends_after_its_game() {
    let folder = Folder::new("unread");
    let bot = "quintet bot --nodes 20";
    let mut arena = quintet(&["arena", bot, bot, "--games", "1000000", "--time", "0"]);
    arena.args(["--grace", "30000", "--pieces", "3", "--out"]).arg(&folder.0);
    let mut arena = arena.spawn().expect("it starts");
    drop(arena.stdout.take());
    let (well, said) = ended(arena);
    assert!(well && said.is_empty(), "{said}");
    assert_eq!(std::fs::read_dir(&folder.0).expect("the folder was made").count(), 1);
}

#[test]
fn a_bot_against_itself_is_the_same_every_time_whichever_side_it_is_on() {
    let bot = "quintet bot --nodes 300";
    let said = play_and_verify(bot, bot, "40", "alike");
    let again = play_and_verify(bot, bot, "40", "alike-again");
    let games = |said: &str| said.lines().take(3).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(games(&said), games(&again));
    assert!(said.contains("with 95 % confidence between"), "{said}");
}

#[test]
fn a_bot_in_another_language_plays_in_the_arena() {
    if Command::new("python3").arg("--version").output().is_err() {
        println!("left out: there is no python3 here; install it: apt-get install python3");
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let lowest = format!("python3 {}", root.join("examples/lowest_bot.py").display());
    let said = play_and_verify("quintet bot --nodes 2000", &lowest, "200", "python");
    assert!(said.contains("A is Quintet") && said.contains("B is Lowest 1"), "{said}");
    assert!(said.contains("A: 2 wins") && said.contains("is blocked out"), "{said}");
}

/// What `quintet bot` answers to these bytes.
fn answers(input: &[u8]) -> Vec<String> {
    let mut bot = quintet(&["bot", "--nodes", "200"]);
    let mut bot = bot.stdin(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it starts");
    let mut stdin = bot.stdin.take().expect("its input");
    let input = input.to_vec();
    let writer = thread::spawn(move || {
        let _ = stdin.write_all(&input);
    });
    let (well, said) = finished(bot);
    writer.join().expect("it writes");
    assert!(well, "{said}");
    said.lines().map(str::to_owned).collect()
}

#[test]
fn a_frontend_can_say_anything_and_the_bot_goes_on() {
    let start = r#"{"type":"start","hold":null,"queue":["T","I"],"combo":0,"back_to_back":false,"board":[]}"#;
    let suggest = r#"{"type":"suggest"}"#;
    let mut input = vec![b'x'; 20_000_000];
    input.extend(format!("\n\n[]\n{start}\n{suggest}\n").bytes());
    let answers = answers(&input);
    assert_eq!(answers.len(), 2, "{answers:?}");
    assert!(answers[1].contains("\"location\""), "{answers:?}");
}

#[test]
fn a_bot_whose_frontend_is_gone_ends() {
    assert_eq!(answers(b"").len(), 1);
    assert_eq!(answers(&vec![0; 5_000_000]).len(), 1);
    let mut bot = quintet(&["bot"]).stdin(Stdio::piped()).spawn().expect("it starts");
    drop(bot.stdout.take());
    let mut stdin = bot.stdin.take().expect("its input");
    let _ = stdin.write_all(b"{\"type\":\"suggest\"}\n{\"type\":\"suggest\"}\n");
    drop(stdin);
    bot.wait().expect("it ends");
}
