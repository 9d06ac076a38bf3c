//! How far a match has been written.

use std::time::{Duration, Instant};

use async_nats::jetstream::stream::Stream;
use axum::body::Bytes;

use super::connection::Nats;
use super::publishing::{Published, publish_behind};
use super::record::{Record, Subjects};
use crate::store::{Entry, Step, StoreError};

/// How many bytes of entries are published in one message, or a little more. NATS takes messages of
/// 1 MB.
pub(super) const MESSAGE_SIZE: usize = 256 * 1024;

/// How far a match has been written.
pub(super) struct Position {
    /// The subject of the match itself.
    subject: String,
    /// The sequence of its last message; 0 before the first.
    last: u64,
    /// The entries that are in the writer's log and not in the match's subject.
    tail: Record,
    /// The sequence of the first message of the log that has some of them, and when it was written.
    tail_since: Option<(u64, Instant)>,
    /// While an append has to be repeated: the number of its first entry.
    repeat_from: Option<u32>,
    /// A message to the match's subject that may have been stored or not, and the number of the entry
    /// after it.
    in_doubt: Option<(Bytes, u32)>,
}

impl Position {
    /// The position of a match whose entries are all in its own subject.
    pub(super) const fn at(subject: String, last: u64, writer: u64, next_number: u32) -> Position {
        let tail = Record::empty(writer, next_number);
        Position { subject, last, tail, tail_since: None, repeat_from: None, in_doubt: None }
    }

    /// The position of a match before its first entry.
    pub(super) fn begin(subjects: &Subjects, writer: u64, entry: &Entry) -> Position {
        let subject = match entry.step {
            Step::MatchBegun { code, .. } => subjects.of_match(entry.match_id, code),
            _ => subjects.of_match_anywhere(entry.match_id),
        };
        Position::at(subject, 0, writer, 0)
    }

    /// Whether the first entry of the match is stored, so that others may be in the log.
    pub(super) const fn is_begun(&self) -> bool {
        self.last > 0
    }

    /// The number of the next entry.
    pub(super) const fn next_number(&self) -> u32 {
        self.tail.next_number()
    }

    /// The sequence of the first message of the log that is needed for this match.
    pub(super) fn needs(&self) -> Option<u64> {
        self.tail_since.map(|(sequence, _)| sequence)
    }

    /// Whether the tail has been in the log alone for this long.
    pub(super) fn is_in_log_for(&self, span: Duration) -> bool {
        self.tail_since.is_some_and(|(_, since)| since.elapsed() >= span)
    }

    /// Checks that entries follow what is written, or repeat an append that failed.
    pub(super) fn check(&self, match_id: u64, entries: &[&Entry]) -> Result<(), StoreError> {
        let (first, next) = (entries[0].number, self.next_number());
        let end = self.in_doubt.as_ref().map_or(next, |doubt| next.max(doubt.1));
        let repeats = self.repeat_from.is_some_and(|from| (from..=end).contains(&first));
        check(if repeats { first } else { next }, match_id, entries)
    }

    /// The entries that are not written yet, noted as such that may have to be repeated.
    pub(super) fn new_entries(&mut self, entries: &[&Entry]) -> Record {
        let next = self.next_number();
        self.repeat_from = self.repeat_from.or(Some(next));
        let mut record = Record::empty(self.tail.writer, next);
        entries.iter().filter(|entry| entry.number >= next).for_each(|entry| record.push(entry));
        record
    }

    /// An append has succeeded as a whole.
    pub(super) const fn note_appended(&mut self) {
        self.repeat_from = None;
    }

    /// Entries are in the message of the log with this sequence.
    pub(super) fn note_logged(&mut self, sequence: u64, record: Record) {
        self.tail.extend(record);
        self.tail_since = self.tail_since.or_else(|| Some((sequence, Instant::now())));
    }

    /// Writes the first entries of the match to its subject.
    pub(super) async fn write_first(
        &mut self,
        nats: &Nats,
        stream: &Stream,
        entries: &[&Entry],
        match_id: u64,
    ) -> Result<(), StoreError> {
        self.settle(nats, stream, match_id).await?;
        let new = self.new_entries(entries);
        if new.is_empty() {
            return Ok(());
        }
        self.in_doubt = Some((new.encode().into(), new.next_number()));
        self.settle(nats, stream, match_id).await
    }

    /// Moves the tail from the log to the match's subject, or the first part of a long one.
    pub(super) async fn move_tail(
        &mut self,
        nats: &Nats,
        stream: &Stream,
        match_id: u64,
    ) -> Result<(), StoreError> {
        if self.in_doubt.is_none() {
            let moved = self.tail.beginning(MESSAGE_SIZE);
            self.in_doubt = Some((moved.encode().into(), moved.next_number()));
        }
        self.settle(nats, stream, match_id).await
    }

    /// Publishes the message that may have been stored or not, if there is one.
    async fn settle(
        &mut self,
        nats: &Nats,
        stream: &Stream,
        match_id: u64,
    ) -> Result<(), StoreError> {
        let Some((payload, number)) = self.in_doubt.clone() else { return Ok(()) };
        match publish_behind(nats, stream, &self.subject, self.last, payload).await? {
            Published::At(sequence) => self.last = sequence,
            Published::Superseded => return Err(StoreError::TakenOver { match_id }),
        }
        self.in_doubt = None;
        if number > self.next_number() {
            self.tail = Record::empty(self.tail.writer, number);
        } else {
            self.tail.drop_before(number);
        }
        if self.tail.is_empty() {
            self.tail_since = None;
        }
        Ok(())
    }
}

/// Checks that entries have the numbers from this one on, and that a match begins with its first.
pub(super) fn check(next: u32, match_id: u64, entries: &[&Entry]) -> Result<(), StoreError> {
    for (expected, entry) in (next..).zip(entries) {
        let begins = matches!(entry.step, Step::MatchBegun { .. });
        if entry.number != expected || begins != (expected == 0) {
            return Err(StoreError::OutOfSequence { match_id, expected, number: entry.number });
        }
    }
    Ok(())
}
