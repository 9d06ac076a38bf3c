//! Perft: counts all placements of a queue, with the speed.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use quintet_bot::{Board, Movement, Tetromino, perft};

use crate::clock::Clock;
use crate::output::is_written;

/// The arguments of `quintet perft`.
#[derive(Args)]
pub(crate) struct PerftArguments {
    /// The queue, as letters of IJLOSTZ.
    #[arg(value_parser = queue)]
    queue: Queue,
    /// Number of pieces to place [default: all].
    depth: Option<usize>,
    /// File with the starting board: rows from the top, `.` for an empty cell.
    #[arg(long)]
    board: Option<PathBuf>,
    /// Count placements of a T that differ only in the spin as different.
    #[arg(long)]
    spins: bool,
    /// Allow half turns.
    #[arg(long = "180")]
    half_turns: bool,
}

/// A newtype, because clap takes a bare `Vec` for a repeated argument.
#[derive(Clone)]
struct Queue(Vec<Tetromino>);

fn queue(letters: &str) -> Result<Queue, String> {
    let pieces: Option<Vec<Tetromino>> = letters.chars().map(Tetromino::from_letter).collect();
    match pieces {
        Some(pieces) if !pieces.is_empty() => Ok(Queue(pieces)),
        _ => Err("a queue is made of the letters IJLOSTZ".into()),
    }
}

/// Counts after one piece of the queue, after two, and so on. Times are processor time.
pub(crate) fn run(arguments: &PerftArguments, out: &mut impl Write) -> Result<(), String> {
    let board = match &arguments.board {
        None => Board::EMPTY,
        Some(path) => fs::read_to_string(path)
            .map_err(|error| format!("{}: {error}", path.display()))?
            .parse()
            .map_err(|error| format!("{}: {error}", path.display()))?,
    };
    let movement =
        if arguments.half_turns { Movement::PERFT.with_half_turns() } else { Movement::PERFT };
    let Queue(queue) = &arguments.queue;
    let depth = arguments.depth.unwrap_or(queue.len());
    if depth > queue.len() {
        return Err(format!("the queue has {} pieces, fewer than {depth}", queue.len()));
    }
    for depth in 1..=depth {
        let clock = Clock::start();
        let nodes = perft(&board, &queue[..depth], movement, arguments.spins);
        let written = write_line(out, depth, nodes, clock.seconds());
        if !is_written(written)? {
            break;
        }
    }
    Ok(())
}

fn write_line(out: &mut impl Write, depth: usize, nodes: u64, seconds: f64) -> io::Result<()> {
    let speed = nodes as f64 / seconds.max(1e-9);
    writeln!(out, "depth {depth}: {nodes} nodes, {seconds:.3} s, {speed:.0} nodes/s")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(
        letters: &str,
        depth: Option<usize>,
        board: Option<PathBuf>,
    ) -> Result<String, String> {
        let queue = queue(letters)?;
        let arguments = PerftArguments { queue, depth, board, spins: false, half_turns: false };
        let mut out = Vec::new();
        run(&arguments, &mut out)?;
        Ok(String::from_utf8(out).expect("text"))
    }

    #[test]
    fn each_depth_has_a_line() {
        let printed = counted("iol", None, None).expect("counts");
        let lines: Vec<&str> = printed.lines().collect();
        assert_eq!(lines.len(), 3);
        assert!(lines[2].starts_with("depth 3: 5266 nodes, "), "{printed}");
        assert_eq!(counted("iol", Some(1), None).expect("counts").lines().count(), 1);
    }

    #[test]
    fn invalid_arguments_are_refused() {
        assert!(counted("IXL", None, None).is_err());
        assert!(counted("", None, None).is_err());
        assert!(counted("IO", Some(3), None).is_err());
        assert!(counted("IO", None, Some("no such file".into())).is_err());
    }
}
