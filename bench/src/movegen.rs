//! Move generation: all ways to place a queue of pieces, counted, checked and timed.
//!
//! Times are those that a processor spent on it, not those on the wall.

use std::process::Command;
use std::time::Duration;

use crate::clock::Clock;
use quintet_bot::{PerftCase, perft, perft_portable};

/// The counts that are known to be right.
const CASES: &str = include_str!("../../crates/bot/tests/perft/empty.perft");
/// How often a comparison is made, in turns.
const ROUNDS: usize = 3;
/// How deep both of our own versions are compared.
const PORTABLE_DEPTH: usize = 6;
/// Counts below this are over before a clock has noticed.
const WORTH_TIMING: u64 = 10_000_000;

/// Counts every row, then compares with the code for any processor, and with another program.
///
/// That program is called with a queue, counts all its pieces on the empty board, and prints the
/// number of nodes. `bin/bench` of cobra-movegen is such a program.
pub fn run(peer: Option<&str>) -> Result<(), String> {
    let cases = PerftCase::read_all(CASES).map_err(|error| error.to_string())?;
    for case in &cases {
        count(case)?;
    }
    let Some(case) = cases.first() else { return Err("there is no case".into()) };
    compare_with_portable(case);
    match peer {
        Some(program) => compare_with_peer(case, program),
        None => Ok(()),
    }
}

fn name(case: &PerftCase) -> String {
    case.queue.iter().map(|piece| piece.letter()).collect()
}

fn count(case: &PerftCase) -> Result<(), String> {
    for (depth, &expected) in (1..).zip(&case.nodes) {
        let (nodes, time) = timed(|| case.count(depth));
        if nodes != expected {
            return Err(format!("{} to depth {depth}: {nodes}, not {expected}", name(case)));
        }
        let speed = match nodes {
            ..WORTH_TIMING => String::new(),
            _ => format!("{:>8.0} million nodes/s", millions(nodes, time)),
        };
        let line = format!("{:<8} depth {depth} {nodes:>11} nodes {speed}", name(case));
        println!("{}", line.trim_end());
    }
    Ok(())
}

fn compare_with_portable(case: &PerftCase) {
    let depth = case.queue.len().min(PORTABLE_DEPTH);
    let queue = &case.queue[..depth];
    let (mut ours, mut portable) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let (nodes, time) = timed(|| perft(&case.board, queue, case.movement, case.spins));
        ours.push(millions(nodes, time));
        let (nodes, time) = timed(|| perft_portable(&case.board, queue, case.movement, case.spins));
        portable.push(millions(nodes, time));
    }
    println!("\n{} to depth {depth}, {ROUNDS} rounds in turns, the median:", name(case));
    let ours = report("this processor's code", ours);
    let portable = report("code for any processor", portable);
    println!("{:.2} times as fast", ours / portable);
}

fn compare_with_peer(case: &PerftCase, program: &str) -> Result<(), String> {
    let name = name(case);
    let expected = case.nodes.last().map(u64::to_string).unwrap_or_default();
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let (nodes, time) = timed(|| case.count(case.queue.len()));
        ours.push(millions(nodes, time));
        let clock = Clock::start();
        let output = Command::new(program).arg(&name).output();
        let time = clock.children();
        let output = output.map_err(|error| format!("cannot start {program}: {error}"))?;
        if !String::from_utf8_lossy(&output.stdout).contains(&expected) {
            return Err(format!("{program} {name} does not come to {expected} nodes"));
        }
        theirs.push(millions(nodes, time));
    }
    println!("\n{name}, all pieces, {ROUNDS} rounds in turns, the median:");
    let ours = report("quintet-bot", ours);
    let theirs = report(program, theirs);
    println!("{:.2} times as fast", ours / theirs);
    Ok(())
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let clock = Clock::start();
    let done = work();
    (done, clock.own())
}

#[expect(clippy::cast_precision_loss, reason = "a speed is no exact number")]
fn millions(nodes: u64, time: Duration) -> f64 {
    nodes as f64 / time.as_secs_f64().max(1e-9) / 1e6
}

/// Prints the median of the rounds and hands it back.
fn report(name: &str, mut speeds: Vec<f64>) -> f64 {
    speeds.sort_by(f64::total_cmp);
    let median = speeds[speeds.len() / 2];
    println!("{name:<24} {median:>6.0} million nodes/s");
    median
}
