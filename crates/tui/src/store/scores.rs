//! High scores: the best ten of each mode, by each edition of its rules.

use quintet_engine::{GameName, Ranking};
use quintet_records::{Document, insert, list_key};
pub(crate) use quintet_records::{Entry, Placing};
use quintet_words::notices;

use super::Store;

/// The list of one mode, best first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Scores {
    entries: Vec<Entry>,
}

impl Scores {
    /// The list of a mode.
    pub(crate) fn load(store: &mut Store, game: &str, mode: &str, name: GameName) -> Scores {
        Scores::read(store, &list_key(game, mode, name.edition()), name.ranking())
    }

    /// The lists by older editions of a mode's rules, the newest first, where there are scores.
    pub(crate) fn older(store: &mut Store, game: &str, mode: &str, name: GameName) -> Vec<Scores> {
        let older = (1..name.edition()).rev();
        let lists = older
            .map(|edition| Scores::read(store, &list_key(game, mode, edition), name.ranking()));
        lists.filter(|scores| !scores.entries.is_empty()).collect()
    }

    fn read(store: &mut Store, key: &str, ranking: Option<Ranking>) -> Scores {
        let entries: Vec<Entry> = store.load(key, notices::HIGH_SCORES).unwrap_or_default();
        let mut scores = Scores::default();
        for entry in entries {
            // In order as a rule, but the file is the player's to edit.
            scores.insert(ranking, entry);
        }
        scores
    }

    /// The best score of a mode, for a number beside the board. What cannot be read is reported when
    /// the list is opened.
    pub(crate) fn best(store: &Store, game: &str, mode: &str, name: GameName) -> u64 {
        let path = store.path(&list_key(game, mode, name.edition()));
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let entries = super::open(&text).ok().and_then(|data| Vec::<Entry>::from_json(&data));
        entries.unwrap_or_default().iter().map(|entry| entry.score).max().unwrap_or(0)
    }

    /// Keeps the list.
    pub(crate) fn save(&self, store: &mut Store, game: &str, mode: &str, name: GameName) {
        store.write(&list_key(game, mode, name.edition()), self.entries.to_json());
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::testing::Scratch;
    use quintet_records::Json;

    fn entry(score: u64) -> Entry {
        let date = "2026-01-05".to_owned();
        let (level, lines, time_us) = (1, 4, 1000 - score);
        Entry { score, level, lines, time_us, date, helped: false, replay: None }
    }

    /// M-076 M-078
    #[test]
    fn the_best_ten_are_kept_in_order() {
        let mut scratch = Scratch::new();
        let mut scores = Scores::default();
        for score in [50, 10, 40, 90, 20, 30, 70, 60, 80, 100, 95] {
            scores.insert(Some(Ranking::Score), entry(score));
        }
        scores.save(&mut scratch.store, "a", "b", GameName::Marathon);
        let read = Scores::load(&mut scratch.store, "a", "b", GameName::Marathon);
        assert_eq!(read, scores);
        let kept: Vec<u64> = read.entries().iter().map(|entry| entry.score).collect();
        assert_eq!(kept, [100, 95, 90, 80, 70, 60, 50, 40, 30, 20]);
        assert_eq!(scores.insert(Some(Ranking::Score), entry(0)), None);
        assert_eq!(
            scores.insert(Some(Ranking::Time), entry(999)),
            Some(Placing { rank: 0, is_best: true })
        );
    }

    #[test]
    fn scores_by_older_rules_have_a_list_of_their_own() {
        let mut scratch = Scratch::new();
        let (store, sprint) = (&mut scratch.store, GameName::Sprint);
        store.write("scores/marathon/sprint", vec![entry(7)].to_json());
        let mut scores = Scores::load(store, "marathon", "sprint", sprint);
        assert_eq!(scores, Scores::default(), "nothing by the present rules");
        assert_eq!(Scores::best(store, "marathon", "sprint", sprint), 0);
        scores.insert(Some(Ranking::Time), entry(9));
        scores.save(store, "marathon", "sprint", sprint);
        assert_eq!(Scores::load(store, "marathon", "sprint", sprint).entries(), [entry(9)]);
        let older = Scores::older(store, "marathon", "sprint", sprint);
        assert_eq!(older.len(), 1);
        assert_eq!(older[0].entries(), [entry(7)]);
        assert_eq!(Scores::older(store, "marathon", "marathon", GameName::Marathon), []);
    }

    #[test]
    fn a_list_that_makes_no_sense_is_set_aside() {
        let mut scratch = Scratch::new();
        scratch.store.write("scores/a/b", Json::List(vec![Json::Null]));
        let read = Scores::load(&mut scratch.store, "a", "b", GameName::Marathon);
        assert_eq!(read, Scores::default());
        assert_eq!(scratch.store.take_notices().len(), 2);
    }
}
