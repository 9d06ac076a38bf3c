//! Matches won and lost against the computer, level by level.

use quintet_records::Standings;
use quintet_words::notices;

use super::Store;
use crate::games::Mode;

/// What has been counted in a mode.
pub(crate) fn standings(store: Store, mode: &Mode) -> Standings {
    store.read(&key(mode), notices::MATCHES)
}

/// Counts a match.
pub(crate) fn count_match(store: Store, mode: &Mode, level: u8, won: bool) {
    let mut all = standings(store, mode);
    all.add(level, won);
    store.write(&key(mode), &all);
}

fn key(mode: &Mode) -> String {
    "matches/".to_owned() + mode.slug
}
