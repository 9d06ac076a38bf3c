//! Replays: the last games, those that the player pinned, and every game that made a high score.

use std::fs;

use quintet_engine::Replay;
use quintet_records::{Document, Kept, RECENT_WITH_ROOM, ReplayIndex};
use quintet_words::notices;

use super::{REPLAYS, Store};

const INDEX: &str = "replays";

/// The list of replays, newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Replays(ReplayIndex);

impl Replays {
    /// What is kept.
    pub(crate) fn load(store: &mut Store) -> Replays {
        Replays(store.load(INDEX, notices::REPLAYS).unwrap_or_default())
    }

    /// The list, newest first.
    pub(crate) fn list(&self) -> &[Kept] {
        &self.0.kept
    }

    /// Keeps a replay under a new name, and deletes the oldest one if there are too many.
    pub(crate) fn add(store: &mut Store, replay: &Replay, kept: Kept) -> String {
        Replays::add_within(RECENT_WITH_ROOM, store, replay, kept)
    }

    fn add_within(most: usize, store: &mut Store, replay: &Replay, kept: Kept) -> String {
        let lock = store.lock();
        let Replays(mut index) = Replays::load(store);
        // An index that was set aside names none.
        while store.path(&place(&index.next_id())).exists() {
            index.next = index.next.wrapping_add(1);
        }
        let id = index.next_id();
        store.write_bytes(&store.path(&place(&id)), &replay.to_bytes());
        index.add(kept, most, &mut |dropped| store.remove(&place(&dropped.id)));
        store.write(INDEX, index.to_json());
        drop(lock);
        id
    }

    /// A replay by its name; one that cannot be read is set aside.
    pub(crate) fn find(store: &mut Store, id: &str) -> Option<Replay> {
        let path = store.path(&place(id));
        let replay = Replay::from_bytes(&fs::read(&path).ok()?);
        if let Err(error) = &replay {
            store.refuse(&path, notices::REPLAY, &error.to_string());
        }
        replay.ok()
    }

    /// Deletes a replay.
    pub(crate) fn remove(store: &mut Store, id: &str) {
        Replays::change(store, |index| index.remove(id));
        store.remove(&place(id));
    }

    /// Pins a replay, or unpins it.
    pub(crate) fn pin(store: &mut Store, id: &str, pinned: bool) {
        Replays::change(store, |index| {
            if let Some(kept) = index.find_mut(id) {
                kept.pinned = pinned;
            }
        });
    }

    /// A high score no longer refers to this replay.
    pub(crate) fn unrank(store: &mut Store, id: &str) {
        Replays::change(store, |index| {
            if let Some(kept) = index.find_mut(id) {
                kept.ranked = false;
            }
        });
    }

    /// Changes the list as it is now, which another program may have written.
    fn change(store: &mut Store, act: impl FnOnce(&mut ReplayIndex)) {
        let lock = store.lock();
        let mut replays = Replays::load(store);
        act(&mut replays.0);
        store.write(INDEX, replays.0.to_json());
        drop(lock);
    }
}

fn place(id: &str) -> String {
    format!("{REPLAYS}{id}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::testing::Scratch;
    use quintet_engine::{Button, GameName, Micros, Recorder};
    use quintet_records::RECENT;

    fn kept(ranked: bool) -> Kept {
        Kept {
            game: "marathon".to_owned(),
            mode: "sprint".to_owned(),
            score: 4200,
            lines: 40,
            time_us: 61_000_000,
            date: "2026-01-05".to_owned(),
            ranked,
            ..Kept::default()
        }
    }

    fn replay() -> Replay {
        let mut recorder = Recorder::new(&[GameName::Marathon.rules()], 3);
        recorder.press(0, Button::Left, Micros(7), &mut |_, _| {}).expect("time goes on");
        recorder.replay()
    }

    #[test]
    fn replays_are_files_that_anything_of_ours_opens() {
        let mut scratch = Scratch::new();
        let store = &mut scratch.store;
        let id = Replays::add(store, &replay(), kept(true));
        assert_eq!(Replays::find(store, &id), Some(replay()));
        let bytes = fs::read(store.path(&place(&id))).expect("it is a file");
        assert_eq!(Replay::from_bytes(&bytes), Ok(replay()));
        assert_eq!(Replays::load(store).list().len(), 1);
    }

    #[test]
    fn the_last_games_are_kept_and_those_of_high_scores() {
        let mut scratch = Scratch::new();
        let store = &mut scratch.store;
        let best = Replays::add(store, &replay(), kept(true));
        for _ in 0..RECENT + 5 {
            Replays::add_within(RECENT, store, &replay(), kept(false));
        }
        let replays = Replays::load(store);
        assert_eq!(replays.list().len(), RECENT + 1);
        assert!(Replays::find(store, &best).is_some());
        let files = fs::read_dir(scratch.folder.join("data/replays")).expect("a folder").count();
        assert_eq!(files, RECENT + 1);
    }

    /// The app's list has pins; adding to it and changing it here keeps them.
    #[test]
    fn pins_survive_and_pinned_replays_are_not_dropped() {
        let mut scratch = Scratch::new();
        let store = &mut scratch.store;
        let pinned = Replays::add(store, &replay(), kept(false));
        Replays::pin(store, &pinned, true);
        for _ in 0..RECENT + 5 {
            Replays::add_within(RECENT, store, &replay(), kept(false));
        }
        Replays::unrank(store, "r9");
        let is_pinned = |store: &mut Store| {
            let list = Replays::load(store);
            list.list().iter().any(|kept| kept.id == pinned && kept.pinned)
        };
        assert!(is_pinned(store) && Replays::find(store, &pinned).is_some());
        let file = scratch.folder.join("backup.json");
        store.export(&file).expect("it can be written");
        let mut other = Scratch::new();
        other.store.import(&file).expect("it is a backup");
        Replays::add(&mut other.store, &replay(), kept(false));
        assert!(is_pinned(&mut other.store));
        Replays::pin(&mut other.store, &pinned, false);
        assert!(!is_pinned(&mut other.store));
    }
}
