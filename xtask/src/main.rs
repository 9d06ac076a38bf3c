//! `cargo xtask`: everything that builds, checks or measures Quintet.

mod cluster;
mod e2e;
mod fuzz;
mod growth;
mod output;
mod play;
mod process;
mod progress;
mod services;
mod setup;
mod single;
mod site;
mod spec;
#[path = "../../crates/server/src/edge/site/static_files.rs"]
mod static_files;
mod step;
mod test;
mod web;

use std::process::{Command, ExitCode};

use process::root;
use step::step;
use web::{Files, Profile};

const HELP: &str = "\
cargo xtask play [--port N]      build the app and its server and start them
cargo xtask cluster [--nodes N]  start several servers that work as one, with all that they need
cargo xtask test [STEP ...]      run every check, or only the named ones
cargo xtask e2e [WORD ...]       run the tests in the browser whose names contain a word
cargo xtask bench [WHAT]         measure: engine (default), movegen [PEER], server [cost|strangers], cluster, tui, web [WHAT]
cargo xtask growth [--write]     say what more players would need; write it into the book
cargo xtask dist                 write the static site
cargo xtask single               write tetris.html
cargo xtask shows                record the games and lessons that the app shows again
cargo xtask screenshots          take a picture of every screen
cargo xtask help                 this text";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["play", rest @ ..] => play::play(rest),
        ["cluster", rest @ ..] => cluster::cluster(rest),
        ["test", steps @ ..] => test::run(steps),
        ["bench"] => bench("engine", &[]),
        ["bench", what, rest @ ..] => bench(what, rest),
        ["e2e", words @ ..] => e2e::test_some(words),
        ["screenshots"] => e2e::screenshots(),
        ["dist"] => dist(Profile::Web, Files::Compressed),
        ["dist", "--quick"] => dist(Profile::Quick, Files::Plain),
        ["growth", rest @ ..] => growth::growth(rest),
        ["single"] => single::write(),
        ["shows"] => {
            process::visible(process::cargo(["run", "-p", "show-games", "--"]).arg(root()))
        }
        [] | ["help" | "--help" | "-h"] => {
            println!("{HELP}\n\nSteps of test: {}", test::names());
            Ok(())
        }
        _ => Err(format!("unknown command `{}`\n\n{HELP}", words.join(" "))),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("xtask: {reason}");
            ExitCode::FAILURE
        }
    }
}

fn dist(profile: Profile, files: Files) -> Result<(), String> {
    let first_visit = step("build the site", || web::build(profile, files, &web::dist(), &[]))?;
    print!("{first_visit}");
    Ok(())
}

fn bench(what: &str, rest: &[&str]) -> Result<(), String> {
    let profile = if what == "movegen" { "movegen" } else { "release" };
    match what {
        "engine" | "movegen" => process::visible(
            Command::new(process::cargo_path())
                .current_dir(root())
                .args(["run", "--profile", profile, "--manifest-path"])
                .args(["bench/Cargo.toml", "--", what])
                .args(rest),
        ),
        "server" => process::visible(
            process::cargo(["run", "--release", "-p", "quintet-server"])
                .args(["--example", "load", "--"])
                .args(rest),
        ),
        "cluster" => {
            setup::need_postgres()?;
            setup::need_nats()?;
            process::visible(
                process::cargo(["run", "--release", "-p", "quintet-server"])
                    .args(["--example", "load", "--", "cluster"])
                    .env("CARGO_TARGET_DIR", process::target_dir()),
            )
        }
        "tui" => {
            let peer = step("build tetro-tui", || setup::need_cargo_tool("tetro-tui@3.6.2"))?;
            step("build quintet", || {
                process::quiet(&mut process::cargo(["build", "--release", "-p", "quintet"]))
            })?;
            process::visible(
                process::cargo(["run", "--release", "-p", "quintet", "--example", "terminal_cost"])
                    .arg("--")
                    .arg(process::target_dir().join("release/quintet"))
                    .arg(peer),
            )
        }
        "web" => e2e::bench(rest),
        _ => Err(format!(
            "unknown benchmark `{what}`; the benchmarks are: engine, movegen, server, cluster, tui, web"
        )),
    }
}
