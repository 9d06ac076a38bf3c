//! A server whose system's clock is set while it runs.
#![cfg(target_os = "linux")]

#[path = "support/served.rs"]
mod served;
#[path = "../../server/tests/support/mod.rs"]
mod support;

use std::path::{Path, PathBuf};
use std::process::Command;

use quintet_engine::{GameName, Micros};
use quintet_protocol::PlayState;
use quintet_server::admin::{self, Request, log_path};
use served::Served;
use support::http::get;
use support::ranked::{bearer, issue, short_game, tell, tell_and_submit};
use support::server::Folder;

const DAY: i64 = 24 * 60 * 60;

/// The clock of the processes that are started with it.
struct SystemClock {
    library: PathBuf,
    set_by: PathBuf,
}

impl SystemClock {
    fn new(folder: &Path) -> SystemClock {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/set_clock.c");
        let (library, set_by) = (folder.join("set_clock.so"), folder.join("set_by"));
        let mut compiler = Command::new("cc");
        compiler.args(["-shared", "-fPIC", "-o"]).arg(&library).arg(source);
        assert!(compiler.status().expect("a C compiler, which Rust links by").success());
        let clock = SystemClock { library, set_by };
        clock.set(0);
        clock
    }

    /// Sets it to this many seconds from the true time.
    fn set(&self, by: i64) {
        // In one step, because it is read at any moment.
        let new = self.set_by.with_extension("new");
        std::fs::write(&new, by.to_string()).expect("a file");
        std::fs::rename(&new, &self.set_by).expect("a file");
    }
}

/// The date that the system tells the server, in seconds since 1970, by the operators' log.
fn date(data: &Path) -> i64 {
    // There is no such score; that somebody asked is in the log.
    let refused = admin::ask(data, &Request::RemoveScore { id: 5 });
    assert!(refused.is_err());
    let log = std::fs::read_to_string(log_path(data)).expect("a log");
    let line = log.lines().last().expect("a line");
    let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
    line["at"].as_i64().expect("a date") / 1_000_000
}

/// Honest scores were once refused when the clock was set back, and games that were too short passed
/// when it was set forward.
#[tokio::test]
async fn a_clock_that_is_set_while_a_ticket_is_open_changes_nothing() {
    let folder = Folder::new();
    let clock = SystemClock::new(folder.path());
    let data = folder.path().join("data");
    let served = Served::with_clock(&data, &clock.library, &clock.set_by);
    let address = served.address;
    let before = date(&data);
    for by in [-2 * DAY, 2 * DAY] {
        clock.set(0);
        let bearer = bearer(address).await;
        let ticket = issue(address, &bearer, "marathon").await;
        clock.set(by);
        assert!((date(&data) - before - by).abs() < DAY / 2, "the clock is set");
        let replay = short_game(GameName::Marathon, ticket.seed);
        let answer = tell_and_submit(address, &bearer, ticket.ticket, &replay).await;
        assert_eq!(answer.status, 200, "set by {by} s: {}", answer.text());

        // A minute has not passed since the ticket was issued.
        clock.set(0);
        let ticket = issue(address, &bearer, "marathon").await.ticket;
        clock.set(by);
        let minute = (Micros::from_secs(60), PlayState::Ended);
        let answer = tell(address, &bearer, ticket, (0, &[]), minute).await;
        assert_eq!(answer.status, 422, "set by {by} s: {}", answer.text());
    }
    let list = get(address, "/api/scores?game=marathon&span=day").await;
    let list: Vec<serde_json::Value> = serde_json::from_slice(&list.body).expect("a list");
    assert_eq!(list.len(), 2, "both were played today");
}
