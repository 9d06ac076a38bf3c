//! Matches won and lost against the computer, level by level.

use quintet_records::{Document, Standings};
use quintet_words::notices;

use super::{Storage, load};
use crate::games::Mode;

/// What has been counted in a mode.
pub fn standings(storage: &mut dyn Storage, mode: &Mode) -> Standings {
    load(storage, &key(mode), notices::MATCHES)
}

/// Counts a match.
pub fn count_match(storage: &mut dyn Storage, mode: &Mode, level: u8, won: bool) {
    let mut all = standings(storage, mode);
    all.add(level, won);
    storage.write_document(&key(mode), all.to_json());
}

fn key(mode: &Mode) -> String {
    ["matches/", mode.slug].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use crate::storage::Memory;

    #[test]
    fn matches_are_counted_by_level() {
        let (mut memory, mode) = (Memory::default(), &games::duel().modes[0]);
        for (level, won) in [(1, true), (5, false), (5, true), (9, true)] {
            count_match(&mut memory, mode, level, won);
        }
        let read = standings(&mut memory, mode);
        assert_eq!((read.at(1), read.at(2), read.at(5)), ((1, 0), (0, 0), (1, 1)));
    }
}
