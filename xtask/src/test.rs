//! The steps of `cargo xtask test`.

use std::fs;

use crate::output::tests_passed;
use crate::process::{FreshFolder, cargo, cargo_home, quiet, target_dir};
use crate::step::{Done, Step, run_all};
use crate::web;
use crate::{e2e, fuzz, setup, single, spec};

const WASM: &str = "wasm32-unknown-unknown";
/// A target that has no std at all: building for it proves that the engine needs none.
const BARE: &str = "x86_64-unknown-none";

/// In the order in which they run: quick ones first, so that simple mistakes show early.
const STEPS: &[Step] = &[
    Step { name: "fmt", what: "sources are formatted", run: formatting },
    Step {
        name: "spec",
        what: "claimed requirements are cited by tests",
        run: spec::trace_repository,
    },
    Step {
        name: "single",
        what: "tetris.html is what its source builds, and small",
        run: single::check,
    },
    Step {
        name: "wasm",
        what: "engine and messages build for the web, engine without std",
        run: engine_for_bare_targets,
    },
    Step {
        name: "golden",
        what: "golden replays end in the same state in WebAssembly",
        run: golden_replays_in_wasm,
    },
    Step { name: "clippy", what: "no lint fires", run: clippy },
    Step { name: "doc", what: "documentation builds without a warning", run: documentation },
    Step { name: "package", what: "the libraries can be published", run: packages },
    Step {
        name: "size",
        what: "the web app builds, and its first visit is small enough",
        run: || web::check_size().map(Done::Ran),
    },
    Step { name: "unit", what: "tests of all crates", run: unit_tests },
    Step { name: "e2e", what: "the app in a real browser", run: e2e::test },
    Step { name: "fuzz", what: "a short run of each fuzz target", run: fuzz::short_run },
];

/// Runs the named steps, or all of them.
pub(crate) fn run(names: &[&str]) -> Result<(), String> {
    if let Some(unknown) = names.iter().find(|name| find(name).is_none()) {
        return Err(format!("unknown step `{unknown}`; the steps are: {}", self::names()));
    }
    let chosen: Vec<&Step> =
        STEPS.iter().filter(|step| names.is_empty() || names.contains(&step.name)).collect();
    run_all(&chosen)
}

/// The names of all steps, for the help text.
pub(crate) fn names() -> String {
    STEPS.iter().map(|step| step.name).collect::<Vec<_>>().join(" ")
}

fn find(name: &str) -> Option<&'static Step> {
    STEPS.iter().find(|step| step.name == name)
}

fn formatting() -> Result<Done, String> {
    quiet(&mut cargo(["fmt", "--all", "--check"]))?;
    for workspace in OWN_WORKSPACES {
        quiet(&mut cargo(["fmt", "--check", "--manifest-path", workspace]))?;
    }
    Ok(Done::Ran(String::new()))
}

/// Crates that the root workspace leaves out because of what they depend on.
const OWN_WORKSPACES: [&str; 2] = ["bench/Cargo.toml", "fuzz/Cargo.toml"];

fn clippy() -> Result<Done, String> {
    let targets = ["clippy", "--all-targets"];
    quiet(
        cargo(targets)
            .args(["--workspace", "--features", "quintet-e2e/browser,web-bundle/compress"])
            .args(["--", "-D", "warnings"]),
    )?;
    // The benchmark is compiled here too; nothing else would notice that it no longer builds.
    quiet(
        cargo(targets)
            .args(["--manifest-path", "bench/Cargo.toml", "--target-dir"])
            .arg(target_dir())
            .args(["--", "-D", "warnings"]),
    )?;
    Ok(Done::Ran(String::new()))
}

fn documentation() -> Result<Done, String> {
    quiet(cargo(["doc", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings"))?;
    Ok(Done::Ran(String::new()))
}

fn unit_tests() -> Result<Done, String> {
    // A bot in Python plays in the arena; without Python that test skips itself.
    let python = setup::need_debian("python3", "python3").err();
    // The same holds for what several servers share.
    let services = setup::need_services().err();
    let said = quiet(&mut cargo(["test", "--workspace"]))?;
    let passed: u32 = said.lines().filter_map(tests_passed).sum();
    let without = [("the bot in Python", python), ("PostgreSQL, NATS or nginx", services)];
    let without = without
        .into_iter()
        .filter_map(|(what, reason)| Some(format!("without {what}: {}", reason?)));
    Ok(Done::Tested(passed, without.collect::<Vec<_>>().join("\n")))
}

/// The crates that others may depend on.
const LIBRARIES: [&str; 3] = ["quintet-engine", "quintet-bot", "quintet-protocol"];

/// Packages the libraries together, since they depend on each other, and builds each from its
/// package alone. The target folder is a new one, and what cargo has unpacked before is removed: it
/// would take a library of the same version from there, whatever has changed in it since.
fn packages() -> Result<Done, String> {
    let folder = FreshFolder::new(target_dir().join("package-check"))?;
    let unpacked = cargo_home().join("registry/src");
    for registry in fs::read_dir(unpacked).into_iter().flatten().flatten() {
        for library in LIBRARIES {
            let name = format!("{library}-{}", env!("CARGO_PKG_VERSION"));
            FreshFolder::new(registry.path().join(name))?;
        }
    }
    let mut command = cargo(["package", "--allow-dirty", "--target-dir"]);
    command.arg(folder.path());
    for library in LIBRARIES {
        command.args(["-p", library]);
    }
    quiet(&mut command).map(|_| Done::Ran(LIBRARIES.join(", ")))
}

fn engine_for_bare_targets() -> Result<Done, String> {
    setup::need_target(WASM)?;
    build_engine(WASM, &[])?;
    build_engine(WASM, &["--no-default-features"])?;
    quiet(&mut cargo(["build", "-p", "quintet-protocol", "--target", WASM]))?;
    if let Err(reason) = setup::need_target(BARE) {
        return Ok(Done::Ran(format!("not built for {BARE}: {reason}")));
    }
    build_engine(BARE, &[])?;
    build_engine(BARE, &["--no-default-features"])?;
    Ok(Done::Ran(String::new()))
}

fn build_engine(target: &str, options: &[&str]) -> Result<(), String> {
    let build = ["build", "-p", "quintet-engine", "--target"];
    quiet(cargo(build).arg(target).args(options)).map(drop)
}

fn golden_replays_in_wasm() -> Result<Done, String> {
    setup::need_target(WASM)?;
    quiet(&mut cargo(["build", "-p", "wasm-golden", "--target", WASM]))?;
    let module = target_dir().join(WASM).join("debug/wasm-golden.wasm");
    quiet(cargo(["run", "-p", "wasm-golden", "--"]).arg(module)).map(Done::Ran)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_step_is_refused_and_the_known_ones_are_named() {
        let error = run(&["fmt", "fnt"]).expect_err("there is no such step");
        assert!(error.contains("`fnt`") && error.contains("fmt spec single"), "{error}");
    }
}
