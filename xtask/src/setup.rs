//! Installing what a step needs and the machine lacks, or saying in one line what to install.

use std::path::PathBuf;
use std::process::Command;

use crate::process::{cargo, quiet, target_dir};

/// Makes sure that the toolchain can build for a target.
pub(crate) fn need_target(triple: &str) -> Result<(), String> {
    let advice = format!("install the Rust target {triple} (`rustup target add {triple}`)");
    let installed = quiet(Command::new("rustup").args(["target", "list", "--installed"]));
    match installed {
        Ok(list) if list.lines().any(|line| line.trim() == triple) => Ok(()),
        Ok(_) => quiet(Command::new("rustup").args(["target", "add", triple]))
            .map(drop)
            .map_err(|error| format!("{error}\n{advice}")),
        // A toolchain without rustup may well have the target: its folder tells.
        Err(_) => {
            let folder = quiet(Command::new("rustc").args([
                "--print",
                "target-libdir",
                "--target",
                triple,
            ]))?;
            if PathBuf::from(folder.trim()).is_dir() { Ok(()) } else { Err(advice) }
        }
    }
}

/// Finds a program, installing its Debian package if it is not there.
pub(crate) fn need_debian(package: &str, program: &str) -> Result<PathBuf, String> {
    if let Some(path) = on_path(program) {
        return Ok(path);
    }
    let advice = format!("`{program}` is missing; install it: apt-get install {package}");
    let install = || apt_get(&["install", "-y", "--no-install-recommends", package]);
    if install().is_err() {
        // The lists of packages may never have been read on this machine.
        apt_get(&["update"])
            .and_then(|()| install())
            .map_err(|error| format!("{error}\n{advice}"))?;
    }
    on_path(program).ok_or(advice)
}

/// Finds a program written in Rust, building it into the target folder if it is not there.
pub(crate) fn need_cargo_tool(package: &str) -> Result<PathBuf, String> {
    if let Some(path) = on_path(package) {
        return Ok(path);
    }
    let tools = target_dir().join("tools");
    let program = tools.join("bin").join(package);
    if !program.is_file() {
        quiet(cargo(["install", "--locked", package, "--root"]).arg(&tools))?;
    }
    Ok(program)
}

/// Whether a nightly toolchain is installed.
pub(crate) fn has_nightly() -> bool {
    quiet(Command::new("rustup").args(["toolchain", "list"]))
        .is_ok_and(|list| list.lines().any(|line| line.starts_with("nightly")))
}

/// Runs apt-get as root, if that is possible without asking anybody.
fn apt_get(arguments: &[&str]) -> Result<(), String> {
    let am_root = quiet(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    let mut command = if am_root {
        Command::new("apt-get")
    } else {
        let mut sudo = Command::new("sudo");
        sudo.args(["-n", "apt-get"]);
        sudo
    };
    command.env("DEBIAN_FRONTEND", "noninteractive");
    quiet(command.args(arguments)).map(drop)
}

/// Where a program is that could be started by its name.
pub(crate) fn on_path(program: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(program)).find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_is_there_is_found() {
        assert!(on_path("sh").is_some());
        assert_eq!(on_path("no-such-program-anywhere"), None);
    }
}
