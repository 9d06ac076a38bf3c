//! Quintet measured: the engine beside its nearest peer, by the same random play on both, in turns;
//! and the bot's move generation.
//!
//! `cargo xtask bench engine` and `cargo xtask bench movegen` start it. Of the engines, each round
//! plays the same presses on either engine, in one process and on one core, by the time that the
//! processor spent on it. The presses are drawn before.

mod clock;
mod contender;
mod movegen;
mod peer;
mod play;
mod quintet;

use std::process::ExitCode;

use clock::Clock;
use contender::Contender;
use peer::Peer;
use play::{Tally, play, script};
use quintet::Quintet;

const ROUNDS: u64 = 31;
const PIECES: u32 = 300_000;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        [] | ["engine"] => {
            engines();
            Ok(())
        }
        ["movegen"] => movegen::run(None),
        ["movegen", peer] => movegen::run(Some(peer)),
        _ => Err(format!(
            "there is no benchmark called `{}`; there are: engine, movegen [PEER]",
            words.join(" ")
        )),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{reason}");
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
    report("quintet-engine", &ours);
    report("falling-tetromino-engine", &theirs);
    // Round by round, because a machine that is slow for a while is slow for both.
    let mut ratios: Vec<f64> =
        ours.iter().zip(&theirs).map(|(our, their)| our.0 / their.0).collect();
    ratios.sort_by(f64::total_cmp);
    println!(
        "quintet-engine is {:.1} times as fast, the median of the rounds (lowest {:.1}, highest {:.1})",
        ratios[ratios.len() / 2],
        ratios[0],
        ratios[ratios.len() - 1],
    );
}

/// Pieces per second of one round, and what was played.
fn measure<C: Contender>(seed: u64) -> (f64, Tally) {
    let presses = script(seed, PIECES);
    let clock = Clock::start();
    let tally = play::<C>(seed, &presses);
    let took = clock.own();
    (f64::from(PIECES) / took.as_secs_f64(), tally)
}

/// Prints the median of the rounds.
fn report(name: &str, rounds: &[(f64, Tally)]) {
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
}
