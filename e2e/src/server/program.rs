//! A match server for a single test, which may end it or needs it to itself.

use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::browser::process::folder;

/// Long after any test has ended.
const NEVER: &str = "100000";
/// The variable of the environment that names the folder of the site.
const DIST: &str = "QUINTET_DIST";

/// `quintet serve`, until it is dropped.
pub struct Server {
    process: Child,
    address: String,
    data: PathBuf,
    bot_after: &'static str,
    site: &'static str,
}

impl Server {
    /// Opens for visitors, with an empty database, and without bots.
    pub fn open() -> Server {
        Server::begin(NEVER, DIST)
    }

    /// The same, with a bot that offers to play at once.
    pub fn with_bots() -> Server {
        Server::begin("0", DIST)
    }

    /// The same with the site in the folder that this variable of the environment names.
    pub fn of_site(variable: &'static str) -> Server {
        Server::begin(NEVER, variable)
    }

    fn begin(bot_after: &'static str, site: &'static str) -> Server {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let data = folder().join(format!("servers/{}-{number}", std::process::id()));
        let (process, address) = start("127.0.0.1:0", &data, bot_after, site);
        Server { process, address, data, bot_after, site }
    }

    /// The root of the site here.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// What `quintet admin` prints about it.
    pub fn admin(&self, words: &[&str]) -> String {
        let mut admin = Command::new(given("QUINTET_PROGRAM"));
        let output = admin.args(["admin", "--data"]).arg(&self.data).args(words).output();
        let output = output.expect("the program starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Ends it without any warning.
    pub fn kill(&mut self) {
        // It has ended by itself where this fails.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }

    /// Starts it again where it was, with the database that it left behind.
    pub fn start_again(&mut self) {
        let listen = self.address.trim_start_matches("http://").trim_end_matches('/');
        self.process = start(listen, &self.data, self.bot_after, self.site).0;
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
        let _ = std::fs::remove_dir_all(&self.data);
    }
}

/// A variable that the command for these tests sets.
fn given(name: &str) -> OsString {
    std::env::var_os(name).expect("the tests in the browser are run by `cargo xtask test e2e`")
}

fn start(listen: &str, data: &PathBuf, bot_after: &str, site: &str) -> (Child, String) {
    let mut process = Command::new(given("QUINTET_PROGRAM"))
        .args([
            "serve",
            "--log",
            "error",
            "--listen",
            listen,
            "--metrics-listen",
            "127.0.0.1:0",
            "--bot-after",
            bot_after,
            "--data",
        ])
        .arg(data)
        .arg("--site")
        .arg(given(site))
        .stdout(Stdio::piped())
        .spawn()
        .expect("the server starts");
    let mut line = String::new();
    let output = process.stdout.take().expect("its output is a pipe");
    BufReader::new(output).read_line(&mut line).expect("the server says where it is");
    let address = line.split_whitespace().find(|word| word.starts_with("http"));
    let address = address.unwrap_or_else(|| panic!("the server said: {line}")).to_owned();
    (process, address)
}
