//! The catalogue of games: one row per game here, one file of rules per family of games.

mod battle;
mod domino;
pub mod flip;
mod marathon;
mod minimal;

use core::fmt;
use core::str::FromStr;

use crate::rules::{Rules, ValidRules};

/// How the results of a game are ordered.
///
/// ```
/// use quintet_engine::{GameName, Ranking};
///
/// assert_eq!(GameName::Marathon.ranking(), Some(Ranking::Score));
/// assert_eq!(GameName::Sprint.ranking(), Some(Ranking::Time));
/// assert_eq!(GameName::Battle.ranking(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ranking {
    /// The highest score comes first.
    Score,
    /// The shortest time comes first.
    Time,
}

/// Generates [`GameName`] and everything that is asked of a game by its name.
macro_rules! games {
    ($($(#[doc = $doc:literal])* $game:ident = $name:literal: $rules:expr, $boards:literal, $ranking:expr;)*) => {
        /// The games, and the variations of Marathon, Domino and Battle that have a name.
        ///
        /// ```
        /// use quintet_engine::{GameName, Ranking};
        ///
        /// let game: GameName = "sprint".parse()?;
        /// assert_eq!(game, GameName::Sprint);
        /// assert_eq!(game.ranking(), Some(Ranking::Time));
        /// assert_eq!(game.boards(), 1);
        /// # Ok::<(), quintet_engine::UnknownGame>(())
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
        #[non_exhaustive]
        pub enum GameName {
            $($(#[doc = $doc])* $game,)*
        }

        impl GameName {
            /// Every game, in the order in which they are offered.
            pub const ALL: [GameName; [$($name),*].len()] = [$(GameName::$game),*];

            /// The name in scripts, addresses and files.
            pub const fn name(self) -> &'static str {
                match self {
                    $(GameName::$game => $name,)*
                }
            }

            /// The rules of one board.
            ///
            /// ```
            /// use quintet_engine::{Game, GameName};
            ///
            /// for game in GameName::ALL {
            ///     let board = Game::new(game.rules(), 1);
            ///     assert_eq!(board.rules().game, game);
            /// }
            /// ```
            pub const fn rules(self) -> ValidRules {
                match self {
                    $(GameName::$game => const {
                        ValidRules::of_game(GameName::$game, $rules)
                    },)*
                }
            }

            /// How many boards the game is played on.
            pub const fn boards(self) -> usize {
                match self {
                    $(GameName::$game => $boards,)*
                }
            }

            /// How the game's results rank; none where they are not compared.
            pub const fn ranking(self) -> Option<Ranking> {
                match self {
                    $(GameName::$game => $ranking,)*
                }
            }
        }
    };
}

const SCORE: Option<Ranking> = Some(Ranking::Score);
const TIME: Option<Ranking> = Some(Ranking::Time);

// New games go last, because messages number a game by its row.
games! {
    /// Guideline play for points.
    Marathon = "marathon": Rules::marathon(), 1, SCORE;
    /// Forty lines against the clock.
    Sprint = "sprint": Rules::sprint(), 1, TIME;
    /// Two minutes for points.
    Ultra = "ultra": Rules::ultra(), 1, SCORE;
    /// Dominoes, with the row sums shown.
    DominoEasy = "domino-easy": Rules::domino_easy(), 1, SCORE;
    /// Dominoes, without the row sums.
    DominoHard = "domino-hard": Rules::domino_hard(), 1, SCORE;
    /// Two boards and garbage, by the simplest rules.
    Battle = "battle": Rules::battle(), 2, None;
    /// Two boards and garbage, by modern rules.
    Versus = "versus": Rules::versus(), 2, None;
    /// Neither points nor levels.
    Minimal = "minimal": Rules::minimal(), 1, None;
    /// Gravity can be reversed.
    Flip = "flip": Rules::flip(), 1, SCORE;
}

/// There is no game of this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown game")]
pub struct UnknownGame;

impl FromStr for GameName {
    type Err = UnknownGame;

    /// Reads a game's name; plain `domino` means the easy one.
    fn from_str(name: &str) -> Result<GameName, UnknownGame> {
        if name == "domino" {
            return Ok(GameName::DominoEasy);
        }
        GameName::ALL.into_iter().find(|game| game.name() == name).ok_or(UnknownGame)
    }
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_has_the_same_name_everywhere() {
        for game in GameName::ALL {
            assert_eq!(game.name().parse(), Ok(game));
            assert_eq!(game.rules().game, game);
            assert_eq!(alloc::format!("{game:>12}").trim_start(), game.name());
            #[cfg(feature = "replay")]
            assert_eq!(serde_json::json!(game), game.name());
        }
        assert_eq!("domino".parse(), Ok(GameName::DominoEasy));
        assert_eq!("chess".parse::<GameName>(), Err(UnknownGame));
    }
}
