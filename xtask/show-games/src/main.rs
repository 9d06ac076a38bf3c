//! Records what the browser app shows of its games: a short game of each for the front door
//! (`crates/web/shows`), and the lessons of the pages that explain them (`crates/web/lessons`).
//! `show-games REPOSITORY` writes them again.
//!
//! Games that the bot knows are played by it, the others by a plain player that looks two pieces
//! ahead. A lesson is a drawn position and a line of buttons.

mod lessons;
mod plain;
mod recordings;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use quintet_engine::Replay;

/// A recording and its name in the folder.
type Named = (&'static str, Replay);

/// All recordings, by folder.
fn folders() -> [(&'static str, Vec<Named>); 2] {
    [("crates/web/shows", recordings::all()), ("crates/web/lessons", lessons::all())]
}

fn write(root: &Path) -> Result<(), String> {
    for (folder, recordings) in folders() {
        let folder = root.join(folder);
        let told = |error| format!("{}: {error}", folder.display());
        fs::create_dir_all(&folder).map_err(told)?;
        for (name, replay) in recordings {
            let bytes = replay.to_bytes();
            let path = folder.join(format!("{name}.qntr"));
            fs::write(&path, &bytes).map_err(told)?;
            let result = &replay.result;
            println!(
                "{}: {} bytes, {} ms, {:?}",
                path.display(),
                bytes.len(),
                result.end.as_millis(),
                result.boards
            );
        }
    }
    Ok(())
}

fn main() -> ExitCode {
    let root = std::env::args_os().nth(1).map(PathBuf::from);
    let done = root.ok_or("usage: show-games REPOSITORY".to_owned()).and_then(|root| write(&root));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("show-games: {reason}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored(folder: &str, name: &str) -> Replay {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let path = root.join(folder).join(format!("{name}.qntr"));
        let bytes = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(bytes.len() <= 4096, "{name} has {} bytes", bytes.len());
        Replay::from_bytes(&bytes).expect("a replay")
    }

    /// The bot may come to play differently; what it played is kept, and must still be true.
    #[test]
    fn every_recording_is_short_and_true() {
        for name in recordings::NAMES {
            let replay = stored("crates/web/shows", name);
            assert_eq!(replay.verify(), Ok(()), "{name}");
            assert!(replay.result.end.as_millis() >= 20_000, "{name}");
            let lines: u32 = replay.result.boards.iter().map(|board| board.lines).sum();
            assert!(lines >= 2, "{name} clears {lines} lines");
        }
    }

    #[test]
    fn every_lesson_is_what_its_script_plays() {
        for (name, replay) in lessons::all() {
            assert_eq!(stored("crates/web/lessons", name), replay, "run `cargo xtask shows`");
        }
    }
}
