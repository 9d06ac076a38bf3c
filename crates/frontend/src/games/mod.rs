//! What front ends add to the engine's games: one [`GameEntry`] per game, one [`Mode`] per way to
//! play it. A variation of a game is one row of its `modes`.

mod battle;
mod domino;
mod flip;
mod help;
mod marathon;
mod minimal;

use quintet_engine::{GameName, Ranking, Rules};
use quintet_words::{Phrase, games as words};

use crate::keys::{Action, Binding};

/// How a game's board is drawn, and how much room it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Tetrominoes in colours, with panels around them.
    Standard,
    /// Tiles with values, and the sum beside each row.
    Domino,
    /// Nothing but plain cells.
    Plain,
    /// Tetrominoes on a board that is turned over.
    Flip,
}

/// One game as it is offered.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a trait of a game by itself")]
pub struct GameEntry {
    /// Its part of the address and of storage keys.
    pub slug: &'static str,
    /// Its name in the row of games.
    pub name: Phrase,
    /// The word in block letters on its start screen.
    pub banner: Phrase,
    /// What it is, in a line.
    pub blurb: Phrase,
    /// How it can be played; empty while it cannot.
    pub modes: &'static [Mode],
    /// The keys of each player who sits at this keyboard.
    pub seats: &'static [&'static [Binding]],
    /// The page of controls.
    pub help: &'static [HelpGroup],
    /// The lines under the board.
    pub hints: &'static [Hint],
    /// What a player should know of the rules, below the keys.
    pub notes: &'static [Phrase],
    /// How it is drawn.
    pub look: Look,
    /// Whether handling and previews are the player's choice, not part of the rules.
    pub own_handling: bool,
    /// Whether the restart key works in mid-game too.
    pub restarts_any_time: bool,
    /// Whether the game is heard at all.
    pub has_sound: bool,
    /// Whether there is nothing but the board: no numbers, no words and no dialog at the end.
    pub is_bare: bool,
    /// Whether the computer can play it, and so analyse it.
    pub has_computer: bool,
}

impl PartialEq for GameEntry {
    fn eq(&self, other: &Self) -> bool {
        self.slug == other.slug
    }
}

impl GameEntry {
    /// What most games have in common, and an entry need not repeat.
    const BASE: GameEntry = GameEntry {
        slug: "",
        name: words::MARATHON,
        banner: words::MARATHON_BANNER,
        blurb: words::MARATHON_BLURB,
        modes: &[],
        seats: &[],
        help: &[],
        hints: &[],
        notes: &[],
        look: Look::Standard,
        own_handling: false,
        restarts_any_time: false,
        has_sound: true,
        is_bare: false,
        has_computer: true,
    };

    /// The mode with this name in addresses.
    pub fn mode(&self, slug: &str) -> Option<&'static Mode> {
        self.modes.iter().find(|mode| mode.slug == slug)
    }

    /// Whether two play it against each other.
    pub fn is_duel(&self) -> bool {
        self.boards() > 1
    }

    /// How many boards stand side by side.
    pub fn boards(&self) -> usize {
        self.modes.first().map_or(1, |mode| mode.game.boards())
    }

    /// Whether it can be played.
    pub fn is_ready(&self) -> bool {
        !self.modes.is_empty()
    }

    /// What a key does, as the game has it before anybody changes that.
    #[cfg(test)]
    fn acts(&self, code: &str) -> Option<Action> {
        crate::keys::KeyMap::of(self).find(code).map(|(_, action)| action)
    }
}

/// A way to play a game.
#[derive(Debug)]
pub struct Mode {
    /// Its part of the address and of storage keys.
    pub slug: &'static str,
    /// Its name on the start screen.
    pub name: Phrase,
    /// Its name where the game's is not seen.
    pub title: Phrase,
    /// What its own start button says; none where the mode is chosen beside one button for all.
    pub start: Option<Phrase>,
    /// What it asks for, in a line.
    pub goal: Phrase,
    /// The engine's game.
    pub game: GameName,
    /// The numbers beside the board, from the top.
    pub panels: &'static [Panel],
}

impl Mode {
    /// The rules of each board.
    pub fn rules(&self) -> Rules {
        *self.game.rules()
    }

    /// How its high scores are ordered; none where there are none.
    pub fn ranking(&self) -> Option<Ranking> {
        self.game.ranking()
    }

    /// Whether levels mean anything to a player.
    pub fn has_levels(&self) -> bool {
        self.panels.contains(&Panel::Level)
    }
}

/// A number shown beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    /// Time played.
    Time,
    /// Time that is left.
    TimeLeft,
    /// Points.
    Score,
    /// The level.
    Level,
    /// Rows cleared.
    Lines,
    /// Rows that are left to clear.
    LinesLeft,
    /// The most points that were ever made in this mode.
    Best,
    /// Lives.
    Lives,
    /// Whether the streak is on.
    Streak,
    /// The time from row to row of the fall.
    Speed,
    /// Which way pieces fall.
    Gravity,
}

/// Actions whose keys stand together, and what they do.
pub type HelpLine = (&'static [Action], Phrase);

/// A heading in the page of controls and the lines below it.
#[derive(Debug)]
pub struct HelpGroup {
    /// The heading.
    pub title: Phrase,
    /// The lines.
    pub lines: &'static [HelpLine],
}

/// A line under the board.
#[derive(Debug)]
pub enum Hint {
    /// The first key of each action, then the word.
    KeysFirst(&'static [Action], Phrase),
    /// The word, an arrow and the action's first key.
    KeyLast(Phrase, Action),
    /// The word, an arrow and all the action's keys, the last first.
    KeysLast(Phrase, Action),
}

/// Every game, in the order in which they are offered.
pub static GAMES: [GameEntry; 5] =
    [marathon::GAME, domino::GAME, battle::GAME, minimal::GAME, flip::GAME];

/// The game that two people play over a server.
pub fn duel() -> &'static GameEntry {
    GAMES.iter().find(|game| game.is_duel()).unwrap_or_else(first)
}

/// The game that opens first.
pub fn first() -> &'static GameEntry {
    &GAMES[0]
}

/// The game with this name in addresses, if it can be played.
pub fn find(slug: &str) -> Option<&'static GameEntry> {
    GAMES.iter().find(|game| game.slug == slug && game.is_ready())
}

/// The entry and mode that a game of the engine belongs to; the first where there is none.
pub fn of(name: GameName) -> (&'static GameEntry, &'static Mode) {
    let modes = GAMES.iter().flat_map(|game| game.modes.iter().map(move |mode| (game, mode)));
    let mut found = modes.filter(|(_, mode)| mode.game == name);
    found.next().unwrap_or((first(), &first().modes[0]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;

    #[test]
    fn every_game_of_the_engine_has_a_mode() {
        for name in GameName::ALL {
            assert_eq!(of(name).1.game, name);
        }
    }

    /// Whatever else is asked of it, the engine's row answers.
    #[test]
    fn a_variation_is_one_row() {
        const SPRINT_AGAIN: GameEntry = GameEntry {
            slug: "again",
            modes: &[Mode {
                slug: "sprint-again",
                name: words::SPRINT,
                title: words::SPRINT,
                start: None,
                goal: words::SPRINT_GOAL,
                game: GameName::Sprint,
                panels: &[Panel::Time],
            }],
            own_handling: true,
            ..GameEntry::BASE
        };
        let mode = SPRINT_AGAIN.mode("sprint-again").expect("it is in the list");
        assert_eq!((mode.ranking(), SPRINT_AGAIN.boards()), (Some(Ranking::Time), 1));
        assert_eq!(mode.rules(), Rules::sprint());
        let own = Settings { dcd_ms: 30, initial_hold: true, ..Settings::default() };
        let rules = own.apply(mode.rules(), &SPRINT_AGAIN);
        assert!(rules.handling.initial_hold, "the player's handling acts");
        assert!(rules.are_of_named_game(), "results count");
    }

    #[test]
    fn a_mode_is_found_by_what_the_engine_calls_it() {
        for game in &GAMES {
            for mode in game.modes {
                let (found, its) = of(mode.game);
                assert_eq!((found.slug, its.slug), (game.slug, mode.slug));
            }
        }
    }
}
