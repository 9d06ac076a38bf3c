//! What is kept of every finished game, mode by mode.

use quintet_engine::Ranking;
use quintet_frontend::{GameEntry, Mode};
use quintet_records::{Document, History, Kept, Played, history_key};
use quintet_words::notices;

use super::{Replays, Scores, Store};

/// The games of a mode; before the first one was kept, what scores and replays tell of them.
pub(crate) fn history(store: &mut Store, game: &GameEntry, mode: &Mode) -> History {
    let history: History = store.load(&key(game, mode), notices::STATISTICS).unwrap_or_default();
    if history.count() > 0 {
        return history;
    }
    let scores = Scores::load(store, game.slug, mode.slug, mode.game);
    let replays = Replays::load(store);
    // Replays of both editions are in one list, and only the first has no history.
    let is_first = mode.game.edition() == 1;
    let same = |kept: &&Kept| is_first && kept.game == game.slug && kept.mode == mode.slug;
    let replays: Vec<&Kept> = replays.list().iter().filter(same).collect();
    History::from_former(scores.entries(), &replays, mode.ranking() == Some(Ranking::Time))
}

/// Keeps a game with the others.
pub(crate) fn add_to_history(store: &mut Store, game: &GameEntry, mode: &Mode, new: Played) {
    let mut all = history(store, game, mode);
    all.add(new);
    store.write(&key(game, mode), all.to_json());
}

fn key(game: &GameEntry, mode: &Mode) -> String {
    history_key(game.slug, mode.slug, mode.game.edition())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use crate::store::testing::Scratch;
    use quintet_records::{Ending, Json};

    #[test]
    fn games_are_counted_and_the_apps_history_goes_on() {
        let mut scratch = Scratch::new();
        let store = &mut scratch.store;
        let game = &games::all()[0];
        let mode = &game.modes[0];
        add_to_history(store, game, mode, Played::new("2026-01-05", Ending::Over, 10, 1, 1));
        add_to_history(store, game, mode, Played::new("2026-01-06", Ending::Over, 20, 2, 1));
        let all = history(store, game, mode);
        assert_eq!((all.count(), all.sum().score, all.sum().lines), (2, 30, 3));
        let kept = store.read("history/marathon/marathon", notices::STATISTICS);
        assert!(matches!(kept, Some(Json::List(_))), "as the app keeps it");
    }
}
