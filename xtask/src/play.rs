//! `cargo xtask play`: the app and its server, built and started.

use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::process::{built_program, target_dir};
use crate::step::step;
use crate::web::{self, Files, Profile};

/// The program that serves the app and its matches.
pub(crate) const PROGRAM: &str = "quintet";
/// How many ports are tried from the wanted one upward.
const PORTS_TRIED: u16 = 50;
/// How long the server may take to start.
const PATIENCE: Duration = Duration::from_secs(20);

/// Builds the app and the server, starts `quintet serve`, and opens a browser where there is one.
pub(crate) fn play(arguments: &[&str]) -> Result<(), String> {
    let mut port = 8080;
    let mut profile = Profile::Web;
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        match (*word, words.as_slice().first()) {
            ("--quick", _) => profile = Profile::Quick,
            ("--port", Some(wanted)) => {
                port = wanted.parse().map_err(|_| format!("`{wanted}` is not a port"))?;
                words.next();
            }
            _ => return Err("usage: cargo xtask play [--port N] [--quick]".into()),
        }
    }
    step("build the app and its server", || {
        web::build(profile, Files::Plain, &web::dist(), &[PROGRAM])
    })?;
    let listen = free_address(port)?;
    if listen.port() != port {
        println!("    port {port} is taken; {} is free", listen.port());
    }
    let data = target_dir().join("play");
    println!("==> quintet serve --listen {listen} --data {}", data.display());
    let mut server = Command::new(program())
        .args([
            "serve",
            "--log",
            "warn",
            "--listen",
            &listen.to_string(),
            "--metrics-listen",
            "127.0.0.1:0",
            "--data",
        ])
        .arg(data)
        .arg("--site")
        .arg(web::dist())
        .spawn()
        .map_err(|error| format!("the server cannot be started: {error}"))?;
    until_it_answers(&mut server, listen)?;
    open_browser(&format!("http://{listen}/"));
    let ended = server.wait().map_err(|error| error.to_string())?;
    if ended.success() { Ok(()) } else { Err(format!("the server ended with {ended}")) }
}

/// A server for tests, on a port of its own choice. It ends with its owner.
pub(crate) struct Served {
    process: Child,
    /// What to type into a browser.
    pub(crate) address: String,
}

impl Served {
    /// Starts `quintet serve` with the site in `dist` and this folder for its data.
    pub(crate) fn start(data: &Path) -> Result<Served, String> {
        let mut process = Command::new(program())
            .args([
                "serve",
                "--log",
                "warn",
                "--listen",
                "127.0.0.1:0",
                "--metrics-listen",
                "127.0.0.1:0",
                "--data",
            ])
            .arg(data)
            .arg("--site")
            .arg(web::dist())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("the server cannot be started: {error}"))?;
        let mut line = String::new();
        if let Some(output) = process.stdout.take() {
            BufReader::new(output).read_line(&mut line).map_err(|error| error.to_string())?;
        }
        let address = line.split_whitespace().find(|word| word.starts_with("http"));
        let address = address.map(str::to_owned).unwrap_or_default();
        Ok(Served { process, address })
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Where the `quintet` program is, once it is built.
pub(crate) fn program() -> PathBuf {
    built_program(PROGRAM)
}

/// The wanted port on loopback, or the next one that is free.
fn free_address(port: u16) -> Result<SocketAddr, String> {
    let last = port.saturating_add(PORTS_TRIED);
    (port..=last)
        .find_map(|port| TcpListener::bind((Ipv4Addr::LOCALHOST, port)).ok()?.local_addr().ok())
        .ok_or_else(|| format!("no port from {port} to {last} is free on 127.0.0.1"))
}

fn until_it_answers(server: &mut Child, address: SocketAddr) -> Result<(), String> {
    let begin = Instant::now();
    while TcpStream::connect(address).is_err() {
        if let Ok(Some(ended)) = server.try_wait() {
            return Err(format!("the server ended with {ended}"));
        }
        if begin.elapsed() > PATIENCE {
            return Err(format!("the server does not answer at {address}"));
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    Ok(())
}

/// Opens the user's browser if there is a desktop.
fn open_browser(address: &str) {
    let desktop =
        ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if desktop {
        "xdg-open"
    } else {
        return;
    };
    // Without a browser the address on the terminal has to do.
    let _ = Command::new(program).arg(address).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_that_is_taken_is_skipped() {
        let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("some port");
        let port = taken.local_addr().expect("an address").port();
        let found = free_address(port).expect("one of fifty is free");
        assert_ne!(found.port(), port);
        assert!(found.ip().is_loopback());
    }
}
