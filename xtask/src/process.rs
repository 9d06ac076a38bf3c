//! Starting other programs: silently, with everything they said in the error, or in full view.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The repository's root folder.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the repository")
}

/// Where cargo puts what it builds.
pub(crate) fn target_dir() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// The cargo that started us, so that every step uses the pinned toolchain.
pub(crate) fn cargo_path() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// A cargo command in the repository's root.
pub(crate) fn cargo<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Command {
    let mut command = Command::new(cargo_path());
    command.current_dir(root()).args(arguments);
    command
}

/// Runs a command out of sight. The error holds the command and all that it printed.
pub(crate) fn quiet(command: &mut Command) -> Result<String, String> {
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("cannot start {}: {error}", told(command)))?;
    let said = String::from_utf8_lossy(&output.stdout);
    if output.status.success() {
        return Ok(said.into_owned());
    }
    let complaint = String::from_utf8_lossy(&output.stderr);
    Err(format!("{said}{complaint}\n{} ended with {}", told(command), output.status))
}

/// Runs a command on the user's own terminal.
pub(crate) fn visible(command: &mut Command) -> Result<(), String> {
    let status =
        command.status().map_err(|error| format!("cannot start {}: {error}", told(command)))?;
    if status.success() { Ok(()) } else { Err(format!("{} ended with {status}", told(command))) }
}

/// A command as one would type it.
fn told(command: &Command) -> String {
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
    fn a_failing_command_hands_back_everything_it_said() {
        let error = quiet(Command::new("sh").args(["-c", "echo out; echo err >&2; exit 3"]))
            .expect_err("the shell was told to fail");
        assert!(error.starts_with("out\nerr\n"), "{error}");
        assert!(error.contains("sh -c"), "{error}");
        assert!(error.ends_with("exit status: 3"), "{error}");
    }

    #[test]
    fn a_missing_program_is_named() {
        let error = quiet(&mut Command::new("no-such-program-anywhere"))
            .expect_err("there is no such program");
        assert!(error.contains("no-such-program-anywhere"), "{error}");
    }
}
