//! Quintet's engine measured beside its nearest peer: the same random play on both, in turns.
//!
//! `cargo xtask bench engine` starts it. Each round plays the same number of pieces on either
//! engine, in one process and on one core, so that both meet the same machine in the same mood.

mod contender;
mod peer;
mod play;
mod quintet;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use contender::Contender;
use peer::Peer;
use play::{Tally, play};
use quintet::Quintet;

const ROUNDS: u64 = 9;
const PIECES: u32 = 200_000;

fn main() -> ExitCode {
    match std::env::args().nth(1).as_deref() {
        None | Some("engine") => {
            engines();
            ExitCode::SUCCESS
        }
        Some(other) => {
            eprintln!("there is no benchmark called `{other}`; there is: engine");
            ExitCode::FAILURE
        }
    }
}

fn engines() {
    println!("random play, {PIECES} pieces a round, {ROUNDS} rounds in turns");
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        ours.push(measure::<Quintet>(round));
        theirs.push(measure::<Peer>(round));
    }
    let ours = report("quintet-engine", &ours);
    let theirs = report("falling-tetromino-engine", &theirs);
    println!("quintet-engine is {:.1} times as fast", ours / theirs);
}

/// Pieces per second of one round, and what was played.
fn measure<C: Contender>(seed: u64) -> (f64, Tally) {
    let start = Instant::now();
    let tally = play::<C>(seed, PIECES);
    let took: Duration = start.elapsed();
    (f64::from(PIECES) / took.as_secs_f64(), tally)
}

/// Prints the median of the rounds and hands it back.
fn report(name: &str, rounds: &[(f64, Tally)]) -> f64 {
    let mut speeds: Vec<f64> = rounds.iter().map(|(speed, _)| *speed).collect();
    speeds.sort_by(f64::total_cmp);
    let median = speeds[speeds.len() / 2];
    let games: u32 = rounds.iter().map(|(_, tally)| tally.games).sum();
    let lines: u32 = rounds.iter().map(|(_, tally)| tally.lines).sum();
    println!(
        "{name:<26} {median:>12.0} pieces/s  (lowest {:.0}, highest {:.0}; {games} games, {lines} lines)",
        speeds[0],
        speeds[speeds.len() - 1],
    );
    median
}
