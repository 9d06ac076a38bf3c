//! Programs that speak the Tetris Bot Protocol, one against the other.

mod duel;
mod fault;
mod hand;
mod program;
mod tally;

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use quintet_engine::Micros;

use duel::{Conditions, Ended};
use tally::{Record, Tally};

pub(crate) use tally::share;

use crate::interrupt::Interrupt;
use crate::progress::Progress;

/// What `quintet arena` is told.
#[derive(Args)]
pub(crate) struct ArenaArguments {
    /// A command that speaks the Tetris Bot Protocol, words apart by blanks; `quintet` at its
    /// beginning is this very program.
    first: String,
    /// Its opponent.
    second: String,
    /// How many games; each seed is played twice, with sides changed.
    #[arg(long, default_value_t = 10)]
    games: u32,
    /// Milliseconds that a program has to think before it is asked for a move.
    #[arg(long, default_value_t = 100)]
    time: u64,
    /// Milliseconds in which it must answer then.
    #[arg(long, default_value_t = 1000)]
    grace: u64,
    /// Milliseconds in which it must be ready after its start.
    #[arg(long, default_value_t = 10_000)]
    ready: u64,
    /// Milliseconds of the game's own time from one piece to the next, for both alike.
    #[arg(long, default_value_t = 250, value_parser = clap::value_parser!(u64).range(50..=400))]
    pace: u64,
    /// After so many pieces each a game is drawn.
    #[arg(long, default_value_t = 1000)]
    pieces: u32,
    /// The rules that are played.
    #[arg(long, value_enum, default_value_t = ArenaRules::Versus)]
    rules: ArenaRules,
    /// The first seed; the next pair of games has the next one.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A folder for the replays of all games.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Shows what the programs write to their standard error.
    #[arg(long)]
    stderr: bool,
}

/// Rules that programs can play by.
#[derive(Clone, Copy, ValueEnum)]
enum ArenaRules {
    /// Guideline play with hold and garbage.
    Versus,
}

/// Plays all games and says how they went.
pub(crate) fn run(arguments: &ArenaArguments, out: &mut impl Write) -> Result<(), String> {
    let ArenaRules::Versus = arguments.rules;
    let conditions = Conditions {
        ready: Duration::from_millis(arguments.ready),
        time: Duration::from_millis(arguments.time),
        grace: Duration::from_millis(arguments.grace),
        pace: Micros::from_millis(arguments.pace),
        most_pieces: arguments.pieces.max(1),
        shows_stderr: arguments.stderr,
    };
    if let Some(folder) = &arguments.out {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let interrupt = Interrupt::listen();
    let mut progress = Progress::new();
    let mut tally = Tally::default();
    for number in 0..arguments.games {
        let seed = arguments.seed.wrapping_add(u64::from(number / 2));
        let swapped = number % 2 == 1;
        let mut commands = [arguments.first.as_str(), arguments.second.as_str()];
        if swapped {
            commands.reverse();
        }
        let mut watch = |pieces: u32| {
            let games = arguments.games;
            progress.tell(|| format!("game {}/{games}, seed {seed}: {pieces} pieces", number + 1));
            !interrupt.came()
        };
        let mut ended = duel::play(commands, &conditions, seed, &mut watch)?;
        progress.clear();
        if interrupt.came() {
            // Programs hear of Ctrl+C too and end; nobody has lost by that.
            break;
        }
        save(arguments, number, seed, &ended)?;
        // From here on by program, not by side.
        if swapped {
            ended.records.reverse();
            ended.names.reverse();
            ended.winner = ended.winner.map(|side| 1 - side);
        }
        tally.add(ended.winner, ended.records);
        write_game(out, number, arguments.games, seed, swapped, &ended)?;
    }
    write_tally(out, arguments, &tally)
}

fn save(arguments: &ArenaArguments, number: u32, seed: u64, ended: &Ended) -> Result<(), String> {
    let Some(folder) = &arguments.out else { return Ok(()) };
    let path = folder.join(format!("game-{:04}-seed-{seed}.qntr", number + 1));
    fs::write(&path, ended.replay.to_bytes())
        .map_err(|error| format!("{}: {error}", path.display()))
}

fn write_game(
    out: &mut impl Write,
    number: u32,
    games: u32,
    seed: u64,
    swapped: bool,
    ended: &Ended,
) -> Result<(), String> {
    let who = ended.winner.map_or("a draw", |winner| ["A wins", "B wins"][winner]);
    let sides = if swapped { "B left, A right" } else { "A left, B right" };
    let pieces = ended.records.map(|record| record.pieces);
    let written = writeln!(
        out,
        "game {}/{games}, seed {seed}, {sides}: {who}: {}; {} and {} pieces",
        number + 1,
        ended.reason,
        pieces[0],
        pieces[1],
    );
    let names = ended.names.iter().map(|name| name.as_deref().unwrap_or("?"));
    let written = written.and_then(|()| {
        if number == 0 {
            let names: Vec<&str> = names.collect();
            writeln!(out, "A is {}, B is {}", names[0], names[1])?;
        }
        out.flush()
    });
    written.or_else(crate::quiet_when_nobody_reads).map_err(|error| error.to_string())
}

fn write_tally(
    out: &mut impl Write,
    arguments: &ArenaArguments,
    tally: &Tally,
) -> Result<(), String> {
    let line = |name: &str, command: &str, wins: u32, record: &Record| {
        format!(
            "{name}: {wins} wins, {:.3} attack per piece, {:.1} pieces per second ({command})\n",
            record.attack_per_piece(),
            record.pieces_per_second(),
        )
    };
    let (share, low, high) = tally.share();
    let [first, second] = &tally.records;
    let text = format!(
        "\n{}{}{} draws\nA scores {:.1} % of the points; with 95 % confidence between {:.1} % and {:.1} %\n",
        line("A", &arguments.first, tally.wins[0], first),
        line("B", &arguments.second, tally.wins[1], second),
        tally.draws,
        share * 100.0,
        low * 100.0,
        high * 100.0,
    );
    out.write_all(text.as_bytes())
        .or_else(crate::quiet_when_nobody_reads)
        .map_err(|error| error.to_string())
}
