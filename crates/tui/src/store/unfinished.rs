//! Games that were left, one of each kind.

use quintet_engine::Replay;
use quintet_records::{Json, from_text, to_text};
use quintet_words::notices;

use super::Store;

/// A game that has not ended, as it was played so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unfinished {
    pub(crate) mode: String,
    /// Whether it began with an empty board.
    pub(crate) is_new: bool,
    /// How often the player asked for a hint, in the app.
    pub(crate) hints: u32,
    /// The ticket of a ranked game.
    pub(crate) ticket: Option<u64>,
    pub(crate) replay: Replay,
}

impl Unfinished {
    /// What is kept of a game, if anything.
    pub(crate) fn load(store: &mut Store, game: &str) -> Option<Unfinished> {
        let key = key(game);
        let data = store.read(&key, notices::UNFINISHED)?;
        let kept = from_json(&data);
        if kept.is_none() {
            store.refuse(&store.path(&key), notices::UNFINISHED, &notices::INVALID);
        }
        kept
    }

    /// Whether something is kept of a game.
    pub(crate) fn exists(store: &Store, game: &str) -> bool {
        store.path(&key(game)).exists()
    }

    /// Keeps it.
    pub(crate) fn save(&self, store: &mut Store, game: &str) {
        let ticket = self.ticket.map(|ticket| ticket.to_string());
        let data = Json::object([
            ("game", game.into()),
            ("mode", self.mode.as_str().into()),
            ("new", self.is_new.into()),
            ("hints", self.hints.into()),
            ("ticket", ticket.as_deref().into()),
            ("replay", to_text(&self.replay.to_bytes()).as_str().into()),
        ]);
        store.write(&key(game), data);
    }

    /// Lets go what is kept of a game.
    pub(crate) fn forget(store: &Store, game: &str) {
        store.remove(&key(game));
    }
}

fn key(game: &str) -> String {
    format!("unfinished/{game}")
}

fn from_json(json: &Json) -> Option<Unfinished> {
    Some(Unfinished {
        mode: json.text("mode")?.to_owned(),
        is_new: json.bool("new")?,
        hints: json.number("hints").unwrap_or(0),
        ticket: json.text("ticket").and_then(|text| text.parse().ok()),
        replay: Replay::from_bytes(&from_text(json.text("replay")?)?).ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::testing::Scratch;
    use quintet_engine::{GameName, Recorder};

    #[test]
    fn an_unfinished_game_is_read_as_it_was_written() {
        let mut scratch = Scratch::new();
        let store = &mut scratch.store;
        let replay = Recorder::new(&[GameName::Flip.rules()], 3).replay();
        let kept = Unfinished {
            mode: "flip".into(),
            is_new: true,
            hints: 2,
            ticket: Some(u64::MAX),
            replay,
        };
        assert_eq!(Unfinished::load(store, "flip"), None);
        kept.save(store, "flip");
        assert!(Unfinished::exists(store, "flip"));
        assert_eq!(Unfinished::load(store, "flip"), Some(kept));
        Unfinished::forget(store, "flip");
        assert_eq!(Unfinished::load(store, "flip"), None);
    }
}
