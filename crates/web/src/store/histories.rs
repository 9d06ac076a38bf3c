//! What is kept of every finished game, mode by mode.

use quintet_engine::Ranking;
use quintet_records::{History, Played, history_key};
use quintet_words::notices;

use super::{Kept, Replays, Scores, Store};
use crate::games::{GAMES, GameEntry, Mode};

/// The histories of all modes.
pub(crate) struct Histories;

impl Histories {
    /// The games of a mode; before the first one was kept, what scores and replays tell of them.
    pub(crate) fn load(store: Store, game: &GameEntry, mode: &Mode) -> History {
        let history: History = store.read(&key(game, mode), notices::STATISTICS);
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
                store.write(&key(game, mode), &history);
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
        store.write(&key(game, mode), &before);
    }
}

fn key(game: &GameEntry, mode: &Mode) -> String {
    history_key(game.slug, mode.slug, mode.game.edition())
}
