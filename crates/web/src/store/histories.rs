//! What is kept of every finished game, mode by mode.

use quintet_engine::Ranking;
use quintet_records::{History, Played, list_key};
use quintet_words::notices;

use super::{Document, Json, Kept, Replays, Scores, Store};
use crate::games::{GAMES, GameEntry, Mode};

/// The games of one mode.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Histories(History);

impl Histories {
    /// The games of a mode; before the first one was kept, what scores and replays tell of them.
    pub(crate) fn load(store: Store, game: &GameEntry, mode: &Mode) -> History {
        let Histories(history) = store.read(&key(game, mode), notices::STATISTICS);
        if history.count() > 0 {
            return history;
        }
        let scores = Scores::load(store, game, mode);
        let replays = Replays::local(store);
        // Replays of both editions are in one list, and only the first has no history.
        let is_first = mode.game.edition() == 1;
        let same = |kept: &&Kept| is_first && kept.game == game.slug && kept.mode == mode.slug;
        let replays: Vec<&Kept> = replays.iter().filter(same).collect();
        History::from_former(scores.entries(), &replays, mode.ranking() == Some(Ranking::Time))
    }

    /// Keeps what scores and replays tell of games, where nothing else does: the list of replays
    /// is about to be elsewhere.
    pub(super) fn keep_former(store: Store) {
        for (game, mode) in
            GAMES.iter().flat_map(|game| game.modes.iter().map(move |it| (game, it)))
        {
            let history = Histories::load(store, game, mode);
            if history.count() > 0 {
                store.write(&key(game, mode), &Histories(history));
            }
        }
    }

    /// Keeps a game with the others that were loaded before it was listed anywhere else.
    pub(crate) fn add(
        store: Store,
        game: &GameEntry,
        mode: &Mode,
        mut before: History,
        new: Played,
    ) {
        before.add(new);
        store.write(&key(game, mode), &Histories(before));
    }
}

impl Document for Histories {
    fn to_json(&self) -> Json {
        let row = |row: Vec<u64>| Json::List(row.into_iter().map(Json::from).collect());
        Json::List(self.0.rows().into_iter().map(row).collect())
    }

    fn from_json(json: &Json) -> Option<Histories> {
        let number = |json: &Json| match json {
            Json::Number(number) => u64::try_from(*number).ok(),
            _ => None,
        };
        let row = |json: &Json| json.items()?.iter().map(number).collect::<Option<Vec<u64>>>();
        let rows = json.items()?.iter().map(row).collect::<Option<Vec<_>>>()?;
        History::from_rows(&rows).map(Histories)
    }
}

fn key(game: &GameEntry, mode: &Mode) -> String {
    list_key(game.slug, mode.slug, mode.game.edition()).replacen("scores", "history", 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_records::Ending;

    #[test]
    fn a_history_is_read_as_it_was_written() {
        let mut history = History::default();
        history.add(Played::new("2026-01-05", Ending::Over, u64::MAX / 2, 40, 61_000_000));
        let written = Histories(history);
        assert_eq!(Histories::from_json(&written.to_json()), Some(written));
        assert_eq!(Histories::from_json(&Json::List(Vec::new())), None);
    }
}
