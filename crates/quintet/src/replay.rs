//! Looking at replay files.

use std::fs;
use std::path::Path;

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
