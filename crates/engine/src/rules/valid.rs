//! Rules that a game can be played by, and why others cannot.

use core::ops::Deref;

use super::{Attack, Deal, Fall, Goal, Handling, Lock, Messiness, Rules, SoftDrop};
use crate::board::{MAX_HEIGHT, MAX_ROWS, MAX_WIDTH, MIN_HEIGHT, MIN_WIDTH};
use crate::queue::MAX_PREVIEWS;
use crate::shape::ShapeSet;
use crate::time::Micros;

/// The longest interval, delay or pause.
pub(crate) const MAX_SPAN: Micros = Micros::from_secs(60);
/// The shortest interval of a repeat that is not instant; shorter ones would cost time and show
/// nothing.
pub(crate) const MIN_REPEAT: Micros = Micros(500);
/// The highest level a game can start at.
pub(crate) const MAX_LEVEL: u32 = 1_000_000;
/// The first row above and the last row below the top visible row at which a piece may enter.
const SPAWN_ROWS: (i8, i8) = (-4, 3);

/// Rules that have been checked: sizes fit, every delay ends, and no repeat is so fast that playing
/// it would take forever. Only these become a [`Game`](crate::Game).
///
/// ```
/// use quintet_engine::{GameName, Rules, RulesError};
///
/// assert_eq!(GameName::Marathon.rules().width, 10);
/// let wide = Rules { width: 40, ..Rules::marathon() };
/// assert_eq!(wide.validate(), Err(RulesError::Width(40)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValidRules(Rules);

impl Deref for ValidRules {
    type Target = Rules;

    fn deref(&self) -> &Rules {
        &self.0
    }
}

impl From<ValidRules> for Rules {
    fn from(valid: ValidRules) -> Rules {
        valid.0
    }
}

impl ValidRules {
    /// The rules of a named game; evaluated at compile time, which fails where they are not valid.
    pub(crate) const fn of_game(rules: Rules) -> ValidRules {
        match rules.validate() {
            Ok(valid) => valid,
            Err(_) => panic!("the rules of a named game are valid"),
        }
    }

    /// The rules themselves.
    pub const fn get(self) -> Rules {
        self.0
    }
}

/// Why rules cannot be played.
///
/// ```
/// use quintet_engine::{Rules, RulesError};
///
/// let error = Rules { previews: 9, ..Rules::marathon() }.validate().expect_err("too many");
/// assert_eq!(error, RulesError::Previews(9));
/// assert_eq!(error.to_string(), "at most 6 previews can be shown, not 9");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RulesError {
    /// Dominoes in the boxes of tetrominoes, or the other way round.
    #[error("the rotation system's boxes are not those of the pieces that are dealt")]
    Shapes,
    /// Too narrow or too wide.
    #[error("the board must be {MIN_WIDTH} to {MAX_WIDTH} columns wide, not {0}")]
    Width(u8),
    /// Too low or too high.
    #[error("the board must be {MIN_HEIGHT} to {MAX_HEIGHT} visible rows high, not {0}")]
    Height(u8),
    /// Too many rows, hidden ones included.
    #[error("the board must have at most {MAX_ROWS} rows, hidden ones included, not {0}")]
    Rows(u16),
    /// Hidden rows or an open sky where gravity can be reversed.
    #[error("a board whose gravity can be reversed must not have hidden rows or an open sky")]
    HiddenRowsWithFlip,
    /// Pieces enter too far from the top.
    #[error(
        "pieces must enter at rows {first} to {last}, not {0}",
        first = SPAWN_ROWS.0,
        last = SPAWN_ROWS.1
    )]
    SpawnRow(i8),
    /// A delay, pause or interval that is too long.
    #[error("the {rule} must be at most {} us, not {} us", MAX_SPAN.0, span.0)]
    TooLong {
        /// Which rule.
        rule: &'static str,
        /// Its value.
        span: Micros,
    },
    /// An interval between repeats that is too short or too long.
    #[error(
        "the {rule} must be 0 or from {} us to {} us, not {} us",
        MIN_REPEAT.0, MAX_SPAN.0, span.0
    )]
    Repeat {
        /// Which rule.
        rule: &'static str,
        /// Its value.
        span: Micros,
    },
    /// A soft drop that does not drop.
    #[error("the soft drop must be at least as fast as gravity")]
    SoftDropTimes,
    /// An interval that must not be zero.
    #[error("the shortest fall interval must not be 0")]
    InstantFall,
    /// Pieces that land at once and lock at once leave no time to move them.
    #[error("pieces that land at once need a lock delay")]
    NoLockDelay,
    /// A goal that is reached before the game begins.
    #[error("the goal must be at least one line, or more than 0 us")]
    Goal,
    /// A level that no game starts at.
    #[error("the start level must be 1 to {MAX_LEVEL}, not {0}")]
    StartLevel(u32),
    /// More previews than the queue deals ahead.
    #[error("at most {MAX_PREVIEWS} previews can be shown, not {0}")]
    Previews(u8),
    /// A chance of more than a hundred percent.
    #[error("the gap in garbage changes in at most 100 of 100 cases, not {0} and {1}")]
    Messiness(u8, u8),
}

const fn within(rule: &'static str, span: Micros) -> Result<(), RulesError> {
    if span.0 <= MAX_SPAN.0 { Ok(()) } else { Err(RulesError::TooLong { rule, span }) }
}

const fn repeat(rule: &'static str, span: Micros) -> Result<(), RulesError> {
    if span.0 == 0 || span.0 >= MIN_REPEAT.0 && span.0 <= MAX_SPAN.0 {
        Ok(())
    } else {
        Err(RulesError::Repeat { rule, span })
    }
}

/// The `?` of a constant function.
macro_rules! check {
    ($result:expr) => {
        match $result {
            Ok(()) => {}
            Err(error) => return Err(error),
        }
    };
}

impl Rules {
    /// These rules as ones that can be played, or the first reason why they cannot.
    pub const fn validate(self) -> Result<ValidRules, RulesError> {
        check!(self.validate_board());
        check!(self.validate_times());
        check!(self.handling.validate());
        if self.start_level < 1 || self.start_level > MAX_LEVEL {
            return Err(RulesError::StartLevel(self.start_level));
        }
        if matches!(self.goal, Goal::Lines(0) | Goal::Time(Micros::ZERO)) {
            return Err(RulesError::Goal);
        }
        if self.previews > MAX_PREVIEWS {
            return Err(RulesError::Previews(self.previews));
        }
        let Messiness { between_rows, between_attacks } = self.messiness;
        if between_rows > 100 || between_attacks > 100 {
            return Err(RulesError::Messiness(between_rows, between_attacks));
        }
        Ok(ValidRules(self))
    }

    const fn validate_board(&self) -> Result<(), RulesError> {
        let deals_dominoes = matches!(self.deal, Deal::DominoBag);
        if deals_dominoes != matches!(self.rotation.shapes, ShapeSet::Domino) {
            return Err(RulesError::Shapes);
        }
        if self.width < MIN_WIDTH || self.width > MAX_WIDTH {
            return Err(RulesError::Width(self.width));
        }
        if self.height < MIN_HEIGHT || self.height > MAX_HEIGHT {
            return Err(RulesError::Height(self.height));
        }
        let rows = self.height as u16 + self.hidden as u16;
        if rows > MAX_ROWS as u16 {
            return Err(RulesError::Rows(rows));
        }
        if self.flip && (self.hidden > 0 || self.open_sky) {
            return Err(RulesError::HiddenRowsWithFlip);
        }
        let (first, last) = SPAWN_ROWS;
        if self.spawn.row < first || self.spawn.row > last {
            return Err(RulesError::SpawnRow(self.spawn.row));
        }
        if self.spawn.row_of_i < first || self.spawn.row_of_i > last {
            return Err(RulesError::SpawnRow(self.spawn.row_of_i));
        }
        Ok(())
    }

    const fn validate_times(&self) -> Result<(), RulesError> {
        check!(within("pause for clears", self.clear_pause));
        check!(within("entry delay", self.entry_delay));
        match self.fall {
            Fall::Guideline => {}
            Fall::ByTens { first, least, .. } => {
                check!(within("first fall interval", first));
                check!(within("shortest fall interval", least));
                if least.0 == 0 {
                    return Err(RulesError::InstantFall);
                }
            }
            Fall::Every(interval) => check!(within("fall interval", interval)),
        }
        match self.lock {
            Lock::Delay { delay, .. } => check!(within("lock delay", delay)),
            Lock::FailedStep { .. } => {
                if matches!(self.fall, Fall::Every(Micros::ZERO)) {
                    return Err(RulesError::NoLockDelay);
                }
            }
        }
        match self.attack {
            Attack::Modern { travel } => within("travel time of garbage", travel),
            Attack::None | Attack::Plain => Ok(()),
        }
    }
}

impl Handling {
    /// Whether buttons can repeat this way, or why not.
    pub const fn validate(&self) -> Result<(), RulesError> {
        if self.das.0 != Micros::NEVER.0 {
            check!(within("delay before the first repeat", self.das));
        }
        check!(repeat("interval between repeats", self.arr));
        check!(within("pause of repeats after a rotation", self.dcd));
        match self.soft_drop {
            SoftDrop::Every(interval) => repeat("soft drop interval", interval),
            SoftDrop::Times(0) => Err(RulesError::SoftDropTimes),
            SoftDrop::Times(_) | SoftDrop::OncePerPress => Ok(()),
        }
    }
}
