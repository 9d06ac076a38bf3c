//! The journal in a stream: a subject for each match, and one for each writer.
//!
//! What is appended at once, of whatever matches, is one message of the writer's log: a replicated
//! message costs about the same however much is in it. Some seconds later the entries are moved to the
//! subject of their match, and the log is cut off behind them. So a match is read from its own subject
//! and from the end of its writer's log.
//!
//! Every message names the one that it follows, and the stream refuses it if that is not the last of
//! its subject. A server that takes a match over first ends the log of its writer by a message of its
//! own, so that the writer cannot write any more, and then writes to the subject of the match, which
//! names the writer. A writer whose log was ended begins another one, and takes over again the matches
//! that are still its own.
//!
//! ```text
//! journal.writer.W.log    … ─ 7:12 8:40 ─ 7:13 ─ 8:41 9:0 ─ end, by V        W can write no more
//! journal.7.CODE          0 to 11, by W ─ 12 to 13, by V                     V has taken it over
//! journal.8.CODE          0 to 39, by W                                      taken over next
//! ```

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use async_nats::jetstream::stream::{Config, DiscardPolicy, StorageType, Stream};
use futures_util::StreamExt;
use futures_util::future::join_all;
use quintet_protocol::RoomCode;
use tracing::debug;

use super::connection::Nats;
use super::position::{MESSAGE_SIZE, Position, check};
use super::publishing::{Published, failed, last_message, publish_behind};
use super::reading::{Stored, read_until};
use super::record::{Record, Subjects};
use super::writer_log::{Parts, ReadLog, WriterLog, Written};
use crate::store::{Entry, Journal, MatchLog, Pending, StoreError};

/// How often reading begins again when matches were removed or written meanwhile.
const READING_ATTEMPTS: usize = 5;
/// How often the log of a writer is tried to be ended that goes on writing.
const ENDING_ATTEMPTS: usize = 20;
/// The most matches whose entries are moved to their subjects at once.
const MOVED_AT_ONCE: usize = 32;
/// How long entries are in the log alone, and how often the log is cut off.
const LOGGED_FOR: Duration = Duration::from_secs(5);
/// How long messages are kept that nobody removes: the logs of writers that have gone.
const KEPT_FOR: Duration = Duration::from_hours(7 * 24);

/// The journal in a stream.
pub struct NatsJournal {
    nats: Nats,
    stream: Stream,
    subjects: Subjects,
    log: WriterLog,
    /// The matches that this journal writes.
    matches: HashMap<u64, Position>,
    /// Those that another one has taken over, or may have.
    lost: HashSet<u64>,
    /// The log of another writer that was ended last, and its number: rooms are taken over one by one.
    ended: Option<(u64, ReadLog)>,
    logged_for: Duration,
}

/// A match as its subject has it.
struct Found {
    subject: String,
    last: u64,
    /// Who writes it.
    writer: u64,
    next_number: u32,
    log: MatchLog,
}

impl NatsJournal {
    /// Opens or creates the stream. A server that has just started may need a while for it.
    pub async fn open(nats: Nats, patience: Duration) -> Result<NatsJournal, StoreError> {
        let subjects = Subjects::new(&nats.config.prefix);
        let config = Config {
            name: format!("{}-journal", nats.config.prefix),
            subjects: vec![subjects.all()],
            storage: StorageType::File,
            discard: DiscardPolicy::New,
            max_age: KEPT_FOR,
            // Any replica may be read from.
            allow_direct: true,
            num_replicas: nats.config.replicas(),
            ..Config::default()
        };
        nats.refuse_fewer_replicas(&config.name).await?;
        let stream = nats
            .insist(patience, async |nats: &Nats| {
                nats.streams
                    .create_or_update_stream(config.clone())
                    .await
                    .map_err(|problem| problem.to_string())?;
                nats.streams.get_stream(&config.name).await.map_err(|problem| problem.to_string())
            })
            .await?;
        let log = WriterLog::begin(&subjects);
        let (matches, lost) = (HashMap::new(), HashSet::new());
        let (ended, logged_for) = (None, LOGGED_FOR);
        Ok(NatsJournal { nats, stream, subjects, log, matches, lost, ended, logged_for })
    }

    /// The same with entries in the log alone for this long.
    #[must_use]
    pub fn logging_for(self, logged_for: Duration) -> NatsJournal {
        NatsJournal { logged_for, ..self }
    }

    async fn append_all(&mut self, entries: &[Entry]) -> Result<(), StoreError> {
        let groups = by_match(entries);
        self.settle_log().await?;
        for (match_id, group) in &groups {
            if self.lost.contains(match_id) {
                return Err(StoreError::TakenOver { match_id: *match_id });
            }
            if group[0].number > 0 && !self.matches.contains_key(match_id) {
                self.take_over_matches(&self.subjects.of_match_anywhere(*match_id)).await?;
            }
        }
        for (match_id, group) in &groups {
            match self.matches.get(match_id) {
                Some(position) => position.check(*match_id, group)?,
                None => check(0, *match_id, group)?,
            }
        }
        self.write(&groups).await?;
        for (match_id, _) in &groups {
            if let Some(position) = self.matches.get_mut(match_id) {
                position.note_appended();
            }
        }
        let needed = self.matches.values().filter_map(Position::needs).min();
        self.log.trim(&self.stream, needed, self.logged_for);
        Ok(())
    }

    /// Writes entries that were checked: those of matches that begin to their subjects, all others to
    /// the log. What is stored already of an append that is repeated is left out.
    async fn write(&mut self, groups: &[(u64, Vec<&Entry>)]) -> Result<(), StoreError> {
        let (nats, stream, subjects, writer) =
            (&self.nats, &self.stream, &self.subjects, self.log.writer);
        let (mut parts, mut beginning) = (Parts::new(), Vec::new());
        for (match_id, group) in groups {
            let begin = || Position::begin(subjects, writer, group[0]);
            let mut position = self.matches.remove(match_id).unwrap_or_else(begin);
            if position.is_begun() {
                parts.push((*match_id, position.new_entries(group)));
                self.matches.insert(*match_id, position);
            } else {
                beginning.push(async move {
                    let outcome = position.write_first(nats, stream, group, *match_id).await;
                    (*match_id, position, outcome)
                });
            }
        }
        let to_be_moved =
            self.matches.extract_if(|_, position| position.is_in_log_for(self.logged_for));
        let moving = to_be_moved.take(MOVED_AT_ONCE).map(async |(match_id, mut position)| {
            let outcome = position.move_tail(nats, stream, match_id).await;
            (match_id, position, outcome)
        });
        let moving = join_all(moving.collect::<Vec<_>>());
        let (begun, moved, (written, logged)) = tokio::join!(
            join_all(beginning),
            moving,
            write_parts(&mut self.log, nats, stream, parts)
        );
        let mut problem = None;
        for (match_id, position, outcome) in begun {
            if let Some(failed) = self.put_back(match_id, position, outcome) {
                problem = Some(failed);
            }
        }
        for (match_id, position, outcome) in moved {
            if let Some(problem) = self.put_back(match_id, position, outcome) {
                // They are in the log.
                debug!(%problem, match_id, "entries were not moved to their match");
            }
        }
        for written in written {
            self.note(written);
        }
        match logged {
            Ok(()) => problem.map_or(Ok(()), Err),
            Err(failed) => Err(failed),
        }
    }

    /// Keeps the position of a match after writing to its subject, unless it was taken over. Returns
    /// the error.
    fn put_back(
        &mut self,
        match_id: u64,
        position: Position,
        outcome: Result<(), StoreError>,
    ) -> Option<StoreError> {
        if let Err(StoreError::TakenOver { .. }) = outcome {
            self.lost.insert(match_id);
        } else {
            self.matches.insert(match_id, position);
        }
        outcome.err()
    }

    /// Takes in the result of writing to the log.
    fn note(&mut self, written: Written) {
        match written {
            Written::At(sequence, parts) => {
                for (match_id, record) in parts {
                    if let Some(position) = self.matches.get_mut(&match_id) {
                        position.note_logged(sequence, record);
                    }
                }
            }
            Written::Ended => {
                self.lost.extend(self.matches.drain().map(|(match_id, _)| match_id));
                self.log = WriterLog::begin(&self.subjects);
            }
        }
    }

    /// Finds out whether the last message of the log is stored, if that is not known.
    async fn settle_log(&mut self) -> Result<(), StoreError> {
        if let Some(written) = self.log.settle(&self.nats, &self.stream).await? {
            self.note(written);
        }
        Ok(())
    }

    /// Reads the matches whose subjects fit, in the order they were begun.
    async fn read(&self, filter: &str) -> Result<Vec<Found>, StoreError> {
        for _ in 0..READING_ATTEMPTS {
            let Some(last) = last_message(&self.stream, filter).await? else {
                return Ok(Vec::new());
            };
            if let Some(found) = self.read_until(filter, last.sequence).await? {
                return Ok(found);
            }
        }
        Err(StoreError::Database("the stream cannot be read to its end".into()))
    }

    /// None if the message with this sequence does not come.
    async fn read_until(&self, filter: &str, last: u64) -> Result<Option<Vec<Found>>, StoreError> {
        let Some(stored) = read_until(&self.nats, &self.stream, filter, last).await? else {
            return Ok(None);
        };
        let (mut found, mut places) = (Vec::<Found>::new(), HashMap::new());
        for Stored { subject, sequence, payload } in stored {
            if let Some(match_id) = self.subjects.match_id(&subject) {
                let place = *places.entry(match_id).or_insert_with(|| {
                    let log = MatchLog { match_id, entries: Vec::new(), is_damaged: false };
                    found.push(Found { subject, last: 0, writer: 0, next_number: 0, log });
                    found.len() - 1
                });
                found[place].take(sequence, &payload);
            }
        }
        Ok(Some(found))
    }

    /// Takes over the matches whose subjects fit, and returns their logs.
    async fn take_over_matches(&mut self, filter: &str) -> Result<Vec<MatchLog>, StoreError> {
        self.settle_log().await?;
        'reading: for _ in 0..READING_ATTEMPTS {
            let mut logs = Vec::new();
            for found in self.read(filter).await? {
                let Some(log) = self.take_over_match(found).await? else { continue 'reading };
                logs.push(log);
            }
            return Ok(logs);
        }
        Err(StoreError::Database("another server writes the matches of the room".into()))
    }

    /// Takes a match over; none if it was written meanwhile. One that is decided stays with its
    /// writer, who has nothing more to write.
    async fn take_over_match(&mut self, found: Found) -> Result<Option<MatchLog>, StoreError> {
        let Found { subject, last, writer, next_number, log } = found;
        let (own, match_id) = (self.log.writer, log.match_id);
        let log_subject = self.subjects.of_writer(writer);
        for _ in 0..ENDING_ATTEMPTS {
            let mut written = match self.ended.take().filter(|(of, _)| *of == writer) {
                Some((_, ended)) => ended,
                None => {
                    match ReadLog::read(&self.nats, &self.stream, &log_subject, writer).await? {
                        Some(written) => written,
                        None => continue,
                    }
                }
            };
            let mut tail = Record::empty(writer, next_number);
            let mut log = log.clone();
            let is_whole = written.add_to(match_id, &mut tail);
            tail.clone().add_to(&mut log);
            if writer != own {
                if is_whole && log.result().is_some() {
                    return Ok(Some(log));
                }
                if !written.is_ended
                    && !written.end(&self.nats, &self.stream, &log_subject, own).await?
                {
                    continue;
                }
                self.ended = Some((writer, written));
            }
            let Some(position) = self.move_to(subject, last, tail).await? else { return Ok(None) };
            self.lost.remove(&match_id);
            self.matches.insert(match_id, position);
            log.is_damaged |= !is_whole;
            return Ok(Some(log));
        }
        Err(StoreError::Database("another server goes on writing its matches".into()))
    }

    /// Moves the end of another writer's log to the subject of its match. The last message, and only
    /// that, says that the match is written by this journal from now on. None if somebody else has
    /// written there.
    async fn move_to(
        &self,
        subject: String,
        mut last: u64,
        mut tail: Record,
    ) -> Result<Option<Position>, StoreError> {
        let (own, next_number) = (self.log.writer, tail.next_number());
        loop {
            let mut part = tail.beginning(MESSAGE_SIZE);
            tail.drop_before(part.next_number());
            if tail.is_empty() {
                part.writer = own;
            }
            let part = part.encode().into();
            match publish_behind(&self.nats, &self.stream, &subject, last, part).await? {
                Published::At(sequence) => last = sequence,
                Published::Superseded => return Ok(None),
            }
            if tail.is_empty() {
                return Ok(Some(Position::at(subject, last, own, next_number)));
            }
        }
    }

    /// The logs of all matches, without taking any over.
    async fn read_all(&self) -> Result<Vec<MatchLog>, StoreError> {
        let mut logs = Vec::new();
        for Found { writer, next_number, mut log, .. } in
            self.read(&self.subjects.of_matches()).await?
        {
            let subject = self.subjects.of_writer(writer);
            let written = ReadLog::read(&self.nats, &self.stream, &subject, writer).await?;
            let mut tail = Record::empty(writer, next_number);
            log.is_damaged |=
                !written.is_some_and(|written| written.add_to(log.match_id, &mut tail));
            tail.add_to(&mut log);
            logs.push(log);
        }
        Ok(logs)
    }
}

impl Journal for NatsJournal {
    fn append<'a>(&'a mut self, entries: &'a [Entry]) -> Pending<'a, ()> {
        Box::pin(self.append_all(entries))
    }

    fn logs(&mut self) -> Pending<'_, Vec<MatchLog>> {
        Box::pin(self.read_all())
    }

    fn remove(&mut self, match_id: u64) -> Pending<'_, ()> {
        Box::pin(async move {
            let subject = self.subjects.of_match_anywhere(match_id);
            self.stream.purge().filter(subject).await.map_err(failed)?;
            self.matches.remove(&match_id);
            self.lost.remove(&match_id);
            Ok(())
        })
    }

    fn tidy(&mut self) -> Pending<'_, bool> {
        Box::pin(std::future::ready(Ok(true)))
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn rooms(&mut self) -> Pending<'_, Vec<RoomCode>> {
        Box::pin(async {
            let matches = self.subjects.of_matches();
            let mut subjects = self.stream.info_with_subjects(matches).await.map_err(failed)?;
            let mut rooms = HashSet::new();
            while let Some(subject) = subjects.next().await {
                let (subject, _) = subject.map_err(failed)?;
                rooms.extend(self.subjects.room(&subject));
            }
            Ok(rooms.into_iter().collect())
        })
    }

    fn take_over(&mut self, code: RoomCode) -> Pending<'_, Vec<MatchLog>> {
        let filter = self.subjects.of_room(code);
        Box::pin(async move { self.take_over_matches(&filter).await })
    }
}

impl Found {
    fn take(&mut self, sequence: u64, payload: &[u8]) {
        self.last = sequence;
        match Record::decode(payload) {
            Some(record) => {
                self.writer = record.writer;
                self.next_number = record.next_number();
                record.add_to(&mut self.log);
            }
            None => self.log.is_damaged = true,
        }
    }
}

/// Writes entries to a log, in as many messages as it takes. Returns the results of those messages.
async fn write_parts(
    log: &mut WriterLog,
    nats: &Nats,
    stream: &Stream,
    parts: Parts,
) -> (Vec<Written>, Result<(), StoreError>) {
    let mut all = Vec::new();
    for message in split(parts) {
        let first = message.first().map_or(0, |(match_id, _)| *match_id);
        match log.write(nats, stream, message).await {
            Ok(written @ Written::At(..)) => all.push(written),
            Ok(Written::Ended) => {
                all.push(Written::Ended);
                return (all, Err(StoreError::TakenOver { match_id: first }));
            }
            Err(problem) => return (all, Err(problem)),
        }
    }
    (all, Ok(()))
}

/// Parts of messages that are not too large, without empty ones.
fn split(parts: Parts) -> Vec<Parts> {
    let (mut messages, mut message, mut size) = (Vec::new(), Parts::new(), 0);
    for (match_id, mut rest) in parts {
        while !rest.is_empty() {
            let part = rest.beginning(MESSAGE_SIZE - size);
            rest.drop_before(part.next_number());
            size += part.size();
            message.push((match_id, part));
            if size >= MESSAGE_SIZE {
                messages.push(std::mem::take(&mut message));
                size = 0;
            }
        }
    }
    if !message.is_empty() {
        messages.push(message);
    }
    messages
}

/// The entries of each match, the matches in the order of their first entries.
fn by_match(entries: &[Entry]) -> Vec<(u64, Vec<&Entry>)> {
    let mut places = HashMap::new();
    let mut groups = Vec::<(u64, Vec<&Entry>)>::new();
    for entry in entries {
        let place = *places.entry(entry.match_id).or_insert_with(|| {
            groups.push((entry.match_id, Vec::new()));
            groups.len() - 1
        });
        groups[place].1.push(entry);
    }
    groups
}
