//! Matches between programs that speak the Tetris Bot Protocol.

mod duel;
mod fault;
mod legal;
mod program;
mod score;

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use quintet_engine::Micros;

use duel::{Conditions, Finished};
use score::{ArenaScore, Record};

pub(crate) use score::share;

use crate::interrupt::Interrupt;
use crate::output::is_written;
use crate::progress::Progress;

/// The arguments of `quintet arena`.
#[derive(Args)]
pub(crate) struct ArenaArguments {
    /// Command of a program that speaks the Tetris Bot Protocol. Split on spaces, no quoting; `quintet`
    /// means this binary.
    first: String,
    /// Command of its opponent.
    second: String,
    /// Number of games; each seed is played twice, with sides swapped.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Milliseconds to think before a move is requested.
    #[arg(long, default_value_t = 100)]
    time: u64,
    /// Milliseconds to answer the request.
    #[arg(long, default_value_t = 1000)]
    grace: u64,
    /// Milliseconds to get ready after the start.
    #[arg(long, default_value_t = 10_000)]
    ready: u64,
    /// Milliseconds of game time per piece, for both alike.
    #[arg(long, default_value_t = 250, value_parser = clap::value_parser!(u64).range(50..=400))]
    pace: u64,
    /// A game is drawn after this many pieces each.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    pieces: u32,
    /// Rules to play by.
    #[arg(long, value_enum, default_value_t = ArenaRules::Versus)]
    rules: ArenaRules,
    /// First random seed; each pair of games uses the next one.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Folder for the replays of all games.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Show the programs' standard error.
    #[arg(long)]
    stderr: bool,
}

/// Rules that programs can play by.
#[derive(Clone, Copy, ValueEnum)]
enum ArenaRules {
    /// Guideline play with hold and garbage.
    Versus,
}

/// Plays all games and prints the results.
pub(crate) fn run(arguments: &ArenaArguments, out: &mut impl Write) -> Result<(), String> {
    let ArenaRules::Versus = arguments.rules;
    let conditions = Conditions {
        ready: Duration::from_millis(arguments.ready),
        time: Duration::from_millis(arguments.time),
        grace: Duration::from_millis(arguments.grace),
        pace: Micros::from_millis(arguments.pace),
        max_pieces: arguments.pieces,
        shows_stderr: arguments.stderr,
    };
    for command in [&arguments.first, &arguments.second] {
        program::check(command, conditions.ready)?;
    }
    if let Some(folder) = &arguments.out {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let interrupt = Interrupt::listen();
    let mut progress = Progress::new();
    let mut score = ArenaScore::default();
    for number in 0..arguments.games {
        let seed = arguments.seed.wrapping_add(u64::from(number / 2));
        let swapped = number % 2 == 1;
        let mut commands = [arguments.first.as_str(), arguments.second.as_str()];
        if swapped {
            commands.reverse();
        }
        let mut watch = |pieces: u32| {
            let games = arguments.games;
            progress.show(|| format!("game {}/{games}, seed {seed}: {pieces} pieces", number + 1));
            !interrupt.is_requested()
        };
        let mut finished = duel::play(commands, &conditions, seed, &mut watch)?;
        progress.clear();
        if interrupt.is_requested() {
            // The programs receive Ctrl+C too and exit; that is not their fault.
            break;
        }
        save(arguments, number, seed, &finished)?;
        // From here on by program, not by side.
        if swapped {
            finished.records.reverse();
            finished.names.reverse();
            finished.winner = finished.winner.map(|side| 1 - side);
        }
        score.add(finished.winner, finished.records);
        if !write_game(out, number, arguments.games, seed, swapped, &finished)? {
            return Ok(());
        }
    }
    write_score(out, arguments, &score)
}

fn save(
    arguments: &ArenaArguments,
    number: u32,
    seed: u64,
    finished: &Finished,
) -> Result<(), String> {
    let Some(folder) = &arguments.out else { return Ok(()) };
    let path = folder.join(format!("game-{:04}-seed-{seed}.qntr", number + 1));
    fs::write(&path, finished.replay.to_bytes())
        .map_err(|error| format!("{}: {error}", path.display()))
}

fn write_game(
    out: &mut impl Write,
    number: u32,
    games: u32,
    seed: u64,
    swapped: bool,
    finished: &Finished,
) -> Result<bool, String> {
    let who = finished.winner.map_or("a draw", |winner| ["A wins", "B wins"][winner]);
    let sides = if swapped { "B left, A right" } else { "A left, B right" };
    let pieces = finished.records.map(|record| record.pieces);
    let written = writeln!(
        out,
        "game {}/{games}, seed {seed}, {sides}: {who}: {}; A placed {} pieces, B {}",
        number + 1,
        finished.reason,
        pieces[0],
        pieces[1],
    );
    let names = finished.names.iter().map(|name| name.as_deref().unwrap_or("?"));
    let written = written.and_then(|()| {
        if number == 0 {
            let names: Vec<&str> = names.collect();
            writeln!(out, "A is {}, B is {}", names[0], names[1])?;
        }
        out.flush()
    });
    is_written(written)
}

fn write_score(
    out: &mut impl Write,
    arguments: &ArenaArguments,
    score: &ArenaScore,
) -> Result<(), String> {
    let line = |name: &str, command: &str, wins: u32, record: &Record| {
        format!(
            "{name}: {wins} wins, {:.3} attack per piece, {:.1} pieces per second ({command})\n",
            record.attack_per_piece(),
            record.pieces_per_second(),
        )
    };
    let (share, low, high) = score.share();
    let [first, second] = &score.records;
    let text = format!(
        "\n{}{}{} draws\nA scores {:.1} % of the points; with 95 % confidence between {:.1} % and {:.1} %\n",
        line("A", &arguments.first, score.wins[0], first),
        line("B", &arguments.second, score.wins[1], second),
        score.draws,
        share * 100.0,
        low * 100.0,
        high * 100.0,
    );
    is_written(out.write_all(text.as_bytes())).map(drop)
}
