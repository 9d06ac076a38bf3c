//! The browser app: compiling it, and having it turned into a site.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process::{both, built_program, cargo, quiet, quiet_as, root, target_dir};
use crate::setup;

const TARGET: &str = "wasm32-unknown-unknown";

/// What the first visit may load, compressed.
const FIRST_VISIT_LIMIT: &str = "250000";

/// Where the site is written.
pub(crate) fn dist() -> PathBuf {
    root().join("dist")
}

/// How the app is compiled.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Profile {
    /// Small and fast, as it is shipped.
    Web,
    /// As soon as possible, for trying something out.
    Quick,
    /// As it is shipped, but it counts its allocations.
    Counting,
}

/// Whether the files of the site are compressed too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Files {
    /// As they are: enough for a browser on this machine, and ready sooner.
    Plain,
    /// As they are shipped.
    Compressed,
}

/// Builds the site and, at the same time, other programs of the dev profile. The list of what a
/// first visit loads, where files are compressed.
pub(crate) fn build(
    profile: Profile,
    files: Files,
    folder: &Path,
    programs: &[&str],
) -> Result<String, String> {
    let (modules, ()) = both(|| compile(profile), || compile_programs(files, programs))?;
    quiet(bundle().arg(modules).arg(folder))
}

/// Builds the site as it is shipped, and fails if the first visit loads too much.
pub(crate) fn check_size() -> Result<String, String> {
    let (modules, ()) =
        both(|| compile(Profile::Web), || compile_programs(Files::Compressed, &[]))?;
    quiet(bundle().arg(modules).arg(dist()).args(["--limit", FIRST_VISIT_LIMIT]))
}

/// The program that makes the site from the sources of this repository.
fn bundle() -> Command {
    let mut bundle = Command::new(built_program("web-bundle"));
    bundle.arg(root());
    bundle
}

/// Compiles the app and its worker and says where the modules are.
fn compile(profile: Profile) -> Result<PathBuf, String> {
    setup::need_target(TARGET)?;
    let (name, folder) = match profile {
        Profile::Web | Profile::Counting => ("web", "web"),
        Profile::Quick => ("dev", "debug"),
    };
    let mut command = cargo(["build", "-p", "quintet-web", "-p", "quintet-worker"]);
    command.args(["--profile", name]);
    if let Profile::Counting = profile {
        command.args(["--features", "quintet-web/count-allocations"]);
    }
    let flags = without_paths_of_this_machine();
    command.args(["--target", TARGET]).env("CARGO_ENCODED_RUSTFLAGS", flags);
    quiet_as("app", &mut command)?;
    Ok(target_dir().join(TARGET).join(folder))
}

/// Compiles the program that makes the site, together with others: what they have in common is
/// compiled once, and with the features of the whole workspace, as the tests need it too.
fn compile_programs(files: Files, programs: &[&str]) -> Result<(), String> {
    let mut command = cargo(["build", "--workspace", "--bin", "web-bundle"]);
    for program in programs {
        command.args(["--bin", program]);
    }
    if let Files::Compressed = files {
        command.args(["--features", "web-bundle/compress"]);
    }
    quiet_as("programs", &mut command).map(drop)
}

/// Nobody who downloads the app should see, or load, where it was built.
fn without_paths_of_this_machine() -> String {
    let home = std::env::var_os("HOME").map(PathBuf::from).unwrap_or_default();
    let cargo = std::env::var_os("CARGO_HOME").map_or_else(|| home.join(".cargo"), PathBuf::from);
    let remap = |folder: &Path| format!("--remap-path-prefix={}=", folder.display());
    [remap(&cargo.join("registry/src")), remap(root())].join("\x1f")
}
