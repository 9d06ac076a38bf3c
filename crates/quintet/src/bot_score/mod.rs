//! How well the bot plays, as numbers.

mod levels;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use quintet_bot::{Budget, Course, Score, Weights};

use crate::clock::Clock;
use crate::interrupt::Interrupt;
use crate::progress::Progress;

/// What `quintet bot-score` is told.
#[derive(Args)]
pub(crate) struct BotScoreArguments {
    #[command(subcommand)]
    course: CourseName,
    /// How many games are played, each with a seed of its own.
    #[arg(long, global = true, default_value_t = 1,
        value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    /// The first game's seed.
    #[arg(long, global = true, default_value_t = 0)]
    seed: u64,
    /// Placements looked at for every piece.
    #[arg(long, global = true)]
    nodes: Option<u64>,
    /// How many threads think about a piece.
    #[arg(long, global = true, default_value_t = 1)]
    threads: usize,
    /// Weights as `quintet tune` writes them; the bot's own if left out.
    #[arg(long, global = true)]
    weights: Option<PathBuf>,
}

/// What is played.
#[derive(Clone, Copy, Subcommand)]
enum CourseName {
    /// By Marathon's rules without gravity: lines, and whether the bot is still there at the end.
    Marathon {
        /// How many pieces.
        #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
        pieces: u32,
    },
    /// By Versus's rules, nobody attacking: rows sent by each piece.
    Versus {
        /// How many pieces.
        #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
        pieces: u32,
    },
    /// Rows of garbage with one gap each, ten at a time: pieces until all are cleared.
    Cheese {
        /// How many rows.
        #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
        rows: u32,
    },
    /// Placements looked at in a second of processor time.
    Nodes {
        /// How many pieces of Versus are thought about.
        #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..))]
        pieces: u32,
    },
    /// The five levels in games of Versus, each against the one below it.
    Levels,
}

impl CourseName {
    /// What is played for it; none for the levels, which play each other.
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

    /// Placements looked at for every piece, if nothing else is said.
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

/// Plays the games and prints what came of each, and of all. Ctrl+C ends it with those played so
/// far.
pub(crate) fn run(arguments: &BotScoreArguments, out: &mut impl Write) -> Result<(), String> {
    let interrupt = Interrupt::listen();
    let Some(course) = arguments.course.course() else {
        return levels::run(arguments.games, arguments.seed, &interrupt, out);
    };
    let weights = match &arguments.weights {
        Some(file) => read_weights(file)?,
        None => course.weights(),
    };
    let nodes = arguments.nodes.unwrap_or(arguments.course.nodes());
    let budget = Budget { nodes, threads: arguments.threads };
    let mut progress = Progress::new();
    let mut scores: Vec<(Score, f64)> = Vec::new();
    for seed in (arguments.seed..).take(arguments.games as usize) {
        let clock = Clock::start();
        let mut watch = |score: &Score| {
            progress
                .tell(|| format!("seed {seed}: {} pieces, {} lines", score.pieces, score.lines));
        };
        let score = course
            .watch(&weights, budget, seed, &mut watch, &|| interrupt.came())
            .map_err(|error| error.to_string())?;
        // Other threads' time is not this one's.
        let is_alone = arguments.threads <= 1;
        let seconds = if is_alone { clock.seconds() } else { clock.seconds_on_the_wall() };
        progress.clear();
        if interrupt.came() {
            break;
        }
        scores.push((score, seconds));
        if let Err(error) = writeln!(out, "seed {seed}: {}", told(&score, seconds)) {
            return crate::quiet_when_nobody_reads(error).map_err(|error| error.to_string());
        }
    }
    sum_up(arguments.course, &scores, out)
        .or_else(crate::quiet_when_nobody_reads)
        .map_err(|error| error.to_string())
}

fn told(score: &Score, seconds: f64) -> String {
    let Score { pieces, lines, attack, nodes, .. } = *score;
    let end = if score.finished { "to the end" } else { "TOPPED OUT" };
    format!(
        "{pieces} pieces {end}, {lines} lines, {attack} sent, {seconds:.1} s, {:.2} M nodes/s",
        nodes as f64 / seconds.max(1e-9) / 1e6
    )
}

/// A mean, and how far from it the true one may lie with a confidence of 95 %.
fn mean(numbers: &[f64]) -> (f64, f64) {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
    (mean, 1.96 * (squares / (count - 1.0) / count).sqrt())
}

/// A mean as text; of a single game there is no telling how far it may be off.
fn mean_told(numbers: &[f64], digits: usize) -> String {
    match mean(numbers) {
        (mean, off) if off.is_finite() => format!("{mean:.digits$} ± {off:.digits$}"),
        (mean, _) => format!("{mean:.digits$}"),
    }
}

fn sum_up(name: CourseName, scores: &[(Score, f64)], out: &mut impl Write) -> io::Result<()> {
    if scores.is_empty() {
        return writeln!(out, "no game was played to the end");
    }
    let finished = scores.iter().filter(|(score, _)| score.finished).count();
    let each = |number: fn(&Score) -> f64| -> Vec<f64> {
        scores.iter().map(|(score, _)| number(score)).collect()
    };
    let games = scores.len();
    match name {
        CourseName::Marathon { .. } => {
            let points = each(|score| score.points as f64 / f64::from(score.pieces.max(1)));
            let points = mean_told(&points, 1);
            writeln!(out, "{finished} of {games} games to the end, {points} points a piece")
        }
        CourseName::Versus { .. } => {
            let sent = each(|score| f64::from(score.attack) / f64::from(score.pieces.max(1)));
            writeln!(out, "{} rows sent by each piece", mean_told(&sent, 3))
        }
        CourseName::Cheese { .. } => {
            let pieces = mean_told(&each(|score| f64::from(score.pieces)), 1);
            writeln!(out, "{finished} of {games} games to the end, {pieces} pieces each")
        }
        CourseName::Nodes { .. } | CourseName::Levels => {
            let seconds: f64 = scores.iter().map(|(_, seconds)| seconds).sum();
            let nodes: f64 = each(|score| score.nodes as f64).iter().sum();
            writeln!(out, "{:.2} million nodes a second", nodes / seconds.max(1e-9) / 1e6)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_says_how_far_it_may_be_off() {
        assert_eq!(mean_told(&[7.0], 1), "7.0");
        // The spread of these is 2, and there are four of them.
        assert_eq!(mean_told(&[8.0, 8.0, 8.0, 12.0], 2), "9.00 ± 1.96");
    }
}
