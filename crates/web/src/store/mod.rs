//! What the app keeps on the device: settings, high scores and the history of games in local
//! storage, replays in the browser's database.
//!
//! Every document is JSON with a version round it. What cannot be read is reported to the player
//! and set aside under another key. Where storage is full, replays make room ([`replays`]), never
//! anything else; what still cannot be written is reported and kept in memory, so that the app goes
//! on as if nothing had happened until the page is closed.

mod backup;
mod database;
mod lists;
mod recent;
mod replays;
mod submission;

pub(crate) use backup::{Backup, IDENTITY};
pub(crate) use quintet_frontend::{Control, SETTINGS, Section, Settings};
pub(crate) use quintet_records::{Document, Entry, Json, Kept};
pub(crate) use recent::Recent;
pub(crate) use replays::{Listed, Replays};
pub(crate) use submission::Submissions;

use quintet_frontend::load;
use quintet_records::{open, seal};
use quintet_words::{Phrase, notices as words};
use web_sys::Storage;

use crate::notices::Notices;
use crate::page::window;
use crate::signals::prelude::*;

/// Everything of ours in local storage begins so.
const PREFIX: &str = "quintet/";
/// What could not be read is moved below this.
const SET_ASIDE: &str = "set-aside/";
/// Reads and writes documents.
#[derive(Clone, Copy)]
pub(crate) struct Store {
    notices: Notices,
    /// What could not be written.
    memory: StoredValue<Vec<(String, String)>>,
    /// Where replays are.
    archive: StoredValue<replays::OpenArchive, LocalStorage>,
}

impl Store {
    /// Opens the browser's storage; where it is closed to us, the player is told once.
    pub(crate) fn open(notices: Notices) -> Store {
        let archive = StoredValue::new_local(replays::OpenArchive::default());
        let store = Store { notices, memory: StoredValue::default(), archive };
        if storage().is_none() {
            notices.keep(words::NO_STORAGE);
        }
        Replays::open(store);
        store
    }

    /// Reads a document; what is missing or damaged gives the default. `what` names it to players.
    pub(crate) fn read<T: Document>(mut self, key: &str, what: Phrase) -> T {
        load(&mut self, key, what)
    }

    /// Sets a document aside that cannot be read, and tells the player.
    fn refuse(self, key: &str, text: &str, what: Phrase, reason: &str) {
        self.set_aside(key, text);
        self.notices.keep(words::unreadable(what, reason));
    }

    /// Writes a document. Replays make room for it where need be.
    pub(crate) fn write<T: Document>(self, key: &str, data: &T) {
        self.write_text(key, &seal(data.to_json()));
    }

    /// Writes a document if it fits as things are, and says whether it does.
    fn try_write<T: Document>(self, key: &str, data: &T) -> bool {
        self.put(key, &seal(data.to_json()))
    }

    /// Takes a document away.
    pub(crate) fn remove(self, key: &str) {
        self.forget(key);
        if let Some(storage) = storage() {
            // Removing what is not there is no failure.
            let _ = storage.remove_item(&format!("{PREFIX}{key}"));
        }
    }

    /// The keys of all documents, without the prefix.
    pub(crate) fn keys(self) -> Vec<String> {
        let mut keys = self
            .memory
            .with_value(|memory| memory.iter().map(|(key, _)| key.clone()).collect::<Vec<_>>());
        if let Some(storage) = storage() {
            let count = storage.length().unwrap_or(0);
            let names = (0..count).filter_map(|index| storage.key(index).ok().flatten());
            for key in names.filter_map(|name| Some(name.strip_prefix(PREFIX)?.to_owned())) {
                if !keys.contains(&key) {
                    keys.push(key);
                }
            }
        }
        keys
    }

    /// A document's text as it stands.
    fn text(self, key: &str) -> Option<String> {
        let kept = self.memory.with_value(|memory| {
            memory.iter().find(|(kept, _)| kept == key).map(|(_, text)| text.clone())
        });
        kept.or_else(|| storage()?.get_item(&format!("{PREFIX}{key}")).ok().flatten())
    }

    fn write_text(self, key: &str, text: &str) {
        if self.put(key, text) || Replays::make_room(self, key, text) {
            return;
        }
        if storage().is_some() {
            self.notices.keep(words::STORAGE_FULL);
        }
        self.forget(key);
        self.memory.update_value(|memory| memory.push((key.to_owned(), text.to_owned())));
    }

    /// Puts a text into the browser's storage, and says whether it fits.
    fn put(self, key: &str, text: &str) -> bool {
        let name = format!("{PREFIX}{key}");
        let fits = storage().is_some_and(|storage| storage.set_item(&name, text).is_ok());
        if fits {
            self.forget(key);
        }
        fits
    }

    /// Whether a document did not fit, and goes with the page. Where there is no storage at all, the
    /// player has known that from the start.
    fn does_not_fit(self, key: &str) -> bool {
        let is_there = |memory: &Vec<(String, String)>| memory.iter().any(|(kept, _)| kept == key);
        storage().is_some() && self.memory.with_value(is_there)
    }

    fn forget(self, key: &str) {
        self.memory.update_value(|memory| memory.retain(|(kept, _)| kept != key));
    }

    /// Moves a text out of the way, to where nothing overwrites it.
    fn set_aside(self, key: &str, text: &str) {
        self.remove(key);
        let free = (1..100)
            .map(|number| format!("{SET_ASIDE}{key}-{number}"))
            .find(|place| self.text(place).is_none());
        if let Some(place) = free {
            self.write_text(&place, text);
        }
    }
}

fn storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}
