//! The score of a ranked game that the server has not answered yet.

use quintet_engine::Replay;
use quintet_records::{from_text, to_text};
use quintet_words::notices;

use super::{Document, Json, Store};

const KEY: &str = "submission";

/// A score to be submitted: the ticket and the recording as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Submission {
    ticket: String,
    replay: String,
}

impl Submission {
    /// The score of a game that was played with this ticket.
    pub(crate) fn new(ticket: u64, replay: &Replay) -> Submission {
        Submission { ticket: ticket.to_string(), replay: to_text(&replay.to_bytes()) }
    }

    /// The ticket and the recording of what waits, if anything does.
    pub(crate) fn load(store: Store) -> Option<(u64, Vec<u8>)> {
        let kept: Submission = store.read(KEY, notices::UNFINISHED);
        Some((kept.ticket.parse().ok()?, from_text(&kept.replay)?))
    }

    /// Keeps it.
    pub(crate) fn save(&self, store: Store) {
        store.write(KEY, self);
    }

    /// The server has answered.
    pub(crate) fn forget(store: Store) {
        store.remove(KEY);
    }
}

impl Document for Submission {
    fn to_json(&self) -> Json {
        Json::object([
            ("ticket", self.ticket.as_str().into()),
            ("replay", self.replay.as_str().into()),
        ])
    }

    fn from_json(json: &Json) -> Option<Submission> {
        let text = |name: &str| json.text(name).map(str::to_owned);
        Some(Submission { ticket: text("ticket")?, replay: text("replay")? })
    }
}
