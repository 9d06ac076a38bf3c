//! The short fuzz run of `cargo xtask test`; `docs/testing.md` says how to start a long one.

use std::ffi::OsStr;
use std::fs;
use std::process::Command;

use crate::process::{quiet, root, target_dir};
use crate::setup;
use crate::step::Done;

/// Enough to catch a simple bug, with a time limit for slow machines. Input that keeps the engine
/// busy for long is a failure too.
const BOUNDS: [&str; 4] = ["-runs=20000", "-max_total_time=60", "-max_len=1000", "-timeout=20"];

/// Runs each target of `fuzz/fuzz_targets` for a short time.
pub(crate) fn short_run() -> Result<Done, String> {
    if !setup::has_nightly() {
        let why = "fuzzing needs a nightly toolchain (`rustup toolchain install nightly`)";
        return Ok(Done::LeftOut(why.into()));
    }
    let targets = targets()?;
    let cargo_fuzz = setup::need_cargo_tool("cargo-fuzz")?;
    for target in &targets {
        quiet(
            Command::new("rustup")
                .args(["run", "nightly"])
                .arg(&cargo_fuzz)
                .args(["run", target, "--target-dir"])
                .arg(target_dir().join("fuzz"))
                .arg("--")
                .args(BOUNDS)
                .current_dir(root())
                // They select the pinned toolchain, which cannot fuzz.
                .env_remove("CARGO")
                .env_remove("RUSTUP_TOOLCHAIN"),
        )?;
    }
    Ok(Done::Ran(targets.join(", ")))
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
