//! How well the bot plays, in numbers.

mod levels;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use quintet_bot::{Budget, Course, Score, Weights};

use crate::at_least_one;
use crate::clock::Clock;
use crate::interrupt::Interrupt;
use crate::output::is_written;
use crate::progress::Progress;

/// The arguments of `quintet bot-score`.
#[derive(Args)]
pub(crate) struct BotScoreArguments {
    #[command(subcommand)]
    course: CourseName,
    /// Number of games, each with its own seed.
    #[arg(long, global = true, default_value_t = 1,
        value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    /// Random seed of the first game.
    #[arg(long, global = true, default_value_t = 0)]
    seed: u64,
    /// Search N placements per piece.
    #[arg(long, global = true)]
    nodes: Option<u64>,
    /// Number of search threads [default: 1].
    #[arg(long, global = true, value_parser = at_least_one)]
    threads: Option<usize>,
    /// File with weights as `quintet tune` writes them [default: the bot's own].
    #[arg(long, global = true)]
    weights: Option<PathBuf>,
}

/// What is played.
#[derive(Clone, Copy, Subcommand)]
enum CourseName {
    /// Marathon's rules without gravity: points for lines, and whether the bot survives.
    Marathon {
        /// Number of pieces.
        #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
        pieces: u32,
    },
    /// Versus's rules without an opponent: rows sent per piece.
    Versus {
        /// Number of pieces.
        #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
        pieces: u32,
    },
    /// Rows of garbage with one gap each, ten at a time: pieces until all are cleared.
    Cheese {
        /// Number of rows.
        #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
        rows: u32,
    },
    /// Placements searched per second of processor time.
    Nodes {
        /// Number of pieces of Versus to search.
        #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..))]
        pieces: u32,
    },
    /// The five levels in games of Versus, each against the one below it.
    Levels,
}

impl CourseName {
    /// The course to play; `None` for the levels, which play each other.
    fn course(self) -> Option<Course> {
        match self {
            CourseName::Marathon { pieces } => Some(Course::Marathon { pieces }),
            CourseName::Versus { pieces } | CourseName::Nodes { pieces } => {
                Some(Course::Versus { pieces })
            }
            CourseName::Cheese { rows } => Some(Course::Cheese { rows }),
            CourseName::Levels => None,
        }
    }

    /// Placements searched per piece by default.
    fn nodes(self) -> u64 {
        match self {
            CourseName::Marathon { .. } => 5000,
            CourseName::Versus { .. } => 50_000,
            CourseName::Cheese { .. } => 100_000,
            CourseName::Nodes { .. } | CourseName::Levels => 400_000,
        }
    }
}

/// Weights from a file.
pub(crate) fn read_weights(file: &Path) -> Result<Weights, String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    text.parse().map_err(|error| format!("{}: {error}", file.display()))
}

/// Plays the games and prints the result of each, and of all. Ctrl+C ends it with those finished so
/// far.
pub(crate) fn run(arguments: &BotScoreArguments, out: &mut impl Write) -> Result<(), String> {
    let interrupt = Interrupt::listen();
    let Some(course) = arguments.course.course() else {
        let ignored = [
            ("--nodes", arguments.nodes.is_some()),
            ("--threads", arguments.threads.is_some()),
            ("--weights", arguments.weights.is_some()),
        ];
        if let Some((option, _)) = ignored.iter().find(|(_, is_given)| *is_given) {
            return Err(format!("`bot-score levels` plays the levels as they are: no {option}"));
        }
        return levels::run(arguments.games, arguments.seed, &interrupt, out);
    };
    let weights = match &arguments.weights {
        Some(file) => read_weights(file)?,
        None => course.weights(),
    };
    let nodes = arguments.nodes.unwrap_or(arguments.course.nodes());
    let threads = arguments.threads.unwrap_or(1);
    let budget = Budget { nodes, threads };
    let mut progress = Progress::new();
    let mut scores: Vec<(Score, f64)> = Vec::new();
    for seed in (arguments.seed..).take(arguments.games as usize) {
        let clock = Clock::start();
        let mut watch = |score: &Score| {
            progress
                .show(|| format!("seed {seed}: {} pieces, {} lines", score.pieces, score.lines));
        };
        let score = course
            .watch(&weights, budget, seed, &mut watch, &|| interrupt.is_requested())
            .map_err(|error| error.to_string())?;
        // Processor time is measured for this thread only.
        let is_alone = threads <= 1;
        let seconds = if is_alone { clock.seconds() } else { clock.wall_seconds() };
        progress.clear();
        if interrupt.is_requested() {
            break;
        }
        scores.push((score, seconds));
        if !is_written(writeln!(out, "seed {seed}: {}", describe(&score, seconds)))? {
            return Ok(());
        }
    }
    is_written(sum_up(arguments.course, &scores, out)).map(drop)
}

fn describe(score: &Score, seconds: f64) -> String {
    let Score { pieces, lines, attack, nodes, .. } = *score;
    let end = if score.finished { "to the end" } else { "TOPPED OUT" };
    format!(
        "{pieces} pieces {end}, {lines} lines, {attack} sent, {seconds:.1} s, {:.2} M nodes/s",
        nodes as f64 / seconds.max(1e-9) / 1e6
    )
}

/// A mean and half of its 95 % confidence interval.
fn mean(numbers: &[f64]) -> (f64, f64) {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
    (mean, 1.96 * (squares / (count - 1.0) / count).sqrt())
}

/// A mean as text, with its confidence interval if there are several numbers.
fn mean_text(numbers: &[f64], digits: usize) -> String {
    match mean(numbers) {
        (mean, off) if off.is_finite() => format!("{mean:.digits$} ± {off:.digits$}"),
        (mean, _) => format!("{mean:.digits$}"),
    }
}

fn sum_up(name: CourseName, scores: &[(Score, f64)], out: &mut impl Write) -> io::Result<()> {
    if scores.is_empty() {
        return writeln!(out, "no game was finished");
    }
    let finished = scores.iter().filter(|(score, _)| score.finished).count();
    let each = |number: fn(&Score) -> f64| -> Vec<f64> {
        scores.iter().map(|(score, _)| number(score)).collect()
    };
    let games = scores.len();
    match name {
        CourseName::Marathon { .. } => {
            let points = each(|score| score.points as f64 / f64::from(score.pieces.max(1)));
            let points = mean_text(&points, 1);
            writeln!(out, "{finished} of {games} games to the end, {points} points per piece")
        }
        CourseName::Versus { .. } => {
            let sent = each(|score| f64::from(score.attack) / f64::from(score.pieces.max(1)));
            writeln!(out, "{} rows sent per piece", mean_text(&sent, 3))
        }
        CourseName::Cheese { .. } => {
            let pieces = mean_text(&each(|score| f64::from(score.pieces)), 1);
            writeln!(out, "{finished} of {games} games to the end, {pieces} pieces per game")
        }
        CourseName::Nodes { .. } | CourseName::Levels => {
            let seconds: f64 = scores.iter().map(|(_, seconds)| seconds).sum();
            let nodes: f64 = each(|score| score.nodes as f64).iter().sum();
            writeln!(out, "{:.2} million nodes per second", nodes / seconds.max(1e-9) / 1e6)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_has_a_confidence_interval() {
        assert_eq!(mean_text(&[7.0], 1), "7.0");
        // Their standard deviation is 2, and there are four of them.
        assert_eq!(mean_text(&[8.0, 8.0, 8.0, 12.0], 2), "9.00 ± 1.96");
    }
}
