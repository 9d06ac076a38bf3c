//! A file of the journal: records, each of them appended by one write.
//!
//! A record begins with a head of two numbers of four bytes: its length, and the checksum of that. A
//! record that ends early behind a good head is one whose write was cut off by the end of the process
//! or a full disk: nobody was told of it. What is in a record has checksums of its own.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// What every file begins with; the last byte is the version.
const MAGIC: [u8; 8] = *b"QJOURNL\x01";
/// The bytes before those of a record.
const HEAD: usize = 8;

/// A file that records are appended to.
#[derive(Debug)]
pub(super) struct Segment {
    file: File,
    /// How long it is, whole records only.
    len: u64,
}

impl Segment {
    /// Creates a file, which must not be there.
    pub(super) fn create(path: &Path) -> io::Result<Segment> {
        let mut file = File::options().append(true).create_new(true).open(path)?;
        if let Err(problem) = file.write_all(&MAGIC) {
            // The name is needed for the next attempt.
            let _ = std::fs::remove_file(path);
            return Err(problem);
        }
        Ok(Segment { file, len: MAGIC.len() as u64 })
    }

    /// How many bytes it has.
    pub(super) const fn len(&self) -> u64 {
        self.len
    }

    /// Whether it has no records.
    pub(super) const fn is_empty(&self) -> bool {
        self.len == MAGIC.len() as u64
    }

    /// Appends a record. If this fails, the file is as before.
    pub(super) fn append(&mut self, record: &mut RecordBuffer) -> Result<(), AppendError> {
        let bytes = record.sealed();
        if let Err(problem) = self.file.write_all(bytes) {
            let is_broken = self.file.set_len(self.len).is_err();
            return Err(AppendError { problem, is_broken });
        }
        self.len += bytes.len() as u64;
        Ok(())
    }
}

/// Why a record was not appended.
#[derive(Debug)]
pub(super) struct AppendError {
    pub(super) problem: io::Error,
    /// Whether a part of the record may be at the end of the file, so that no other may follow it.
    pub(super) is_broken: bool,
}

/// The bytes of a record, behind the place for its head.
#[derive(Debug, Default)]
pub(super) struct RecordBuffer(Vec<u8>);

impl RecordBuffer {
    /// An empty record, to be filled.
    pub(super) fn begin(&mut self) -> &mut Vec<u8> {
        self.0.clear();
        self.0.extend([0; HEAD]);
        &mut self.0
    }

    fn sealed(&mut self) -> &[u8] {
        let (head, bytes) = self.0.split_at_mut(HEAD);
        let len = (bytes.len() as u32).to_le_bytes();
        head[..4].copy_from_slice(&len);
        head[4..].copy_from_slice(&crc32fast::hash(&len).to_le_bytes());
        &self.0
    }
}

/// What a file holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Contents<'a> {
    pub(super) records: Vec<&'a [u8]>,
    /// Whether nothing behind these can be read, though there is something.
    pub(super) is_rest_lost: bool,
}

/// A file of a newer version of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooNew(pub(super) u8);

/// Finds the records in a file.
pub(super) fn read(bytes: &[u8]) -> Result<Contents<'_>, TooNew> {
    let mut contents = Contents::default();
    let Some((magic, mut rest)) = bytes.split_first_chunk::<8>() else {
        // Its very beginning was not written.
        return Ok(contents);
    };
    if magic[..7] != MAGIC[..7] {
        return Ok(Contents { is_rest_lost: true, ..contents });
    }
    if magic[7] > MAGIC[7] {
        return Err(TooNew(magic[7]));
    }
    while let Some((head, behind)) = rest.split_first_chunk::<HEAD>() {
        let [a, b, c, d, check @ ..] = *head;
        if u32::from_le_bytes(check) != crc32fast::hash(&head[..4]) {
            contents.is_rest_lost = true;
            break;
        }
        let len = u32::from_le_bytes([a, b, c, d]) as usize;
        let Some((record, behind)) = behind.split_at_checked(len) else { break };
        contents.records.push(record);
        rest = behind;
    }
    Ok(contents)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn file(contents: &[Vec<u8>]) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for content in contents {
            let mut record = RecordBuffer::default();
            record.begin().extend(content);
            bytes.extend(record.sealed());
        }
        bytes
    }

    proptest! {
        #[test]
        fn a_file_that_was_cut_off_has_all_its_whole_records_and_is_not_damaged(
            contents in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..40), 0..6),
            cut in any::<prop::sample::Index>(),
        ) {
            let bytes = file(&contents);
            let cut = cut.index(bytes.len() + 1);
            let fits = |count: &usize| file(&contents[..*count]).len() <= cut;
            let whole = (0..=contents.len()).rev().find(fits).unwrap_or(0);
            let found = read(&bytes[..cut]).expect("this version");
            prop_assert_eq!(found.records, &contents[..whole]);
            prop_assert!(!found.is_rest_lost);
        }

        #[test]
        fn a_head_that_was_changed_loses_the_rest_and_nothing_else(
            contents in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..40), 1..6),
            which in any::<prop::sample::Index>(),
            at in 0..HEAD,
            change in 1..=u8::MAX,
        ) {
            let mut bytes = file(&contents);
            let which = which.index(contents.len());
            bytes[file(&contents[..which]).len() + at] ^= change;
            let found = read(&bytes).expect("this version");
            prop_assert_eq!(found.records, &contents[..which]);
            prop_assert!(found.is_rest_lost);
        }

        #[test]
        fn any_bytes_can_be_read(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = read(&bytes);
            let _ = read(&[&MAGIC[..], &bytes].concat());
        }
    }

    #[test]
    fn a_file_of_a_newer_program_is_not_guessed_at() {
        let mut bytes = file(&[vec![1]]);
        bytes[7] = 2;
        assert_eq!(read(&bytes), Err(TooNew(2)));
    }

    #[test]
    fn a_file_of_something_else_is_lost() {
        assert!(read(b"something else").expect("no version").is_rest_lost);
    }
}
