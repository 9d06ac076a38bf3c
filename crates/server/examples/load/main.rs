//! The server under load, beside a bare echo server of the same libraries, in the same run.
//!
//! `cargo xtask bench server` starts it. Either server is a process of its own; this one holds the
//! players, so that both machines' worth of work shares this machine. More and more players are
//! let in until the slowest hundredth of their messages takes longer than the limit. With the word
//! `cost` it tells only what a message costs.

mod echo;
mod group;
mod served;

use std::process::ExitCode;
use std::time::Duration;

use group::{Kind, Outcome};
use served::Served;

/// The slowest hundredth of all messages may take no longer than this.
const LIMIT: Duration = Duration::from_millis(20);
/// How long each step lasts.
const STEP: Duration = Duration::from_secs(4);
/// Messages a second of somebody who plays, and of somebody who is only there to make work.
const PLAYING: u32 = 10;
const HURRYING: u32 = 100;
/// How many hurry when the cost of a message is told.
const COMPARED: usize = 200;

fn main() -> ExitCode {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let done = match std::env::args().nth(1).as_deref() {
        Some("echo") => runtime.block_on(echo::serve()),
        Some("serve") => runtime.block_on(served::serve()),
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
    let hurried = [20, 50, 100, 150, 200, 300, 400, 600];
    let echo = climb("echo, hurrying", Kind::Echo, HURRYING, &hurried).await?;
    let ours = climb("server, hurrying", Kind::Match, HURRYING, &hurried).await?;
    let played = [100, 250, 500, 750, 1_000, 1_500, 2_000, 3_000];
    let held = climb("server, playing", Kind::Match, PLAYING, &played).await?;

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

/// What a message costs either server in processor time, under the same load. This can be told even
/// on a machine that does other work meanwhile.
async fn compare() -> Result<(), String> {
    println!("{COMPARED} players who hurry, {} s with either server", STEP.as_secs());
    let mut costs = [0.0; 2];
    for (cost, (name, kind)) in
        costs.iter_mut().zip([("echo server", Kind::Echo), ("quintet server", Kind::Match)])
    {
        let server = Served::start(kind)?;
        let busy = server.processor();
        let outcome = group::run(server.address, kind, COMPARED, HURRYING, STEP).await?;
        *cost = (server.processor() - busy) / (outcome.rate * STEP.as_secs_f64()).max(1.0);
        let Outcome { rate, p99, .. } = outcome;
        let p99 = millis(p99);
        println!("  {name:<16} {cost:>6.1} us a message, {rate:>6.0} messages/s, p99 {p99:.1} ms");
    }
    println!("  ratio of processor time {:.2}", costs[0] / costs[1]);
    Ok(())
}

/// The best that was reached.
struct Step {
    players: usize,
    outcome: Outcome,
    bytes_a_second: f64,
    memory_a_match: f64,
}

/// Lets in more and more players until messages take too long; hands back the last good step.
async fn climb(
    name: &str,
    kind: Kind,
    a_second: u32,
    levels: &[usize],
) -> Result<Option<Step>, String> {
    let mut best = None;
    for (done, &players) in levels.iter().enumerate() {
        progress(name, done, levels.len(), &format!("{players} players"));
        let server = Served::start(kind)?;
        let before = server.memory();
        let outcome = group::run(server.address, kind, players, a_second, STEP).await?;
        let bytes = server.bytes().await;
        let memory = server.memory().saturating_sub(before) as f64 / 1024.0;
        let is_good = outcome.p99 <= LIMIT && outcome.lost == 0;
        if !is_good {
            let Outcome { p99, lost, why, .. } = outcome;
            let why = why.unwrap_or_default();
            let p99 = millis(p99);
            println!("\r  {name}: {players} are too many: p99 {p99:.1} ms, {lost} lost {why}    ");
            break;
        }
        best = Some(Step {
            players,
            bytes_a_second: bytes / players as f64 / outcome.took.as_secs_f64(),
            memory_a_match: memory / (players as f64 / 2.0),
            outcome,
        });
    }
    if let Some(Step { players, outcome, .. }) = &best {
        let Outcome { rate, p99, .. } = outcome;
        println!(
            "\r  {name}: {players} players, {rate:.0} messages/s, p99 {:.1} ms    ",
            millis(*p99)
        );
    }
    Ok(best)
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
