//! The app in a real browser: its tests, and pictures of its screens.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process::{cargo, quiet, target_dir, visible};
use crate::step::Done;
use crate::{play, setup, site, web};

/// Names under which Chromium may be installed.
const CHROMIUM: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];
/// The site is served once more from here, as a guest on somebody's host.
const SUBFOLDER: &str = "games/quintet";
/// Checks pages for accessibility. Fetched, never kept in the repository.
const AXE: &str = "axe-core@4.14.0";

/// Runs the tests in the browser.
pub(crate) fn test() -> Result<Done, String> {
    let stage = Stage::set()?;
    let mut command = stage.cargo(["test", "-p", "quintet-e2e", "--features", "browser"]);
    command.args(["--", "--test-threads=2"]);
    let mut note = String::new();
    match axe() {
        Ok(path) => drop(command.env("QUINTET_AXE", path)),
        Err(reason) => {
            command.args(["--skip", "accessibility::"]);
            note = format!("the checks by axe-core are left out: {reason}");
        }
    }
    let said = quiet(&mut command)?;
    let passed: u32 = said.lines().filter_map(crate::test::tests_passed).sum();
    Ok(Done::Tested(passed, note))
}

/// Takes a picture of every screen.
pub(crate) fn screenshots() -> Result<(), String> {
    let stage = Stage::set()?;
    let folder = target_dir().join("screenshots");
    visible(
        stage
            .cargo(["run", "--quiet", "-p", "quintet-e2e", "--bin", "screenshots", "--"])
            .arg(folder),
    )
}

/// Measures the app in the browser: its weight, its frames, its answer to keys, its allocations.
pub(crate) fn bench() -> Result<(), String> {
    println!("{}\n", web::check_size()?);
    let stage = Stage::set()?;
    let counting = stage.folder.join("counting");
    web::build_counting(&counting)?;
    let server = site::Server::bind(&counting, 0)?;
    let address = server.address();
    std::thread::spawn(move || server.run());
    visible(
        stage
            .cargo(["run", "--quiet", "-p", "quintet-e2e", "--bin", "bench"])
            .env("QUINTET_COUNTING_SITE", address)
            .env("QUINTET_COUNTING_FOLDER", counting),
    )
}

/// Everything the browser needs: the site, served, and a place for what it writes.
struct Stage {
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
        web::build_quietly()?;
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
        Ok(Stage { address, folder, server, program: play::program()? })
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
            // A browser on its way out may still write; what stays goes the next time.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Fetches axe-core and says where it is.
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
    fetched.map_err(|_| format!("npm could not fetch {AXE}"))?;
    if script.is_file() { Ok(script) } else { Err(format!("{AXE} is not what it was")) }
}

fn remove(folder: &Path) -> Result<(), String> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    Ok(())
}

fn copy_folder(from: &Path, to: &Path) -> Result<(), String> {
    let told = |error: std::io::Error| format!("{}: {error}", from.display());
    fs::create_dir_all(to).map_err(told)?;
    for entry in fs::read_dir(from).map_err(told)? {
        let path = entry.map_err(told)?.path();
        let place = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy_folder(&path, &place)?;
        } else {
            fs::copy(&path, &place).map_err(told)?;
        }
    }
    Ok(())
}
