//! High scores: the best ten of each mode, by each edition of its rules.

use quintet_engine::Ranking;
pub(crate) use quintet_records::{Entry, Placing};
use quintet_records::{insert, list_key};
use quintet_words::notices;

use super::{Document, Json, Store};
use crate::games::{GameEntry, Mode};

/// The list of one mode, best first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Scores {
    entries: Vec<Entry>,
}

impl Scores {
    /// The list of a mode.
    pub(crate) fn load(store: Store, game: &GameEntry, mode: &Mode) -> Scores {
        Scores::of_edition(store, game, mode, mode.game.edition())
    }

    /// The lists by older editions of a mode's rules, the newest first, where there are scores.
    pub(crate) fn older(store: Store, game: &GameEntry, mode: &Mode) -> Vec<Scores> {
        let older = (1..mode.game.edition()).rev();
        let lists = older.map(|edition| Scores::of_edition(store, game, mode, edition));
        lists.filter(|scores| !scores.entries.is_empty()).collect()
    }

    fn of_edition(store: Store, game: &GameEntry, mode: &Mode, edition: u8) -> Scores {
        let key = list_key(game.slug, mode.slug, edition);
        let kept: Scores = store.read(&key, notices::HIGH_SCORES);
        let mut scores = Scores::default();
        for entry in kept.entries {
            // In order as a rule, but the store is the player's to edit.
            scores.insert(mode.ranking(), entry);
        }
        scores
    }

    /// Keeps the list.
    pub(crate) fn save(&self, store: Store, game: &GameEntry, mode: &Mode) {
        store.write(&list_key(game.slug, mode.slug, mode.game.edition()), self);
    }

    /// The entries, best first.
    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Says which replay an entry's game has.
    pub(crate) fn refer(&mut self, rank: usize, replay: &str) {
        if let Some(entry) = self.entries.get_mut(rank) {
            entry.replay = Some(replay.to_owned());
        }
    }

    /// Puts a game where it belongs, after equals; none if it is not among the best. (A-M27)
    pub(crate) fn insert(&mut self, ranking: Option<Ranking>, entry: Entry) -> Option<Placing> {
        insert(&mut self.entries, ranking, entry)
    }
}

impl Document for Scores {
    fn to_json(&self) -> Json {
        self.entries.to_json()
    }

    fn from_json(json: &Json) -> Option<Scores> {
        Document::from_json(json).map(|entries| Scores { entries })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(score: u64) -> Entry {
        Entry {
            score,
            level: 1,
            lines: 0,
            time_us: 1_000_000 - score,
            date: "2026-01-05".to_owned(),
            helped: false,
            replay: None,
        }
    }

    /// M-076 M-174
    #[test]
    fn the_best_ten_are_kept_best_first() {
        let mut scores = Scores::default();
        for score in [5, 90, 20, 40, 70, 10, 60, 30, 80, 50] {
            assert!(scores.insert(Some(Ranking::Score), entry(score)).is_some());
        }
        assert_eq!(scores.insert(Some(Ranking::Score), entry(5)), None, "equal to the tenth");
        assert_eq!(scores.insert(Some(Ranking::Score), entry(4)), None);
        let sixth = Placing { rank: 5, is_best: false };
        assert_eq!(scores.insert(Some(Ranking::Score), entry(45)), Some(sixth));
        let listed: Vec<u64> = scores.entries().iter().map(|entry| entry.score).collect();
        assert_eq!(listed, [90, 80, 70, 60, 50, 45, 40, 30, 20, 10]);
    }

    /// M-165
    #[test]
    fn only_a_first_place_is_a_new_high_score() {
        let mut scores = Scores::default();
        assert_eq!(scores.insert(Some(Ranking::Score), entry(0)), None);
        let best = Some(Placing { rank: 0, is_best: true });
        assert_eq!(scores.insert(Some(Ranking::Score), entry(100)), best);
        let second = Some(Placing { rank: 1, is_best: false });
        assert_eq!(scores.insert(Some(Ranking::Score), entry(100)), second, "equal to the best");
        assert_eq!(scores.insert(Some(Ranking::Score), entry(101)), best);
    }

    /// M-078
    #[test]
    fn an_entry_keeps_score_level_and_date() {
        let mut scores = Scores::default();
        scores.insert(Some(Ranking::Score), entry(90));
        scores.refer(0, "r7");
        let read = Scores::from_json(&scores.to_json());
        assert_eq!(read.as_ref(), Some(&scores));
        let read = read.expect("it was just written");
        assert_eq!((read.entries[0].score, read.entries[0].level), (90, 1));
        assert_eq!(read.entries[0].date, "2026-01-05");
        assert_eq!(Scores::from_json(&Json::List(vec![Json::Null])), None);
    }

    #[test]
    fn sprints_go_by_time() {
        let mut scores = Scores::default();
        scores.insert(Some(Ranking::Time), entry(10));
        assert_eq!(
            scores.insert(Some(Ranking::Time), entry(20)).map(|placing| placing.rank),
            Some(0)
        );
    }
}
