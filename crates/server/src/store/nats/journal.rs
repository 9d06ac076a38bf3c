//! The journal in a stream: a subject for each match, a message for all that is appended to it at
//! once.
//!
//! Every message names the one that it follows, and the stream refuses it if that is not the last of
//! its subject. So there is one writer of a match at a time: one that has been replaced is refused
//! from the first message on that its successor has written.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::{
    Config, DiscardPolicy, LastRawMessageErrorKind, StorageType, Stream,
};
use axum::body::Bytes;
use futures_util::StreamExt;
use futures_util::future::join_all;
use quintet_protocol::RoomCode;

use super::connection::Nats;
use super::reading::{Stored, read_until};
use super::record::{Record, Subjects};
use crate::secure_random;
use crate::store::{Entry, Journal, MatchLog, Pending, Step, StoreError};

/// How often reading begins again when matches were removed meanwhile.
const READING_ATTEMPTS: usize = 5;

/// The journal in a stream.
pub struct NatsJournal {
    nats: Nats,
    stream: Stream,
    subjects: Subjects,
    /// The number by which this journal knows its own messages.
    writer: u64,
    /// The matches that this journal writes.
    matches: HashMap<u64, Position>,
    /// Those that another one has taken over.
    lost: HashSet<u64>,
}

/// How far a match has been written.
struct Position {
    subject: String,
    /// The sequence of its last message; 0 before the first.
    last: u64,
    /// The number of its next entry.
    next_number: u32,
    /// While an append has to be repeated: the number of its first entry.
    repeat_from: Option<u32>,
    /// A message that may have been stored or not, and the number of the entry after it.
    in_doubt: Option<(Bytes, u32)>,
}

/// A match as it was read.
struct Found {
    subject: String,
    last: u64,
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
        let writer = secure_random::number();
        let (matches, lost) = (HashMap::new(), HashSet::new());
        Ok(NatsJournal { nats, stream, subjects, writer, matches, lost })
    }

    async fn append_all(&mut self, entries: &[Entry]) -> Result<(), StoreError> {
        let groups = by_match(entries);
        for (match_id, group) in &groups {
            if self.lost.contains(match_id) {
                return Err(StoreError::TakenOver { match_id: *match_id });
            }
            if !begins(group[0]) && !self.matches.contains_key(match_id) {
                self.look_up(*match_id).await?;
            }
        }
        for (match_id, group) in &groups {
            check(self.matches.get(match_id), *match_id, group)?;
        }
        let (matches, subjects) = (&mut self.matches, &self.subjects);
        let mut publishing = Vec::new();
        for (match_id, group) in groups {
            let position = matches.remove(&match_id);
            let position = position.unwrap_or_else(|| Position::begin(subjects, group[0]));
            publishing.push(position.append(
                &self.nats,
                &self.stream,
                self.writer,
                group,
                match_id,
            ));
        }
        let mut problem = None;
        let mut appended = Vec::new();
        for (match_id, position, outcome) in join_all(publishing).await {
            match outcome {
                Err(taken_over @ StoreError::TakenOver { .. }) => {
                    self.lost.insert(match_id);
                    problem = Some(taken_over);
                    continue;
                }
                Err(other) => problem = problem.or(Some(other)),
                Ok(()) => appended.push(match_id),
            }
            self.matches.insert(match_id, position);
        }
        if let Some(problem) = problem {
            return Err(problem);
        }
        for match_id in appended {
            if let Some(position) = self.matches.get_mut(&match_id) {
                position.repeat_from = None;
            }
        }
        Ok(())
    }

    /// Finds out how far a match has been written that this journal has not written yet.
    async fn look_up(&mut self, match_id: u64) -> Result<(), StoreError> {
        let subject = self.subjects.of_match_anywhere(match_id);
        let Some(last) = last_message(&self.stream, &subject).await? else { return Ok(()) };
        let record =
            Record::decode(&last.payload).ok_or(StoreError::Unreadable("a journal record"))?;
        let subject = last.subject.to_string();
        let position = Position::at(subject, last.sequence, record.next_number());
        self.matches.insert(match_id, position);
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
                    found.push(Found { subject, last: 0, next_number: 0, log });
                    found.len() - 1
                });
                found[place].take(sequence, &payload);
            }
        }
        Ok(Some(found))
    }

    /// Writes a message without entries to each match of a room, which makes all further messages of
    /// another writer fail, and returns the logs up to there.
    async fn take_over_room(&mut self, code: RoomCode) -> Result<Vec<MatchLog>, StoreError> {
        'reading: for _ in 0..READING_ATTEMPTS {
            let found = self.read(&self.subjects.of_room(code)).await?;
            let mut positions = Vec::new();
            for found in &found {
                let mut position =
                    Position::at(found.subject.clone(), found.last, found.next_number);
                let fence = Record::new(self.writer, found.next_number, &[]).encode().into();
                match position.send(&self.nats, &self.stream, fence, found.log.match_id).await {
                    Ok(()) => positions.push((found.log.match_id, position)),
                    Err(StoreError::TakenOver { .. }) => continue 'reading,
                    Err(problem) => return Err(problem),
                }
            }
            for (match_id, position) in positions {
                self.lost.remove(&match_id);
                self.matches.insert(match_id, position);
            }
            return Ok(found.into_iter().map(|found| found.log).collect());
        }
        Err(StoreError::Database("another server writes the matches of the room".into()))
    }
}

impl Journal for NatsJournal {
    fn append<'a>(&'a mut self, entries: &'a [Entry]) -> Pending<'a, ()> {
        Box::pin(self.append_all(entries))
    }

    fn logs(&mut self) -> Pending<'_, Vec<MatchLog>> {
        Box::pin(async {
            let found = self.read(&self.subjects.all()).await?;
            Ok(found.into_iter().map(|found| found.log).collect())
        })
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
            let all = self.subjects.all();
            let mut subjects = self.stream.info_with_subjects(all).await.map_err(failed)?;
            let mut rooms = HashSet::new();
            while let Some(subject) = subjects.next().await {
                let (subject, _) = subject.map_err(failed)?;
                rooms.extend(self.subjects.room(&subject));
            }
            Ok(rooms.into_iter().collect())
        })
    }

    fn take_over(&mut self, code: RoomCode) -> Pending<'_, Vec<MatchLog>> {
        Box::pin(self.take_over_room(code))
    }
}

impl Found {
    fn take(&mut self, sequence: u64, payload: &[u8]) {
        self.last = sequence;
        match Record::decode(payload) {
            Some(record) => {
                self.next_number = record.next_number();
                record.add_to(&mut self.log);
            }
            None => self.log.is_damaged = true,
        }
    }
}

impl Position {
    const fn at(subject: String, last: u64, next_number: u32) -> Position {
        Position { subject, last, next_number, repeat_from: None, in_doubt: None }
    }

    /// The position of a match before its first entry.
    fn begin(subjects: &Subjects, entry: &Entry) -> Position {
        let subject = match entry.step {
            Step::MatchBegun { code, .. } => subjects.of_match(entry.match_id, code),
            _ => subjects.of_match_anywhere(entry.match_id),
        };
        Position::at(subject, 0, 0)
    }

    /// Appends entries that were checked. What is stored already of an append that is repeated is
    /// left out.
    async fn append(
        mut self,
        nats: &Nats,
        stream: &Stream,
        writer: u64,
        entries: Vec<&Entry>,
        match_id: u64,
    ) -> (u64, Position, Result<(), StoreError>) {
        let outcome = async {
            if let Some((payload, next_number)) = self.in_doubt.clone() {
                self.send(nats, stream, payload, match_id).await?;
                self.next_number = next_number;
                self.in_doubt = None;
            }
            let is_new = |entry: &&Entry| entry.number >= self.next_number;
            let new: Vec<&Entry> = entries.into_iter().filter(is_new).collect();
            let Some(last) = new.last() else { return Ok(()) };
            let next_number = last.number + 1;
            let payload: Bytes = Record::new(writer, self.next_number, &new).encode().into();
            self.repeat_from = self.repeat_from.or(Some(self.next_number));
            self.in_doubt = Some((payload.clone(), next_number));
            self.send(nats, stream, payload, match_id).await?;
            self.next_number = next_number;
            self.in_doubt = None;
            Ok(())
        }
        .await;
        (match_id, self, outcome)
    }

    /// Publishes a message behind the last one. One that was stored before without an
    /// acknowledgement is recognised.
    async fn send(
        &mut self,
        nats: &Nats,
        stream: &Stream,
        payload: Bytes,
        match_id: u64,
    ) -> Result<(), StoreError> {
        let publish = PublishMessage::build()
            .payload(payload.clone())
            .expected_last_subject_sequence(self.last);
        let acknowledged = match nats.streams.send_publish(self.subject.clone(), publish).await {
            Ok(publishing) => publishing.await,
            Err(problem) => Err(problem),
        };
        match acknowledged {
            Ok(acknowledgement) => {
                self.last = acknowledgement.sequence;
                Ok(())
            }
            Err(problem) if problem.kind() == PublishErrorKind::WrongLastSequence => {
                match last_message(stream, &self.subject).await? {
                    Some(last) if last.payload == payload => {
                        self.last = last.sequence;
                        Ok(())
                    }
                    // An earlier attempt is still on its way through the replicas.
                    Some(last) if last.sequence <= self.last => Err(failed(problem)),
                    None if self.last == 0 => Err(failed(problem)),
                    _ => Err(StoreError::TakenOver { match_id }),
                }
            }
            Err(problem) => Err(failed(problem)),
        }
    }
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

const fn begins(entry: &Entry) -> bool {
    matches!(entry.step, Step::MatchBegun { .. })
}

/// Checks that entries follow what is written of their match, or repeat an append that failed.
fn check(position: Option<&Position>, match_id: u64, entries: &[&Entry]) -> Result<(), StoreError> {
    let first = entries[0].number;
    let next = match position {
        None => 0,
        Some(position) => {
            let end = position.in_doubt.as_ref().map_or(position.next_number, |doubt| doubt.1);
            let repeats = position.repeat_from.is_some_and(|from| (from..=end).contains(&first));
            if repeats { first } else { position.next_number }
        }
    };
    for (expected, entry) in (next..).zip(entries) {
        if entry.number != expected || begins(entry) != (expected == 0) {
            return Err(StoreError::OutOfSequence { match_id, expected, number: entry.number });
        }
    }
    Ok(())
}

/// The last message whose subject fits, from the leader of the stream.
async fn last_message(
    stream: &Stream,
    subject: &str,
) -> Result<Option<async_nats::jetstream::message::StreamMessage>, StoreError> {
    match stream.get_last_raw_message_by_subject(subject).await {
        Ok(message) => Ok(Some(message)),
        Err(problem) if problem.kind() == LastRawMessageErrorKind::NoMessageFound => Ok(None),
        Err(problem) => Err(failed(problem)),
    }
}

fn failed(problem: impl std::error::Error + Send + Sync + 'static) -> StoreError {
    StoreError::Database(Box::new(problem))
}
