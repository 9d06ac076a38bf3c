//! Which games have been played here, the last one first.

use quintet_words::notices;

use super::{Document, Json, Store};
use crate::games::{GAMES, GameEntry};

const KEY: &str = "recent";

/// The games that have been played, by their names in addresses, the last one first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Recent(Vec<String>);

impl Recent {
    /// What has been played on this device.
    pub(crate) fn load(store: Store) -> Recent {
        store.read(KEY, notices::PLAYED)
    }

    /// Takes note of a game that begins.
    pub(crate) fn note(store: Store, game: &GameEntry) {
        let before = Recent::load(store);
        let after = before.clone().and(game);
        if before != after {
            store.write(KEY, &after);
        }
    }

    /// Whether this game has ever been played here.
    pub(crate) fn has(&self, game: &GameEntry) -> bool {
        self.0.iter().any(|slug| slug == game.slug)
    }

    /// All games: those that have been played first, in this order, then the others.
    pub(crate) fn order(&self) -> Vec<&'static GameEntry> {
        let find = |slug: &String| GAMES.iter().find(|game| game.slug == slug);
        let played = self.0.iter().filter_map(find);
        played.chain(GAMES.iter().filter(|game| !self.has(game))).collect()
    }

    fn and(mut self, game: &GameEntry) -> Recent {
        self.0.retain(|slug| slug != game.slug);
        self.0.insert(0, game.slug.to_owned());
        self
    }
}

impl Document for Recent {
    fn to_json(&self) -> Json {
        Json::List(self.0.iter().map(|slug| slug.as_str().into()).collect())
    }

    fn from_json(json: &Json) -> Option<Recent> {
        let slug = |json: &Json| json.as_text().map(str::to_owned);
        json.items()?.iter().map(slug).collect::<Option<_>>().map(Recent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_played_last_comes_first_and_every_game_is_there_once() {
        let slugs = |recent: &Recent| -> Vec<&str> {
            recent.order().iter().map(|game| game.slug).collect()
        };
        let none = Recent::default();
        assert_eq!(slugs(&none), GAMES.each_ref().map(|game| game.slug));
        let played = none.and(&GAMES[4]).and(&GAMES[1]).and(&GAMES[4]);
        assert_eq!(slugs(&played), ["flip", "domino", "marathon", "battle", "minimal"]);
        assert!(played.has(&GAMES[1]) && !played.has(&GAMES[0]));
        assert_eq!(Recent::from_json(&played.to_json()), Some(played));
        let unknown = Recent(vec!["chess".to_owned()]);
        assert_eq!(unknown.order().len(), GAMES.len());
    }
}
