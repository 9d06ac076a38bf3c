//! The journal in files of one folder.
//!
//! A row holds everything that was appended at once, of whatever matches, and is one record of a
//! file. Rows go to the newest file; whole files are deleted once no match needs them.

use std::collections::HashMap;
use std::future::ready;
use std::path::{Path, PathBuf};

use tracing::error;

use super::logs::{Found, Logs, write_entry, write_old_row, write_removal};
use super::segment::{self, AppendError, RecordBuffer, Segment, TooNew};
use crate::store::{Entry, Journal, MatchLog, Pending, Step, StoreError};

/// From this many bytes on, a file is followed by the next one.
const FILE_SIZE: u64 = 4 << 20;
/// The most files deleted at a time, so that no append waits long.
const TIDIED_AT_ONCE: u64 = 8;

/// The journal in files of one folder. What was appended survives the end of the process at any
/// instant; a loss of power may cost the last moments.
#[derive(Debug)]
pub struct FileJournal {
    folder: PathBuf,
    /// The number of the oldest file.
    oldest: u64,
    /// The number of the newest file.
    newest: u64,
    /// The newest file; none after a failure.
    segment: Option<Segment>,
    /// The matches that were begun and not removed.
    matches: HashMap<u64, Position>,
    /// A step as bytes, and a row of entries.
    scratch: (Vec<u8>, RecordBuffer),
}

/// Where the entries of a match are.
#[derive(Clone, Copy, Debug)]
struct Position {
    first_file: u64,
    next_number: u32,
}

impl FileJournal {
    /// Opens the journal in a folder, which is created if need be.
    pub fn open(folder: &Path) -> Result<FileJournal, StoreError> {
        let failed = |problem| StoreError::Folder(folder.to_owned(), problem);
        std::fs::create_dir_all(folder).map_err(failed)?;
        let files = files(folder)?;
        let newest = files.last().copied().unwrap_or(0);
        let matches = read(folder, &files)?.into_iter().map(|Found { log, file, .. }| {
            // Entries that are missing at the end have numbers that must not be given again.
            let next_number = log.entries.last().map_or(0, |entry| entry.number + 1);
            (log.match_id, Position { first_file: file, next_number })
        });
        let mut journal = FileJournal {
            folder: folder.to_owned(),
            oldest: files.first().copied().unwrap_or(1),
            newest,
            segment: None,
            matches: matches.collect(),
            scratch: Default::default(),
        };
        // What follows a record that was not written to its end would not be found.
        journal.begin_file()?;
        Ok(journal)
    }

    /// The file that takes the next row.
    fn segment(&mut self) -> Result<&mut Segment, StoreError> {
        if self.segment.as_ref().is_none_or(|segment| segment.len() >= FILE_SIZE) {
            return self.begin_file();
        }
        self.segment.as_mut().ok_or(StoreError::Closed)
    }

    fn begin_file(&mut self) -> Result<&mut Segment, StoreError> {
        let path = path(&self.folder, self.newest + 1);
        let segment =
            Segment::create(&path).map_err(|problem| StoreError::Folder(path, problem))?;
        self.newest += 1;
        Ok(self.segment.insert(segment))
    }

    /// Checks that entries follow, and takes their numbers; on an error nothing is taken.
    fn take_numbers(
        &mut self,
        entries: &[Entry],
    ) -> Result<Vec<(u64, Option<Position>)>, StoreError> {
        let mut before = Vec::with_capacity(entries.len());
        for &Entry { match_id, number, ref step } in entries {
            let known = self.matches.get(&match_id).copied();
            let expected = known.map_or(0, |known| known.next_number);
            // A match that was removed, or never begun, has no entry that could follow.
            let begins = matches!(step, Step::MatchBegun { .. });
            if number != expected || begins != known.is_none() {
                self.give_back(before);
                return Err(StoreError::OutOfSequence { match_id, expected, number });
            }
            before.push((match_id, known));
            let first_file = known.map_or(self.newest, |known| known.first_file);
            self.matches.insert(match_id, Position { first_file, next_number: number + 1 });
        }
        Ok(before)
    }

    fn give_back(&mut self, before: Vec<(u64, Option<Position>)>) {
        for (match_id, position) in before.into_iter().rev() {
            match position {
                Some(position) => self.matches.insert(match_id, position),
                None => self.matches.remove(&match_id),
            };
        }
    }

    fn append_entries(&mut self, entries: &[Entry]) -> Result<(), StoreError> {
        if entries.is_empty() {
            return Ok(());
        }
        self.segment()?;
        let before = self.take_numbers(entries)?;
        let (step, row) = &mut self.scratch;
        let row = row.begin();
        for entry in entries {
            write_entry(entry, step, row);
        }
        self.append_row().inspect_err(|_| self.give_back(before))
    }

    fn append_removal(&mut self, match_id: u64) -> Result<(), StoreError> {
        if self.matches.remove(&match_id).is_none() {
            return Ok(());
        }
        write_removal(match_id, self.scratch.1.begin());
        self.append_row()
    }

    /// Appends a row of an older journal.
    pub(super) fn append_old_row(&mut self, row: &[u8]) -> Result<(), StoreError> {
        write_old_row(row, self.scratch.1.begin());
        self.append_row()
    }

    fn append_row(&mut self) -> Result<(), StoreError> {
        let mut row = std::mem::take(&mut self.scratch.1);
        let appended = self.segment()?.append(&mut row);
        self.scratch.1 = row;
        appended.map_err(|AppendError { problem, is_broken }| {
            if is_broken {
                self.segment = None;
            }
            StoreError::Folder(path(&self.folder, self.newest), problem)
        })
    }

    fn tidy_some(&mut self) -> Result<bool, StoreError> {
        let needed = self.matches.values().map(|position| position.first_file).min();
        if needed.is_none() && self.segment.as_ref().is_some_and(|segment| !segment.is_empty()) {
            self.begin_file()?;
        }
        let needed = needed.unwrap_or(self.newest);
        let until = needed.min(self.oldest + TIDIED_AT_ONCE);
        while self.oldest < until {
            let path = path(&self.folder, self.oldest);
            match std::fs::remove_file(&path) {
                Err(problem) if problem.kind() != std::io::ErrorKind::NotFound => {
                    return Err(StoreError::Folder(path, problem));
                }
                _ => self.oldest += 1,
            }
        }
        Ok(self.oldest == needed)
    }
}

impl Journal for FileJournal {
    fn append<'a>(&'a mut self, entries: &'a [Entry]) -> Pending<'a, ()> {
        Box::pin(ready(self.append_entries(entries)))
    }

    fn logs(&mut self) -> Pending<'_, Vec<MatchLog>> {
        let found = files(&self.folder).and_then(|files| read(&self.folder, &files));
        Box::pin(ready(found.map(|found| found.into_iter().map(|found| found.log).collect())))
    }

    fn remove(&mut self, match_id: u64) -> Pending<'_, ()> {
        Box::pin(ready(self.append_removal(match_id)))
    }

    fn tidy(&mut self) -> Pending<'_, bool> {
        Box::pin(ready(self.tidy_some()))
    }
}

fn path(folder: &Path, file: u64) -> PathBuf {
    folder.join(format!("{file:08}.log"))
}

/// The numbers of all files in a folder, in order.
fn files(folder: &Path) -> Result<Vec<u64>, StoreError> {
    let failed = |problem| StoreError::Folder(folder.to_owned(), problem);
    let mut numbers = Vec::new();
    for file in std::fs::read_dir(folder).map_err(failed)? {
        let name = file.map_err(failed)?.file_name();
        let number = name.to_str().and_then(|name| name.strip_suffix(".log")?.parse().ok());
        numbers.extend(number.filter(|&number| path(folder, number).ends_with(&name)));
    }
    numbers.sort_unstable();
    Ok(numbers)
}

/// The logs of all matches, in the order that they were begun.
fn read(folder: &Path, files: &[u64]) -> Result<Vec<Found>, StoreError> {
    let mut logs = Logs::default();
    for (index, &file) in files.iter().enumerate() {
        let path = path(folder, file);
        if index > 0 && files[index - 1] + 1 != file {
            error!(before = %path.display(), "files of the journal are missing");
            logs.lose_some();
        }
        let bytes = match std::fs::read(&path) {
            Ok(bytes) => bytes,
            Err(problem) => return Err(StoreError::Folder(path, problem)),
        };
        let contents =
            segment::read(&bytes).map_err(|TooNew(version)| StoreError::TooNew(version.into()))?;
        for row in contents.records {
            if !logs.read_row(file, row) {
                error!(file = %path.display(), "a row of the journal is damaged");
            }
        }
        if contents.is_rest_lost {
            error!(file = %path.display(), "the rest of a file of the journal is damaged");
            logs.lose_some();
        }
    }
    Ok(logs.into_sorted())
}
