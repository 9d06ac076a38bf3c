//! Running other programs: with their progress shown and all their output in the error, or in full
//! view.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};

use crate::output::{Follower, is_noise};
use crate::progress::Task;

/// The repository's root folder.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the repository")
}

/// Where cargo puts what it builds.
pub(crate) fn target_dir() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// A program that the dev profile has built.
pub(crate) fn built_program(name: &str) -> PathBuf {
    target_dir().join("debug").join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

/// A folder that is empty at first and removed at the end.
pub(crate) struct FreshFolder(PathBuf);

impl FreshFolder {
    /// Removes what an earlier run may have left there.
    pub(crate) fn new(path: PathBuf) -> Result<FreshFolder, String> {
        match fs::remove_dir_all(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(format!("cannot remove {}: {error}", path.display()))
            }
            _ => Ok(FreshFolder(path)),
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for FreshFolder {
    fn drop(&mut self) {
        // What is left of it is removed by the next run.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The cargo that started us, so that every step uses the pinned toolchain.
pub(crate) fn cargo_path() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// Where cargo keeps what it has downloaded and unpacked.
pub(crate) fn cargo_home() -> PathBuf {
    let named = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    named.or_else(|| Some(std::env::home_dir()?.join(".cargo"))).unwrap_or_default()
}

/// A cargo command in the repository's root.
pub(crate) fn cargo<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Command {
    let mut command = Command::new(cargo_path());
    command.current_dir(root()).args(arguments);
    command
}

/// Runs a command, showing only how far it has come, and returns what it printed. The error holds
/// the command and everything it printed.
pub(crate) fn quiet(command: &mut Command) -> Result<String, String> {
    quiet_as("", command)
}

/// The same with a name in front of its progress, for commands that run at the same time.
pub(crate) fn quiet_as(name: &str, command: &mut Command) -> Result<String, String> {
    run_quietly(name, command).map(|(printed, _)| printed)
}

/// The same, but returns what the command printed on standard error.
pub(crate) fn quiet_stderr(command: &mut Command) -> Result<String, String> {
    run_quietly("", command).map(|(_, complaint)| complaint)
}

fn run_quietly(name: &str, command: &mut Command) -> Result<(String, String), String> {
    let task = Task::begin(described(command));
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        // Cargo draws its progress bar into a pipe only if told to, and told how wide.
        .env("CARGO_TERM_PROGRESS_WHEN", "always")
        .env("CARGO_TERM_PROGRESS_WIDTH", "100")
        .spawn()
        .map_err(|error| format!("cannot start {}: {error}", described(command)))?;
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let follower = Mutex::new(Follower::default());
    let follow = |line: &str| {
        let read = follower.lock().unwrap_or_else(PoisonError::into_inner).read(line);
        if let Some(progress) = read {
            task.update(format!("{name} {progress}").trim_start().to_owned());
        }
    };
    let (printed, complaint) = std::thread::scope(|scope| {
        let complaint = scope.spawn(|| stderr.map(|pipe| collect(pipe, follow)));
        let printed = stdout.map(|pipe| collect(pipe, follow)).unwrap_or_default();
        (printed, complaint.join().ok().flatten().unwrap_or_default())
    });
    let status = child.wait().map_err(|error| format!("{}: {error}", described(command)))?;
    if status.success() {
        return Ok((printed, complaint));
    }
    Err(format!("{printed}{complaint}\n{} ended with {status}", described(command)))
}

/// Reads to the end, handing on every line as it comes; the text without what only showed progress.
fn collect(mut pipe: impl Read, follow: impl Fn(&str)) -> String {
    let (mut kept, mut line) = (String::new(), Vec::new());
    let mut chunk = [0; 4096];
    while let Ok(length @ 1..) = pipe.read(&mut chunk) {
        for &byte in &chunk[..length] {
            if !matches!(byte, b'\n' | b'\r') {
                line.push(byte);
                continue;
            }
            let text = String::from_utf8_lossy(&line);
            follow(&text);
            // A carriage return ends what is about to be overwritten.
            if byte == b'\n' && !is_noise(&text) {
                kept.push_str(&text);
                kept.push('\n');
            }
            line.clear();
        }
    }
    kept.push_str(&String::from_utf8_lossy(&line));
    kept
}

/// Runs a command on the user's own terminal.
pub(crate) fn visible(command: &mut Command) -> Result<(), String> {
    let status = command
        .status()
        .map_err(|error| format!("cannot start {}: {error}", described(command)))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("{} ended with {status}", described(command)))
    }
}

/// Does two things at the same time.
pub(crate) fn both<A: Send, B: Send>(
    one: impl FnOnce() -> Result<A, String>,
    other: impl FnOnce() -> Result<B, String> + Send,
) -> Result<(A, B), String> {
    std::thread::scope(|scope| {
        let other = scope.spawn(other);
        let one = one();
        let other = other.join().map_err(|_| "a part of the build panicked".to_owned())?;
        Ok((one?, other?))
    })
}

/// A command as one would type it.
fn described(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_name().unwrap_or(program.as_os_str());
    std::iter::once(name)
        .chain(command.get_args())
        .map(OsStr::to_string_lossy)
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failing_command_returns_everything_it_printed() {
        let error = quiet(Command::new("sh").args(["-c", "echo out; echo err >&2; exit 3"]))
            .expect_err("the shell was told to fail");
        assert!(error.starts_with("out\nerr\n"), "{error}");
        assert!(error.contains("sh -c"), "{error}");
        assert!(error.ends_with("exit status: 3"), "{error}");
    }

    #[test]
    fn what_only_shows_progress_is_not_returned() {
        let printed = quiet(Command::new("printf").arg("a bar\\rthe end\\n   Compiling x\\nlast"));
        assert_eq!(printed.as_deref(), Ok("the end\nlast"));
    }

    #[test]
    fn a_missing_program_is_named() {
        let error = quiet(&mut Command::new("no-such-program-anywhere"))
            .expect_err("there is no such program");
        assert!(error.contains("no-such-program-anywhere"), "{error}");
    }

    #[test]
    fn a_fresh_folder_has_nothing_of_before_and_leaves_nothing() {
        let path = std::env::temp_dir().join(format!("quintet-fresh-{}", std::process::id()));
        fs::create_dir_all(path.join("package")).expect("a folder for tests");
        let folder = FreshFolder::new(path.clone()).expect("it can be removed");
        assert!(!path.exists());
        fs::create_dir_all(folder.path().join("package")).expect("a folder for tests");
        drop(folder);
        assert!(!path.exists());
        assert!(FreshFolder::new(path).is_ok(), "one that was never there");
    }

    #[test]
    fn of_two_things_either_may_fail() {
        let fails = || Err::<(), _>("no".to_owned());
        assert_eq!(both(|| Ok(1), || Ok(2)), Ok((1, 2)));
        assert_eq!(both(fails, || Ok(2)), Err("no".to_owned()));
        assert_eq!(both(|| Ok(1), fails), Err("no".to_owned()));
    }
}
