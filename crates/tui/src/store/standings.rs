//! Matches won and lost against the computer, level by level.

use quintet_records::{Document, Standings};
use quintet_words::notices;

use super::Store;

/// What has been counted in a mode.
pub(crate) fn standings(store: &mut Store, mode: &str) -> Standings {
    store.load(&key(mode), notices::MATCHES).unwrap_or_default()
}

/// Counts a match.
pub(crate) fn count_match(store: &mut Store, mode: &str, level: u8, won: bool) {
    let mut all = standings(store, mode);
    all.add(level, won);
    store.write(&key(mode), all.to_json());
}

fn key(mode: &str) -> String {
    format!("matches/{mode}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::testing::Scratch;

    #[test]
    fn matches_are_counted_by_level() {
        let mut scratch = Scratch::new();
        for (level, won) in [(1, true), (5, false), (5, true), (9, true)] {
            count_match(&mut scratch.store, "versus", level, won);
        }
        let read = standings(&mut scratch.store, "versus");
        assert_eq!((read.at(1), read.at(2), read.at(5)), ((1, 0), (0, 0), (1, 1)));
    }
}
