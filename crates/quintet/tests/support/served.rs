//! `quintet serve` as a process of its own.

#![allow(dead_code, reason = "each test uses a part of it")]

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A server with short counts.
pub(crate) struct Served {
    pub(crate) process: Child,
    pub(crate) address: SocketAddr,
}

impl Served {
    pub(crate) fn start(data: &Path, listen: &str) -> Served {
        let mut program = Command::new(env!("CARGO_BIN_EXE_quintet"));
        program.stderr(Stdio::null());
        Served::start_by(program, data, listen)
    }

    /// A server limited to this many open files, with its log captured.
    pub(crate) fn with_few_files(data: &Path, files: u32) -> Served {
        let mut program = Command::new("sh");
        let script = format!("ulimit -n {files}; exec \"$0\" \"$@\"");
        program.args(["-c", &script, env!("CARGO_BIN_EXE_quintet")]).stderr(Stdio::piped());
        Served::start_by(program, data, "127.0.0.1:0")
    }

    /// A server that the system tells another time, by a library that is loaded before others.
    pub(crate) fn with_clock(data: &Path, library: &Path, set_by: &Path) -> Served {
        let mut program = Command::new(env!("CARGO_BIN_EXE_quintet"));
        program.env("LD_PRELOAD", library).env("SET_CLOCK_BY", set_by).stderr(Stdio::null());
        Served::start_by(program, data, "127.0.0.1:0")
    }

    fn start_by(mut program: Command, data: &Path, listen: &str) -> Served {
        let mut process = program
            .args([
                "serve",
                "--listen",
                listen,
                "--metrics-listen",
                "127.0.0.1:0",
                "--log",
                "warn",
                "--data",
            ])
            .arg(data)
            .env("QUINTET_COUNTDOWN_MS", "50")
            .env("QUINTET_BOT_AFTER", "0")
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let output = process.stdout.take().expect("its output");
        BufReader::new(output).read_line(&mut line).expect("a line");
        let address = line
            .split("http://")
            .nth(1)
            .and_then(|rest| rest.split('/').next())
            .and_then(|address| address.parse().ok())
            .unwrap_or_else(|| panic!("no address in {line:?}"));
        Served { process, address }
    }

    /// SIGKILL: no farewell, no last word to the disk.
    pub(crate) fn kill(mut self) {
        self.process.kill().expect("it was running");
        self.process.wait().expect("it is dead");
    }
}

/// A test that fails leaves no server behind.
impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
