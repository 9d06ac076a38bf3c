//! The app's backup file, in and out: every document by its key, as text.

use std::fs;
use std::io;
use std::path::Path;

use quintet_engine::Replay;
use quintet_records::{Json, VERSION, from_text, open, seal, to_text};
use quintet_words::{Phrase, notices, terminal};

use super::{REPLAYS, Readers, Store, servers, submissions, write_atomically};

/// What the file says it is.
const FORMAT: &str = "quintet-backup";
/// What belongs to this device alone: neither written to a backup nor taken from one, which may come
/// from somebody else.
const OWN: [&str; 2] = [servers::KEY, submissions::KEY];

/// Why a backup cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// A file cannot be read or written.
    #[error("{path}: {error}")]
    File {
        /// Which.
        path: String,
        /// Why.
        error: io::Error,
    },
    /// The file is not a backup, or not one of this version.
    #[error("{0}")]
    Unknown(Phrase),
    /// A replay in it cannot be read.
    #[error("{}", terminal::damaged_replay(_0))]
    Replay(String),
}

impl Store {
    /// Writes everything that is kept into one file, which the app imports.
    pub fn export(&self, to: &Path) -> Result<(), BackupError> {
        let mut documents = Vec::new();
        for key in self.keys().into_iter().filter(|key| !OWN.contains(&key.as_str())) {
            let path = self.path(&key);
            let text = if key.starts_with(REPLAYS) {
                let bytes = fs::read(&path).map_err(|error| failed(&path, error))?;
                seal(to_text(&bytes).as_str().into())
            } else {
                fs::read_to_string(&path).map_err(|error| failed(&path, error))?
            };
            documents.push((key, Json::Text(text)));
        }
        let backup = Json::object([
            ("format", FORMAT.into()),
            ("version", VERSION.into()),
            ("documents", Json::Object(documents)),
        ]);
        write_atomically(to, backup.to_string().as_bytes(), Readers::Default)
            .map_err(|error| failed(to, error))
    }

    /// Replaces everything by what such a file holds. What only the terminal has stays, unless the
    /// file has it too.
    pub fn import(&mut self, from: &Path) -> Result<usize, BackupError> {
        let text = fs::read_to_string(from).map_err(|error| failed(from, error))?;
        let json = Json::parse(&text).map_err(|_| BackupError::Unknown(notices::NOT_A_BACKUP))?;
        let version = json.number::<u32>("version");
        let documents = json.get("documents").and_then(Json::fields);
        let (Some(FORMAT), Some(VERSION), Some(documents)) =
            (json.text("format"), version, documents)
        else {
            return Err(BackupError::Unknown(notices::UNKNOWN_BACKUP));
        };
        let mut files = Vec::new();
        for (key, text) in documents {
            let is_taken = is_plain(key) && !OWN.contains(&key.as_str());
            let Some(text) = text.as_text().filter(|_| is_taken) else { continue };
            let bytes = if key.starts_with(REPLAYS) {
                let packed = open(text).ok().and_then(|data| from_text(data.as_text()?));
                let bytes = packed.ok_or_else(|| BackupError::Replay(key.clone()))?;
                Replay::from_bytes(&bytes).map_err(|_| BackupError::Replay(key.clone()))?;
                bytes
            } else {
                text.as_bytes().to_vec()
            };
            files.push((key, bytes));
        }
        let _lock = self.lock();
        let stays = |key: &str| key == "terminal" || OWN.contains(&key);
        for key in self.keys().iter().filter(|key| !stays(key)) {
            self.remove(key);
        }
        for (key, bytes) in &files {
            let path = self.path(key);
            write_atomically(&path, bytes, Readers::User).map_err(|error| failed(&path, error))?;
        }
        Ok(files.len())
    }

    /// The keys of all documents that are there.
    fn keys(&self) -> Vec<String> {
        let mut keys: Vec<String> = ["settings", "terminal"]
            .into_iter()
            .filter(|key| self.path(key).exists())
            .map(str::to_owned)
            .collect();
        collect(&self.folders.data, "", &mut keys);
        keys.sort();
        keys.dedup();
        keys
    }
}

/// Adds the documents of a folder and those below it.
fn collect(folder: &Path, prefix: &str, keys: &mut Vec<String>) {
    // A folder that is not there has no documents.
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            collect(&entry.path(), &format!("{prefix}{name}/"), keys);
        } else {
            let stem = name.strip_suffix(".json").or_else(|| name.strip_suffix(".replay"));
            keys.extend(stem.map(|stem| format!("{prefix}{stem}")).filter(|key| is_plain(key)));
        }
    }
}

/// Whether a key names a file inside our folders and nowhere else.
fn is_plain(key: &str) -> bool {
    let part = |part: &str| {
        !part.is_empty()
            && part.bytes().all(|sign| sign.is_ascii_alphanumeric() || b"-_".contains(&sign))
    };
    key.split('/').all(part)
}

fn failed(path: &Path, error: io::Error) -> BackupError {
    BackupError::File { path: path.display().to_string(), error }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::testing::Scratch;
    use crate::store::{Kept, Replays};
    use quintet_engine::{GameName, Recorder};

    #[test]
    fn everything_goes_into_one_file_and_comes_back() {
        let mut first = Scratch::new();
        let replay = Recorder::new(&[GameName::Flip.rules()], 3).replay();
        let kept = Kept {
            game: "flip".into(),
            mode: "flip".into(),
            score: 7,
            lines: 1,
            time_us: 5,
            date: "2026-01-05".into(),
            ..Kept::default()
        };
        let id = Replays::add(&mut first.store, &replay, kept);
        let settings = Json::object([("das_ms", 90_u32.into()), ("only_in_the_app", true.into())]);
        first.store.write("settings", settings.clone());
        let file = first.folder.join("backup.json");
        first.store.export(&file).expect("it can be written");

        let mut second = Scratch::new();
        second.store.write("scores/old/old", Json::List(Vec::new()));
        assert_eq!(second.store.import(&file).expect("it is a backup"), 3);
        assert_eq!(Replays::find(&mut second.store, &id), Some(replay));
        assert_eq!(second.store.read("settings", notices::SETTINGS), Some(settings));
        assert!(!second.store.path("scores/old/old").exists(), "an import replaces everything");
    }

    /// A file as the app writes it, with one replay.
    #[test]
    fn a_backup_of_the_app_is_read() {
        let mut scratch = Scratch::new();
        let replay = Recorder::new(&[GameName::Flip.rules()], 3).replay();
        let packed = seal(to_text(&replay.to_bytes()).as_str().into());
        let documents = [("replays/r0", packed.as_str().into()), ("../escape", "x".into())];
        let backup = Json::object([
            ("format", "quintet-backup".into()),
            ("version", 1_u32.into()),
            ("documents", Json::object(documents)),
        ]);
        let file = scratch.folder.join("app.json");
        write_atomically(&file, backup.to_string().as_bytes(), Readers::User)
            .expect("a folder for tests");
        assert_eq!(scratch.store.import(&file).expect("it is a backup"), 1);
        assert_eq!(Replays::find(&mut scratch.store, "r0"), Some(replay));
    }

    #[test]
    fn other_files_are_refused_and_change_nothing() {
        let mut scratch = Scratch::new();
        scratch.store.write("settings", Json::object([]));
        let damaged = r#"{"format":"quintet-backup","version":1,"documents":{"replays/r0":"x"}}"#;
        for text in ["", "{}", r#"{"format":"x","version":1,"documents":{}}"#, damaged] {
            let file = scratch.folder.join("other.json");
            write_atomically(&file, text.as_bytes(), Readers::User).expect("a folder for tests");
            assert!(scratch.store.import(&file).is_err(), "{text}");
            assert!(scratch.store.path("settings").exists());
        }
    }
}
