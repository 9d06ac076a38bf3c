//! Looking at replay files.

use std::fs;
use std::path::Path;

use quintet_bot::{Budget, Move};
use quintet_engine::{REVISION, Replay};

/// A replay from a file, be it bytes or JSON.
fn read(file: &Path) -> Result<Replay, String> {
    let bytes = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let replay = match std::str::from_utf8(&bytes) {
        Ok(text) if text.trim_start().starts_with('{') => Replay::from_json(text),
        _ => Replay::from_bytes(&bytes),
    };
    replay.map_err(|error| format!("{}: {error}", file.display()))
}

/// Says whether a replay is true.
pub(crate) fn verify(file: &Path) -> Result<(), String> {
    let replay = read(file)?;
    replay.verify().map_err(|departure| {
        let engine = if replay.revision == REVISION {
            String::new()
        } else {
            format!(" (recorded by revision {} of the engine; this is {REVISION})", replay.revision)
        };
        format!("{}: {departure}{engine}", file.display())
    })?;
    for (player, board) in replay.result.boards.iter().enumerate() {
        println!(
            "true: board {player}, score {}, level {}, {} lines, {} pieces in {} ms",
            board.score,
            board.level,
            board.lines,
            board.pieces,
            replay.result.end.as_millis()
        );
    }
    Ok(())
}

/// Prints a replay as JSON.
pub(crate) fn print_json(file: &Path) -> Result<(), String> {
    println!("{}", read(file)?.to_json());
    Ok(())
}

/// Writes a replay as bytes.
pub(crate) fn pack(file: &Path, output: &Path) -> Result<(), String> {
    let bytes = read(file)?.to_bytes();
    fs::write(output, bytes).map_err(|error| format!("{}: {error}", output.display()))
}

/// Prints what the bot would have done, piece by piece, and the worst moves.
pub(crate) fn analyse(file: &Path, player: usize, nodes: u64) -> Result<(), String> {
    let replay = read(file)?;
    let mut progress = |done, all| eprint!("\r{done} of {all} pieces");
    let analysis =
        quintet_bot::analyse(&replay, player, Budget::nodes(nodes), &mut progress, &|| false)
            .map_err(|error| format!("{}: {error}", file.display()))?;
    eprintln!();
    println!("piece   time s  played      bot         loss  faults");
    for piece in &analysis.pieces {
        println!(
            "{:>5} {:>8.2}  {:<10}  {:<10} {:>5} {:>7}",
            piece.number + 1,
            piece.entered.as_millis() as f64 / 1000.0,
            named(piece.played),
            if piece.best == piece.played { "=".into() } else { named(piece.best) },
            piece.loss,
            piece.faults,
        );
    }
    let worst: Vec<String> = analysis
        .worst
        .iter()
        .map(|&index| format!("piece {} (-{})", index + 1, analysis.pieces[index].loss))
        .collect();
    println!(
        "accuracy {:.1} %, {} presses too many, {} of {} pieces without one; worst: {}",
        f64::from(analysis.accuracy) / 10.0,
        analysis.faults,
        analysis.without_fault,
        analysis.pieces.len(),
        if worst.is_empty() { "none".into() } else { worst.join(", ") },
    );
    Ok(())
}

/// A move in a few letters: the piece, the way it faces, its leftmost column and lowest row.
fn named(made: Move) -> String {
    let Move { hold, placement } = made;
    let facing = ["", "R", "2", "L"][placement.rotation as usize];
    let hold = if hold { "hold " } else { "" };
    format!("{hold}{}{facing}@{},{}", placement.piece.letter(), placement.x + 1, placement.y + 1)
}
