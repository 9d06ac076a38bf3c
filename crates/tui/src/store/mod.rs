//! What is kept between games: settings, high scores, replays and games that were left, as files in
//! the XDG folders.
//!
//! The documents are those of the app, each JSON with a version round it, and a replay is the same
//! bytes that the browser opens. Files are written beside their place and moved there, so that a
//! crash leaves the old one or the new one. A damaged file is reported and renamed.

mod backup;
mod folders;
mod lists;
mod replays;
mod servers;
mod settings;
mod submissions;

pub use backup::BackupError;
pub use folders::Folders;
pub(crate) use quintet_records::Kept;
pub(crate) use replays::Replays;
pub(crate) use servers::Servers;
pub(crate) use settings::{load_settings, save_settings};
pub(crate) use submissions::{KeptSubmission, KeptSubmissions};

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use quintet_records::{Document, Json, open, seal};
use quintet_words::{Phrase, notices as words, terminal};

/// Damaged files get this at the end of their name, and a number.
const SET_ASIDE: &str = "damaged";
/// Replays are kept as bytes, one file each, below this key.
const REPLAYS: &str = "replays/";

/// Reads and writes documents, and collects notices about failures for the player.
#[derive(Debug)]
pub struct Store {
    folders: Folders,
    notices: Vec<String>,
    /// What day it is, as YYYY-MM-DD.
    today: fn() -> String,
}

impl Store {
    /// Documents in these folders, which are made when something is first written.
    pub fn new(folders: Folders) -> Store {
        Store { folders, notices: Vec::new(), today: folders::today }
    }

    /// What day it is, as YYYY-MM-DD.
    pub(crate) fn today(&self) -> String {
        (self.today)()
    }

    /// The notices since the last call.
    pub(crate) fn take_notices(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notices)
    }

    /// Holds off other programs that want to change the same documents, until it is dropped. Without
    /// a lock, as on some network drives, the last one wins.
    fn lock(&self) -> Option<File> {
        fs::create_dir_all(&self.folders.data).ok()?;
        let file = File::create(self.folders.data.join("lock")).ok()?;
        file.lock().ok()?;
        Some(file)
    }

    /// A document's data; none where it is missing or damaged. `what` names it to players.
    fn read(&mut self, key: &str, what: Phrase) -> Option<Json> {
        let path = self.path(key);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
            Err(error) => {
                self.refuse(&path, what, &error.to_string());
                return None;
            }
        };
        match open(&text) {
            Ok(data) => Some(data),
            Err(reason) => {
                self.refuse(&path, what, &reason);
                None
            }
        }
    }

    /// A document; none where it is missing, damaged or invalid.
    fn load<T: Document>(&mut self, key: &str, what: Phrase) -> Option<T> {
        let data = T::from_json(&self.read(key, what)?);
        if data.is_none() {
            self.refuse(&self.path(key), what, &words::INVALID);
        }
        data
    }

    /// Reports an invalid document and renames it.
    fn refuse(&mut self, path: &Path, what: Phrase, reason: &str) {
        self.notices.push(words::unreadable(what, reason));
        let name = |number: u32| {
            let mut name = path.as_os_str().to_owned();
            name.push(format!(".{SET_ASIDE}-{number}"));
            PathBuf::from(name)
        };
        let free = (1..1000).map(name).find(|other| !other.exists());
        if let Some(other) = free.filter(|other| fs::rename(path, other).is_ok()) {
            self.notices.push(terminal::set_aside(&other.display().to_string()));
        }
    }

    /// Writes a document.
    fn write(&mut self, key: &str, data: Json) -> bool {
        let text = seal(data);
        self.write_bytes(&self.path(key), text.as_bytes())
    }

    fn write_bytes(&mut self, path: &Path, bytes: &[u8]) -> bool {
        match write_atomically(path, bytes, Readers::User) {
            Ok(()) => true,
            Err(error) => {
                let place = path.display().to_string();
                self.notices.push(terminal::cannot_write(&place, &error.to_string()));
                false
            }
        }
    }

    /// Deletes a document, if it exists.
    fn remove(&self, key: &str) {
        let _ = fs::remove_file(self.path(key));
    }

    /// Where a document is kept.
    fn path(&self, key: &str) -> PathBuf {
        if key.starts_with(REPLAYS) {
            return self.folders.data.join(format!("{key}.replay"));
        }
        let is_settings = matches!(key, "settings" | "terminal");
        let folder = if is_settings { &self.folders.config } else { &self.folders.data };
        folder.join(format!("{key}.json"))
    }
}

/// Who may read a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Readers {
    /// The user alone: some documents hold a secret.
    User,
    /// As the user's umask says.
    Default,
}

impl Readers {
    fn create(self, path: &Path) -> io::Result<File> {
        let mut options = File::options();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        if self == Readers::User {
            use std::os::unix::fs::OpenOptionsExt;
            options.mode(0o600);
        }
        options.open(path)
    }
}

/// Writes a file atomically: after a crash it has the old content or the new.
pub(crate) fn write_atomically(path: &Path, bytes: &[u8], readers: Readers) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let beside = folder.join(format!(".{name}.{}", std::process::id()));
    let written = readers.create(&beside).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    let moved = written.and_then(|()| fs::rename(&beside, path));
    if moved.is_err() {
        let _ = fs::remove_file(&beside);
    }
    moved
}

#[cfg(test)]
pub(crate) mod testing {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    /// A store in a folder of its own, which is deleted with it.
    pub(crate) struct Scratch {
        pub(crate) store: Store,
        pub(crate) folder: PathBuf,
        is_kept: bool,
    }

    impl Scratch {
        pub(crate) fn new() -> Scratch {
            static NUMBER: AtomicU32 = AtomicU32::new(0);
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let name = format!("quintet-tui-{}-{number}", std::process::id());
            let folder = std::env::temp_dir().join(name);
            Scratch::of(folder)
        }

        /// The same again in a folder that another one has left.
        pub(crate) fn of(folder: PathBuf) -> Scratch {
            let folders = Folders { config: folder.join("config"), data: folder.join("data") };
            let mut store = Store::new(folders);
            store.today = || "2026-01-05".to_owned();
            Scratch { store, folder, is_kept: false }
        }

        /// The store and the folder, which the caller deletes.
        pub(crate) fn into_parts(mut self) -> (Store, PathBuf) {
            self.is_kept = true;
            let none = Folders { config: PathBuf::new(), data: PathBuf::new() };
            let store = std::mem::replace(&mut self.store, Store::new(none));
            (store, self.folder.clone())
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            if !self.is_kept {
                let _ = fs::remove_dir_all(&self.folder);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::testing::Scratch;
    use super::*;

    #[test]
    fn a_document_is_read_as_it_was_written() {
        let mut scratch = Scratch::new();
        assert_eq!(scratch.store.read("scores/a/b", words::HIGH_SCORES), None);
        assert!(scratch.store.write("scores/a/b", Json::List(vec![Json::Number(1)])));
        assert_eq!(
            scratch.store.read("scores/a/b", words::HIGH_SCORES),
            Some(Json::List(vec![Json::Number(1)]))
        );
        assert!(scratch.store.take_notices().is_empty());
    }

    #[test]
    fn a_damaged_file_is_reported_and_renamed() {
        let mut scratch = Scratch::new();
        for text in ["{", "null", "[]", r#"{"version":1}"#, r#"{"version":2,"data":[]}"#] {
            let path = scratch.store.path("settings");
            write_atomically(&path, text.as_bytes(), Readers::User).expect("a folder for tests");
            assert_eq!(scratch.store.read("settings", words::SETTINGS), None, "{text}");
            assert_eq!(scratch.store.take_notices().len(), 2, "{text}");
            assert!(!path.exists());
        }
        let kept = fs::read_dir(scratch.folder.join("config")).expect("it is there").count();
        assert_eq!(kept, 5, "nothing that was damaged is lost");
    }

    #[test]
    fn what_cannot_be_written_is_reported() {
        let mut scratch = Scratch::new();
        write_atomically(&scratch.folder.join("data"), b"a file", Readers::User)
            .expect("a folder for tests");
        assert!(!scratch.store.write("replays", Json::Number(1)));
        assert_eq!(scratch.store.take_notices().len(), 1);
    }
}
