//! `quintet admin` on a running server: what an operator does holds at once, and is in the log.
#![cfg(unix)]

#[path = "../../server/tests/support/mod.rs"]
mod support;

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, Command, Stdio};

use quintet_engine::{GameName, Micros};
use quintet_protocol::{ClientMessage, Ending, FarewellReason, Refusal, ServerMessage, Settings};
use quintet_server::admin::{log_path, socket_path};
use support::hands::Hands;
use support::http::{ask, get};
use support::player::{Player, begin, enter};
use support::ranked::{issue, short_game, tell_and_submit};
use support::server::Folder;

struct Served {
    process: Child,
    address: SocketAddr,
    folder: Folder,
}

impl Served {
    fn start() -> Served {
        let folder = Folder::new();
        let mut process = Command::new(env!("CARGO_BIN_EXE_quintet"))
            .args(["serve", "--listen", "127.0.0.1:0", "--metrics-listen", "127.0.0.1:0"])
            .args(["--log", "warn", "--data"])
            .arg(folder.path())
            .env("QUINTET_COUNTDOWN_MS", "50")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let output = process.stdout.take().expect("its output");
        BufReader::new(output).read_line(&mut line).expect("a line");
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let address = address.and_then(|address| address.parse().ok()).expect("an address");
        Served { process, address, folder }
    }

    /// The lines that `quintet admin` prints, or what it complains of.
    fn admin(&self, words: &[&str]) -> Result<String, String> {
        let output = Command::new(env!("CARGO_BIN_EXE_quintet"))
            .args(["admin", "--data"])
            .arg(self.folder.path())
            .args(words)
            .output()
            .expect("the program starts");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        if output.status.success() { Ok(text(&output.stdout)) } else { Err(text(&output.stderr)) }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn player(name: &str, served: &Served) -> Player {
    Player::new(name, served.address, Hands::new(Micros::from_millis(40), 1_000))
}

/// The name of a seat with its tag, as others see it.
fn tagged(player: &Player, seat: usize) -> String {
    let room = player.client.room().expect("in a room");
    room.seats[seat].as_ref().expect("a player").name.clone()
}

fn has_heard(player: &Player, message: &ServerMessage) -> bool {
    player.heard.contains(message)
}

fn bearer(player: &Player) -> String {
    format!("Authorization: Bearer {}\r\n", player.client.secret().expect("a secret").to_hex())
}

#[tokio::test]
async fn a_ban_holds_for_rooms_tickets_scores_and_reports() {
    let served = Served::start();
    let (mut ada, mut mallory) = (player("Ada", &served), player("Mallory", &served));
    begin(&mut ada, &mut mallory, Settings::default()).await;
    let name = tagged(&ada, 1);
    assert!(name.starts_with("Mallory#"), "{name}");
    let done = served.admin(&["player", "ban", &name]).expect("it is done");
    assert!(done.contains("is banned, and was disconnected"), "{done}");
    let banned = ServerMessage::Farewell { reason: FarewellReason::Banned };
    let over = |player: &Player| player.matches_over() == 1;
    tokio::select! {
        () = mallory.until("the farewell", |player| has_heard(player, &banned)) => {}
        () = ada.keep_playing() => {}
    }
    ada.until("the match is over", over).await;

    // Another connection is refused as well, and so is everything over HTTP.
    let before = mallory.heard.len();
    let told = |player: &Player| player.heard[before..].contains(&banned);
    mallory.until("the next farewell", told).await;
    assert!(!mallory.client.is_welcome());
    for path in
        ["/api/seeds?game=marathon", "/api/scores?ticket=1", "/api/reports?why=name&score=1"]
    {
        let answer = ask(served.address, "POST", path, &bearer(&mallory), &[]).await;
        assert_eq!(
            (answer.status, answer.text().as_str()),
            (403, r#"{"error":"banned"}"#),
            "{path}"
        );
    }
    served.admin(&["player", "unban", &name]).expect("it is done");
    mallory.until("welcome", |player| player.client.is_welcome()).await;

    // Everything that changed something is in the log, with who did it; nobody else can read it.
    let log = std::fs::read_to_string(log_path(served.folder.path())).expect("a log");
    let lines: Vec<serde_json::Value> =
        log.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 2, "{log}");
    for (line, lift) in lines.iter().zip([false, true]) {
        assert_eq!(line["request"]["ban_player"]["lift"], lift);
        assert!(line["uid"].is_u64() && line["pid"].is_i64() && line["at"].is_u64(), "{line}");
    }
    for path in [log_path(served.folder.path()), socket_path(served.folder.path())] {
        let mode = std::fs::metadata(&path).expect("it is there").permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{}", path.display());
    }
}

#[tokio::test]
async fn a_name_is_given_a_room_closed_and_a_report_read() {
    let served = Served::start();
    let (mut ada, mut mallory) = (player("Ada", &served), player("Mallory", &served));
    begin(&mut ada, &mut mallory, Settings::default()).await;
    let (name, code) = (tagged(&ada, 1), ada.code().to_string());
    let match_id = ada.client.game().expect("a game").id().match_id;

    let rooms = served.admin(&["room", "list"]).expect("a list");
    assert!(rooms.contains(&code) && rooms.contains(&name), "{rooms}");
    served.admin(&["room", "close", &code]).expect("it is done");
    for (one, other) in [(&mut ada, &mut mallory)] {
        let is_out = |player: &Player| has_heard(player, &ServerMessage::Left);
        tokio::join!(one.until("out", is_out), other.until("out", is_out));
    }
    let ending = |said: &ServerMessage| match said {
        ServerMessage::MatchOver { outcome, .. } => Some((outcome.winner, outcome.ending)),
        _ => None,
    };
    let endings: Vec<_> = ada.heard.iter().filter_map(ending).collect();
    assert_eq!(endings, [(None, Ending::Interrupted)]);
    assert!(served.admin(&["room", "close", &code]).expect_err("gone").contains("no such room"));

    // Only who was in the match can report the other.
    let path = format!("/api/reports?why=play&match={match_id}&seat=1");
    let mut stranger = player("Eve", &served);
    stranger.until("welcome", |player| player.client.is_welcome()).await;
    for (from, status) in [(&stranger, 404), (&mallory, 404), (&ada, 200), (&ada, 200)] {
        let answer = ask(served.address, "POST", &path, &bearer(from), &[]).await;
        assert_eq!(answer.status, status, "{}", answer.text());
    }
    let reports = served.admin(&["reports", "list"]).expect("a list");
    assert_eq!(reports.lines().count(), 1, "{reports}");
    assert!(reports.contains(&name) && reports.contains(&match_id.to_string()), "{reports}");
    let id = reports.split('\t').next().expect("a number");
    let closed = served.admin(&["reports", "close", id, "99"]).expect("one of them is done");
    assert_eq!(closed, format!("report {id} is closed\nthere is no open report 99\n"));
    served.admin(&["reports", "close", id]).expect_err("it is closed");
    assert_eq!(served.admin(&["reports", "list"]).expect("a list"), "");

    served.admin(&["player", "rename", &name, "Nobody"]).expect("it is done");
    mallory.reload();
    let fixed = ServerMessage::Refused { reason: Refusal::NameFixed };
    mallory.until("the reason", |player| has_heard(player, &fixed)).await;
    mallory.until("welcome", |player| player.client.is_welcome()).await;
    mallory.client.send(ClientMessage::CreateRoom { settings: Settings::default() });
    enter(&mut mallory).await;
    assert!(tagged(&mallory, 0).starts_with("Nobody#"));
    let shown = served.admin(&["player", "show", &tagged(&mallory, 0)]).expect("known");
    assert!(shown.contains("name given\ttrue") && shown.contains("banned\tfalse"), "{shown}");

    let limits = served.admin(&["limits", "show"]).expect("a table");
    assert!(limits.contains("MAX_ROOMS\t10,000"), "{limits}");
    for words in [
        &["scores", "remove", "5"][..],
        &["scores", "list", "chess"],
        &["player", "ban", "Nobody"],
        &["player", "ban", "Nobody#99999"],
        &["player", "rename", "7", "b0t"],
    ] {
        assert!(served.admin(words).is_err(), "{words:?}");
    }
}

#[tokio::test]
async fn scores_are_listed_with_their_numbers_and_removed_by_them() {
    let served = Served::start();
    let mut ids = Vec::new();
    for name in ["Ada", "Mallory"] {
        let mut player = player(name, &served);
        player.until("welcome", |player| player.client.is_welcome()).await;
        let bearer = bearer(&player);
        let ticket = issue(served.address, &bearer, "marathon").await;
        let replay = short_game(GameName::Marathon, ticket.seed);
        let kept = tell_and_submit(served.address, &bearer, ticket.ticket, &replay).await;
        assert_eq!(kept.status, 200, "{}", kept.text());
        ids.push(ticket.ticket.to_string());
    }
    let list = served.admin(&["scores", "list", "marathon", "day"]).expect("a list");
    assert_eq!(list.lines().count(), 2, "{list}");
    for (id, name) in ids.iter().zip(["Ada#", "Mallory#"]) {
        let line = list.lines().find(|line| line.contains(&format!("score {id}\t")));
        assert!(line.is_some_and(|line| line.contains(name)), "{list}");
    }

    let removed = &ids[1];
    served.admin(&["scores", "remove", removed]).expect("it is done");
    let list = served.admin(&["scores", "list", "marathon"]).expect("a list");
    assert_eq!(list.lines().count(), 1, "{list}");
    assert!(!list.contains("Mallory#"), "{list}");
    for (id, status) in ids.iter().zip([200, 404]) {
        let replay = get(served.address, &format!("/api/replays/{id}")).await;
        assert_eq!(replay.status, status, "{id}");
    }
    let again = served.admin(&["scores", "remove", removed]).expect_err("it is gone");
    assert!(again.contains("no such score"), "{again}");
    let log = std::fs::read_to_string(log_path(served.folder.path())).expect("a log");
    assert!(log.contains("remove_score") && log.contains(removed), "{log}");
}
