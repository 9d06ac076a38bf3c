//! Replays: the last games, those that the player pinned, and every game that made a high score.

use quintet_engine::Replay;
use quintet_records::{Kept, ReplayIndex, from_text, to_text};
use quintet_words::notices;

use super::{Document, Json, Store};

const INDEX: &str = "replays";

/// The list of replays, newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Replays(ReplayIndex);

impl Replays {
    /// What is kept.
    pub(crate) fn load(store: Store) -> Replays {
        store.read(INDEX, notices::REPLAYS)
    }

    /// The list, newest first.
    pub(crate) fn list(&self) -> &[Kept] {
        &self.0.kept
    }

    /// Keeps a replay, lets the oldest one go where there are too many, and gives it a name.
    pub(crate) fn add(&mut self, store: Store, replay: &Replay, kept: Kept) -> String {
        let (id, next) = (self.0.next_id(), self.0.next);
        store.write(&place(&id), &Packed(to_text(&replay.to_bytes())));
        // Others may have made room for it.
        *self = Replays::load(store);
        self.0.next = next;
        self.0.add(kept, &mut |dropped| store.remove(&place(&dropped.id)));
        self.save(store);
        id
    }

    /// What is dropped first when the storage is full: replays that nobody pinned, the oldest
    /// first, those of high scores after all others; and never anything else. Says whether the text
    /// fits now. Where nothing helps, everything stays.
    pub(super) fn make_room(store: Store, key: &str, text: &str) -> bool {
        // The list itself is written by who knows what is in it.
        if key == INDEX {
            return false;
        }
        let mut replays = Replays::load(store);
        let mut dropped: Vec<(String, String)> = Vec::new();
        while !store.put(key, text) {
            let unpinned = |kept: &Kept| !kept.pinned;
            let next =
                replays.0.take_last(Kept::is_recent).or_else(|| replays.0.take_last(unpinned));
            let Some(kept) = next else {
                for (place, text) in dropped {
                    store.put(&place, &text);
                }
                return false;
            };
            let place = place(&kept.id);
            dropped.extend(store.text(&place).map(|text| (place.clone(), text)));
            store.remove(&place);
        }
        if !dropped.is_empty() {
            replays.save(store);
        }
        true
    }

    /// Writes the list; replays give way to it too.
    fn save(&mut self, store: Store) {
        while !store.try_write(INDEX, self) {
            if !self.drop_last(store, |kept| !kept.pinned) {
                return store.write(INDEX, self);
            }
        }
    }

    /// How much storage the replays take, in bytes.
    pub(crate) fn size(store: Store) -> usize {
        let keys = store.keys();
        let replays = keys.iter().filter(|key| key.starts_with(PLACES));
        // Browsers count two bytes for every letter.
        replays.filter_map(|key| Some(2 * store.text(key)?.len())).sum()
    }

    /// Pins a replay, or lets it go with the others.
    pub(crate) fn pin(&mut self, store: Store, id: &str, pinned: bool) {
        if let Some(kept) = self.0.find_mut(id) {
            kept.pinned = pinned;
        }
        self.save(store);
    }

    /// Lets every replay go that is neither pinned nor a high score's.
    pub(crate) fn clear(&mut self, store: Store) {
        while self.drop_last(store, Kept::is_recent) {}
        self.save(store);
    }

    /// What the list shows of a replay.
    pub(crate) fn about(store: Store, id: &str) -> Option<Kept> {
        Replays::load(store).0.find_mut(id).cloned()
    }

    /// A replay by its name.
    pub(crate) fn find(store: Store, id: &str) -> Option<Replay> {
        let text: Packed = store.read(&place(id), notices::REPLAY);
        Replay::from_bytes(&from_text(&text.0)?).ok()
    }

    /// Lets a replay go.
    pub(crate) fn remove(&mut self, store: Store, id: &str) {
        self.0.remove(id);
        store.remove(&place(id));
        self.save(store);
    }

    /// A high score no longer refers to this replay.
    pub(crate) fn unrank(&mut self, store: Store, id: &str) {
        if let Some(kept) = self.0.find_mut(id) {
            kept.ranked = false;
        }
        self.save(store);
    }

    /// Lets the oldest replay go of which this holds, if there is one.
    fn drop_last(&mut self, store: Store, goes: fn(&Kept) -> bool) -> bool {
        let last = self.0.take_last(goes);
        if let Some(kept) = &last {
            store.remove(&place(&kept.id));
        }
        last.is_some()
    }
}

impl Document for Replays {
    fn to_json(&self) -> Json {
        self.0.to_json()
    }

    fn from_json(json: &Json) -> Option<Replays> {
        ReplayIndex::from_json(json).map(Replays)
    }
}

/// A replay's bytes as text.
#[derive(Default)]
struct Packed(String);

impl Document for Packed {
    fn to_json(&self) -> Json {
        self.0.as_str().into()
    }

    fn from_json(json: &Json) -> Option<Packed> {
        json.as_text().map(|text| Packed(text.to_owned()))
    }
}

/// Where replays are.
const PLACES: &str = "replays/";

fn place(id: &str) -> String {
    [PLACES, id].concat()
}
