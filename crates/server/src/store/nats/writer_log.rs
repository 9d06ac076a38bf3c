//! The log of one writer: the latest entries of all matches that it writes.

use std::time::{Duration, Instant};

use async_nats::jetstream::stream::Stream;
use axum::body::Bytes;
use tracing::warn;

use super::connection::Nats;
use super::publishing::{Published, last_message, publish_behind};
use super::reading::read_until;
use super::record::{LogRecord, Record, Subjects};
use crate::secure_random;
use crate::store::StoreError;

/// Entries by match, as they are in one message.
pub(super) type Parts = Vec<(u64, Record)>;

/// The log of this journal.
pub(super) struct WriterLog {
    /// The number by which this journal knows its own messages.
    pub(super) writer: u64,
    subject: String,
    /// The sequence of its last message; 0 before the first.
    last: u64,
    /// A message that may have been stored or not.
    in_doubt: Option<(Bytes, Parts)>,
    /// Where it was cut off, and when.
    trimmed: (u64, Instant),
}

/// Result of writing to a log.
pub(super) enum Written {
    /// The entries are stored in the message with this sequence.
    At(u64, Parts),
    /// Somebody else has ended the log.
    Ended,
}

impl WriterLog {
    /// A log that nobody else writes to.
    pub(super) fn begin(subjects: &Subjects) -> WriterLog {
        let writer = secure_random::number();
        let (subject, trimmed) = (subjects.of_writer(writer), (0, Instant::now()));
        WriterLog { writer, subject, last: 0, in_doubt: None, trimmed }
    }

    /// Writes entries. After an error they may have been stored or not, and [`WriterLog::settle`] is
    /// called before anything else is written.
    pub(super) async fn write(
        &mut self,
        nats: &Nats,
        stream: &Stream,
        parts: Parts,
    ) -> Result<Written, StoreError> {
        let record = LogRecord::new(self.writer, parts);
        let payload: Bytes = record.encode().into();
        self.in_doubt = Some((payload.clone(), record.parts));
        self.publish(nats, stream, payload).await
    }

    /// Publishes the message that may have been stored or not, if there is one.
    pub(super) async fn settle(
        &mut self,
        nats: &Nats,
        stream: &Stream,
    ) -> Result<Option<Written>, StoreError> {
        match &self.in_doubt {
            None => Ok(None),
            Some((payload, _)) => self.publish(nats, stream, payload.clone()).await.map(Some),
        }
    }

    async fn publish(
        &mut self,
        nats: &Nats,
        stream: &Stream,
        payload: Bytes,
    ) -> Result<Written, StoreError> {
        let published = publish_behind(nats, stream, &self.subject, self.last, payload).await?;
        let parts = self.in_doubt.take().map_or_else(Vec::new, |(_, parts)| parts);
        match published {
            Published::At(sequence) => {
                self.last = sequence;
                Ok(Written::At(sequence, parts))
            }
            Published::Superseded => Ok(Written::Ended),
        }
    }

    /// Removes what is not needed any more, everything before this sequence, unless it did so less than
    /// `every` ago. The last message stays, because the next one is published behind it.
    pub(super) fn trim(&mut self, stream: &Stream, needed: Option<u64>, every: Duration) {
        let before = needed.unwrap_or(self.last).min(self.last);
        let (trimmed, at) = self.trimmed;
        if before <= trimmed || at.elapsed() < every {
            return;
        }
        self.trimmed = (before, Instant::now());
        let (stream, subject) = (stream.clone(), self.subject.clone());
        tokio::spawn(async move {
            let purged = stream.purge().filter(subject).sequence(before).await;
            if let Err(problem) = purged {
                // The next time more is removed.
                warn!(%problem, "the journal's log was not cut off");
            }
        });
    }
}

/// The log of a writer as it was read.
#[derive(Default)]
pub(super) struct ReadLog {
    records: Vec<LogRecord>,
    /// The sequence of its last message; 0 if there is none.
    last: u64,
    /// Whether the writer cannot write any more.
    pub(super) is_ended: bool,
    /// Whether a message cannot be read, which may have had entries of any match.
    is_damaged: bool,
}

impl ReadLog {
    /// Reads the log of a writer; none if it changes meanwhile.
    pub(super) async fn read(
        nats: &Nats,
        stream: &Stream,
        subject: &str,
        writer: u64,
    ) -> Result<Option<ReadLog>, StoreError> {
        let Some(last) = last_message(stream, subject).await? else {
            return Ok(Some(ReadLog::default()));
        };
        let stored = read_until(nats, stream, subject, last.sequence).await?;
        Ok(stored.map(|stored| {
            let read: Vec<_> =
                stored.iter().map(|stored| LogRecord::decode(&stored.payload)).collect();
            let is_damaged = read.contains(&None);
            let records: Vec<LogRecord> = read.into_iter().flatten().collect();
            let is_ended = records.iter().any(|record| record.writer != writer);
            ReadLog { records, last: last.sequence, is_ended, is_damaged }
        }))
    }

    /// Ends the log, so that its writer can write no more. False if it has written meanwhile.
    pub(super) async fn end(
        &mut self,
        nats: &Nats,
        stream: &Stream,
        subject: &str,
        own: u64,
    ) -> Result<bool, StoreError> {
        let end = LogRecord::new(own, Vec::new()).encode().into();
        let published = publish_behind(nats, stream, subject, self.last, end).await?;
        self.is_ended = matches!(published, Published::At(_));
        Ok(self.is_ended)
    }

    /// Adds what the log has of a match to its entries. False if some are missing.
    pub(super) fn add_to(&self, match_id: u64, tail: &mut Record) -> bool {
        let parts = self.records.iter().flat_map(|record| &record.parts);
        let mut of_match = parts.filter(|(of, _)| *of == match_id);
        of_match.all(|(_, part)| tail.extend(part.clone())) && !self.is_damaged
    }
}
