//! Several servers that work as one, beside a single process with a data folder, in the same run.

use std::path::Path;
use std::time::Duration;

use crate::group::{self, Kind, Outcome};
use crate::served::{Served, processor_of};
use crate::services::nats::Nats;
use crate::services::postgres::Postgres;
use crate::{PLAYING, millis};

/// How many players there are.
const PLAYERS: usize = 500;
/// The slowest hundredth of their messages may take no longer than this on three nodes.
const LIMIT: Duration = Duration::from_millis(50);
/// How long each step lasts.
const STEP: Duration = Duration::from_secs(8);
/// How many nodes there are, step by step.
const NODES: [usize; 3] = [1, 2, 3];

/// A number from the environment.
fn number(name: &str, otherwise: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// What came of one step.
struct Measured {
    name: String,
    outcome: Outcome,
    /// Microseconds of processor time per message, of the nodes, NATS and PostgreSQL.
    costs: [f64; 3],
    /// Bytes of messages per player and second.
    bytes: f64,
}

pub(crate) async fn measure() -> Result<(), String> {
    let players = number("QUINTET_PLAYERS", PLAYERS);
    println!(
        "{players} players, {PLAYING} inputs per second each, {} s per step, p99 wanted {LIMIT:?}",
        STEP.as_secs()
    );
    println!("load of the machine before: {}", load());
    let mut steps = vec![single(players).await?];
    print(&steps[0]);
    let target = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    let postgres = Postgres::start()?;
    let nats = Nats::start(Path::new(&target), 3)?;
    for count in NODES {
        let step = several(count, players, &postgres, &nats).await?;
        print(&step);
        steps.push(step);
    }
    println!("load of the machine after: {}", load());
    if let Some(Measured { costs: [node, nats, _], bytes, outcome, .. }) = steps.last() {
        println!("figures for `cargo xtask growth`:");
        println!("node_us_per_message = {node:.1}");
        println!("nats_us_per_message = {nats:.1}");
        println!("bytes_per_player_second = {bytes:.0}");
        println!("p99_ms = {:.1}", millis(outcome.p99));
    }
    Ok(())
}

fn load() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').take(3).collect::<Vec<_>>().join(" ")
}

fn print(step: &Measured) {
    let Measured { name, outcome, costs: [node, nats, postgres], bytes } = step;
    let Outcome { rate, p50, p99, lost, why, .. } = outcome;
    let (p50, p99) = (millis(*p50), millis(*p99));
    println!(
        "  {name:<22} {rate:>6.0} messages/s   p50 {p50:>6.1} ms   p99 {p99:>6.1} ms   {lost} lost {}",
        why.as_deref().unwrap_or_default()
    );
    println!(
        "  {:<22} per message: node {node:.1} us, NATS {nats:.1} us, PostgreSQL {postgres:.2} us; \
         {bytes:.0} bytes per player and second",
        ""
    );
}

async fn single(players: usize) -> Result<Measured, String> {
    let servers = [Served::start(Kind::Match)?];
    let outcome = group::run(&servers, Kind::Match, players, PLAYING, STEP).await?;
    let bytes = bytes(&servers, players, &outcome).await;
    let costs = [per_message(outcome.processor, &outcome), 0.0, 0.0];
    Ok(Measured { name: "one process".to_owned(), outcome, costs, bytes })
}

async fn several(
    count: usize,
    players: usize,
    postgres: &Postgres,
    nats: &Nats,
) -> Result<Measured, String> {
    let database = postgres.database(&format!("load{count}"))?;
    let addresses = nats.addresses();
    let mut servers = Vec::new();
    for _ in 0..count {
        servers.push(Served::start_by(&["serve", &database, &addresses])?);
    }
    let others = || {
        let nats = nats.services.iter().map(|service| processor_of(service.pid)).sum::<f64>();
        vec![nats, of_family(postgres.service.pid)]
    };
    let outcome = group::run_beside(&servers, Kind::Match, players, PLAYING, STEP, others).await?;
    let bytes = bytes(&servers, players, &outcome).await;
    let used = |index: usize| outcome.others.get(index).copied().unwrap_or(0.0);
    let costs = [outcome.processor, used(0), used(1)].map(|used| per_message(used, &outcome));
    let name = format!("{count} node{}", if count == 1 { "" } else { "s" });
    Ok(Measured { name, outcome, costs, bytes })
}

fn per_message(used: f64, outcome: &Outcome) -> f64 {
    used / (outcome.rate * STEP.as_secs_f64()).max(1.0)
}

async fn bytes(servers: &[Served], players: usize, outcome: &Outcome) -> f64 {
    let mut bytes = 0.0;
    for server in servers {
        bytes += server.bytes().await;
    }
    bytes / players as f64 / outcome.took.as_secs_f64()
}

/// Processor time of a process and its children.
fn of_family(parent: u32) -> f64 {
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let is_child = |process: &u32| {
        let text = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        let fields = text.rsplit(") ").next().unwrap_or_default();
        fields.split(' ').nth(1).and_then(|field| field.parse().ok()) == Some(parent)
    };
    processor_of(parent) + numbers.filter(is_child).map(processor_of).sum::<f64>()
}
