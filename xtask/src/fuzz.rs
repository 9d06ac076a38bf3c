//! The short fuzz run of `cargo xtask test`; `docs/testing.md` says how to start a long one.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::process::{quiet, quiet_stderr, root, target_dir};
use crate::setup;
use crate::step::Done;

/// Enough to catch a simple bug. Input that keeps the engine busy for long is a failure too.
const BOUNDS: [&str; 3] = ["-max_total_time=20", "-timeout=20", "-print_final_stats=1"];
/// The longest input in bytes.
const LONGEST: &str = "-max_len=1000";
/// The target that begins with recorded games, where these are, and its longest input.
const REPLAYS: (&str, &str, &str) =
    ("replay_decoder", "crates/engine/tests/replays", "-max_len=4000");
/// How libFuzzer says how many inputs it has tried.
const EXECUTED: &str = "stat::number_of_executed_units:";

/// Runs each target of `fuzz/fuzz_targets` for a short time.
pub(crate) fn short_run() -> Result<Done, String> {
    if !setup::has_nightly() {
        let why = "fuzzing needs a nightly toolchain (`rustup toolchain install nightly`)";
        return Ok(Done::LeftOut(why.into()));
    }
    let targets = targets()?;
    let cargo_fuzz = setup::need_cargo_tool("cargo-fuzz")?;
    quiet(&mut fuzz(&cargo_fuzz, &["build"]))?;
    let mut said = Vec::new();
    for target in &targets {
        let corpus = root().join("fuzz/corpus").join(target);
        fs::create_dir_all(&corpus).map_err(|error| format!("{}: {error}", corpus.display()))?;
        let mut run = fuzz(&cargo_fuzz, &["run", target]);
        run.arg(corpus);
        if target == REPLAYS.0 {
            run.arg(root().join(REPLAYS.1)).args(["--", REPLAYS.2]);
        } else {
            run.args(["--", LONGEST]);
        }
        let log = quiet_stderr(run.args(BOUNDS))?;
        let executed = executed(&log)
            .ok_or_else(|| format!("{log}\n{target} did not say how many inputs it tried"))?;
        said.push(format!("{target} {executed}"));
    }
    Ok(Done::Ran(format!("inputs tried: {}", said.join(", "))))
}

/// A cargo-fuzz command. There is no address sanitizer: it makes building and running twice as slow,
/// and the code under test is safe Rust.
fn fuzz(program: &Path, command: &[&str]) -> Command {
    let mut fuzz = Command::new("rustup");
    fuzz.args(["run", "nightly"])
        .arg(program)
        .args(command)
        .args(["--sanitizer", "none", "--target-dir"])
        .arg(target_dir().join("fuzz"))
        .current_dir(root())
        // They select the pinned toolchain, which cannot fuzz.
        .env_remove("CARGO")
        .env_remove("RUSTUP_TOOLCHAIN");
    fuzz
}

/// How many inputs a run tried; none where it tried none.
fn executed(log: &str) -> Option<u64> {
    let number = log.lines().find_map(|line| line.strip_prefix(EXECUTED))?;
    number.trim().parse().ok().filter(|&number| number > 0)
}

fn targets() -> Result<Vec<String>, String> {
    let folder = root().join("fuzz/fuzz_targets");
    let unreadable = |error| format!("{}: {error}", folder.display());
    let mut targets = Vec::new();
    for entry in fs::read_dir(&folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension() == Some(OsStr::new("rs")) {
            targets.extend(path.file_stem().map(|stem| stem.to_string_lossy().into_owned()));
        }
    }
    targets.sort();
    Ok(targets)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_says_how_many_inputs_it_tried() {
        let log = "Done 7 runs in 2 second(s)\nstat::number_of_executed_units: 7\nstat::x: 1\n";
        assert_eq!(executed(log), Some(7));
        assert_eq!(executed("stat::number_of_executed_units: 0"), None);
        assert_eq!(executed("error: no such target"), None);
    }

    #[test]
    fn the_target_with_seeds_and_its_seeds_are_there() {
        assert!(targets().expect("a folder").contains(&REPLAYS.0.to_owned()));
        assert!(root().join(REPLAYS.1).is_dir());
    }
}
