//! Counts placements and says how fast that went.
//!
//! `cargo run --release -p quintet-bot --example perft -- QUEUE [DEPTH] [--board FILE] [--spins]
//! [--180]` counts after one piece of the queue, after two, and so on.

use std::process::ExitCode;
use std::time::Instant;
use std::{env, fs};

use quintet_bot::{Board, Movement, Piece, perft};

const USAGE: &str = "usage: perft QUEUE [DEPTH] [--board FILE] [--spins] [--180]";

struct Count {
    queue: Vec<Piece>,
    depth: usize,
    board: Board,
    movement: Movement,
    spins: bool,
}

fn main() -> ExitCode {
    let count = match read(env::args().skip(1)) {
        Ok(count) => count,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    for depth in 1..=count.depth {
        let begun = Instant::now();
        let nodes = perft(&count.board, &count.queue[..depth], count.movement, count.spins);
        let seconds = begun.elapsed().as_secs_f64();
        let millions = nodes as f64 / seconds / 1e6;
        println!("depth {depth}: {nodes} nodes, {seconds:.3} s, {millions:.0} million nodes/s");
    }
    ExitCode::SUCCESS
}

fn read(mut args: impl Iterator<Item = String>) -> Result<Count, String> {
    let letters = args.next().ok_or(USAGE)?;
    let queue: Option<Vec<Piece>> = letters.chars().map(Piece::from_letter).collect();
    let queue = queue.ok_or_else(|| format!("{letters} is no queue of IJLOSTZ\n{USAGE}"))?;
    let depth = queue.len();
    let mut count =
        Count { queue, depth, board: Board::EMPTY, movement: Movement::PERFT, spins: false };
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--spins" => count.spins = true,
            "--180" => count.movement = count.movement.with_half_turns(),
            "--board" => {
                let path = args.next().ok_or(USAGE)?;
                let drawing =
                    fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
                count.board = drawing.parse().map_err(|error| format!("{path}: {error}"))?;
            }
            number => {
                let depth = number.parse::<usize>().map_err(|_| USAGE)?;
                count.depth = depth.min(count.queue.len());
            }
        }
    }
    Ok(count)
}
