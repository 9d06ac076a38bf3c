//! What is kept of every finished game, mode by mode.

use quintet_engine::Ranking;
use quintet_records::{Document, History, Kept, Played, history_key};
use quintet_words::notices;

use super::{Scores, Storage, load};
use crate::games::{GAMES, GameEntry, Mode};

/// The games of a mode; before the first one was kept, what scores and replays tell of them.
pub fn history(storage: &mut dyn Storage, game: &GameEntry, mode: &Mode) -> History {
    if is_begun(storage, game, mode) {
        return load(storage, &key(game, mode), notices::STATISTICS);
    }
    let scores = Scores::load(storage, game, mode);
    let replays = storage.listed_replays();
    // Replays of both editions are in one list, and only the first has no history.
    let is_first = mode.game.edition() == 1;
    let same = |kept: &&Kept| is_first && kept.game == game.slug && kept.mode == mode.slug;
    let replays: Vec<&Kept> = replays.iter().filter(same).collect();
    History::from_former(scores.entries(), &replays, mode.ranking() == Some(Ranking::Time))
}

/// Adds a game to the others.
pub fn add_to_history(storage: &mut dyn Storage, game: &GameEntry, mode: &Mode, new: Played) {
    let mut all = history(storage, game, mode);
    all.add(new);
    storage.write_document(&key(game, mode), all.to_json());
}

/// Keeps what scores and replays tell of games, where nothing else does: the list of replays is about
/// to be elsewhere.
pub fn keep_former_history(storage: &mut dyn Storage) {
    for (game, mode) in GAMES.iter().flat_map(|game| game.modes.iter().map(move |it| (game, it))) {
        let history = history(storage, game, mode);
        if history.count() > 0 {
            storage.write_document(&key(game, mode), history.to_json());
        }
    }
}

/// Keeps what scores and replays tell of a mode, if no history does, so that a replay that is about to
/// be added is not counted as a game of the player.
pub(crate) fn begin_history(storage: &mut dyn Storage, game: &GameEntry, mode: &Mode) {
    if !is_begun(storage, game, mode) {
        let history = history(storage, game, mode);
        storage.write_document(&key(game, mode), history.to_json());
    }
}

fn is_begun(storage: &mut dyn Storage, game: &GameEntry, mode: &Mode) -> bool {
    storage.read_document(&key(game, mode), notices::STATISTICS).is_some()
}

fn key(game: &GameEntry, mode: &Mode) -> String {
    history_key(game.slug, mode.slug, mode.game.edition())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use crate::storage::Memory;
    use quintet_records::{Ending, Json};

    #[test]
    fn games_are_counted_in_a_list_of_their_mode() {
        let mut memory = Memory::default();
        let game = games::first();
        let mode = &game.modes[0];
        for (date, score, lines) in [("2026-01-05", 10, 1), ("2026-01-06", 20, 2)] {
            add_to_history(
                &mut memory,
                game,
                mode,
                Played::new(date, Ending::Over, score, lines, 1),
            );
        }
        let all = history(&mut memory, game, mode);
        assert_eq!((all.count(), all.sum().score, all.sum().lines), (2, 30, 3));
        let kept = memory.documents.get("history/marathon/marathon");
        assert!(matches!(kept, Some(Json::List(_))), "{kept:?}");
    }

    #[test]
    fn what_was_played_before_games_were_counted_is_read_from_the_replays() {
        let mut memory = Memory::default();
        let game = games::first();
        let kept = Kept {
            game: game.slug.to_owned(),
            mode: game.modes[0].slug.to_owned(),
            score: 300,
            date: "2026-01-05".to_owned(),
            ..Kept::default()
        };
        memory.replays.push(kept);
        keep_former_history(&mut memory);
        memory.replays.clear();
        let all = history(&mut memory, game, &game.modes[0]);
        assert_eq!((all.count(), all.sum().score), (1, 300));
    }
}
