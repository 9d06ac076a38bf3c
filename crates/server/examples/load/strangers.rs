//! What strangers can do to others: `cargo xtask bench server strangers`. The attacks themselves are
//! tests (`tests/strangers.rs`); here are the figures that depend on the machine.

use std::io::Read;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use quintet_server::limits::{LISTS_CACHED_FOR, VERIFYING_EVERY};
use quintet_server::store;
use rusqlite::{Connection, params};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::followed::{self, busy_game};
use crate::group::{self, Kind};
use crate::served::Served;
use crate::services::postgres::{self, Postgres};

/// Players who play while others attack.
const PLAYERS: usize = 20;
const A_SECOND: u32 = 10;
const LASTING: Duration = Duration::from_secs(5);
/// How often they play without an attack, and with one.
pub(crate) const TURNS: u64 = 5;
/// Clients that submit scores at the same time, and how many each has for a turn: more than can be
/// verified meanwhile.
pub(crate) const CLIENTS: u64 = 6;
pub(crate) const REPLAYS: u64 = 400;
/// Scores on a list, and how it is asked for.
pub(crate) const SCORES: i64 = 50_000;
const ROUNDS: usize = 21;
const AT_ONCE: usize = 10;

/// How much longer messages of others may take while replays are verified.
const MOST_RATIO: f64 = 2.0;
/// How long a list may take, in milliseconds.
const MOST_MILLIS: f64 = 10.0;

/// Measures everything. A figure that misses what is wanted is an error in the end, so that a script
/// notices it; all others are printed nevertheless.
pub(crate) async fn measure() -> Result<(), String> {
    let replays = busy_replays().await;
    let sqlite = Served::start_by(&["serve-filled"])?;
    let files = lists("SQLite", &sqlite).await;
    drop(sqlite);
    let tables = lists_of_postgres().await;
    replays.and(files).and(tables)
}

async fn lists_of_postgres() -> Result<(), String> {
    if postgres::programs().is_none() {
        println!("PostgreSQL is not installed: lists were read from SQLite alone");
        return Ok(());
    }
    let postgres = Postgres::start()?;
    let address = fill_database(&postgres).await?;
    let server = Served::start_by(&["serve-filled", &address])?;
    lists("PostgreSQL", &server).await
}

/// How long messages of a match take while replays are verified of games at the highest rate of inputs,
/// beside how long they take without, by turns.
async fn busy_replays() -> Result<(), String> {
    let server = [Served::start_by(&["serve-followed"])?];
    let play = || group::run(&server, Kind::Match, PLAYERS, A_SECOND, LASTING);
    let (mut alone, mut meanwhile) = (Vec::new(), Vec::new());
    let (mut accepted, mut used, mut lost) = (0, 0.0, 0);
    for round in 0..TURNS {
        alone.push(play().await?.p99);
        let attack = Attack::start(server[0].address, round)?;
        let before = server[0].processor();
        let attacked = play().await?;
        used += server[0].processor() - before;
        accepted += attack.end()?;
        meanwhile.push(attacked.p99);
        lost += attacked.lost;
    }
    println!(
        "replays of {} bytes by {CLIENTS} clients at once, {accepted} accepted, {:.1} s of \
         processor time in {} s",
        busy_game().to_bytes().len(),
        used / 1e6,
        TURNS * LASTING.as_secs()
    );
    let (alone, meanwhile) = (median(alone), median(meanwhile));
    println!("  p99 of {PLAYERS} others who play, median of {TURNS} turns:");
    println!("  {alone:.2} ms alone, {meanwhile:.2} ms meanwhile");
    let ratio = meanwhile / alone;
    println!("  ratio {ratio:.2} (wanted: {MOST_RATIO} or less), {lost} lost");
    let most = TURNS as f64 * LASTING.as_secs_f64() / VERIFYING_EVERY.as_secs_f64();
    wanted(accepted as f64 > 0.8 * most, "the attackers were too slow for an attack")?;
    wanted(ratio <= MOST_RATIO && lost == 0, "other players are slowed down too much")
}

/// The median, in milliseconds.
fn median(mut spans: Vec<Duration>) -> f64 {
    spans.sort_unstable();
    millis(spans[spans.len() / 2])
}

/// Clients that submit scores, as a process of its own.
struct Attack(Child);

impl Attack {
    fn start(address: SocketAddr, turn: u64) -> Result<Attack, String> {
        let told = |error: std::io::Error| error.to_string();
        let mut process = Command::new(std::env::current_exe().map_err(told)?);
        process.args(["attack", &address.to_string(), &turn.to_string()]);
        process.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map(Attack).map_err(told)
    }

    /// Ends it; returns how many scores were accepted.
    fn end(mut self) -> Result<usize, String> {
        drop(self.0.stdin.take());
        let output = self.0.wait_with_output().map_err(|error| error.to_string())?;
        let text = String::from_utf8_lossy(&output.stdout);
        text.trim().parse().map_err(|_| format!("the attack has failed: {text:?}"))
    }
}

/// Submits scores until its input ends, then prints how many were accepted.
pub(crate) async fn attack(address: SocketAddr, turn: u64) -> Result<(), String> {
    let is_over = Arc::new(AtomicBool::new(false));
    let clients: Vec<_> = (0..CLIENTS)
        .map(|player| tokio::spawn(submit_all(address, player, turn, Arc::clone(&is_over))))
        .collect();
    let mut rest = Vec::new();
    std::io::stdin().read_to_end(&mut rest).map_err(|error| error.to_string())?;
    is_over.store(true, Ordering::Relaxed);
    let mut accepted = 0;
    for client in clients {
        accepted += client.await.map_err(|error| error.to_string())??;
    }
    println!("{accepted}");
    Ok(())
}

/// One client, which submits its next score as soon as the last one has been answered.
async fn submit_all(
    address: SocketAddr,
    player: u64,
    turn: u64,
    is_over: Arc<AtomicBool>,
) -> Result<usize, String> {
    let (body, mut accepted) = (busy_game().to_bytes(), 0);
    let bearer = followed::secret(player).to_hex();
    for number in turn * REPLAYS..(turn + 1) * REPLAYS {
        if is_over.load(Ordering::Relaxed) {
            break;
        }
        let ticket = followed::ticket(player, number);
        let head = format!(
            "POST /api/scores?ticket={ticket} HTTP/1.1\r\nAuthorization: Bearer {bearer}\r\n"
        );
        accepted += usize::from(ask(address, &head, &body).await?.0 == 200);
    }
    Ok(accepted)
}

/// How long a list takes that many scores are on.
async fn lists(database: &str, server: &Served) -> Result<(), String> {
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
    println!(
        "lists of {SCORES} scores in {database}, {AT_ONCE} requests at a time, {} in all",
        took.len()
    );
    let (median, p99) = (millis(median), millis(p99));
    println!("  median {median:.2} ms, p99 {p99:.2} ms (wanted: below {MOST_MILLIS})");
    wanted(p99 < MOST_MILLIS, "lists take too long")
}

/// Fills a folder with scores, the newest of them the worst, which is the slowest case of a list.
pub(crate) fn fill(folder: &Path) -> Result<(), String> {
    drop(store::local::open(folder).map_err(|error| error.to_string())?);
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

/// The same in a new database of PostgreSQL, whose address is returned.
async fn fill_database(postgres: &Postgres) -> Result<String, String> {
    let address = postgres.database("lists")?;
    let opened = store::postgres::open(&address, store::postgres::START_PATIENCE).await;
    drop(opened.map_err(|error| error.to_string())?);
    let now = std::time::UNIX_EPOCH.elapsed().unwrap_or_default().as_micros() as i64;
    let rows = format!(
        "INSERT INTO scores (score_id, player, name, game, rank_by, score, lines, level,
                             duration, played)
         SELECT number + 1, number % 5000, 'Mallory', 'marathon', number, number, 1, 1, 1,
                {now} - 14000000 * ({SCORES} - number)
         FROM generate_series(0::BIGINT, {SCORES} - 1) AS number"
    );
    postgres.ask("lists", &rows)?;
    Ok(address)
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

fn wanted(is_so: bool, otherwise: &str) -> Result<(), String> {
    if is_so { Ok(()) } else { Err(otherwise.to_owned()) }
}

fn millis(span: Duration) -> f64 {
    span.as_secs_f64() * 1000.0
}
