//! How well the bot plays, as numbers.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, Subcommand};
use quintet_bot::{Budget, Course, Score, Weights};

/// What `quintet bot-score` is told.
#[derive(Args)]
pub(crate) struct BotScoreArguments {
    #[command(subcommand)]
    course: CourseName,
    /// How many games are played, each with a seed of its own.
    #[arg(long, global = true, default_value_t = 1)]
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
        #[arg(long, default_value_t = 10_000)]
        pieces: u32,
    },
    /// By Versus's rules, nobody attacking: rows sent by each piece.
    Versus {
        /// How many pieces.
        #[arg(long, default_value_t = 1000)]
        pieces: u32,
    },
    /// Rows of garbage with one gap each, ten at a time: pieces until all are cleared.
    Cheese {
        /// How many rows.
        #[arg(long, default_value_t = 100)]
        rows: u32,
    },
    /// Placements looked at in a second.
    Nodes {
        /// How many pieces of Versus are thought about.
        #[arg(long, default_value_t = 30)]
        pieces: u32,
    },
}

impl CourseName {
    fn course(self) -> Course {
        match self {
            CourseName::Marathon { pieces } => Course::Marathon { pieces },
            CourseName::Versus { pieces } | CourseName::Nodes { pieces } => {
                Course::Versus { pieces }
            }
            CourseName::Cheese { rows } => Course::Cheese { rows },
        }
    }

    /// Placements looked at for every piece, if nothing else is said.
    fn nodes(self) -> u64 {
        match self {
            CourseName::Marathon { .. } => 2000,
            CourseName::Versus { .. } => 50_000,
            CourseName::Cheese { .. } => 100_000,
            CourseName::Nodes { .. } => 400_000,
        }
    }
}

/// Weights from a file.
pub(crate) fn read_weights(file: &Path) -> Result<Weights, String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    text.parse().map_err(|error| format!("{}: {error}", file.display()))
}

/// Plays the games and prints what came of each, and of all.
pub(crate) fn run(arguments: &BotScoreArguments, out: &mut impl Write) -> Result<(), String> {
    let course = arguments.course.course();
    let weights = match &arguments.weights {
        Some(file) => read_weights(file)?,
        None => course.weights(),
    };
    let nodes = arguments.nodes.unwrap_or(arguments.course.nodes());
    let budget = Budget { nodes, threads: arguments.threads };
    let mut scores: Vec<(Score, f64)> = Vec::new();
    for seed in (arguments.seed..).take(arguments.games as usize) {
        let began = Instant::now();
        let score =
            course.play(&weights, budget, seed, &|| false).map_err(|error| error.to_string())?;
        let seconds = began.elapsed().as_secs_f64();
        scores.push((score, seconds));
        writeln!(out, "seed {seed}: {}", told(&score, seconds))
            .map_err(|error| error.to_string())?;
    }
    sum_up(arguments.course, &scores, out).map_err(|error| error.to_string())
}

fn told(score: &Score, seconds: f64) -> String {
    let Score { pieces, lines, attack, nodes, .. } = *score;
    let end = if score.finished { "to the end" } else { "TOPPED OUT" };
    format!(
        "{pieces} pieces {end}, {lines} lines, {attack} sent, {seconds:.1} s, {:.2} M nodes/s",
        nodes as f64 / seconds / 1e6
    )
}

fn sum_up(name: CourseName, scores: &[(Score, f64)], out: &mut impl Write) -> io::Result<()> {
    let finished = scores.iter().filter(|(score, _)| score.finished).count();
    let sum =
        |number: fn(&Score) -> f64| scores.iter().map(|(score, _)| number(score)).sum::<f64>();
    let games = scores.len().max(1) as f64;
    let pieces = sum(|score| f64::from(score.pieces));
    match name {
        CourseName::Marathon { .. } => writeln!(
            out,
            "{finished} of {} games to the end, {:.1} points a piece",
            scores.len(),
            sum(|score| score.points as f64) / pieces.max(1.0)
        ),
        CourseName::Versus { .. } => writeln!(
            out,
            "{:.3} rows sent by each piece",
            sum(|score| f64::from(score.attack)) / pieces.max(1.0)
        ),
        CourseName::Cheese { .. } => writeln!(
            out,
            "{finished} of {} games to the end, {:.1} pieces each",
            scores.len(),
            pieces / games
        ),
        CourseName::Nodes { .. } => {
            let seconds: f64 = scores.iter().map(|(_, seconds)| seconds).sum();
            let nodes = sum(|score| score.nodes as f64);
            writeln!(out, "{:.2} million nodes a second", nodes / seconds / 1e6)
        }
    }
}
