//! Looking at replay files.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use quintet_bot::{Analysis, Budget, Move};
use quintet_engine::{REVISION, Replay};

use crate::interrupt::Interrupt;
use crate::output::{is_written, print};
use crate::progress::Progress;

/// A replay from a file, be it bytes or JSON.
pub(crate) fn read(file: &Path) -> Result<Replay, String> {
    let bytes = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let replay = match std::str::from_utf8(&bytes) {
        Ok(text) if text.trim_start().starts_with('{') => Replay::from_json(text),
        _ => Replay::from_bytes(&bytes),
    };
    replay.map_err(|error| format!("{}: {error}", file.display()))
}

/// A replay that is what its inputs lead to, or the first mismatch.
fn read_verified(file: &Path) -> Result<Replay, String> {
    let replay = read(file)?;
    replay.verify().map_err(|mismatch| {
        let engine = if replay.revision == REVISION {
            String::new()
        } else {
            format!(" (recorded by revision {} of the engine; this is {REVISION})", replay.revision)
        };
        format!("{}: {mismatch}{engine}", file.display())
    })?;
    Ok(replay)
}

/// Says whether a replay is true.
pub(crate) fn verify(file: &Path) -> Result<(), String> {
    let replay = read_verified(file)?;
    for (player, board) in replay.result.boards.iter().enumerate() {
        print(format_args!(
            "true: board {player}, score {}, level {}, {} lines, {} pieces in {} ms",
            board.score,
            board.level,
            board.lines,
            board.pieces,
            replay.result.end.as_millis()
        ))?;
    }
    Ok(())
}

/// Prints a replay as JSON.
pub(crate) fn print_json(file: &Path) -> Result<(), String> {
    print(read(file)?.to_json())
}

/// Writes a replay as bytes, if it verifies.
pub(crate) fn pack(file: &Path, output: &Path) -> Result<(), String> {
    let bytes = read_verified(file)?.to_bytes();
    fs::write(output, bytes).map_err(|error| format!("{}: {error}", output.display()))
}

/// Prints what the bot would have done, piece by piece, and the worst moves. Ctrl+C ends it with
/// what was judged so far.
pub(crate) fn analyse(
    file: &Path,
    player: usize,
    nodes: u64,
    out: &mut impl Write,
) -> Result<(), String> {
    let replay = read(file)?;
    let interrupt = Interrupt::listen();
    let mut line = Progress::new();
    let mut progress = |done, all| line.show(|| format!("{done} of {all} pieces"));
    let stop = || interrupt.is_requested();
    let analysis =
        quintet_bot::analyse(&replay, player, Budget::nodes(nodes), &mut progress, &stop)
            .map_err(|error| format!("{}: {error}", file.display()))?;
    line.clear();
    is_written(write_analysis(&analysis, out)).map(drop)
}

fn write_analysis(analysis: &Analysis, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "piece    time s  played       bot           loss  faults")?;
    for piece in &analysis.pieces {
        let best = if piece.best == piece.played { "=".into() } else { named(piece.best) };
        writeln!(
            out,
            "{:>5}  {:>8.2}  {:<11}  {best:<11}  {:>5}  {:>6}",
            piece.number + 1,
            piece.entered.as_millis() as f64 / 1000.0,
            named(piece.played),
            piece.loss,
            piece.faults,
        )?;
    }
    let pieces = &analysis.pieces;
    let worst = analysis.worst.iter().map(|&place| &pieces[place]);
    let worst: Vec<String> =
        worst.map(|piece| format!("piece {} (-{})", piece.number + 1, piece.loss)).collect();
    let worst = if worst.is_empty() { "none".into() } else { worst.join(", ") };
    let accuracy = f64::from(analysis.accuracy) / 10.0;
    let Analysis { faults, without_fault, .. } = analysis;
    let count = pieces.len();
    writeln!(
        out,
        "accuracy {accuracy:.1} %, {faults} unnecessary presses, {without_fault} of {count} pieces \
         without any; worst: {worst}",
    )?;
    if analysis.is_whole { Ok(()) } else { writeln!(out, "interrupted before the end") }
}

/// A move in short: the piece, its rotation, its leftmost column and lowest row.
fn named(made: Move) -> String {
    let Move { hold, placement } = made;
    let facing = ["", "R", "2", "L"][placement.rotation as usize];
    let hold = if hold { "hold " } else { "" };
    format!("{hold}{}{facing}@{},{}", placement.piece.letter(), placement.x + 1, placement.y + 1)
}
