//! Lists that front ends keep, wherever their documents are.

mod histories;
mod match_tallies;
#[cfg(test)]
mod memory;
mod scores;

pub(crate) use histories::begin_history;
pub use histories::{add_to_history, history, keep_former_history};
pub use match_tallies::{count_match, match_tallies};
#[cfg(test)]
pub(crate) use memory::Memory;
pub use scores::Scores;

use quintet_engine::Replay;
use quintet_records::{Document, Json, Kept};
use quintet_words::Phrase;

/// Where a front end keeps documents and replays: files, or a browser's storage.
pub trait Storage {
    /// A document's data; none where it is missing. One that is damaged is set aside, and the player
    /// is told of it by the name `what`.
    fn read_document(&mut self, key: &str, what: Phrase) -> Option<Json>;

    /// Sets a document aside whose data are invalid, and tells the player.
    fn refuse_document(&mut self, key: &str, what: Phrase);

    /// Writes a document.
    fn write_document(&mut self, key: &str, data: Json);

    /// Removes a document, if it is there.
    fn remove_document(&mut self, key: &str);

    /// The replays that are listed with the documents.
    fn listed_replays(&mut self) -> Vec<Kept>;

    /// Keeps a replay and gives it a name.
    fn keep_replay(&mut self, replay: &Replay, kept: Kept) -> String;

    /// A high score no longer refers to this replay.
    fn unrank_replay(&mut self, id: &str);
}

/// Reads a document; what is missing or invalid gives the default.
pub fn load<T: Document>(storage: &mut dyn Storage, key: &str, what: Phrase) -> T {
    let Some(data) = storage.read_document(key, what) else { return T::default() };
    T::from_json(&data).unwrap_or_else(|| {
        storage.refuse_document(key, what);
        T::default()
    })
}
