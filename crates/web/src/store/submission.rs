//! The scores of ranked games that the server has not answered yet.

use quintet_engine::Replay;
use quintet_records::{from_text, to_text};
use quintet_words::notices;

use super::{Document, Json, Store};

const KEY: &str = "submission";
/// How many wait at most: what is older gives way, so that a server that never comes back does not
/// fill the storage.
const MOST: usize = 10;

/// The scores to be submitted, oldest first: objects with the ticket, and the recording as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Submissions(Vec<Json>);

impl Submissions {
    /// Whether any wait.
    pub(crate) fn are_there(store: Store) -> bool {
        let Submissions(kept) = store.read(KEY, notices::UNFINISHED);
        !kept.is_empty()
    }

    /// The tickets and the recordings of what waits.
    pub(crate) fn load(store: Store) -> Vec<(u64, Vec<u8>)> {
        let Submissions(kept) = store.read(KEY, notices::UNFINISHED);
        let read =
            |one: &Json| Some((one.text("ticket")?.parse().ok()?, from_text(one.text("replay")?)?));
        kept.iter().filter_map(read).collect()
    }

    /// Keeps the score of a game that was played with this ticket.
    pub(crate) fn add(store: Store, ticket: u64, replay: &Replay) {
        let kept: Submissions = store.read(KEY, notices::UNFINISHED);
        store.write(KEY, &kept.and(ticket, &to_text(&replay.to_bytes())));
    }

    /// The server has answered.
    pub(crate) fn forget(store: Store, ticket: u64) {
        let mut kept: Submissions = store.read(KEY, notices::UNFINISHED);
        kept.0.retain(|one| one.text("ticket") != Some(&ticket.to_string()));
        if kept.0.is_empty() {
            store.remove(KEY);
        } else {
            store.write(KEY, &kept);
        }
    }

    fn and(mut self, ticket: u64, replay: &str) -> Submissions {
        let ticket = Json::Text(ticket.to_string());
        self.0.push(Json::object([("ticket", ticket), ("replay", replay.into())]));
        if self.0.len() > MOST {
            self.0.remove(0);
        }
        self
    }
}

impl Document for Submissions {
    fn to_json(&self) -> Json {
        Json::List(self.0.clone())
    }

    fn from_json(json: &Json) -> Option<Submissions> {
        // There used to be one alone.
        Some(Submissions(json.items().unwrap_or(std::slice::from_ref(json)).to_vec()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_scores_wait_in_the_order_in_which_they_were_played() {
        let kept = (0..12).fold(Submissions::default(), |kept, ticket| kept.and(ticket, "x"));
        let tickets: Vec<&str> = kept.0.iter().filter_map(|one| one.text("ticket")).collect();
        assert_eq!(tickets, ["2", "3", "4", "5", "6", "7", "8", "9", "10", "11"]);
        assert_eq!(Submissions::from_json(&kept.to_json()), Some(kept));
    }

    #[test]
    fn a_score_that_waits_alone_from_before_is_read() {
        let alone = Json::object([("ticket", "7".into()), ("replay", "abc".into())]);
        let read = Submissions::default().and(7, "abc");
        assert_eq!(Submissions::from_json(&alone), Some(read));
    }
}
