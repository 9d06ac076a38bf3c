//! A storage for tests.

use std::collections::BTreeMap;

use quintet_engine::Replay;
use quintet_records::{Json, Kept};
use quintet_words::Phrase;

use super::Storage;

/// Keeps everything until it is dropped.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    pub(crate) documents: BTreeMap<String, Json>,
    pub(crate) replays: Vec<Kept>,
    /// The documents that made no sense.
    pub(crate) refused: Vec<String>,
}

impl Storage for Memory {
    fn read_document(&mut self, key: &str, _what: Phrase) -> Option<Json> {
        self.documents.get(key).cloned()
    }

    fn refuse_document(&mut self, key: &str, _what: Phrase) {
        self.documents.remove(key);
        self.refused.push(key.to_owned());
    }

    fn write_document(&mut self, key: &str, data: Json) {
        self.documents.insert(key.to_owned(), data);
    }

    fn remove_document(&mut self, key: &str) {
        self.documents.remove(key);
    }

    fn listed_replays(&mut self) -> Vec<Kept> {
        self.replays.clone()
    }

    fn keep_replay(&mut self, _replay: &Replay, mut kept: Kept) -> String {
        kept.id = format!("r{}", self.replays.len());
        self.replays.push(kept.clone());
        kept.id
    }

    fn unrank_replay(&mut self, id: &str) {
        for kept in self.replays.iter_mut().filter(|kept| kept.id == id) {
            kept.ranked = false;
        }
    }
}
