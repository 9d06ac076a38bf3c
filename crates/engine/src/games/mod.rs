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
            $game:ident = $name:literal $(or $alias:literal)* {
                rules: $rules:expr,
                boards: $boards:literal,
                ranking: $ranking:expr,
                edition: $edition:literal,
                modern_handling: $modern_handling:literal $(,)?
            }
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
            /// Every game, in the order of the numbers by which messages and replays know them.
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
            /// that new results do not compare with old ones; each edition has its own list of results.
            pub const fn edition(self) -> u8 {
                match self {
                    $($Games::$game => $edition,)*
                }
            }

            /// Whether a player's DAS cut delay, initial rotation and initial hold act in the game.
            /// What games without them do is documented without them.
            pub const fn has_modern_handling(self) -> bool {
                match self {
                    $($Games::$game => $modern_handling,)*
                }
            }

            /// Whether results by these rules compare with those of the game: they differ from its
            /// rules in nothing but the player's handling, as far as the game allows it, and the
            /// number of previews.
            pub fn is_played_by(self, rules: &Rules) -> bool {
                let Rules { previews, handling, .. } = *rules;
                let handling = handling.limited(self.has_modern_handling());
                *rules == Rules { previews, handling, ..self.rules().get() }
            }
        }

        impl FromStr for $Games {
            type Err = UnknownGame;

            /// Reads a game's name; an alias means the game that it stands for.
            fn from_str(name: &str) -> Result<$Games, UnknownGame> {
                match name {
                    $($name $(| $alias)* => Ok($Games::$game),)*
                    _ => Err(UnknownGame),
                }
            }
        }

        impl fmt::Display for $Games {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

const SCORE: Option<Ranking> = Some(Ranking::Score);
const TIME: Option<Ranking> = Some(Ranking::Time);

// New games go last, because messages and replays know a game by the number of its row. `or` gives a
// game a further name that is read and never written.
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
    Marathon = "marathon" {
        rules: Rules::marathon(),
        boards: 1,
        ranking: SCORE,
        edition: 1,
        modern_handling: false,
    }
    /// Forty lines against the clock.
    Sprint = "sprint" {
        rules: Rules::sprint(),
        boards: 1,
        ranking: TIME,
        edition: 2,
        modern_handling: true,
    }
    /// Two minutes for points.
    Ultra = "ultra" {
        rules: Rules::ultra(),
        boards: 1,
        ranking: SCORE,
        edition: 2,
        modern_handling: true,
    }
    /// Dominoes, with the row sums shown.
    DominoEasy = "domino-easy" or "domino" {
        rules: Rules::domino_easy(),
        boards: 1,
        ranking: SCORE,
        edition: 1,
        modern_handling: false,
    }
    /// Dominoes, without the row sums.
    DominoHard = "domino-hard" {
        rules: Rules::domino_hard(),
        boards: 1,
        ranking: SCORE,
        edition: 1,
        modern_handling: false,
    }
    /// Two boards and garbage, by the simplest rules.
    Battle = "battle" {
        rules: Rules::battle(),
        boards: 2,
        ranking: None,
        edition: 1,
        modern_handling: false,
    }
    /// Two boards and garbage, by modern rules.
    Versus = "versus" {
        rules: Rules::versus(),
        boards: 2,
        ranking: None,
        edition: 1,
        modern_handling: true,
    }
    /// Neither points nor levels.
    Minimal = "minimal" {
        rules: Rules::minimal(),
        boards: 1,
        ranking: None,
        edition: 1,
        modern_handling: false,
    }
    /// Gravity can be reversed.
    Flip = "flip" {
        rules: Rules::flip(),
        boards: 1,
        ranking: SCORE,
        edition: 1,
        modern_handling: false,
    }
}

/// There is no game of this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown game")]
pub struct UnknownGame;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::rules::{Goal, Handling};
    use crate::time::Micros;

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

    /// A catalogue with one more variation of Sprint: the row is all it takes.
    #[expect(unreachable_pub, reason = "the macro is made for public catalogues")]
    mod one_more {
        use super::super::*;
        use crate::rules::Goal;

        games! {
            /// A catalogue of its own.
            enum OneMore;

            /// Marathon.
            Marathon = "marathon" {
                rules: Rules::marathon(),
                boards: 1,
                ranking: SCORE,
                edition: 1,
                modern_handling: false,
            }
            /// Twenty lines against the clock.
            Twenty = "twenty" or "20-lines" {
                rules: Rules { goal: Goal::Lines(20), ..Rules::sprint() },
                boards: 1,
                ranking: TIME,
                edition: 1,
                modern_handling: true,
            }
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
        assert_eq!("20-lines".parse(), Ok(twenty));
    }

    /// The row alone decides what of a player's handling acts, and which results compare.
    #[test]
    fn a_variation_has_the_handling_of_its_row() {
        let handling = Handling {
            das: Micros::from_millis(90),
            dcd: Micros::from_millis(30),
            initial_rotation: true,
            initial_hold: true,
            ..Handling::STANDARD
        };
        let own = |game: OneMore| Rules { handling, previews: 6, ..game.rules().get() };
        assert!(OneMore::Twenty.has_modern_handling());
        assert!(OneMore::Twenty.is_played_by(&own(OneMore::Twenty)));
        assert!(!OneMore::Marathon.has_modern_handling());
        assert!(!OneMore::Marathon.is_played_by(&own(OneMore::Marathon)));
        assert!(!OneMore::Twenty.is_played_by(&own(OneMore::Twenty).with_instant_fall()));

        for game in GameName::ALL {
            let within = handling.within(game);
            assert_eq!(within == handling, game.has_modern_handling(), "{game}");
            assert_eq!(within.das, handling.das, "{game}");
            let rules = Rules { handling: within, ..game.rules().get() };
            assert!(rules.are_of_named_game(), "{game}");
        }
    }
}
