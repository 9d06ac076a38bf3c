//! The logs of matches, read from the rows of a journal.
//!
//! A row is a series of entries: match, number and step, and a checksum of these. The step is framed,
//! so that one that cannot be read does not hide the next.

use std::collections::HashMap;

use quintet_protocol::encode_onto;

use crate::store::{Entry, MatchLog};

/// The number of an entry that says that the match was removed.
const REMOVED: u32 = u32::MAX;

/// Appends an entry to a row; `scratch` is a buffer.
pub(super) fn write_entry(entry: &Entry, scratch: &mut Vec<u8>, row: &mut Vec<u8>) {
    scratch.clear();
    encode_onto(&entry.step, scratch);
    write_bytes(entry.match_id, entry.number, scratch, row);
}

/// Appends to a row that a match was removed.
pub(super) fn write_removal(match_id: u64, row: &mut Vec<u8>) {
    write_bytes(match_id, REMOVED, &[], row);
}

fn write_bytes(match_id: u64, number: u32, step: &[u8], row: &mut Vec<u8>) {
    let begin = row.len();
    encode_onto(&(match_id, number, step), row);
    let checksum = crc32fast::hash(&row[begin..]);
    row.extend(checksum.to_le_bytes());
}

/// An entry as it is found.
struct FoundEntry<'a> {
    match_id: u64,
    number: u32,
    step: &'a [u8],
    /// Whether these are not what was written.
    is_damaged: bool,
}

/// Takes the first entry off the rest of a row; none if it cannot be read.
fn take_entry<'a>(bytes: &mut &'a [u8]) -> Option<FoundEntry<'a>> {
    let whole = *bytes;
    let ((match_id, number, step), rest) = postcard::take_from_bytes(whole).ok()?;
    let (checksum, rest) = rest.split_first_chunk()?;
    let written = &whole[..whole.len() - rest.len() - checksum.len()];
    let is_damaged = u32::from_le_bytes(*checksum) != crc32fast::hash(written);
    *bytes = rest;
    Some(FoundEntry { match_id, number, step, is_damaged })
}

/// A row of now, of one from when entries had no checksums. What cannot be read there cannot be read
/// here either.
pub(super) fn write_old_row(mut old: &[u8], row: &mut Vec<u8>) {
    while !old.is_empty() {
        let Ok(((match_id, number, step), rest)) =
            postcard::take_from_bytes::<(u64, u32, &[u8])>(old)
        else {
            return row.push(u8::MAX);
        };
        old = rest;
        write_bytes(match_id, number, step, row);
    }
}

/// The log of a match, and where it begins.
pub(super) struct Found {
    pub(super) log: MatchLog,
    /// The number of the file.
    pub(super) file: u64,
    /// The number of the row, of all that were read.
    row: u64,
}

/// Logs being read.
#[derive(Default)]
pub(super) struct Logs {
    /// By match.
    found: HashMap<u64, Found>,
    /// How many rows were read.
    rows: u64,
    /// Whether a row, or a part of one, is missing.
    lost_some: bool,
}

impl Logs {
    /// The logs, in the order that the matches were begun.
    pub(super) fn into_sorted(self) -> Vec<Found> {
        let mut logs: Vec<_> = self.found.into_values().collect();
        logs.sort_by_key(|found| (found.row, found.log.match_id));
        logs
    }

    /// Entries are missing: any match that is not over may have had some of them.
    pub(super) fn lose_some(&mut self) {
        self.lost_some = true;
        for Found { log, .. } in self.found.values_mut() {
            log.is_damaged |= log.result().is_none();
        }
    }

    /// Reads a row of a file. False if it is damaged.
    pub(super) fn read_row(&mut self, file: u64, mut bytes: &[u8]) -> bool {
        self.rows += 1;
        let mut is_whole = true;
        while !bytes.is_empty() {
            let Some(FoundEntry { match_id, number, step, is_damaged }) = take_entry(&mut bytes)
            else {
                self.lose_some();
                return false;
            };
            is_whole &= !is_damaged;
            if number == REMOVED && !is_damaged {
                self.found.remove(&match_id);
                continue;
            }
            if number > 0 && !self.found.contains_key(&match_id) {
                if is_damaged {
                    // It may have been about another match.
                    self.lose_some();
                    continue;
                }
                if !self.lost_some {
                    // The match was removed, and the file that it began in has been deleted since.
                    continue;
                }
            }
            let row = self.rows;
            let Found { log, .. } = self.found.entry(match_id).or_insert_with(|| Found {
                log: MatchLog { match_id, entries: Vec::new(), is_damaged: false },
                file,
                row,
            });
            match postcard::from_bytes(step) {
                Ok(step) if !is_damaged => log.entries.push(Entry { match_id, number, step }),
                _ => {
                    log.is_damaged = true;
                    is_whole = false;
                }
            }
        }
        is_whole
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::store::Step;

    fn entry(match_id: u64, number: u32) -> Entry {
        let step = Step::GameOver { winner: Some(1), wins: vec![number as u8; 2] };
        Entry { match_id, number, step }
    }

    fn read(rows: &[Vec<u8>]) -> Vec<MatchLog> {
        let mut logs = Logs::default();
        for row in rows {
            logs.read_row(1, row);
        }
        logs.into_sorted().into_iter().map(|found| found.log).collect()
    }

    proptest! {
        #[test]
        fn any_bytes_can_be_read(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = read(std::slice::from_ref(&bytes));
            let mut row = Vec::new();
            write_old_row(&bytes, &mut row);
            let _ = read(&[row]);
        }

        #[test]
        fn a_byte_that_was_changed_is_noticed_in_every_match_that_it_may_concern(
            order in prop::collection::vec(0..4_u64, 1..30),
            at in any::<prop::sample::Index>(),
            change in 1..=u8::MAX,
        ) {
            let mut next = [0; 4];
            let mut row = Vec::new();
            // Numbers that no change of one byte turns into each other.
            let match_ids = [3, 1 << 20, 1 << 40, 1 << 60];
            for which in order {
                let number = &mut next[which as usize];
                write_entry(&entry(match_ids[which as usize], *number), &mut Vec::new(), &mut row);
                *number += 1;
            }
            let written = read(&[row.clone()]);
            let at = at.index(row.len());
            row[at] ^= change;
            for log in read(&[row]) {
                let is_as_written = written.contains(&log);
                let has_gap = (0..).zip(&log.entries).any(|(number, entry)| entry.number != number);
                prop_assert!(log.is_damaged || has_gap || is_as_written, "{:?}", log);
            }
        }
    }
}
