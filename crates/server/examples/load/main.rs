//! The server under load, beside a bare echo server by axum, in the same run.
//!
//! `cargo xtask bench server` starts it. Either server is a process of its own; this one holds the
//! players, so that both machines' worth of work shares this machine. More and more players are
//! let in until the slowest hundredth of their messages takes longer than the limit. With the word
//! `cost` it tells only what a message costs; with `cluster`, what several servers that work as one
//! cost beside a single one; with `strangers`, what attacks do to others.

mod cluster;
mod echo;
#[path = "../../tests/support/followed.rs"]
mod followed;
mod group;
mod served;
#[path = "../../../../xtask/src/services/mod.rs"]
mod services;
mod strangers;

use std::process::ExitCode;
use std::time::Duration;

use group::{Kind, Outcome};
use quintet_server::priority::run_when_idle;
use served::Served;
use tokio::runtime::Runtime;

/// The slowest hundredth of all messages may take no longer than this.
const LIMIT: Duration = Duration::from_millis(20);
/// The most steps of a climb.
const MOST_STEPS: usize = 12;
/// How long each step lasts.
const STEP: Duration = Duration::from_secs(4);
/// Messages per second of a normal player, and of one that only makes load.
const PLAYING: u32 = 10;
const HURRYING: u32 = 100;
/// How many hurry when the cost of a message is told.
const COMPARED: usize = 200;
/// How often either server takes its turn then.
const ROUNDS: usize = 3;

fn main() -> ExitCode {
    let word = std::env::args().nth(1);
    if word.as_deref() == Some("attack") {
        // Attackers are elsewhere: they take no time from the players and servers of this machine. The
        // threads of the runtime inherit it.
        run_when_idle().expect("a thread of low priority");
    }
    // Both servers have as many threads as a real one; the players have their own.
    let is_server = |word: &str| word == "echo" || word.starts_with("serve");
    let is_server = word.as_deref().is_some_and(is_server);
    let runtime = if is_server { quintet_server::runtime() } else { Runtime::new() };
    let runtime = runtime.expect("a runtime");
    let done = match word.as_deref() {
        Some("echo") => runtime.block_on(echo::serve()),
        Some("serve") => {
            let shared: Vec<String> = std::env::args().skip(2).collect();
            runtime.block_on(served::serve(shared.try_into().ok()))
        }
        Some("serve-filled") => runtime.block_on(served::serve_filled(std::env::args().nth(2))),
        Some("serve-followed") => runtime.block_on(served::serve_followed()),
        Some("cluster") => runtime.block_on(cluster::measure()),
        Some("attack") => {
            let address = std::env::args().nth(2).and_then(|address| address.parse().ok());
            let turn = std::env::args().nth(3).and_then(|turn| turn.parse().ok());
            let (address, turn) = address.zip(turn).expect("an address and a number");
            runtime.block_on(strangers::attack(address, turn))
        }
        Some("strangers") => runtime.block_on(strangers::measure()),
        Some("cost") => runtime.block_on(compare()),
        _ => runtime.block_on(measure()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("load: {problem}");
            ExitCode::FAILURE
        }
    }
}

async fn measure() -> Result<(), String> {
    compare().await?;
    println!("players on loopback, {} s a step, until p99 is over {LIMIT:?}", STEP.as_secs());
    let echo = climb("echo, hurrying", Kind::Echo, HURRYING, 40).await?;
    let ours = climb("server, hurrying", Kind::Match, HURRYING, 40).await?;
    let held = climb("server, playing", Kind::Match, PLAYING, 300).await?;

    let rate = |best: &Option<Step>| best.as_ref().map_or(0.0, |step| step.outcome.rate);
    println!("\n  {:<44} {:>12.0}", "echo server, messages a second", rate(&echo));
    println!("  {:<44} {:>12.0}", "quintet server, messages a second", rate(&ours));
    let ratio = rate(&ours) / rate(&echo).max(1.0);
    println!("  {:<44} {ratio:>12.2}", "ratio (wanted: 0.7 or more)");
    if let Some(step) = &held {
        let Step { players, outcome, bytes_a_second, memory_a_match } = step;
        println!("  {:<44} {players:>12}", "players held at 10 messages a second each");
        println!("  {:<44} {:>9.1} ms", "  p99 from one player to the other", millis(outcome.p99));
        println!("  {:<44} {bytes_a_second:>10.0} B", "  bytes a second and player, both ways");
        println!("  {:<44} {memory_a_match:>9.0} kB", "  memory a match");
    }
    Ok(())
}

/// What a message costs either server in processor time, under the same load, by turns, and the
/// worst round's p99 of the time it takes, since messages that wait for each other cost less.
async fn compare() -> Result<(), String> {
    println!(
        "{COMPARED} players who hurry, {ROUNDS} times {} s with either server",
        STEP.as_secs()
    );
    let servers = [("echo server", Kind::Echo), ("quintet server", Kind::Match)];
    let (mut used, mut messages, mut slowest) = ([0.0; 2], [0.0; 2], [Duration::ZERO; 2]);
    for round in 0..ROUNDS {
        for (place, (name, kind)) in servers.into_iter().enumerate() {
            progress(name, round * 2 + place, ROUNDS * 2, "");
            let server = [Served::start(kind)?];
            let outcome = group::run(&server, kind, COMPARED, HURRYING, STEP).await?;
            if let Some(why) = outcome.why {
                return Err(format!("{} connections to the {name} were lost: {why}", outcome.lost));
            }
            used[place] += outcome.processor;
            messages[place] += outcome.rate * STEP.as_secs_f64();
            slowest[place] = slowest[place].max(outcome.p99);
        }
    }
    print!("\r");
    let cost = |place: usize| used[place] / messages[place].max(1.0);
    for (place, (name, _)) in servers.into_iter().enumerate() {
        let (cost, count, slowest) = (cost(place), messages[place], millis(slowest[place]));
        println!(
            "  {name:<16} {cost:>6.1} us of processor time a message, p99 {slowest:.1} ms ({count} messages)"
        );
    }
    println!("  ratio {:.2}", cost(0) / cost(1));
    Ok(())
}

/// A number of players for a while, and what came of it.
struct Step {
    players: usize,
    outcome: Outcome,
    bytes_a_second: f64,
    memory_a_match: f64,
}

impl Step {
    fn is_good(&self) -> bool {
        self.outcome.p99 <= LIMIT && self.outcome.lost == 0
    }
}

/// Lets in more and more players until messages take too long, then seeks the most that go; hands
/// back the best step.
async fn climb(
    name: &str,
    kind: Kind,
    a_second: u32,
    first: usize,
) -> Result<Option<Step>, String> {
    let mut best: Option<Step> = None;
    let (mut players, mut too_many) = (first, None);
    for done in 0..MOST_STEPS {
        progress(name, done, MOST_STEPS, &format!("{players} players"));
        // Something else on the machine may have got in the way, once.
        let mut step = try_step(kind, a_second, players).await?;
        if !step.is_good() {
            step = try_step(kind, a_second, players).await?;
        }
        if step.is_good() {
            best = Some(step);
        } else {
            too_many = Some((players, step.outcome));
        }
        let good = best.as_ref().map_or(0, |best| best.players);
        players = match &too_many {
            None => players * 3 / 2,
            Some((bad, _)) if bad - good <= bad / 12 => break,
            Some((bad, _)) => usize::midpoint(good, *bad),
        };
        players += players % 2;
    }
    if let Some((players, Outcome { p99, lost, why, .. })) = too_many {
        let (p99, why) = (millis(p99), why.unwrap_or_default());
        println!("\r  {name}: {players} are too many: p99 {p99:.1} ms, {lost} lost {why:<20}");
    }
    if let Some(Step { players, outcome: Outcome { rate, p99, .. }, .. }) = &best {
        let p99 = millis(*p99);
        println!("\r  {name}: {players} players, {rate:.0} messages/s, p99 {p99:.1} ms {:<20}", "");
    }
    Ok(best)
}

async fn try_step(kind: Kind, a_second: u32, players: usize) -> Result<Step, String> {
    let servers = [Served::start(kind)?];
    let [server] = &servers;
    let before = server.memory();
    let outcome = group::run(&servers, kind, players, a_second, STEP).await?;
    let bytes = server.bytes().await;
    let memory = server.memory().saturating_sub(before) as f64 / 1024.0;
    Ok(Step {
        players,
        bytes_a_second: bytes / players as f64 / outcome.took.as_secs_f64(),
        memory_a_match: memory / (players as f64 / 2.0),
        outcome,
    })
}

fn progress(name: &str, done: usize, of: usize, what: &str) {
    use std::io::Write;
    let bar: String = (0..of).map(|step| if step < done { '#' } else { '.' }).collect();
    print!("\r  {name:<18} [{bar}] {what:<24}");
    let _ = std::io::stdout().flush();
}

fn millis(span: Duration) -> f64 {
    span.as_secs_f64() * 1000.0
}
