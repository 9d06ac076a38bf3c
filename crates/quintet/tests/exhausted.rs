//! A server whose disk is full, and one that thousands of connections are opened to and left alone.
#![cfg(target_os = "linux")]

#[path = "../../server/tests/support/mod.rs"]
mod support;

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use quintet_engine::{Micros, Replay};
use quintet_protocol::{ClientMessage, GameId, Settings};
use quintet_server::store::{Stores, local, recover};
use support::hands::Hands;
use support::http::get;
use support::player::{Player, begin};
use support::server::Folder;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Nothing here takes nearly so long.
const PATIENCE: Duration = Duration::from_secs(90);

struct Served {
    process: Child,
    address: SocketAddr,
}

impl Served {
    fn start(data: &Path) -> Served {
        // A write beyond the limit of file sizes is to fail, and not to end the process.
        let script = "trap '' XFSZ; exec \"$0\" \"$@\"";
        let mut process = Command::new("sh")
            .args(["-c", script, env!("CARGO_BIN_EXE_quintet")])
            .args(["serve", "--listen", "127.0.0.1:0", "--metrics-listen", "127.0.0.1:0"])
            .args(["--log", "off", "--data"])
            .arg(data)
            .env("QUINTET_COUNTDOWN_MS", "50")
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let output = process.stdout.take().expect("its output");
        BufReader::new(output).read_line(&mut line).expect("a line");
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let address = address.and_then(|address| address.parse().ok()).expect("an address");
        Served { process, address }
    }

    /// Memory in use, in KiB.
    fn memory(&self) -> u64 {
        let path = format!("/proc/{}/status", self.process.id());
        let text = std::fs::read_to_string(path).expect("it runs");
        let line = text.lines().find(|line| line.starts_with("VmRSS:")).expect("a line");
        line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).expect("a number")
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A small disk in memory.
struct Disk(PathBuf);

impl Disk {
    const SIZE: &str = "size=16m";

    /// None where this process may not mount one.
    fn mount(folder: &Folder) -> Option<Disk> {
        let path = folder.path().join("disk");
        std::fs::create_dir(&path).expect("a folder");
        let mut command = Command::new("mount");
        command.args(["-t", "tmpfs", "-o", Disk::SIZE, "none"]).arg(&path).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success()).then(|| Disk(path))
    }

    fn filler(&self) -> PathBuf {
        self.0.join("filler")
    }

    /// Leaves not a byte.
    fn fill(&self) {
        let mut file = File::create(self.filler()).expect("a file");
        for size in [65_536, 4_096, 1] {
            while file.write_all(&vec![7; size]).is_ok() {}
        }
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}

async fn until_health_is(address: SocketAddr, status: u16) {
    while get(address, "/healthz").await.status != status {}
}

/// A match during which nothing can be written for a while.
async fn play_while_nothing_can_be_written(
    served: Served,
    data: &Path,
    fill: impl FnOnce(&Served),
    make_room: impl FnOnce(&Served),
) {
    let hands = || Hands::new(Micros::from_millis(15), 10_000);
    let mut one = Player::new("Ada", served.address, hands());
    let mut other = Player::new("Grace", served.address, hands());
    begin(&mut one, &mut other, Settings::default()).await;
    let match_id = one.client.game().expect("a game").id().match_id;

    fill(&served);
    let inputs =
        |player: &Player| player.client.game().expect("a game").confirmed(0).inputs().len();
    let full = async {
        tokio::select! {
            () = until_health_is(served.address, 503) => {}
            () = one.keep_playing() => {}
            () = other.keep_playing() => {}
        }
        let played = inputs(&other);
        tokio::select! {
            () = other.until("the match goes on", |player| inputs(player) > played + 20) => {}
            () = one.keep_playing() => {}
        }
        one.client.send(ClientMessage::Resign);
        tokio::select! {
            () = async { for _ in 0..50 { get(served.address, "/healthz").await; } } => {}
            () = one.keep_playing() => {}
            () = other.keep_playing() => {}
        }
    };
    tokio::time::timeout(PATIENCE, full).await.expect("nothing hangs");
    assert_eq!((one.matches_over(), other.matches_over()), (0, 0), "not before it is durable");

    make_room(&served);
    let over = |player: &Player| player.matches_over() == 1;
    tokio::join!(one.until("the result", over), other.until("the result", over));
    tokio::time::timeout(PATIENCE, until_health_is(served.address, 200)).await.expect("well again");
    drop(served);
    let Stores { mut journal, accounts, scores } = local::open(data).expect("it can be read");
    recover(journal.as_mut(), accounts.as_ref(), scores.as_ref(), 0).await.expect("it can be read");
    let result = accounts.result(match_id).await.expect("it can be read").expect("a result");
    assert_eq!(result.outcome.winner, Some(1));
    // No entry of the game is missing, of whatever time.
    let game = scores.game(GameId { match_id, number: 0 }).await.expect("it can be read");
    let replay = Replay::from_bytes(&game.expect("it is kept").replay).expect("a replay");
    assert_eq!(replay.verify(), Ok(()));
}

#[tokio::test]
async fn on_a_full_disk_matches_go_on_and_a_result_is_told_once_it_is_durable() {
    let folder = Folder::new();
    let Some(disk) = Disk::mount(&folder) else {
        return eprintln!("SKIPPED: no disk can be mounted here; the limit of file sizes is tried");
    };
    let served = Served::start(&disk.0);
    let make_room = |_: &Served| std::fs::remove_file(disk.filler()).expect("there was a file");
    play_while_nothing_can_be_written(served, &disk.0, |_| disk.fill(), make_room).await;
}

/// The same where the system refuses every byte, as every process may ask it to.
#[tokio::test]
async fn while_no_file_may_be_written_matches_go_on_and_a_result_is_told_once_it_is_durable() {
    let folder = Folder::new();
    let served = Served::start(folder.path());
    let limit = |served: &Served, size: &str| {
        let limited = Command::new("prlimit")
            .arg(format!("--pid={}", served.process.id()))
            .arg(format!("--fsize={size}:unlimited"))
            .status();
        assert!(limited.expect("prlimit").success(), "{size}");
    };
    let fill = |served: &Served| limit(served, "0");
    let make_room = |served: &Served| limit(served, "unlimited");
    play_while_nothing_can_be_written(served, folder.path(), fill, make_room).await;
}

const IDLE: usize = 3_000;
const SLOW: usize = 500;
const UNFINISHED: usize = 400;
/// The most memory that all of them together may take, in KiB.
const MOST_MEMORY: u64 = 100 * 1024;

#[tokio::test]
async fn thousands_of_idle_and_slow_connections_take_little_memory_and_are_closed() {
    let folder = Folder::new();
    let served = Served::start(folder.path());
    assert_eq!(get(served.address, "/healthz").await.status, 200);
    let before = served.memory();
    let mut streams = Vec::new();
    for number in 0..IDLE + SLOW + UNFINISHED {
        let Ok(mut stream) = TcpStream::connect(served.address).await else {
            println!("only {number} connections can be opened here");
            break;
        };
        let part: &[u8] = if number < IDLE {
            b""
        } else if number < IDLE + SLOW {
            b"GET /healthz HTTP/1.1\r\nHost: he"
        } else {
            b"POST /api/scores?ticket=1 HTTP/1.1\r\nHost: x\r\nContent-Length: 500000\r\n\r\nabc"
        };
        // One that is refused at once may be gone already.
        let _ = stream.write_all(part).await;
        streams.push(stream);
    }
    assert_eq!(get(served.address, "/healthz").await.status, 200, "others are served meanwhile");
    let during = served.memory();
    let count = streams.len();
    let closing = async {
        for mut stream in streams {
            // Ends when the server hangs up.
            let _ = stream.read_to_end(&mut Vec::new()).await;
        }
    };
    tokio::time::timeout(PATIENCE, closing).await.expect("all are closed");
    let after = served.memory();
    println!("{count} connections: {before} KiB before, {during} KiB during, {after} KiB after");
    for (when, memory) in [("during", during), ("after", after)] {
        let more = memory.saturating_sub(before);
        assert!(more < MOST_MEMORY, "{more} KiB {when}");
    }
}
