//! What the messages of the stream hold, and the subjects that they are published to.

use quintet_protocol::RoomCode;
use serde::{Deserialize, Serialize};

use crate::rating::Rating;
use crate::store::{Entry, MatchLog, Step};

/// The form of records. Servers of two neighbouring versions read the same one.
const FORM: u8 = 2;
/// The form before there were logs of writers. Matches that were on then are read.
const FORM_WITHOUT_LOGS: u8 = 1;

/// Some entries of a match, as they were appended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Record {
    form: u8,
    /// A number that nobody else writes by.
    pub(super) writer: u64,
    /// The number of the first entry.
    pub(super) number: u32,
    /// The steps, each framed, so that one that cannot be read does not hide the others.
    steps: Vec<Vec<u8>>,
    /// The ratings that the result follows from, if there is one.
    before: Option<Vec<Rating>>,
}

impl Record {
    /// A record without entries, behind which the entry with this number follows.
    pub(super) const fn empty(writer: u64, number: u32) -> Record {
        Record { form: FORM, writer, number, steps: Vec::new(), before: None }
    }

    /// Adds the next entry.
    pub(super) fn push(&mut self, entry: &Entry) {
        if let Step::MatchOver(result) = &entry.step {
            self.before.clone_from(&result.before);
        }
        // Writing to memory fails only where memory does.
        self.steps.push(postcard::to_allocvec(&entry.step).unwrap_or_default());
    }

    /// Adds the entries of another record that are not in this one. False if some between them are
    /// missing.
    pub(super) fn extend(&mut self, more: Record) -> bool {
        let next = self.next_number();
        if more.number > next {
            return false;
        }
        self.steps.extend(more.steps.into_iter().skip((next - more.number) as usize));
        self.before = more.before.or(self.before.take());
        true
    }

    /// Drops the entries before this number.
    pub(super) fn drop_before(&mut self, number: u32) {
        let count = (number.saturating_sub(self.number) as usize).min(self.steps.len());
        self.steps.drain(..count);
        self.number += count as u32;
    }

    /// The entries at the beginning that take this many bytes or a little more.
    pub(super) fn beginning(&self, bytes: usize) -> Record {
        let mut size = 0;
        let fits = |step: &&Vec<u8>| {
            let is_room_left = size < bytes;
            size += step.len();
            is_room_left
        };
        Record { steps: self.steps.iter().take_while(fits).cloned().collect(), ..self.clone() }
    }

    /// The bytes of the steps.
    pub(super) fn size(&self) -> usize {
        self.steps.iter().map(Vec::len).sum()
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    pub(super) fn encode(&self) -> Vec<u8> {
        postcard::to_allocvec(self).unwrap_or_default()
    }

    /// None for one that cannot be read.
    pub(super) fn decode(bytes: &[u8]) -> Option<Record> {
        let is_known = |record: &Record| [FORM, FORM_WITHOUT_LOGS].contains(&record.form);
        postcard::from_bytes(bytes).ok().filter(is_known)
    }

    /// The number of the entry that follows.
    pub(super) const fn next_number(&self) -> u32 {
        self.number + self.steps.len() as u32
    }

    /// Adds the entries to a log.
    pub(super) fn add_to(self, log: &mut MatchLog) {
        let match_id = log.match_id;
        for (number, bytes) in (self.number..).zip(self.steps) {
            let Ok(mut step) = postcard::from_bytes(&bytes) else {
                log.is_damaged = true;
                continue;
            };
            if let Step::MatchOver(result) = &mut step {
                result.before.clone_from(&self.before);
            }
            log.entries.push(Entry { match_id, number, step });
        }
    }
}

/// A message of a writer's log: entries of several matches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct LogRecord {
    form: u8,
    /// Who has written it. Where that is not the log's own writer, the log ends there.
    pub(super) writer: u64,
    /// Entries by match.
    pub(super) parts: Vec<(u64, Record)>,
}

impl LogRecord {
    pub(super) const fn new(writer: u64, parts: Vec<(u64, Record)>) -> LogRecord {
        LogRecord { form: FORM, writer, parts }
    }

    pub(super) fn encode(&self) -> Vec<u8> {
        postcard::to_allocvec(self).unwrap_or_default()
    }

    /// None for one that cannot be read.
    pub(super) fn decode(bytes: &[u8]) -> Option<LogRecord> {
        postcard::from_bytes(bytes).ok().filter(|record: &LogRecord| record.form == FORM)
    }
}

/// The subjects of the stream, for a prefix.
#[derive(Clone, Debug)]
pub(super) struct Subjects {
    /// What all of them begin with.
    prefix: String,
}

impl Subjects {
    pub(super) fn new(prefix: &str) -> Subjects {
        Subjects { prefix: format!("{prefix}.journal") }
    }

    /// Everything.
    pub(super) fn all(&self) -> String {
        format!("{}.>", self.prefix)
    }

    /// All matches.
    pub(super) fn of_matches(&self) -> String {
        format!("{}.*.*", self.prefix)
    }

    /// A match in a room.
    pub(super) fn of_match(&self, match_id: u64, code: RoomCode) -> String {
        format!("{}.{match_id}.{code}", self.prefix)
    }

    /// A match in whatever room.
    pub(super) fn of_match_anywhere(&self, match_id: u64) -> String {
        format!("{}.{match_id}.*", self.prefix)
    }

    /// The matches of a room.
    pub(super) fn of_room(&self, code: RoomCode) -> String {
        format!("{}.*.{code}", self.prefix)
    }

    /// The log of a writer. It has one part more than the subjects of matches, so that no filter for
    /// those fits it.
    pub(super) fn of_writer(&self, writer: u64) -> String {
        format!("{}.writer.{writer}.log", self.prefix)
    }

    /// The room of a match's subject.
    pub(super) fn room(&self, subject: &str) -> Option<RoomCode> {
        let rest = subject.strip_prefix(&self.prefix)?.strip_prefix('.')?;
        RoomCode::parse(rest.split('.').nth(1)?)
    }

    /// The match of a match's subject.
    pub(super) fn match_id(&self, subject: &str) -> Option<u64> {
        let rest = subject.strip_prefix(&self.prefix)?.strip_prefix('.')?;
        rest.split('.').next()?.parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use quintet_protocol::PackedInput;

    use super::*;
    use crate::store::hex;

    fn entries() -> Vec<Entry> {
        let inputs = PackedInput::try_from((5, 1)).into_iter().collect();
        let upto = quintet_engine::Micros(300);
        let steps = [
            Step::Inputs { seat: 1, first: 2, upto, inputs },
            Step::GameOver { winner: Some(1), wins: vec![0, 1] },
        ];
        (4..).zip(steps).map(|(number, step)| Entry { match_id: 7, number, step }).collect()
    }

    fn record() -> Record {
        let mut record = Record::empty(200, 4);
        for entry in &entries() {
            record.push(entry);
        }
        record
    }

    /// If these bytes change, raise `FORM`, and say in docs/book/cluster.md that all nodes must be
    /// stopped for the upgrade.
    #[test]
    fn records_are_written_as_other_nodes_read_them() {
        let bytes = record().encode();
        assert_eq!(hex(&bytes), "02c801040208020102ac020105010604010102000100");
        let mut log = MatchLog { match_id: 7, entries: vec![], is_damaged: false };
        Record::decode(&bytes).expect("it can be read").add_to(&mut log);
        assert_eq!((log.entries, log.is_damaged), (entries(), false));
        let bytes = LogRecord::new(200, vec![(7, record())]).encode();
        let part = "02c801040208020102ac020105010604010102000100";
        assert_eq!(hex(&bytes), format!("02c8010107{part}"));
        assert_eq!(LogRecord::decode(&bytes), Some(LogRecord::new(200, vec![(7, record())])));
    }

    /// A match that was on before writers had logs is taken over.
    #[test]
    fn records_of_the_form_before_are_read() {
        let mut bytes = record().encode();
        bytes[0] = FORM_WITHOUT_LOGS;
        assert_eq!(Record::decode(&bytes).map(|record| record.next_number()), Some(6));
        bytes[0] = FORM + 1;
        assert_eq!(Record::decode(&bytes), None);
    }

    #[test]
    fn what_two_records_have_in_common_counts_once_and_a_gap_is_noticed() {
        let mut tail = Record::empty(200, 4);
        assert!(tail.extend(record()));
        assert!(tail.extend(record()));
        assert_eq!(tail, record());
        tail.drop_before(5);
        assert_eq!((tail.number, tail.next_number()), (5, 6));
        assert!(tail.extend(record()));
        assert_eq!(tail.next_number(), 6);
        let mut early = Record::empty(200, 3);
        assert!(!early.extend(record()));
        assert_eq!(record().beginning(1).next_number(), 5);
        assert_eq!(record().beginning(100), record());
        tail.drop_before(4);
        tail.drop_before(9);
        assert!(tail.is_empty());
    }
}
