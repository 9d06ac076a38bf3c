//! What README and docs/ say of the command line is true: every command in a block of `sh` or
//! `console` runs, output that stands below one is its output, and tables of options list the options
//! that there are.
#![cfg(unix)]

#[allow(dead_code, reason = "the tests of the terminal use the rest")]
#[path = "terminal/pty.rs"]
mod pty;

use std::collections::BTreeMap;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{fmt, fs};

use portable_pty::CommandBuilder;
use pty::{Home, Keys, Terminal};
use quintet_engine::{Button, GameName, Micros, Recorder};

/// The program on the terminal.
fn program() -> &'static str {
    env!("CARGO_BIN_EXE_quintet")
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every page of the documentation but the requirements, which have no commands.
fn pages() -> Vec<(PathBuf, String)> {
    let mut paths = vec![root().join("README.md")];
    for folder in ["docs", "docs/book"] {
        for entry in fs::read_dir(root().join(folder)).expect("a folder") {
            let path = entry.expect("a file").path();
            if path.extension().is_some_and(|extension| extension == "md") {
                paths.push(path);
            }
        }
    }
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a page");
        (path, text)
    };
    paths.into_iter().map(read).collect()
}

/// A command, and the output that stands below it.
struct Example {
    page: PathBuf,
    command: String,
    output: String,
}

impl fmt::Debug for Example {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: `{}`", self.page.display(), self.command)
    }
}

/// The commands of all blocks. In `console` a command begins with `$`, and what follows is output.
fn examples() -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    for (page, text) in pages() {
        let mut block = None;
        // A command may go on after a backslash.
        for line in text.replace("\\\n", " ").lines() {
            if let Some(kind) = line.strip_prefix("```") {
                block = if block.is_some() { None } else { Some(kind.to_owned()) };
                continue;
            }
            let command = match block.as_deref() {
                Some("sh") => Some(line),
                Some("console") => line.strip_prefix("$ "),
                _ => continue,
            };
            let Some(command) = command else {
                let last = examples.last_mut().expect("output follows a command");
                last.output.push_str(line);
                continue;
            };
            let command = command.split(" #").next().unwrap_or_default().trim();
            if !command.is_empty() {
                let (page, command) = (page.clone(), command.to_owned());
                examples.push(Example { page, command, output: String::new() });
            }
        }
    }
    examples
}

/// Commands of other programs that build, install or download. Those of `cargo xtask` have to exist.
const OTHERS: [&str; 7] =
    ["cargo ", "WRITE_EXPECTED=1 cargo ", "rustup ", "git clone ", "export ", "sqlite3 ", "sudo "];
/// What is shortened here, so that it ends in time.
const SHORTENED: [(&str, &str); 3] = [
    ("--games 10", "--games 2 --pieces 4 --time 5"),
    ("quintet play replay FILE", "quintet play replay game.qntr"),
    ("| man -l -", "| MANPAGER=cat man -l - | cat"),
];

/// A folder with everything that the examples speak of.
fn folder_of_examples() -> Home {
    let home = Home::new();
    let place = |path: &str| home.path().join(path);
    for folder in ["bin", "target/release", ".local/share/bash-completion/completions"] {
        fs::create_dir_all(place(folder)).expect("a folder");
    }
    symlink(program(), place("bin/quintet")).expect("a link");
    symlink(program(), place("target/release/quintet")).expect("a link");
    symlink(root().join("examples"), place("examples")).expect("a link");
    let mut recorder = Recorder::new(&[GameName::Marathon.rules()], 3);
    for piece in 1..=4 {
        let at = Micros::from_secs(piece);
        recorder.press(0, Button::HardDrop, at, &mut |_, _| {}).expect("time goes on");
    }
    let replay = recorder.replay();
    fs::write(place("game.qntr"), replay.to_bytes()).expect("a file");
    fs::write(place("game.json"), replay.to_json()).expect("a file");
    home
}

/// Commands that need a terminal or do not end by themselves: they show something, and end by
/// Ctrl+C.
fn is_for_people(command: &str) -> bool {
    let words: Vec<&str> = command.split_whitespace().collect();
    match words.as_slice() {
        [program, "play", action, ..] if program.ends_with("quintet") => {
            !["export", "import"].contains(action)
        }
        [program, "play" | "demo" | "serve", ..] => program.ends_with("quintet"),
        _ => false,
    }
}

fn shell(home: &Home, command: &str) -> Vec<(&'static str, String)> {
    let path = std::env::var("PATH").unwrap_or_default();
    let bin = home.path().join("bin").display().to_string();
    assert!(!command.is_empty());
    vec![
        ("PATH", format!("{bin}:{path}")),
        ("HOME", home.path().display().to_string()),
        ("QUINTET_LISTEN", "127.0.0.1:0".to_owned()),
        ("QUINTET_DATA", home.path().join("server").display().to_string()),
    ]
}

/// Runs a command to its end and gives its output.
fn run(home: &Home, example: &Example, command: &str) -> String {
    let output = Command::new("sh")
        .args(["-c", command])
        .envs(shell(home, command))
        .env("XDG_CONFIG_HOME", home.path().join("config"))
        .env("XDG_DATA_HOME", home.path().join("data"))
        .current_dir(home.path())
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{example:?}: {error}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Starts a command on a terminal until it shows something, and ends it.
fn show(home: &Home, example: &Example, command: &str) {
    let mut builder = CommandBuilder::new("sh");
    // Ctrl+C is for the program, not for the shell.
    builder.args(["-c", &format!("exec {command}")]);
    builder.cwd(home.path());
    for (name, value) in shell(home, command) {
        builder.env(name, value);
    }
    let mut terminal = Terminal::run(home, Keys::Plain, (100, 30), builder);
    terminal.wait_until(&example.command, |screen| !screen.trim().is_empty());
    terminal.send("\x03");
    let status = terminal.ends();
    assert!(status.success(), "{example:?}: {status:?}\n{}", terminal.text());
}

/// Whether the output is as it is written, but for what `…` stands for.
fn matches(written: &str, output: &str) -> bool {
    let squeeze = |text: &str| text.split_whitespace().collect::<String>();
    let (written, output) = (squeeze(written), squeeze(output));
    let parts: Vec<&str> = written.split('…').collect();
    let mut rest = output.as_str();
    for (number, part) in parts.iter().enumerate() {
        let found = if number == 0 { rest.starts_with(part).then_some(0) } else { rest.find(part) };
        let Some(at) = found else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.is_empty() || parts.last().is_some_and(|part| part.is_empty())
}

#[test]
fn every_command_of_the_documentation_runs() {
    let tasks = fs::read_to_string(root().join("xtask/src/main.rs")).expect("a file");
    let has_python = Command::new("python3").arg("--version").output().is_ok();
    let has_manual = Command::new("man").arg("--version").output().is_ok();
    let home = folder_of_examples();
    let (mut run_here, mut compared) = (0, 0);
    for example in examples() {
        if OTHERS.iter().any(|other| example.command.starts_with(other)) {
            if let Some(task) = example.command.strip_prefix("cargo xtask ") {
                let task = task.split_whitespace().next().unwrap_or_default();
                assert!(tasks.contains(&format!("\ncargo xtask {task}")), "{example:?}");
            }
            continue;
        }
        let mut command = example.command.clone();
        for (long, short) in SHORTENED {
            command = command.replace(long, short);
        }
        // Services of other programs run in tests of their own; here the options have to exist.
        if ["--database", "--nats"].iter().any(|option| command.contains(option)) {
            run(&home, &example, &format!("{command} --help"));
            continue;
        }
        if command.contains("python3") && !has_python || command.contains("man -l") && !has_manual {
            continue;
        }
        run_here += 1;
        if is_for_people(&command) {
            show(&home, &example, &command);
            continue;
        }
        let output = run(&home, &example, &command);
        if !example.output.is_empty() {
            compared += 1;
            assert!(matches(&example.output, &output), "{example:?}\nwrote\n{output}");
        }
    }
    assert!(run_here > 20 && compared > 0, "{run_here} ran, {compared} were compared");
}

/// The options of a command with their defaults, as `--help` lists them.
fn options(command: &[&str]) -> BTreeMap<String, String> {
    let help = Command::new(program()).args(command).arg("--help").output().expect("it starts");
    let help = String::from_utf8(help.stdout).expect("text");
    let mut options: BTreeMap<String, String> = BTreeMap::new();
    let mut last = None;
    for line in help.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        if let Some(name) = words.iter().take(2).find(|word| word.starts_with("--")) {
            let name = name.split(['[', '=', ',']).next().unwrap_or_default().to_owned();
            if name != "--help" {
                options.insert(name.clone(), String::new());
                last = Some(name);
            }
        }
        if let (Some((_, rest)), Some(name)) = (line.split_once("[default: "), &last) {
            let value = rest.split(']').next().unwrap_or_default();
            options.insert(name.clone(), value.to_owned());
        }
    }
    options
}

/// The tables of options, by the page and the command that they belong to, and the column of the
/// defaults.
const TABLES: [(&str, &[&str], usize); 2] =
    [("docs/book/operators.md", &["serve"], 3), ("docs/book/tbp.md", &["arena"], 3)];

#[test]
fn tables_of_options_list_what_the_program_takes() {
    for (page, text) in pages() {
        let rows: Vec<Vec<String>> = text
            .lines()
            .filter(|line| line.starts_with("| `--"))
            .map(|line| line.split('|').map(|cell| cell.trim().replace('`', "")).collect())
            .collect();
        let table = TABLES.iter().find(|(name, ..)| page.ends_with(name));
        let Some((_, command, defaults)) = table else {
            assert!(rows.is_empty(), "{} has a table that nothing checks", page.display());
            continue;
        };
        let name = |row: &Vec<String>| row[1].split_whitespace().next().map(str::to_owned);
        let written: BTreeMap<String, String> =
            rows.iter().map(|row| (name(row).expect("a name"), row[*defaults].clone())).collect();
        let mut taken = options(command);
        // A switch has no default worth a word.
        for value in taken.values_mut().filter(|value| *value == "false") {
            value.clear();
        }
        assert_eq!(written, taken, "{}", page.display());
    }
}

#[test]
fn output_is_compared_but_for_what_is_left_out() {
    assert!(matches("{\"a\": 1, …}", "{\"a\":1,\"b\":2}\n"));
    assert!(!matches("{\"a\": 1, …}", "{\"a\":2,\"b\":2}\n"));
    assert!(!matches("{\"a\": 1", "{\"a\":1}\n"));
}
