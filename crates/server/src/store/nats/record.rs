//! What one message of the stream holds: some entries of one match.

use quintet_protocol::RoomCode;
use serde::{Deserialize, Serialize};

use crate::rating::Rating;
use crate::store::{Entry, MatchLog, Step};

/// The form of a record. Servers of two neighbouring versions read the same one.
const FORM: u8 = 1;

/// Some entries of a match, as they were appended.
#[derive(Debug, Serialize, Deserialize)]
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
    /// A record of these entries, which follow each other.
    pub(super) fn new(writer: u64, number: u32, entries: &[&Entry]) -> Record {
        let before = entries.iter().find_map(|entry| match &entry.step {
            Step::MatchOver(result) => result.before.clone(),
            _ => None,
        });
        let bytes = |entry: &&Entry| postcard::to_allocvec(&entry.step).unwrap_or_default();
        let steps = entries.iter().map(bytes).collect();
        Record { form: FORM, writer, number, steps, before }
    }

    pub(super) fn encode(&self) -> Vec<u8> {
        // Writing to memory fails only where memory does.
        postcard::to_allocvec(self).unwrap_or_default()
    }

    /// None for one that cannot be read.
    pub(super) fn decode(bytes: &[u8]) -> Option<Record> {
        postcard::from_bytes(bytes).ok().filter(|record: &Record| record.form == FORM)
    }

    /// The number of the entry that follows.
    pub(super) fn next_number(&self) -> u32 {
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

/// The subjects of the stream, for a prefix.
#[derive(Clone, Debug)]
pub(super) struct Subjects {
    /// What all of them begin with.
    pub(super) prefix: String,
}

impl Subjects {
    pub(super) fn new(prefix: &str) -> Subjects {
        Subjects { prefix: format!("{prefix}.journal") }
    }

    /// Everything.
    pub(super) fn all(&self) -> String {
        format!("{}.>", self.prefix)
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

    /// The room of a subject.
    pub(super) fn room(&self, subject: &str) -> Option<RoomCode> {
        let rest = subject.strip_prefix(&self.prefix)?.strip_prefix('.')?;
        RoomCode::parse(rest.split('.').nth(1)?)
    }

    /// The match of a subject.
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

    /// If these bytes change, raise `FORM`, and say in docs/book/cluster.md that all nodes must be
    /// stopped for the upgrade.
    #[test]
    fn records_are_written_as_other_nodes_read_them() {
        let inputs = PackedInput::try_from((5, 1)).into_iter().collect();
        let upto = quintet_engine::Micros(300);
        let steps = [
            Step::Inputs { seat: 1, first: 2, upto, inputs },
            Step::GameOver { winner: Some(1), wins: vec![0, 1] },
        ];
        let entries: Vec<Entry> =
            (4..).zip(steps).map(|(number, step)| Entry { match_id: 7, number, step }).collect();
        let bytes = Record::new(200, 4, &entries.iter().collect::<Vec<_>>()).encode();
        assert_eq!(hex(&bytes), "01c801040208020102ac020105010604010102000100");
        let mut log = MatchLog { match_id: 7, entries: vec![], is_damaged: false };
        Record::decode(&bytes).expect("it can be read").add_to(&mut log);
        assert_eq!((log.entries, log.is_damaged), (entries, false));
    }
}
