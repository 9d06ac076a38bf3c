//! The games that all front ends offer, by their numbers in the menu, and what the terminal adds to
//! their keys.

pub(crate) use quintet_frontend::{GameEntry, Mode, Panel};

use quintet_engine::GameName;
use quintet_frontend::games::GAMES;
use quintet_frontend::{Action, KeyMap, Settings};

/// Every game, in the order in which they are offered.
pub(crate) fn all() -> &'static [GameEntry] {
    &GAMES
}

/// The numbers of the entry and mode that a game of the engine belongs to.
pub(crate) fn of(name: GameName) -> (usize, usize) {
    let places = all().iter().enumerate().flat_map(|(number, entry)| {
        entry.modes.iter().enumerate().map(move |(mode, its)| (number, mode, its.game))
    });
    let mut found = places.filter(|&(.., game)| game == name);
    found.next().map_or((0, 0), |(number, mode, _)| (number, mode))
}

/// The keys of a game before the player changes them.
pub(crate) fn default_keys(entry: &GameEntry) -> KeyMap {
    let mut map = KeyMap::of(entry);
    if entry.is_duel() {
        // Holds where a terminal does not report Shift.
        map.add(0, Action::Hold, "Comma");
    } else {
        // A terminal has no button to click.
        map.add(0, Action::Pause, "Escape");
    }
    map
}

/// The keys of a game as the player has set them.
pub(crate) fn key_map(settings: &Settings, entry: &GameEntry) -> KeyMap {
    settings.own_keys(entry, default_keys(entry))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_of_the_engine_is_offered_once() {
        for name in GameName::ALL {
            let (entry, mode) = of(name);
            assert_eq!(all()[entry].modes[mode].game, name);
        }
        let modes: usize = all().iter().map(|entry| entry.modes.len()).sum();
        assert_eq!(modes, GameName::ALL.len());
    }

    #[test]
    fn every_game_can_be_paused_and_battle_held_without_shift() {
        for entry in all() {
            assert_eq!(default_keys(entry).find("Escape"), Some((0, Action::Pause)));
        }
        let battle = &all()[of(GameName::Battle).0];
        assert_eq!(default_keys(battle).find("Comma"), Some((0, Action::Hold)));
    }

    #[test]
    fn a_key_that_was_set_replaces_the_games_own() {
        let game = &all()[0];
        let mut settings = Settings::default();
        settings.set_keys(game, 0, Action::Hold, vec!["KeyV".to_owned()]);
        assert_eq!(key_map(&settings, game).find("KeyV"), Some((0, Action::Hold)));
        assert_eq!(key_map(&settings, game).find("KeyC"), None);
        settings.reset_keys(game);
        assert_eq!(key_map(&settings, game).find("KeyC"), Some((0, Action::Hold)));
    }
}
