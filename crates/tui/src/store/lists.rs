//! The lists that every front end keeps, in files.

use quintet_engine::Replay;
use quintet_frontend::{Storage, Unfinished};
use quintet_records::{Document, Entry, Json, Kept, list_key, open};
use quintet_words::{Phrase, notices as words};

use super::{Replays, Store};
use crate::games::{GameEntry, Mode};

impl Storage for Store {
    fn read_document(&mut self, key: &str, what: Phrase) -> Option<Json> {
        self.read(key, what)
    }

    fn refuse_document(&mut self, key: &str, what: Phrase) {
        self.refuse(&self.path(key), what, &words::INVALID);
    }

    fn write_document(&mut self, key: &str, data: Json) {
        self.write(key, data);
    }

    fn remove_document(&mut self, key: &str) {
        self.remove(key);
    }

    fn listed_replays(&mut self) -> Vec<Kept> {
        Replays::load(self).list().to_vec()
    }

    fn keep_replay(&mut self, replay: &Replay, kept: Kept) -> String {
        Replays::add(self, replay, kept)
    }

    fn unrank_replay(&mut self, id: &str) {
        Replays::unrank(self, id);
    }
}

impl Store {
    /// Whether a game of a kind was left.
    pub(crate) fn has_unfinished(&self, game: &str) -> bool {
        self.path(&Unfinished::key(game)).exists()
    }

    /// The best score of a mode, for a number beside the board. What cannot be read is reported when
    /// the list is opened.
    pub(crate) fn best_score(&self, game: &GameEntry, mode: &Mode) -> u64 {
        let path = self.path(&list_key(game.slug, mode.slug, mode.game.edition()));
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let entries = open(&text).ok().and_then(|data| Vec::<Entry>::from_json(&data));
        entries.unwrap_or_default().iter().map(|entry| entry.score).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::testing::Scratch;
    use quintet_engine::{GameName, Ranking};
    use quintet_frontend::{Scores, games};

    /// M-078
    #[test]
    fn scores_are_read_as_they_were_written() {
        let mut scratch = Scratch::new();
        let (game, mode) = games::of(GameName::Marathon);
        let entry = Entry {
            score: 90,
            level: 3,
            lines: 4,
            time_us: 1000,
            date: "2026-01-05".to_owned(),
            helped: false,
            replay: None,
        };
        assert_eq!(scratch.store.best_score(game, mode), 0);
        let mut scores = Scores::load(&mut scratch.store, game, mode);
        scores.insert(Some(Ranking::Score), entry.clone());
        scores.save(&mut scratch.store, game, mode);
        assert_eq!(Scores::load(&mut scratch.store, game, mode).entries(), [entry]);
        assert_eq!(scratch.store.best_score(game, mode), 90);
    }

    #[test]
    fn a_list_that_makes_no_sense_is_set_aside() {
        let mut scratch = Scratch::new();
        let (game, mode) = games::of(GameName::Marathon);
        scratch.store.write("scores/marathon/marathon", Json::List(vec![Json::Null]));
        assert_eq!(Scores::load(&mut scratch.store, game, mode).entries(), []);
        assert_eq!(scratch.store.take_notices().len(), 2);
    }
}
