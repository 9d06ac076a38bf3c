//! What strangers can do to others: `cargo xtask bench server strangers`. The attacks themselves are
//! tests (`tests/strangers.rs`); here are the figures that depend on the machine.

use std::net::SocketAddr;
use std::path::Path;
use std::slice;
use std::time::{Duration, Instant};

use quintet_engine::{GameName, Micros};
use quintet_protocol::http::IssuedTicket;
use quintet_protocol::{Checkpoint, PlayState, encode};
use quintet_server::limits::{LISTS_CACHED_FOR, MAX_REPLAY};
use rusqlite::{Connection, params};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::group::{self, Kind};
use crate::padded::padded;
use crate::served::Served;

/// Players who play while others attack.
const PLAYERS: usize = 20;
const A_SECOND: u32 = 10;
const LASTING: Duration = Duration::from_secs(8);
/// Clients that submit padded replays, and how many each has.
const CLIENTS: usize = 6;
const REPLAYS: usize = 10;
/// Scores on a list, and how it is asked for.
pub(crate) const SCORES: i64 = 50_000;
const ROUNDS: usize = 21;
const AT_ONCE: usize = 10;

pub(crate) async fn measure() -> Result<(), String> {
    padded_replays().await?;
    lists().await
}

/// How long messages of a match take while padded replays are verified.
async fn padded_replays() -> Result<(), String> {
    let server = Served::start(Kind::Match)?;
    let address = server.address;
    let mut attacks = Vec::new();
    for _ in 0..CLIENTS * REPLAYS {
        attacks.push(prepare(address).await?);
    }
    let size = attacks[0].1.len();
    let calm =
        group::run(slice::from_ref(&server), Kind::Match, PLAYERS, A_SECOND, LASTING).await?;
    let mut clients = Vec::new();
    for some in attacks.chunks(REPLAYS) {
        let some = some.to_vec();
        clients.push(tokio::spawn(async move {
            let mut accepted = 0;
            for (head, body) in some {
                accepted += usize::from(ask(address, &head, &body).await?.0 == 200);
            }
            Ok::<usize, String>(accepted)
        }));
    }
    let attacked =
        group::run(slice::from_ref(&server), Kind::Match, PLAYERS, A_SECOND, LASTING).await?;
    let mut accepted = 0;
    for client in clients {
        accepted += client.await.map_err(|error| error.to_string())??;
    }
    let (before, during) = (millis(calm.p99), millis(attacked.p99));
    println!(
        "{} padded replays of {size} bytes by {CLIENTS} clients, {accepted} accepted",
        CLIENTS * REPLAYS
    );
    println!("  p99 of {PLAYERS} others who play: {before:.2} ms alone, {during:.2} ms meanwhile");
    println!("  ratio {:.2} (wanted: 2 or less), {} lost", during / before, attacked.lost);
    Ok(())
}

/// A request with a padded replay, ready to be sent.
async fn prepare(address: SocketAddr) -> Result<(String, Vec<u8>), String> {
    let secret = group::new_device(address).await?.to_hex();
    let bearer = format!("Authorization: Bearer {secret}\r\n");
    let head = format!("POST /api/seeds?game=marathon HTTP/1.1\r\n{bearer}");
    let (status, body) = ask(address, &head, &[]).await?;
    let issued: IssuedTicket =
        serde_json::from_slice(&body).map_err(|error| format!("{status}: {error}"))?;
    // Told to be over, so that there is nothing else to refuse it for.
    let ended =
        Checkpoint { first: 0, upto: Micros(1), state: PlayState::Ended, inputs: Vec::new() };
    let head = format!("POST /api/checkpoints?ticket={} HTTP/1.1\r\n{bearer}", issued.ticket);
    let (status, _) = ask(address, &head, &encode(&ended)).await?;
    if status != 200 {
        return Err(format!("a checkpoint is answered by {status}"));
    }
    let body = padded(GameName::Marathon, issued.seed).to_bytes();
    assert!(body.len() <= MAX_REPLAY);
    let head = format!("POST /api/scores?ticket={} HTTP/1.1\r\n{bearer}", issued.ticket);
    Ok((head, body))
}

/// How long a list takes that many scores are on.
async fn lists() -> Result<(), String> {
    let server = Served::start_by(&["serve-filled"])?;
    let address = server.address;
    let mut took = Vec::new();
    for round in 0..ROUNDS {
        let span = ["all", "week", "day"][round % 3];
        let head = format!("GET /api/scores?game=marathon&span={span} HTTP/1.1\r\n");
        let some = (0..AT_ONCE).map(|_| async {
            let begin = Instant::now();
            let (status, _) = ask(address, &head, &[]).await?;
            if status == 200 { Ok(begin.elapsed()) } else { Err(format!("status {status}")) }
        });
        for one in futures_util::future::join_all(some).await {
            took.push(one?);
        }
        // Past what is answered from memory, every time.
        tokio::time::sleep(LISTS_CACHED_FOR).await;
    }
    took.sort_unstable();
    let (median, p99) = (took[took.len() / 2], took[took.len() * 99 / 100]);
    println!("lists of {SCORES} scores, {AT_ONCE} requests at a time, {} in all", took.len());
    println!("  median {:.2} ms, p99 {:.2} ms (wanted: below 10)", millis(median), millis(p99));
    Ok(())
}

/// Fills a folder with scores, the newest of them the worst, which is the slowest case of a list.
pub(crate) fn fill(folder: &Path) -> Result<(), String> {
    drop(quintet_server::store::sqlite::open(folder).map_err(|error| error.to_string())?);
    let told = |error: rusqlite::Error| error.to_string();
    let mut file = Connection::open(folder.join("quintet.sqlite")).map_err(told)?;
    let now = std::time::UNIX_EPOCH.elapsed().unwrap_or_default().as_micros() as i64;
    let step = file.transaction().map_err(told)?;
    for number in 0..SCORES {
        let played = now - 1_000_000 * (SCORES - number) * 14;
        step.prepare_cached(
            "INSERT INTO scores (score_id, player, name, game, rank_by, score, lines, level,
                                 duration, played)
             VALUES (?1, ?2, 'Mallory', 'marathon', ?3, ?3, 1, 1, 1, ?4)",
        )
        .and_then(|mut row| row.execute(params![number + 1, number % 5_000, number, played]))
        .map_err(told)?;
    }
    step.commit().map_err(told)
}

async fn ask(address: SocketAddr, head: &str, body: &[u8]) -> Result<(u16, Vec<u8>), String> {
    let told = |error: std::io::Error| error.to_string();
    let mut stream = TcpStream::connect(address).await.map_err(told)?;
    let length = body.len();
    let rest = format!("Host: load\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n");
    stream.write_all(head.as_bytes()).await.map_err(told)?;
    stream.write_all(rest.as_bytes()).await.map_err(told)?;
    // A server that refuses may hang up before it has read everything.
    let _ = stream.write_all(body).await;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n").ok_or("no answer")?;
    let status = std::str::from_utf8(&answer[..end]).ok().and_then(|head| head.split(' ').nth(1));
    let status = status.and_then(|status| status.parse().ok()).ok_or("no status")?;
    Ok((status, answer[end + 4..].to_vec()))
}

fn millis(span: Duration) -> f64 {
    span.as_secs_f64() * 1000.0
}
