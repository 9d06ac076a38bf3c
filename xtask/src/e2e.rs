//! The app in a real browser: its tests, and pictures of its screens.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::output::tests_passed;
use crate::process::{cargo, quiet, target_dir, visible};
use crate::step::{Done, step};
use crate::web::{self, Files, Profile};
use crate::{play, setup, site};

/// Names under which Chromium may be installed.
const CHROMIUM: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];
/// The site is served from this subfolder too, as on a shared host.
const SUBFOLDER: &str = "games/quintet";
/// Checks pages for accessibility. Downloaded, never part of the repository.
const AXE: &str = "axe-core@4.14.0";

/// Runs the tests in the browser.
pub(crate) fn test() -> Result<Done, String> {
    test_named(&[])
}

/// Runs the tests in the browser whose names contain one of these words.
pub(crate) fn test_some(words: &[&str]) -> Result<(), String> {
    match step("test the app in a real browser", || test_named(words))? {
        Done::Tested(passed, _) => println!("{passed} passed, 0 failed"),
        Done::Ran(_) | Done::LeftOut(_) => {}
    }
    Ok(())
}

fn test_named(words: &[&str]) -> Result<Done, String> {
    let stage = Stage::set()?;
    // Within the whole workspace, dependencies have the features that the step `unit` builds them
    // with, and are not compiled a second time.
    let mut command = stage.cargo(["test", "--workspace", "--features", "quintet-e2e/browser"]);
    command.args(["--test", "app"]);
    command.args(["--", "--test-threads=2"]).args(words);
    let mut notes = Vec::new();
    match axe() {
        Ok(path) => drop(command.env("QUINTET_AXE", path)),
        Err(reason) => {
            command.args(["--skip", "accessibility::"]);
            notes.push(format!("the checks by axe-core are skipped: {reason}"));
        }
    }
    if let Err(reason) = setup::need_services() {
        notes.push(format!("without PostgreSQL, NATS or nginx: {reason}"));
    }
    let said = quiet(&mut command)?;
    let passed: u32 = said.lines().filter_map(tests_passed).sum();
    Ok(Done::Tested(passed, notes.join("\n")))
}

/// Takes a picture of every screen.
pub(crate) fn screenshots() -> Result<(), String> {
    let stage = step("build and serve the app", Stage::set)?;
    let folder = target_dir().join("screenshots");
    visible(stage.cargo(["run", "-p", "quintet-e2e", "--bin", "screenshots", "--"]).arg(folder))
}

/// Measures the app in the browser: what it loads, and its frames, its reaction to keys and its
/// allocations, or what is named of these.
pub(crate) fn bench(what: &[&str]) -> Result<(), String> {
    let stage = step("build and serve the app", Stage::set)?;
    println!("{}", stage.first_visit);
    let counting = stage.folder.join("counting");
    step("build the app that counts its allocations", || {
        web::build(Profile::Counting, Files::Compressed, &counting, &[])
    })?;
    let server = site::Server::bind(&counting, 0)?;
    let address = server.address();
    std::thread::spawn(move || server.run());
    visible(
        stage
            .cargo(["run", "-p", "quintet-e2e", "--bin", "bench", "--"])
            .args(what)
            .env("QUINTET_COUNTING_SITE", address)
            .env("QUINTET_COUNTING_FOLDER", counting),
    )
}

/// Everything the tests need: the site, served, a server of matches, and a folder for files.
struct Stage {
    /// What a first visit loads.
    first_visit: String,
    address: String,
    folder: PathBuf,
    server: play::Served,
    /// The `quintet` program, for tests that start a server of their own.
    program: PathBuf,
}

impl Stage {
    fn set() -> Result<Stage, String> {
        let there = std::env::var_os("CHROMIUM").is_some();
        if !there && CHROMIUM.iter().all(|name| setup::on_path(name).is_none()) {
            setup::need_debian("chromium", "chromium")?;
        }
        let first_visit =
            web::build(Profile::Web, Files::Compressed, &web::dist(), &[play::PROGRAM])?;
        let folder = target_dir().join("e2e");
        for old in ["hosted", "failures", "servers"] {
            remove(&folder.join(old))?;
        }
        let hosted = folder.join("hosted");
        copy_folder(&web::dist(), &hosted)?;
        copy_folder(&web::dist(), &hosted.join(SUBFOLDER))?;
        let server = site::Server::bind(&hosted, 0)?;
        let address = server.address();
        std::thread::spawn(move || server.run());
        let data = folder.join("server");
        remove(&data)?;
        let server = play::Served::start(&data)?;
        Ok(Stage { first_visit, address, folder, server, program: play::program() })
    }

    fn cargo<const N: usize>(&self, arguments: [&str; N]) -> Command {
        let mut command = cargo(arguments);
        command.env("QUINTET_SITE", &self.address).env("QUINTET_E2E_FOLDER", &self.folder);
        command.env("QUINTET_SERVER", &self.server.address);
        command.env("QUINTET_PROGRAM", &self.program).env("QUINTET_DIST", web::dist());
        command
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        let profiles = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        for entry in
            profiles.filter(|entry| entry.file_name().to_string_lossy().starts_with("profile-"))
        {
            // A browser that is exiting may still write; the next run removes the rest.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Downloads axe-core and returns its path.
fn axe() -> Result<PathBuf, String> {
    let folder = target_dir().join("e2e/axe");
    let script = folder.join("node_modules/axe-core/axe.min.js");
    if script.is_file() {
        return Ok(script);
    }
    let npm = setup::on_path("npm").ok_or("npm is missing")?;
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let install = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", ".", AXE];
    let fetched = quiet(Command::new(npm).current_dir(&folder).args(install));
    fetched.map_err(|_| format!("npm could not download {AXE}"))?;
    if script.is_file() { Ok(script) } else { Err(format!("{AXE} has no axe.min.js")) }
}

fn remove(folder: &Path) -> Result<(), String> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    Ok(())
}

fn copy_folder(from: &Path, to: &Path) -> Result<(), String> {
    let described = |error: std::io::Error| format!("{}: {error}", from.display());
    fs::create_dir_all(to).map_err(described)?;
    for entry in fs::read_dir(from).map_err(described)? {
        let path = entry.map_err(described)?.path();
        let copy = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy_folder(&path, &copy)?;
        } else {
            fs::copy(&path, &copy).map_err(described)?;
        }
    }
    Ok(())
}
