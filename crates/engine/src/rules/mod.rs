//! Rules as data: everything in which the games differ, each as a value.
//!
//! A rule may depend on nothing but the game's own state. Reading a clock, drawing randomness from
//! elsewhere or keeping something outside [`Game`](crate::Game) would make two plays of the same
//! replay differ.

mod fall;
#[cfg(feature = "replay")]
mod fields;
mod handling;
mod valid;

pub use handling::{Handling, SoftDrop};
pub(crate) use valid::MAX_LEVEL;
pub use valid::{RulesError, ValidRules};

use crate::games::GameName;
use crate::rotation::RotationSystem;
use crate::time::Micros;

/// The rules of one board.
///
/// Rules are plain data: a variation names what differs and takes the rest from another value. To
/// play by them they are [validated](Rules::validate) first.
///
/// ```
/// use quintet_engine::{Game, Goal, Rules};
///
/// let rules = Rules { goal: Goal::Lines(20), ..Rules::marathon() };
/// let game = Game::new(rules.validate()?, 42);
/// assert_eq!(game.rules().goal, Goal::Lines(20));
/// # Ok::<(), quintet_engine::RulesError>(())
/// ```
#[expect(clippy::struct_excessive_bools, reason = "each is a rule that is on or off by itself")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
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
    /// How pieces rotate.
    pub rotation: RotationSystem,
    /// Where pieces enter.
    pub spawn: Spawn,
    /// How fast pieces fall.
    pub fall: Fall,
    /// Whether the time until the next fall carries over from one piece to the next.
    pub fall_clock_runs_on: bool,
    /// When a piece locks.
    pub lock: Lock,
    /// What a piece that locks above the visible field does.
    pub lock_out: LockOut,
    /// How long completed rows stay before they are removed.
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
    /// Whether a piece can be held.
    pub hold: bool,
    /// Whether gravity can be reversed.
    pub flip: bool,
    /// Whether the place where a piece would land is shown.
    pub ghost: bool,
    /// How many of the coming pieces are shown.
    pub previews: u8,
    /// Whether rotation and hold buttons that are held down act on a piece as it enters, whatever
    /// the player's handling says of it.
    pub initial_actions: bool,
    /// What clears do to an opponent.
    pub attack: Attack,
    /// How the player's buttons act while held.
    pub handling: Handling,
    /// Whether the sum of the pips in each row is shown.
    pub row_sums: bool,
    /// Whether attacks leave the match instead of going to its next board. Garbage then comes as an
    /// input alone, as when a server passes it between boards on different machines.
    // From here on rules are left out of JSON where they have their base value: programs that do not
    // know a rule can still read replays without it. Every new rule has `skip_serializing_if`.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "core::ops::Not::not"))]
    pub attacks_leave: bool,
    /// Whether the level rises with every ten lines.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Clone::clone"))]
    pub level_rises: bool,
    /// How often the gap changes in the garbage that the board receives.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Messiness::is_full"))]
    pub messiness: Messiness,
}

impl Rules {
    /// The value that every rule has unless a game says otherwise.
    ///
    /// Stored replays hold only what differs from these values, so they never change. A new rule
    /// gets the value here that leaves every game as it was before the rule existed.
    pub const BASE: Rules = Rules {
        game: GameName::Marathon,
        width: 10,
        height: 20,
        hidden: 0,
        open_sky: false,
        deal: Deal::TetrominoBag,
        rotation: RotationSystem::SRS,
        spawn: Spawn { row: 0, row_of_i: -1, right_of_middle: false },
        fall: Fall::Guideline,
        fall_clock_runs_on: false,
        lock: Lock::FailedStep { soft_drop_locks: true },
        lock_out: LockOut::Never,
        clear_pause: Micros::ZERO,
        entry_delay: Micros::ZERO,
        scoring: Scoring::Lines,
        soft_drop_points: 0,
        hard_drop_points: 0,
        start_level: 1,
        goal: Goal::Endless,
        hard_drop: true,
        hold: false,
        flip: false,
        ghost: true,
        previews: 0,
        initial_actions: false,
        attack: Attack::None,
        handling: Handling::STANDARD,
        row_sums: false,
        attacks_leave: false,
        level_rises: true,
        messiness: Messiness::FULL,
    };

    /// Whether results by these rules compare with those of the game they name: they differ from its
    /// rules in nothing but the player's handling, as far as the game allows it, and the number of
    /// previews.
    ///
    /// ```
    /// use quintet_engine::{Handling, Micros, Rules};
    ///
    /// let handling = Handling { arr: Micros::ZERO, ..Handling::STANDARD };
    /// assert!(Rules { handling, previews: 6, ..Rules::sprint() }.are_of_named_game());
    /// assert!(!Rules::sprint().with_instant_fall().are_of_named_game());
    /// let handling = Handling { initial_rotation: true, ..Handling::STANDARD };
    /// assert!(Rules { handling, ..Rules::sprint() }.are_of_named_game());
    /// assert!(!Rules { handling, ..Rules::marathon() }.are_of_named_game());
    /// ```
    pub fn are_of_named_game(&self) -> bool {
        self.game.is_played_by(self)
    }

    /// These rules with spins, back-to-back, combos and perfect clears scored too.
    #[must_use]
    pub const fn with_guideline_scoring(self) -> Rules {
        Rules { scoring: Scoring::Guideline, ..self }
    }

    /// These rules, starting at this level.
    #[must_use]
    pub const fn from_level(self, start_level: u32) -> Rules {
        Rules { start_level, ..self }
    }

    /// These rules with pieces that land as soon as they enter (20G).
    ///
    /// ```
    /// use quintet_engine::{Game, Rules};
    ///
    /// let rules = Rules::marathon().with_instant_fall().validate()?;
    /// let mut game = Game::new(rules, 1);
    /// game.advance(game.now(), &mut |_| {})?;
    /// let view = game.view();
    /// assert_eq!(view.piece, view.ghost, "it has landed already");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn with_instant_fall(self) -> Rules {
        Rules { fall: Fall::Every(Micros::ZERO), ..self }
    }
}

impl Default for Rules {
    /// [`Rules::BASE`].
    fn default() -> Rules {
        Rules::BASE
    }
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
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct Spawn {
    /// Row of the top of the box.
    pub row: i8,
    /// Row of the top of the I's box.
    pub row_of_i: i8,
    /// Whether a box that cannot be centred is placed half a column to the right, not the left.
    pub right_of_middle: bool,
}

impl Default for Spawn {
    /// What [`Rules::BASE`] has.
    fn default() -> Spawn {
        Rules::BASE.spawn
    }
}

/// How fast pieces fall.
///
/// ```
/// use quintet_engine::{Fall, Micros};
///
/// assert_eq!(Fall::Guideline.interval(1), Micros::from_secs(1));
/// assert_eq!(Fall::Guideline.interval(2), Micros(793_000));
/// assert_eq!(Fall::Every(Micros::from_millis(600)).interval(9), Micros::from_millis(600));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Fall {
    /// The guideline's curve by level.
    Guideline,
    /// Starts at `first` and shrinks by `less` for every ten rows cleared, down to `least`.
    ByTens {
        /// The interval at the start.
        first: Micros,
        /// How much shorter it gets per ten rows.
        less: Micros,
        /// The shortest interval.
        least: Micros,
    },
    /// A fixed interval; zero lands every piece at once.
    Every(Micros),
}

/// When a piece locks.
///
/// ```
/// use quintet_engine::{Lock, Micros, Rules};
///
/// let Lock::Delay { delay, resets } = Rules::marathon().lock else { panic!("no lock delay") };
/// assert_eq!((delay, resets), (Micros::from_millis(500), 15));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Lock {
    /// Locks after `delay` at rest; up to `resets` moves restart the delay.
    Delay {
        /// How long a piece rests before it locks.
        delay: Micros,
        /// How many moves restart the delay.
        resets: u8,
    },
    /// Locks on the first step down that is impossible.
    FailedStep {
        /// Whether a failed soft drop step locks too, not only a failed step of gravity.
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
///
/// ```
/// use quintet_engine::{Goal, Micros, Rules};
///
/// assert_eq!(Rules::sprint().goal, Goal::Lines(40));
/// assert_eq!(Rules::ultra().goal, Goal::Time(Micros::from_secs(120)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Goal {
    /// Never: the game is played until it is lost.
    Endless,
    /// When this many lines are cleared.
    Lines(u32),
    /// When this much time has passed.
    Time(Micros),
}

/// What clears do to an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Attack {
    /// Nothing.
    None,
    /// 2, 3 and 4 lines send 1, 2 and 4 rows; pending garbage enters at the next lock.
    Plain,
    /// Spins, back-to-back, combos and perfect clears count; clears cancel pending garbage; what
    /// has travelled for `travel` enters at the next lock that clears nothing.
    Modern {
        /// How long an attack travels before it can enter.
        travel: Micros,
    },
}

/// How often the gap changes in garbage: the chance, in percent, that a new column is drawn for
/// the gap. Otherwise the row keeps the previous gap.
///
/// ```
/// use quintet_engine::{Messiness, Rules};
///
/// assert_eq!(Rules::battle().messiness, Messiness::FULL);
/// let versus = Rules::versus().messiness;
/// assert_eq!((versus.between_rows, versus.between_attacks), (0, 100));
/// // An attack of four rows has one gap.
/// let gaps = versus.draw_gaps(None, 4, 10, |_| 7);
/// assert_eq!(*gaps, [7, 7, 7, 7]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct Messiness {
    /// From one row to the next of the same attack.
    pub between_rows: u8,
    /// From the last row of an attack to the first of the next.
    pub between_attacks: u8,
}

impl Messiness {
    /// Every row has a gap of its own.
    pub const FULL: Messiness = Messiness { between_rows: 100, between_attacks: 100 };

    #[cfg(feature = "serde")]
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    fn is_full(&self) -> bool {
        *self == Messiness::FULL
    }
}

impl Default for Messiness {
    /// What [`Rules::BASE`] has.
    fn default() -> Messiness {
        Rules::BASE.messiness
    }
}

#[cfg(all(test, feature = "replay"))]
mod tests {
    use alloc::string::String;
    use alloc::vec::Vec;

    use super::*;
    use serde_json::{Value, json};

    /// Rules that differ from the base values in every part that has fields of its own.
    fn other() -> Rules {
        Rules {
            rotation: RotationSystem {
                counter_clockwise: false,
                half: true,
                ..RotationSystem::DOMINO
            },
            spawn: Spawn { row: -2, row_of_i: -2, right_of_middle: true },
            handling: Handling {
                das: Micros(1),
                arr: Micros(2),
                soft_drop: SoftDrop::Times(3),
                dcd: Micros(4),
                initial_rotation: true,
                initial_hold: true,
            },
            messiness: Messiness { between_rows: 1, between_attacks: 2 },
            ..Rules::BASE
        }
    }

    /// What a replay from before a field existed looks like.
    #[test]
    fn a_part_of_a_rule_that_is_missing_in_json_has_its_base_value() {
        let mut parts = 0;
        macro_rules! without_each_of {
            ($($rule:ident { $($field:ident),* })*) => {$($({
                let mut older = json!(other());
                let rule = older[stringify!($rule)].as_object_mut().expect("it has fields");
                assert!(rule.remove(stringify!($field)).is_some(), "it is written");
                let mut expected = other();
                expected.$rule.$field = Rules::BASE.$rule.$field;
                assert_eq!(serde_json::from_value(older).ok(), Some(expected));
                parts += 1;
            })*)*};
        }
        without_each_of! {
            rotation { shapes, anchor, kicks, counter_clockwise, half }
            spawn { row, row_of_i, right_of_middle }
            handling { das, arr, soft_drop, dcd, initial_rotation, initial_hold }
            messiness { between_rows, between_attacks }
        }
        let written = json!(other());
        let fields = written.as_object().expect("rules").values().filter_map(Value::as_object);
        let inner: usize = fields.filter(|rule| rule.len() > 1).map(serde_json::Map::len).sum();
        assert_eq!(parts, inner, "every part is listed here");
    }

    #[test]
    fn a_part_of_a_rule_that_is_not_known_is_refused() {
        for part in ["rotation", "spawn", "handling", "messiness"] {
            let mut newer = json!(other());
            newer[part]["a_later_rule"] = json!(1);
            assert!(serde_json::from_value::<Rules>(newer).is_err(), "{part}");
        }
        assert!(serde_json::from_value::<Rules>(json!({"a_later_rule": 1})).is_err());
    }

    /// A rule that has its base value is left out, unless every replay has had it from the beginning:
    /// a program that does not know the rule yet can then read the replay.
    #[test]
    fn only_the_first_rules_are_always_in_json() {
        let json = json!(Rules::BASE);
        let mut written: Vec<&str> =
            json.as_object().expect("fields").keys().map(String::as_str).collect();
        let mut always = [
            "game",
            "width",
            "height",
            "hidden",
            "open_sky",
            "deal",
            "rotation",
            "spawn",
            "fall",
            "fall_clock_runs_on",
            "lock",
            "lock_out",
            "clear_pause",
            "entry_delay",
            "scoring",
            "soft_drop_points",
            "hard_drop_points",
            "start_level",
            "goal",
            "hard_drop",
            "hold",
            "flip",
            "ghost",
            "previews",
            "initial_actions",
            "attack",
            "handling",
            "row_sums",
        ];
        always.sort_unstable();
        written.sort_unstable();
        assert_eq!(written, always, "a new rule needs `skip_serializing_if`");
    }
}
