//! Tuning weights by self-play.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::{Args, ValueEnum};
use quintet_bot::{Course, Generation, Tuning};

use crate::at_least_one;
use crate::bot_score::read_weights;
use crate::interrupt::Interrupt;
use crate::output::is_written;

/// The arguments of `quintet tune`.
#[derive(Args)]
pub(crate) struct TuneArguments {
    /// What to tune for.
    course: CourseName,
    /// File for the weights, written after every generation.
    output: PathBuf,
    /// Number of generations.
    #[arg(long, default_value_t = 20)]
    generations: u32,
    /// Samples per generation.
    #[arg(long, default_value_t = 32, value_parser = at_least_one)]
    population: usize,
    /// Games per sample.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Length of a game in pieces, or rows of cheese [default: depends on the course].
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    length: Option<u32>,
    /// Search N placements per piece.
    #[arg(long, default_value_t = 5000)]
    nodes: u64,
    /// Random seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of games played in parallel.
    #[arg(long, default_value_t = 1, value_parser = at_least_one)]
    threads: usize,
    /// File with weights to start from [default: the bot's own].
    #[arg(long)]
    start: Option<PathBuf>,
}

/// What the bot plays.
#[derive(Clone, Copy, ValueEnum)]
enum CourseName {
    /// Points for lines.
    Marathon,
    /// Rows sent.
    Versus,
    /// Rows of garbage cleared in few pieces.
    Cheese,
}

/// Tunes, prints every generation, and writes the weights to the file.
pub(crate) fn run(arguments: &TuneArguments, out: &mut impl Write) -> Result<(), String> {
    let course = match arguments.course {
        CourseName::Marathon => Course::Marathon { pieces: arguments.length.unwrap_or(300) },
        CourseName::Versus => Course::Versus { pieces: arguments.length.unwrap_or(200) },
        CourseName::Cheese => Course::Cheese { rows: arguments.length.unwrap_or(50) },
    };
    let start = match &arguments.start {
        Some(file) => read_weights(file)?,
        None => course.weights(),
    };
    let tuning = Tuning {
        course,
        start,
        nodes: arguments.nodes,
        population: arguments.population,
        games: arguments.games,
        seed: arguments.seed,
        threads: arguments.threads,
    };
    let interrupt = Interrupt::listen();
    let unwritable = |error| format!("{}: {error}", arguments.output.display());
    // Fails now rather than after the first generation.
    fs::write(&arguments.output, start.to_string()).map_err(unwritable)?;
    let mut written = Ok(true);
    // After a failure, or when nobody reads the progress any more.
    let ends = AtomicBool::new(false);
    let mut report = |generation: &Generation| {
        let Generation { number, best, elite, mean, weights } = generation;
        let printed = writeln!(
            out,
            "generation {number}: best {best:.3}, best quarter {elite:.3}, all {mean:.3}"
        );
        let printed = is_written(printed.and_then(|()| out.flush()));
        let kept = fs::write(&arguments.output, weights.to_string()).map_err(unwritable);
        written = kept.and(printed);
        ends.store(written != Ok(true), Ordering::Relaxed);
    };
    let stop = || interrupt.is_requested() || ends.load(Ordering::Relaxed);
    let tuned = tuning.run(arguments.generations, &mut report, &stop);
    tuned.map_err(|error| error.to_string())?;
    if !written? {
        return Ok(());
    }
    let output = arguments.output.display();
    let end = if interrupt.is_requested() { "interrupted" } else { "done" };
    is_written(writeln!(out, "{end}; the weights are in {output}")).map(drop)
}
