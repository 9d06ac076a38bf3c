//! The catalogue of games: one row per game here, one file of rules per family of games.

mod battle;
mod domino;
mod flip;
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

/// Generates the enum of all games and everything that is asked of a game by its name.
macro_rules! games {
    (
        $(#[doc = $enum_doc:literal])*
        enum $Games:ident;
        $(
            $(#[doc = $doc:literal])*
            $game:ident = $name:literal: $rules:expr, $boards:literal, $ranking:expr, $edition:literal;
        )*
    ) => {
        $(#[doc = $enum_doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
        #[non_exhaustive]
        pub enum $Games {
            $($(#[doc = $doc])* $game,)*
        }

        impl $Games {
            /// Every game, in the order in which they are offered.
            pub const ALL: [$Games; [$($name),*].len()] = [$($Games::$game),*];

            /// The name in scripts, addresses and files.
            pub const fn name(self) -> &'static str {
                match self {
                    $($Games::$game => $name,)*
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
                    $($Games::$game => const {
                        ValidRules::of_game($rules)
                    },)*
                }
            }

            /// How many boards the game is played on.
            pub const fn boards(self) -> usize {
                match self {
                    $($Games::$game => $boards,)*
                }
            }

            /// How the game's results rank; none where they are not compared.
            pub const fn ranking(self) -> Option<Ranking> {
                match self {
                    $($Games::$game => $ranking,)*
                }
            }

            /// The edition of the game's rules, from 1 on. It rises when the rules change so much
            /// that new results do not compare with old ones; lists of results are kept apart by it.
            pub const fn edition(self) -> u8 {
                match self {
                    $($Games::$game => $edition,)*
                }
            }
        }

        impl FromStr for $Games {
            type Err = UnknownGame;

            /// Reads a game's name; an alias means the game that it stands for.
            fn from_str(name: &str) -> Result<$Games, UnknownGame> {
                let alias = ALIASES.iter().find(|(alias, _)| *alias == name);
                let name = alias.map_or(name, |(_, name)| name);
                $Games::ALL.into_iter().find(|game| game.name() == name).ok_or(UnknownGame)
            }
        }

        impl fmt::Display for $Games {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

/// Other names of games.
const ALIASES: [(&str, &str); 1] = [("domino", "domino-easy")];

const SCORE: Option<Ranking> = Some(Ranking::Score);
const TIME: Option<Ranking> = Some(Ranking::Time);

// New games go last, because messages number a game by its row.
games! {
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
    enum GameName;

    /// Guideline play for points.
    Marathon = "marathon": Rules::marathon(), 1, SCORE, 1;
    /// Forty lines against the clock.
    Sprint = "sprint": Rules::sprint(), 1, TIME, 2;
    /// Two minutes for points.
    Ultra = "ultra": Rules::ultra(), 1, SCORE, 2;
    /// Dominoes, with the row sums shown.
    DominoEasy = "domino-easy": Rules::domino_easy(), 1, SCORE, 1;
    /// Dominoes, without the row sums.
    DominoHard = "domino-hard": Rules::domino_hard(), 1, SCORE, 1;
    /// Two boards and garbage, by the simplest rules.
    Battle = "battle": Rules::battle(), 2, None, 1;
    /// Two boards and garbage, by modern rules.
    Versus = "versus": Rules::versus(), 2, None, 1;
    /// Neither points nor levels.
    Minimal = "minimal": Rules::minimal(), 1, None, 1;
    /// Gravity can be reversed.
    Flip = "flip": Rules::flip(), 1, SCORE, 1;
}

/// There is no game of this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown game")]
pub struct UnknownGame;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::rules::Goal;

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

    /// A catalogue with one more variation of Marathon: the row is all it takes.
    #[expect(unreachable_pub, reason = "the macro is made for public catalogues")]
    mod one_more {
        use super::super::*;
        use crate::rules::Goal;

        games! {
            /// A catalogue of its own.
            enum OneMore;

            /// Marathon.
            Marathon = "marathon": Rules::marathon(), 1, SCORE, 1;
            /// Twenty lines against the clock.
            Twenty = "twenty": Rules { goal: Goal::Lines(20), ..Rules::marathon() }, 1, TIME, 1;
        }
    }

    use one_more::OneMore;

    #[test]
    fn a_variation_is_one_row() {
        let twenty: OneMore = "twenty".parse().expect("a game of this name");
        assert_eq!((OneMore::ALL.len(), twenty.boards()), (2, 1));
        assert_eq!((twenty.ranking(), twenty.edition()), (Some(Ranking::Time), 1));
        let game = Game::new(twenty.rules(), 1);
        assert_eq!(game.rules().goal, Goal::Lines(20));
        assert_eq!(alloc::format!("{twenty}"), "twenty");
    }
}
