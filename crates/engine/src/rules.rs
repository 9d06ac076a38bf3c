//! Rules as data: everything in which the games differ, each as a value.
//!
//! A rule may depend on nothing but the game's own state. Reading a clock, drawing randomness from
//! elsewhere or keeping something outside [`Game`](crate::Game) would make two plays of the same
//! replay differ.

use crate::board::{MAX_ROWS, MAX_WIDTH};
use crate::queue::MAX_PREVIEWS;
use crate::rotation::RotationSystem;
use crate::shape::Shapes;
use crate::time::Micros;

/// The games, and the variations of Marathon and Battle that have a name of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum GameName {
    /// Guideline play for points.
    Marathon,
    /// Forty lines against the clock.
    Sprint,
    /// Two minutes for points.
    Ultra,
    /// Dominoes, with the row sums shown.
    DominoEasy,
    /// Dominoes, without the row sums.
    DominoHard,
    /// Two boards and garbage, as plain as it gets.
    Battle,
    /// Two boards and garbage by modern rules.
    Versus,
    /// The bare game.
    Minimal,
    /// Gravity that turns over.
    Flip,
}

impl GameName {
    /// Every game.
    pub const ALL: [GameName; 9] = [
        GameName::Marathon,
        GameName::Sprint,
        GameName::Ultra,
        GameName::DominoEasy,
        GameName::DominoHard,
        GameName::Battle,
        GameName::Versus,
        GameName::Minimal,
        GameName::Flip,
    ];

    /// The name in scripts and files.
    pub const fn name(self) -> &'static str {
        match self {
            GameName::Marathon => "marathon",
            GameName::Sprint => "sprint",
            GameName::Ultra => "ultra",
            GameName::DominoEasy => "domino-easy",
            GameName::DominoHard => "domino-hard",
            GameName::Battle => "battle",
            GameName::Versus => "versus",
            GameName::Minimal => "minimal",
            GameName::Flip => "flip",
        }
    }

    /// The game with this name; plain `domino` means the easy one.
    pub fn from_name(name: &str) -> Option<GameName> {
        if name == "domino" {
            return Some(GameName::DominoEasy);
        }
        GameName::ALL.into_iter().find(|game| game.name() == name)
    }

    /// The game's rules.
    pub const fn rules(self) -> Rules {
        match self {
            GameName::Marathon => Rules::marathon(),
            GameName::Sprint => Rules::sprint(),
            GameName::Ultra => Rules::ultra(),
            GameName::DominoEasy => Rules::domino_easy(),
            GameName::DominoHard => Rules::domino_hard(),
            GameName::Battle => Rules::battle(),
            GameName::Versus => Rules::versus(),
            GameName::Minimal => Rules::minimal(),
            GameName::Flip => Rules::flip(),
        }
    }

    /// How many boards the game is played on.
    pub const fn players(self) -> usize {
        match self {
            GameName::Battle | GameName::Versus => 2,
            _ => 1,
        }
    }
}

/// The rules of one board.
#[expect(clippy::struct_excessive_bools, reason = "each is a rule that is on or off by itself")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Rules {
    /// Which game this is, or is a variation of.
    pub game: GameName,
    /// Columns of the board.
    pub width: u8,
    /// Visible rows.
    pub height: u8,
    /// Rows above the visible ones.
    pub hidden: u8,
    /// Whether pieces may rise above the hidden rows.
    pub open_sky: bool,
    /// What is dealt.
    pub deal: Deal,
    /// How pieces turn.
    pub rotation: RotationSystem,
    /// Where pieces enter.
    pub spawn: Spawn,
    /// How fast pieces fall.
    pub fall: Fall,
    /// Whether the time to the next fall runs on from piece to piece instead of starting anew.
    pub fall_clock_runs_on: bool,
    /// When a piece locks.
    pub lock: Lock,
    /// What a piece that locks above the visible field does.
    pub lock_out: LockOut,
    /// How long completed rows stay before they go.
    pub clear_pause: Micros,
    /// How long after a lock the next piece enters.
    pub entry_delay: Micros,
    /// What completed rows are worth.
    pub scoring: Scoring,
    /// Points for each row of a soft drop.
    pub soft_drop_points: u8,
    /// Points for each row of a hard drop.
    pub hard_drop_points: u8,
    /// The level at the start.
    pub start_level: u32,
    /// When the game is won.
    pub goal: Goal,
    /// Whether pieces can be dropped all the way.
    pub hard_drop: bool,
    /// Whether a piece can be put aside.
    pub hold: bool,
    /// Whether gravity can be turned over.
    pub flip: bool,
    /// Whether the place where a piece would land is shown.
    pub ghost: bool,
    /// How many of the coming pieces are shown.
    pub previews: u8,
    /// Whether rotation and hold that are held down act on a piece as it enters.
    pub initial_actions: bool,
    /// What clears do to an opponent.
    pub attack: Attack,
    /// How the player's buttons repeat.
    pub handling: Handling,
}

/// What is dealt, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Deal {
    /// The seven tetrominoes from a bag.
    TetrominoBag,
    /// Any tetromino at any time.
    TetrominoUniform,
    /// The twenty-eight dominoes from a bag.
    DominoBag,
}

/// Where pieces enter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Spawn {
    /// Row of the top of the box.
    pub row: i8,
    /// Row of the top of the I's box.
    pub row_of_i: i8,
    /// Whether a box that cannot stand in the middle stands half a column to the right of it.
    pub right_of_middle: bool,
}

/// How fast pieces fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Fall {
    /// The guideline's curve by level.
    Guideline,
    /// From `first` on, less by `less` for every ten rows cleared, down to `least`.
    ByTens {
        /// At the beginning.
        first: Micros,
        /// Less every ten rows.
        less: Micros,
        /// Never less than this.
        least: Micros,
    },
    /// Always the same; zero lands every piece at once.
    Every(Micros),
}

/// When a piece locks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Lock {
    /// After resting for a while; moving it starts the while anew so many times.
    Delay {
        /// How long it rests.
        delay: Micros,
        /// How often moves start the delay anew.
        resets: u8,
    },
    /// On the first step down that is impossible.
    FailedStep {
        /// Whether a step that the player asked for locks too, not gravity's alone.
        soft_drop_locks: bool,
    },
}

/// What a piece that locks above the visible field does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum LockOut {
    /// Nothing.
    Never,
    /// Ends the game if any of its cells is above.
    AnyCell,
    /// Ends the game if all of its cells are above.
    WholePiece,
}

/// What completed rows are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Scoring {
    /// Nothing is counted.
    None,
    /// Points for 1 to 4 lines, times the level.
    Lines,
    /// Lines, and spins, back-to-back, combos and perfect clears too.
    Guideline,
    /// Domino's fives: points, lives and the streak.
    Fives,
}

/// When a game is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Goal {
    /// Never: it is played until the end.
    Endless,
    /// When so many lines are cleared.
    Lines(u32),
    /// When so much time has passed.
    Time(Micros),
}

/// What clears do to an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Attack {
    /// Nothing.
    None,
    /// 2, 3 and 4 lines send 1, 2 and 4 rows; waiting garbage enters at the next lock.
    Plain,
    /// Spins, back-to-back, combos and perfect clears count; clears turn waiting garbage away; what
    /// has travelled long enough enters at the next lock that clears nothing.
    Modern {
        /// How long an attack travels.
        travel: Micros,
    },
}

/// How a player's buttons repeat while held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Handling {
    /// From the press of left or right to the first repeat; [`Micros::NEVER`] for no repeat.
    pub das: Micros,
    /// From one repeat to the next; zero slides all the way at once.
    pub arr: Micros,
    /// How soft drop repeats.
    pub soft_drop: SoftDrop,
}

/// How fast a held soft drop goes; never slower than gravity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum SoftDrop {
    /// A row every so often; zero goes down all the way at once.
    Every(Micros),
    /// So many times as fast as gravity.
    Times(u8),
    /// One row a press, however long it is held.
    OncePerPress,
}

impl Handling {
    /// 170 ms to the first repeat, then every 50 ms; soft drop one row a frame. (M-217, M-012)
    pub const STANDARD: Handling = Handling {
        das: Micros::from_millis(170),
        arr: Micros::from_millis(50),
        soft_drop: SoftDrop::Every(Micros::FRAME),
    };
}

/// Why rules cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} must be {range}")]
pub struct RulesError {
    /// What is out of range.
    pub what: &'static str,
    /// What it must be.
    pub range: &'static str,
}

impl Rules {
    /// Whether rules that came from outside can be played: sizes fit, nothing takes for ever, and
    /// nothing repeats so often that playing it would.
    pub fn check(&self) -> Result<(), RulesError> {
        let minute = Micros::from_secs(60);
        let is_span = |span: Micros| span <= minute;
        let is_repeat =
            |span: Micros| span == Micros::ZERO || span >= Micros(500) && span <= minute;
        let is_domino = self.deal == Deal::DominoBag;
        let checks = [
            (
                is_domino == (self.rotation.shapes == Shapes::Domino),
                "the boxes",
                "those of the pieces",
            ),
            ((4..=MAX_WIDTH).contains(&self.width), "the width", "4 to 10 columns"),
            ((4..=30).contains(&self.height), "the height", "4 to 30 rows"),
            (self.hidden <= MAX_ROWS - self.height.min(MAX_ROWS), "all rows", "at most 40"),
            (
                !self.flip || self.hidden == 0 && !self.open_sky,
                "the rows above the field",
                "none where gravity turns over",
            ),
            ((-4..4).contains(&self.spawn.row), "the entry row", "near the top"),
            ((-4..4).contains(&self.spawn.row_of_i), "the entry row", "near the top"),
            (is_span(self.clear_pause), "the pause for clears", "at most a minute"),
            (is_span(self.entry_delay), "the entry delay", "at most a minute"),
            ((1..=1_000_000).contains(&self.start_level), "the level", "1 to 1000000"),
            (self.previews <= MAX_PREVIEWS, "the previews", "at most 6"),
            (
                is_span(self.handling.das) || self.handling.das == Micros::NEVER,
                "the repeat delay",
                "at most a minute, or never",
            ),
            (is_repeat(self.handling.arr), "the repeat rate", "0, or 500 us to a minute"),
            (
                match self.handling.soft_drop {
                    SoftDrop::Every(span) => is_repeat(span),
                    SoftDrop::Times(_) | SoftDrop::OncePerPress => true,
                },
                "the soft drop",
                "0, or 500 us to a minute a row",
            ),
            (
                match self.lock {
                    Lock::Delay { delay, .. } => is_span(delay),
                    Lock::FailedStep { .. } => self.fall != Fall::Every(Micros::ZERO),
                },
                "the lock delay",
                "at most a minute, and there must be one where pieces land at once",
            ),
            (
                match self.fall {
                    Fall::Guideline => true,
                    Fall::ByTens { first, least, .. } => {
                        is_span(first) && is_span(least) && least > Micros::ZERO
                    }
                    Fall::Every(span) => is_span(span),
                },
                "the fall",
                "at most a minute a row",
            ),
            (
                match self.attack {
                    Attack::Modern { travel } => is_span(travel),
                    Attack::None | Attack::Plain => true,
                },
                "the travel of garbage",
                "at most a minute",
            ),
        ];
        match checks.iter().find(|(holds, ..)| !holds) {
            Some(&(_, what, range)) => Err(RulesError { what, range }),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_called_the_same_everywhere() {
        for game in GameName::ALL {
            assert_eq!(GameName::from_name(game.name()), Some(game));
            assert_eq!(game.rules().game, game);
            #[cfg(feature = "serde")]
            assert_eq!(serde_json::json!(game), game.name());
        }
        assert_eq!(GameName::from_name("domino"), Some(GameName::DominoEasy));
        assert_eq!(GameName::from_name("chess"), None);
    }
}
