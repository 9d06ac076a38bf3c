//! High scores: the best ten of each mode, by each edition of its rules.

use quintet_engine::Ranking;
use quintet_records::{Document, Entry, Placing, insert, list_key};
use quintet_words::notices;

use super::{Storage, load};
use crate::games::{GameEntry, Mode};

/// The list of one mode, best first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scores {
    entries: Vec<Entry>,
}

impl Scores {
    /// The list of a mode.
    pub fn load(storage: &mut dyn Storage, game: &GameEntry, mode: &Mode) -> Scores {
        Scores::of_edition(storage, game, mode, mode.game.edition())
    }

    /// The lists by older editions of a mode's rules, the newest first, where there are scores.
    pub fn older(storage: &mut dyn Storage, game: &GameEntry, mode: &Mode) -> Vec<Scores> {
        let older = (1..mode.game.edition()).rev();
        let lists = older.map(|edition| Scores::of_edition(storage, game, mode, edition));
        lists.filter(|scores| !scores.entries.is_empty()).collect()
    }

    fn of_edition(storage: &mut dyn Storage, game: &GameEntry, mode: &Mode, edition: u8) -> Scores {
        let key = list_key(game.slug, mode.slug, edition);
        let kept: Vec<Entry> = load(storage, &key, notices::HIGH_SCORES);
        let mut scores = Scores::default();
        for entry in kept {
            // In order as a rule, but the document is the player's to edit.
            scores.insert(mode.ranking(), entry);
        }
        scores
    }

    /// Keeps the list.
    pub fn save(&self, storage: &mut dyn Storage, game: &GameEntry, mode: &Mode) {
        let key = list_key(game.slug, mode.slug, mode.game.edition());
        storage.write_document(&key, self.entries.to_json());
    }

    /// The entries, best first.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Says which replay an entry's game has.
    pub fn refer(&mut self, rank: usize, replay: &str) {
        if let Some(entry) = self.entries.get_mut(rank) {
            entry.replay = Some(replay.to_owned());
        }
    }

    /// Puts a game where it belongs, after equals; none if it is not among the best. (A-M27)
    pub fn insert(&mut self, ranking: Option<Ranking>, entry: Entry) -> Option<Placing> {
        insert(&mut self.entries, ranking, entry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use crate::storage::Memory;
    use quintet_engine::GameName;
    use quintet_records::Json;

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
        let (mut memory, (game, mode)) = (Memory::default(), games::of(GameName::Marathon));
        let mut scores = Scores::default();
        scores.insert(Some(Ranking::Score), entry(90));
        scores.refer(0, "r7");
        scores.save(&mut memory, game, mode);
        let read = Scores::load(&mut memory, game, mode);
        assert_eq!(read, scores);
        let first = &read.entries()[0];
        assert_eq!((first.score, first.level, first.date.as_str()), (90, 1, "2026-01-05"));
    }

    #[test]
    fn a_list_that_makes_no_sense_is_refused() {
        let (mut memory, (game, mode)) = (Memory::default(), games::of(GameName::Marathon));
        let key = "scores/marathon/marathon";
        memory.write_document(key, Json::List(vec![Json::Null]));
        assert_eq!(Scores::load(&mut memory, game, mode), Scores::default());
        assert_eq!(memory.refused, [key]);
    }

    #[test]
    fn scores_by_older_rules_have_a_list_of_their_own() {
        let (mut memory, (game, mode)) = (Memory::default(), games::of(GameName::Sprint));
        memory.write_document("scores/marathon/sprint", vec![entry(7)].to_json());
        let mut scores = Scores::load(&mut memory, game, mode);
        assert_eq!(scores, Scores::default(), "nothing by the present rules");
        scores.insert(Some(Ranking::Time), entry(9));
        scores.save(&mut memory, game, mode);
        assert_eq!(Scores::load(&mut memory, game, mode).entries(), [entry(9)]);
        let older = Scores::older(&mut memory, game, mode);
        assert_eq!(older.iter().map(Scores::entries).collect::<Vec<_>>(), [[entry(7)]]);
        let (game, mode) = games::of(GameName::Marathon);
        assert_eq!(Scores::older(&mut memory, game, mode), []);
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
