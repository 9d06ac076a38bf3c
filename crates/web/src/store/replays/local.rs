//! Replays in local storage: where the browser has no database for us, and those that wait to be
//! moved into it.

use quintet_records::{Kept, RECENT, ReplayIndex, first_to_go, from_text, to_text};
use quintet_words::notices;

use crate::store::{Document, Json, Store};

/// The key of the list, and what the keys of replays begin with.
pub(super) const INDEX: &str = "replays";
pub(super) const PLACES: &str = "replays/";

/// The list of replays, newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct LocalReplays(pub(super) ReplayIndex);

impl LocalReplays {
    /// What is kept.
    pub(super) fn load(store: Store) -> LocalReplays {
        store.read(INDEX, notices::REPLAYS)
    }

    /// Keeps a replay, under the name that it has or else the next one, and lets the oldest one go
    /// where there are too many.
    pub(super) fn add(store: Store, bytes: &[u8], mut kept: Kept) -> String {
        let ReplayIndex { next, .. } = LocalReplays::load(store).0;
        let is_named = !kept.id.is_empty();
        if !is_named {
            kept.id = ReplayIndex { next, kept: Vec::new() }.next_id();
        }
        let id = kept.id.clone();
        store.write(&place(&id), &Packed(to_text(bytes)));
        // Others may have made room for it.
        let mut replays = LocalReplays::load(store);
        replays.0.next = next.wrapping_add(u32::from(!is_named));
        replays.0.add_named(kept, RECENT, &mut |dropped| store.remove(&place(&dropped.id)));
        replays.save(store);
        id
    }

    /// Makes room by dropping replays, and says whether the text fits now. Where nothing helps,
    /// everything stays.
    pub(super) fn make_room(store: Store, key: &str, text: &str) -> bool {
        // The list itself is written by who knows what is in it.
        if key == INDEX {
            return false;
        }
        let mut replays = LocalReplays::load(store);
        let mut dropped: Vec<(String, String)> = Vec::new();
        while !store.put(key, text) {
            let Some(kept) = first_to_go(&mut replays.0.kept, |kept| kept) else {
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
    pub(super) fn save(&mut self, store: Store) {
        while !store.try_write(INDEX, self) {
            match first_to_go(&mut self.0.kept, |kept| kept) {
                Some(kept) => store.remove(&place(&kept.id)),
                None => return store.write(INDEX, self),
            }
        }
    }

    /// Changes what is kept about a replay; says whether it is here.
    pub(super) fn change(store: Store, id: &str, change: &dyn Fn(&mut Kept)) -> bool {
        let mut replays = LocalReplays::load(store);
        let found = replays.0.find_mut(id).map(change).is_some();
        if found {
            replays.save(store);
        }
        found
    }

    /// Lets replays go.
    pub(super) fn remove(store: Store, ids: &[&str]) {
        let mut replays = LocalReplays::load(store);
        replays.0.kept.retain(|kept| !ids.contains(&kept.id.as_str()));
        for id in ids {
            store.remove(&place(id));
        }
        replays.save(store);
    }

    /// A replay's bytes.
    pub(super) fn bytes(store: Store, id: &str) -> Option<Vec<u8>> {
        let text: Packed = store.read(&place(id), notices::REPLAY);
        from_text(&text.0).filter(|bytes| !bytes.is_empty())
    }

    /// How much storage a replay takes, in bytes. Browsers count two for every letter.
    pub(super) fn size(store: Store, id: &str) -> usize {
        store.text(&place(id)).map_or(0, |text| 2 * text.len())
    }
}

impl Document for LocalReplays {
    fn to_json(&self) -> Json {
        self.0.to_json()
    }

    fn from_json(json: &Json) -> Option<LocalReplays> {
        ReplayIndex::from_json(json).map(LocalReplays)
    }
}

/// A replay's bytes as text.
#[derive(Default)]
pub(super) struct Packed(pub(super) String);

impl Document for Packed {
    fn to_json(&self) -> Json {
        self.0.as_str().into()
    }

    fn from_json(json: &Json) -> Option<Packed> {
        json.as_text().map(|text| Packed(text.to_owned()))
    }
}

/// Where a replay is.
pub(super) fn place(id: &str) -> String {
    [PLACES, id].concat()
}
