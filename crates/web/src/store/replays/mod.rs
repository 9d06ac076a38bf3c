//! Replays: the last games, those that the player pinned, and every game that made a high score.
//!
//! They are in the browser's database ([`archive`]). Where there is none, or while it refuses or
//! does not answer, they are in local storage ([`local`]), and are moved over once the database
//! opens. What is kept in either place is one list to the player.
//!
//! When storage is full, replays go first and nothing else ever does:
//! [`quintet_records::first_to_go`] has the order.

mod archive;
mod local;

use std::cell::Cell;

use js_sys::{Array, Promise};
use quintet_engine::Replay;
use quintet_frontend::keep_former_history;
use quintet_records::{Kept, ReplayIndex, from_text, open, seal, to_text};
use quintet_words::notices;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::{JsFuture, future_to_promise, spawn_local};

use super::database::{Failure, Table};
use super::{Document, Store};
use crate::page::window;
use crate::signals::prelude::*;
use archive::Archive;
use local::{INDEX, LocalReplays, PLACES, Packed, place};

/// A replay on the list.
pub(crate) struct Listed {
    /// What is known of it.
    pub(crate) kept: Kept,
    /// How many bytes it takes.
    pub(crate) size: usize,
}

/// How long a database may take to open, in milliseconds. One that is blocked never answers: until
/// it does, replays are in local storage.
const OPENS_WITHIN_MS: i32 = 3000;

/// The database: on its way, and once it is open.
#[derive(Default)]
pub(super) struct OpenArchive {
    /// Settled once the database is open, is known to be missing, or has taken too long.
    opening: Option<Promise>,
    archive: Option<Archive>,
    /// Whether it is known that there is none.
    is_missing: bool,
}

/// The replays of this device.
pub(crate) struct Replays;

impl Replays {
    /// Opens the database, and moves into it what is in local storage.
    pub(super) fn open(store: Store) {
        let opening = future_to_promise(async move {
            let archive = Archive::open().await;
            if let Some(archive) = &archive {
                Replays::move_over(store, archive).await;
            }
            store.archive.update_value(|opened| {
                opened.is_missing = archive.is_none();
                opened.archive = archive;
            });
            Ok(JsValue::UNDEFINED)
        });
        let late = Promise::new(&mut |done, _| {
            let _ = window()
                .set_timeout_with_callback_and_timeout_and_arguments_0(&done, OPENS_WITHIN_MS);
        });
        let opening = Promise::race(&Array::of2(&opening, &late));
        store.archive.update_value(|opened| opened.opening = Some(opening));
    }

    /// The database, if there is one, once that is known or it takes too long to open.
    async fn archive(store: Store) -> Option<Archive> {
        if let Some(opening) = store.archive.with_value(|opened| opened.opening.clone()) {
            // It never fails.
            let _ = JsFuture::from(opening).await;
        }
        store.archive.with_value(|opened| opened.archive.clone())
    }

    /// What the database refuses stays where it is.
    async fn move_over(store: Store, archive: &Archive) {
        let mut replays = LocalReplays::load(store);
        if replays.0.kept.is_empty() {
            return;
        }
        // Before the first history was kept, the list tells of the games before it.
        keep_former_history(&mut { store });
        let bytes: Vec<Option<Vec<u8>>> =
            replays.0.kept.iter().map(|kept| LocalReplays::bytes(store, &kept.id)).collect();
        if archive.put(&with_bytes(&replays.0.kept, &bytes)).await.is_ok() {
            for kept in std::mem::take(&mut replays.0.kept) {
                store.remove(&place(&kept.id));
            }
            // The next number stays, so that no name is given twice.
            replays.save(store);
        }
    }

    /// Keeps a replay and gives it a name.
    pub(crate) fn keep(store: Store, replay: &Replay, mut kept: Kept) -> String {
        let bytes = replay.to_bytes();
        if store.archive.with_value(|opened| opened.is_missing) {
            return LocalReplays::add(store, &bytes, kept);
        }
        kept.id = next_id();
        let id = kept.id.clone();
        spawn_local(async move {
            let is_kept = match Replays::archive(store).await {
                Some(archive) => archive.add(&kept, &bytes).await.is_ok(),
                None => false,
            };
            if !is_kept {
                LocalReplays::add(store, &bytes, kept);
            }
        });
        id
    }

    /// Lets replays in local storage make room for a text, and says whether it fits now.
    pub(super) fn make_room(store: Store, key: &str, text: &str) -> bool {
        LocalReplays::make_room(store, key, text)
    }

    /// What is in local storage, newest first.
    pub(super) fn local(store: Store) -> Vec<Kept> {
        LocalReplays::load(store).0.kept
    }

    /// A high score no longer refers to this replay.
    pub(crate) fn unrank(store: Store, id: &str) {
        let id = id.to_owned();
        spawn_local(async move { Replays::change(store, &id, &|kept| kept.ranked = false).await });
    }

    /// Pins a replay, or lets it go with the others.
    pub(crate) async fn pin(store: Store, id: &str, pinned: bool) {
        Replays::change(store, id, &|kept| kept.pinned = pinned).await;
    }

    async fn change(store: Store, id: &str, change: &dyn Fn(&mut Kept)) {
        if !LocalReplays::change(store, id, change)
            && let Some(archive) = Replays::archive(store).await
        {
            report(store, archive.change(id, change).await);
        }
    }

    /// Every replay, newest first.
    pub(crate) async fn list(store: Store) -> Vec<Listed> {
        let here = Replays::local(store).into_iter();
        let listed = |kept: Kept| Listed { size: LocalReplays::size(store, &kept.id), kept };
        let mut list: Vec<Listed> = here.map(listed).collect();
        if let Some(archive) = Replays::archive(store).await {
            match archive.list().await {
                Ok(more) => list.extend(more),
                Err(failure) => report(store, Err(failure)),
            }
        }
        list.sort_by_key(|listed| std::cmp::Reverse(archive::number(&listed.kept.id)));
        list
    }

    /// What the list shows of a replay.
    pub(crate) async fn about(store: Store, id: &str) -> Option<Kept> {
        if let Some(kept) = Replays::local(store).into_iter().find(|kept| kept.id == id) {
            return Some(kept);
        }
        Some(Replays::archive(store).await?.about(id).await?.kept)
    }

    /// A replay by its name.
    pub(crate) async fn find(store: Store, id: &str) -> Option<Replay> {
        Replay::from_bytes(&Replays::bytes(store, id).await?).ok()
    }

    async fn bytes(store: Store, id: &str) -> Option<Vec<u8>> {
        if let Some(bytes) = LocalReplays::bytes(store, id) {
            return Some(bytes);
        }
        Replays::archive(store).await?.bytes(id).await
    }

    /// Lets replays go.
    pub(crate) async fn remove(store: Store, ids: &[&str]) {
        LocalReplays::remove(store, ids);
        if let Some(archive) = Replays::archive(store).await {
            report(store, archive.remove(ids).await);
        }
    }

    /// Lets every replay go that is neither pinned nor a high score's.
    pub(crate) async fn clear(store: Store) {
        let list = Replays::list(store).await;
        let recent = list.iter().filter(|listed| listed.kept.is_recent());
        let ids: Vec<&str> = recent.map(|listed| listed.kept.id.as_str()).collect();
        Replays::remove(store, &ids).await;
    }
}

/// How backups hold replays: as the documents of local storage, wherever they are.
impl Replays {
    /// Whether a document belongs to the replays.
    pub(super) fn owns(key: &str) -> bool {
        key == INDEX || key.starts_with(PLACES)
    }

    /// The list and every replay as documents.
    pub(super) async fn documents(store: Store) -> Vec<(String, String)> {
        let list = Replays::list(store).await;
        let mut documents = Vec::with_capacity(list.len() + 1);
        for listed in &list {
            if let Some(bytes) = Replays::bytes(store, &listed.kept.id).await {
                documents.push((place(&listed.kept.id), seal(Packed(to_text(&bytes)).to_json())));
            }
        }
        let next = LocalReplays::load(store).0.next;
        let kept = list.into_iter().map(|listed| listed.kept).collect();
        let index = LocalReplays(ReplayIndex { next, kept });
        documents.push((INDEX.to_owned(), seal(index.to_json())));
        documents
    }

    /// Takes documents of replays in, where there are no others.
    pub(super) async fn take_in(store: Store, documents: &[(String, String)]) {
        if let Some(archive) = Replays::archive(store).await
            && let Some(mut index) = find::<LocalReplays>(documents, INDEX)
        {
            let bytes = |kept: &Kept| {
                let packed: Packed = find(documents, &place(&kept.id))?;
                from_text(&packed.0)
            };
            let bytes: Vec<Option<Vec<u8>>> = index.0.kept.iter().map(bytes).collect();
            if archive.put(&with_bytes(&index.0.kept, &bytes)).await.is_ok() {
                index.0.kept.clear();
                return index.save(store);
            }
        }
        for (key, text) in documents {
            store.write_text(key, text);
        }
    }

    /// Lets everything go.
    pub(super) async fn erase(store: Store) {
        if let Some(archive) = Replays::archive(store).await {
            report(store, archive.erase().await);
        }
    }
}

fn find<T: Document>(documents: &[(String, String)], key: &str) -> Option<T> {
    let (_, text) = documents.iter().find(|(name, _)| name == key)?;
    T::from_json(&open(text).ok()?)
}

/// A name that no replay has: the moment, so that several pages give out different ones.
fn next_id() -> String {
    thread_local! {
        static LAST: Cell<u64> = const { Cell::new(0) };
    }
    let moment = (js_sys::Date::now() as u64).max(LAST.get() + 1);
    LAST.set(moment);
    ["r", &moment.to_string()].concat()
}

/// What could be read, with its bytes.
fn with_bytes<'a>(kept: &'a [Kept], bytes: &'a [Option<Vec<u8>>]) -> Vec<(&'a Kept, &'a [u8])> {
    let pairs = kept.iter().zip(bytes);
    pairs.filter_map(|(kept, bytes)| Some((kept, bytes.as_deref()?))).collect()
}

/// Tells the player what the database could not do.
fn report(store: Store, done: Result<(), Failure>) {
    match done {
        Ok(()) => {}
        Err(Failure::Full) => store.notices.keep(notices::STORAGE_FULL),
        Err(Failure::Broken) => store.notices.keep(notices::REPLAYS_REFUSED),
    }
}
