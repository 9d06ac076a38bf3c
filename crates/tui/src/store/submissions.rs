//! Scores that a server has not answered yet, so that quitting does not lose them.

use quintet_engine::Replay;
use quintet_records::{Document, Json, from_text, to_text};
use quintet_words::terminal;

use super::Store;
use crate::online::ServerAddress;

/// The document. It is not part of a backup, since a ticket belongs to one device.
pub(super) const KEY: &str = "submissions";
/// More than a server that is away for long should ever collect; the oldest go first.
const MAX_KEPT: usize = 20;

/// A score to be submitted: where, by which ticket, and the recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeptSubmission {
    pub(crate) server: ServerAddress,
    pub(crate) ticket: u64,
    pub(crate) replay: Replay,
}

/// All of them, the oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct KeptSubmissions(Vec<KeptSubmission>);

impl KeptSubmissions {
    pub(crate) fn load(store: &mut Store) -> Vec<KeptSubmission> {
        store.load::<KeptSubmissions>(KEY, terminal::SUBMISSIONS).unwrap_or_default().0
    }

    /// Keeps one until it is forgotten.
    pub(crate) fn keep(store: &mut Store, submission: &KeptSubmission) {
        KeptSubmissions::change(store, |kept| {
            kept.retain(|other| other.ticket != submission.ticket);
            kept.push(submission.clone());
            kept.drain(..kept.len().saturating_sub(MAX_KEPT));
        });
    }

    /// The server has answered.
    pub(crate) fn forget(store: &mut Store, ticket: u64) {
        KeptSubmissions::change(store, |kept| kept.retain(|other| other.ticket != ticket));
    }

    fn change(store: &mut Store, change: impl FnOnce(&mut Vec<KeptSubmission>)) {
        let lock = store.lock();
        let mut kept = KeptSubmissions::load(store);
        change(&mut kept);
        if kept.is_empty() {
            store.remove(KEY);
        } else {
            store.write(KEY, KeptSubmissions(kept).to_json());
        }
        drop(lock);
    }
}

impl Document for KeptSubmissions {
    fn to_json(&self) -> Json {
        let submission = |kept: &KeptSubmission| {
            Json::object([
                ("server", kept.server.to_string().as_str().into()),
                ("ticket", kept.ticket.to_string().as_str().into()),
                ("replay", to_text(&kept.replay.to_bytes()).as_str().into()),
            ])
        };
        Json::object([("submissions", Json::List(self.0.iter().map(submission).collect()))])
    }

    fn from_json(json: &Json) -> Option<KeptSubmissions> {
        let submission = |json: &Json| {
            Some(KeptSubmission {
                server: ServerAddress::parse(json.text("server")?).ok()?,
                ticket: json.text("ticket")?.parse().ok()?,
                replay: Replay::from_bytes(&from_text(json.text("replay")?)?).ok()?,
            })
        };
        let kept = json.get("submissions")?.items()?.iter().map(submission);
        kept.collect::<Option<Vec<_>>>().map(KeptSubmissions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::testing::Scratch;
    use quintet_engine::{GameName, Recorder};

    #[test]
    fn submissions_are_kept_until_they_are_answered_and_stay_out_of_backups() {
        let mut scratch = Scratch::new();
        let store = &mut scratch.store;
        let submission = |ticket| KeptSubmission {
            server: ServerAddress::default(),
            ticket,
            replay: Recorder::new(&[GameName::Flip.rules()], ticket).replay(),
        };
        let tickets = |store: &mut Store| {
            let kept = KeptSubmissions::load(store);
            kept.iter().map(|kept| kept.ticket).collect::<Vec<_>>()
        };
        for ticket in [3, 1, u64::MAX, 3] {
            KeptSubmissions::keep(store, &submission(ticket));
        }
        assert_eq!(tickets(store), [1, u64::MAX, 3]);
        assert_eq!(KeptSubmissions::load(store)[1], submission(u64::MAX));

        let file = scratch.folder.join("backup.json");
        store.export(&file).expect("it can be written");
        let text = std::fs::read_to_string(&file).expect("a file");
        assert!(!text.contains("ticket"), "{text}");
        store.import(&file).expect("it is a backup");
        assert_eq!(tickets(store), [1, u64::MAX, 3]);

        KeptSubmissions::forget(store, 1);
        assert_eq!(tickets(store), [u64::MAX, 3]);
        for ticket in 10..10 + MAX_KEPT as u64 {
            KeptSubmissions::keep(store, &submission(ticket));
        }
        assert_eq!(tickets(store), (10..10 + MAX_KEPT as u64).collect::<Vec<_>>());
    }
}
