//! The journal in a SQLite file.
//!
//! A row holds everything that was appended at once, of whatever matches: one row for each
//! transaction is several times cheaper than one for each entry. Rows are numbered without gaps.

use std::collections::HashMap;
use std::future::ready;
use std::path::Path;

use quintet_protocol::encode_onto;
use rusqlite::{Connection, params};

use super::schema;
use crate::store::{Entry, Journal, MatchLog, Pending, Step, StoreError};

/// How many pages the write-ahead log may have before they are copied to their places: the last
/// page is written again and again, so that copying it seldom is cheaper.
const WAL_PAGES: u32 = 8_000;
/// The number of an entry that says that the match was removed.
const REMOVED: u32 = u32::MAX;
/// How many rows are deleted at a time, so that no append waits long.
const TIDIED_AT_ONCE: u32 = 200;

/// The journal in a SQLite file.
pub struct SqliteJournal {
    connection: Connection,
    /// The number of the next row.
    next_row: i64,
    /// The matches that were begun and not removed.
    matches: HashMap<u64, Position>,
    /// An entry as bytes, and a row of them.
    scratch: (Vec<u8>, Vec<u8>),
}

/// Where the entries of a match are.
#[derive(Clone, Copy)]
struct Position {
    first_row: i64,
    next_number: u32,
}

impl SqliteJournal {
    /// Opens or creates the file.
    pub fn open(path: &Path) -> Result<SqliteJournal, StoreError> {
        let connection = Connection::open(path)?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        SqliteJournal::prepare(connection)
    }

    /// A journal that is lost with the process.
    pub fn in_memory() -> Result<SqliteJournal, StoreError> {
        SqliteJournal::prepare(Connection::open_in_memory()?)
    }

    fn prepare(mut connection: Connection) -> Result<SqliteJournal, StoreError> {
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        connection.pragma_update(None, "wal_autocheckpoint", WAL_PAGES)?;
        schema::migrate(&mut connection, schema::JOURNAL)?;
        let last: Option<i64> =
            connection.query_row("SELECT MAX(row) FROM journal", [], |row| row.get(0))?;
        let (next_row, matches) = (last.unwrap_or(0) + 1, HashMap::new());
        let scratch = Default::default();
        let mut journal = SqliteJournal { connection, next_row, matches, scratch };
        for (first_row, log) in journal.read()? {
            // Entries that are missing at the end have numbers that must not be given again.
            let next_number = log.entries.last().map_or(0, |entry| entry.number + 1);
            journal.matches.insert(log.match_id, Position { first_row, next_number });
        }
        Ok(journal)
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
            let first_row = known.map_or(self.next_row, |known| known.first_row);
            self.matches.insert(match_id, Position { first_row, next_number: number + 1 });
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

    fn insert(&mut self, entries: &[Entry]) -> Result<(), StoreError> {
        let (step, row) = &mut self.scratch;
        row.clear();
        for entry in entries {
            step.clear();
            encode_onto(&entry.step, step);
            // The step is framed, so that one that cannot be read does not hide the next.
            encode_onto(&(entry.match_id, entry.number, &step[..]), row);
        }
        self.insert_row()
    }

    fn insert_row(&mut self) -> Result<(), StoreError> {
        self.connection
            .prepare_cached("INSERT INTO journal (row, entries) VALUES (?1, ?2)")?
            .execute(params![self.next_row, self.scratch.1])?;
        self.next_row += 1;
        Ok(())
    }

    fn insert_removal(&mut self, match_id: u64) -> Result<(), StoreError> {
        if self.matches.remove(&match_id).is_none() {
            return Ok(());
        }
        self.scratch.1.clear();
        encode_onto(&(match_id, REMOVED, &[0_u8; 0][..]), &mut self.scratch.1);
        self.insert_row()
    }

    /// The logs of all matches, each with the row that it begins in.
    fn read(&self) -> Result<Vec<(i64, MatchLog)>, StoreError> {
        let mut logs = Logs::default();
        let mut statement =
            self.connection.prepare("SELECT row, entries FROM journal ORDER BY row")?;
        let mut rows = statement.query([])?;
        let mut last = None;
        while let Some(row) = rows.next()? {
            let number: i64 = row.get(0)?;
            if last.is_some_and(|last| last + 1 != number) {
                logs.lose_row();
            }
            last = Some(number);
            match row.get_ref(1)?.as_blob() {
                Ok(entries) => logs.read_row(number, entries),
                Err(_) => logs.lose_row(),
            }
        }
        let mut logs: Vec<_> = logs.logs.into_values().collect();
        logs.sort_by_key(|(row, log)| (*row, log.match_id));
        Ok(logs)
    }

    fn tidy_some(&self) -> Result<bool, StoreError> {
        let needed = self.matches.values().map(|position| position.first_row).min();
        let deleted = self
            .connection
            .prepare_cached(
                "DELETE FROM journal WHERE row IN
                 (SELECT row FROM journal WHERE row < ?1 ORDER BY row LIMIT ?2)",
            )?
            .execute(params![needed.unwrap_or(self.next_row), TIDIED_AT_ONCE])?;
        Ok(deleted < TIDIED_AT_ONCE as usize)
    }
}

impl Journal for SqliteJournal {
    fn append<'a>(&'a mut self, entries: &'a [Entry]) -> Pending<'a, ()> {
        let appended = match self.take_numbers(entries) {
            Ok(_) if entries.is_empty() => Ok(()),
            Ok(before) => self.insert(entries).inspect_err(|_| self.give_back(before)),
            Err(problem) => Err(problem),
        };
        Box::pin(ready(appended))
    }

    fn logs(&mut self) -> Pending<'_, Vec<MatchLog>> {
        let logs = self.read();
        Box::pin(ready(logs.map(|logs| logs.into_iter().map(|(_, log)| log).collect())))
    }

    fn remove(&mut self, match_id: u64) -> Pending<'_, ()> {
        let removed = self.insert_removal(match_id);
        Box::pin(ready(removed))
    }

    fn tidy(&mut self) -> Pending<'_, bool> {
        Box::pin(ready(self.tidy_some()))
    }
}

/// Logs being read.
#[derive(Default)]
struct Logs {
    /// By match, with the row that they begin in.
    logs: HashMap<u64, (i64, MatchLog)>,
    /// Whether a row, or a part of one, is missing.
    lost_some: bool,
}

impl Logs {
    /// A row is missing: any match that is not over may have had entries in it.
    fn lose_row(&mut self) {
        self.lost_some = true;
        for (_, log) in self.logs.values_mut().filter(|(_, log)| log.result().is_none()) {
            log.is_damaged = true;
        }
    }

    fn read_row(&mut self, row: i64, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let Ok(((match_id, number, step), rest)) =
                postcard::take_from_bytes::<(u64, u32, &[u8])>(bytes)
            else {
                return self.lose_row();
            };
            bytes = rest;
            if number == REMOVED {
                self.logs.remove(&match_id);
                continue;
            }
            if number > 0 && !self.logs.contains_key(&match_id) && !self.lost_some {
                // The match was removed, and its first rows have been deleted since.
                continue;
            }
            let (_, log) = self.logs.entry(match_id).or_insert_with(|| {
                (row, MatchLog { match_id, entries: Vec::new(), is_damaged: false })
            });
            match postcard::from_bytes(step) {
                Ok(step) => log.entries.push(Entry { match_id, number, step }),
                Err(_) => log.is_damaged = true,
            }
        }
    }
}
