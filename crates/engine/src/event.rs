//! What happens in a game. Sound, animation and statistics are driven by events.

use crate::board::Gravity;
use crate::game::Piece;
use crate::garbage::Gaps;
use crate::kind::Kind;
use crate::row_set::RowSet;
use crate::time::Micros;

/// Something that happened in a game, and when.
///
/// ```
/// use quintet_engine::{Button, Event, Game, GameName, Micros};
///
/// let mut game = Game::new(GameName::Minimal.rules(), 1);
/// let mut moves = Vec::new();
/// game.press(Button::Left, Micros(40_000), &mut |timed| {
///     if let Event::Moved { columns, .. } = timed.event {
///         moves.push((timed.at, columns));
///     }
/// })?;
/// assert_eq!(moves, [(Micros(40_000), -1)]);
/// # Ok::<(), quintet_engine::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimedEvent {
    /// When it happened.
    pub at: Micros,
    /// What happened.
    pub event: Event,
}

/// Receives a game's events.
///
/// ```
/// use quintet_engine::{Game, GameName, Micros, Sink};
///
/// /// Plays a sound for everything that happens.
/// fn play_sounds(game: &mut Game, now: Micros, sounds: &mut Vec<String>) {
///     let sink: Sink<'_> = &mut |timed| sounds.push(format!("{:?}", timed.event));
///     game.advance(now, sink).expect("time does not run backwards");
/// }
///
/// let mut sounds = Vec::new();
/// let mut game = Game::new(GameName::Battle.rules(), 1);
/// play_sounds(&mut game, Micros::from_secs(2), &mut sounds);
/// assert_eq!(sounds.len(), 3, "a piece entered and fell twice");
/// ```
pub type Sink<'a> = &'a mut dyn FnMut(TimedEvent);

/// What happened.
///
/// ```
/// use quintet_engine::Event;
///
/// assert_eq!(Event::SoftDropped.name(), "soft_dropped");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// A piece entered the board.
    Spawned {
        /// Its kind.
        kind: Kind,
    },
    /// The piece moved one column.
    Moved {
        /// -1 for left, 1 for right.
        columns: i8,
        /// Whether auto-repeat did it, not a fresh press.
        repeated: bool,
    },
    /// The piece rotated.
    Rotated {
        /// The number of the kick that fitted; 0 is the plain rotation.
        kick: u8,
        /// What kind of spin the piece would score if it locked here.
        spin: Spin,
    },
    /// A move or rotation did not fit.
    Blocked,
    /// Gravity took the piece one row further.
    Fell,
    /// The player took the piece one row further.
    SoftDropped,
    /// The piece was dropped all the way.
    HardDropped {
        /// How many rows.
        rows: u8,
    },
    /// The piece came to rest on something.
    Landed,
    /// The piece was held.
    Held {
        /// Its kind.
        kind: Kind,
    },
    /// The piece became part of the board.
    Locked {
        /// What it was, how it was rotated and where it ended.
        piece: Piece,
        /// Whether it was spun into place.
        spin: Spin,
        /// How many rows it completed.
        lines: u8,
    },
    /// Rows were completed; they are removed now, or at the end of the pause for clears.
    Cleared(Clear),
    /// Rows were completed in Domino.
    Fives(FivesClear),
    /// The completed rows were removed and those above closed up.
    Collapsed {
        /// The removed rows.
        rows: RowSet,
    },
    /// The level rose.
    LevelUp {
        /// The new level.
        level: u32,
    },
    /// A clear attacks the opponent.
    GarbageSent {
        /// How many rows.
        lines: u8,
    },
    /// An attack arrived and waits for the next lock. Another copy of this board stays the same if
    /// it receives these gaps at the same moment.
    GarbageQueued {
        /// The gaps of its rows.
        gaps: Gaps,
    },
    /// A clear cancelled pending garbage.
    GarbageCancelled {
        /// How many rows.
        lines: u8,
    },
    /// Pending garbage entered from the bottom.
    GarbageEntered {
        /// How many rows.
        lines: u8,
    },
    /// Gravity was reversed.
    Flipped {
        /// Which way pieces fall now.
        gravity: Gravity,
    },
    /// The game ended.
    Over {
        /// Why.
        reason: EndReason,
    },
}

impl Event {
    /// The event's name in scripts and logs.
    pub const fn name(&self) -> &'static str {
        match self {
            Event::Spawned { .. } => "spawned",
            Event::Moved { .. } => "moved",
            Event::Rotated { .. } => "rotated",
            Event::Blocked => "blocked",
            Event::Fell => "fell",
            Event::SoftDropped => "soft_dropped",
            Event::HardDropped { .. } => "hard_dropped",
            Event::Landed => "landed",
            Event::Held { .. } => "held",
            Event::Locked { .. } => "locked",
            Event::Cleared(_) => "cleared",
            Event::Fives(_) => "fives",
            Event::Collapsed { .. } => "collapsed",
            Event::LevelUp { .. } => "level_up",
            Event::GarbageSent { .. } => "garbage_sent",
            Event::GarbageQueued { .. } => "garbage_queued",
            Event::GarbageCancelled { .. } => "garbage_cancelled",
            Event::GarbageEntered { .. } => "garbage_entered",
            Event::Flipped { .. } => "flipped",
            Event::Over { .. } => "over",
        }
    }
}

/// Whether a T was spun into place.
///
/// ```
/// use quintet_engine::{Button, Event, Game, GameName, Kind, Micros, Position, Spin};
///
/// let position = Position::new()
///     .board(&["GGGG......", "GGG...GGGG", "GGGG.GGGGG"])
///     .active(Kind::T, 1, 3, 17);
/// let mut game = Game::from_position(GameName::Versus.rules(), 1, &position)?;
/// let mut spins = Vec::new();
/// game.press(Button::RotateCw, Micros(0), &mut |timed| {
///     if let Event::Rotated { spin, .. } = timed.event {
///         spins.push(spin);
///     }
/// })?;
/// assert_eq!(spins, [Spin::Full]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Spin {
    /// It was not.
    #[default]
    None,
    /// Three corners taken, but not both in front of the T.
    Mini,
    /// Three corners taken, both in front among them, or kicked by the fifth offset.
    Full,
}

impl Spin {
    /// All three, the least first.
    pub const ALL: [Spin; 3] = [Spin::None, Spin::Mini, Spin::Full];

    /// The spin of a T that a rotation has just brought where it is, from the four corners of its
    /// box: how many are taken, and whether both in front of the T are. `by_last_kick` says that it
    /// was a quarter turn by the last of its offsets.
    ///
    /// ```
    /// use quintet_engine::Spin;
    ///
    /// assert_eq!(Spin::from_corners(2, true, true), Spin::None);
    /// assert_eq!(Spin::from_corners(3, false, false), Spin::Mini);
    /// assert_eq!(Spin::from_corners(3, true, false), Spin::Full);
    /// assert_eq!(Spin::from_corners(3, false, true), Spin::Full);
    /// ```
    pub const fn from_corners(taken: usize, both_in_front: bool, by_last_kick: bool) -> Spin {
        match taken {
            0..3 => Spin::None,
            _ if both_in_front || by_last_kick => Spin::Full,
            _ => Spin::Mini,
        }
    }
}

/// Completed rows and what they were worth.
///
/// ```
/// use quintet_engine::{Button, Event, Game, GameName, Kind, Micros, Position};
///
/// let position = Position::new().board(&["GGGG..GGGG"; 2]).active(Kind::O, 0, 4, 0);
/// let mut game = Game::from_position(GameName::Marathon.rules(), 1, &position)?;
/// let mut clears = Vec::new();
/// game.press(Button::HardDrop, Micros(0), &mut |timed| {
///     if let Event::Cleared(clear) = timed.event {
///         clears.push(clear);
///     }
/// })?;
/// assert_eq!((clears[0].lines, clears[0].points), (2, 300));
/// assert!(clears[0].perfect, "nothing is left on the board");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clear {
    /// The completed rows.
    pub rows: RowSet,
    /// How many.
    pub lines: u8,
    /// Points scored for them.
    pub points: u64,
    /// Whether the piece was spun into place.
    pub spin: Spin,
    /// Whether this difficult clear followed another without a plain one between.
    pub back_to_back: bool,
    /// How many clearing locks in a row came before this one.
    pub combo: u32,
    /// Whether the board is empty after it.
    pub perfect: bool,
}

/// Completed rows in Domino and what they were worth.
///
/// ```
/// use quintet_engine::{Button, Event, Game, GameName, Kind, Micros, Position};
///
/// let five = Kind::domino(2, 3).expect("values up to six");
/// let position = Position::new().board(&["000..000"]).entering(five);
/// let mut game = Game::from_position(GameName::DominoEasy.rules(), 1, &position)?;
/// let mut fives = Vec::new();
/// game.press(Button::HardDrop, Micros(0), &mut |timed| {
///     if let Event::Fives(row) = timed.event {
///         fives.push((row.sum, row.points, row.lives));
///     }
/// })?;
/// assert_eq!(fives, [(5, 5, 2)], "a sum of five scores five and wins two lives");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FivesClear {
    /// The completed rows.
    pub rows: RowSet,
    /// Points scored.
    pub points: u64,
    /// The sums of the rows that scored, together, before doubling.
    pub sum: u32,
    /// 2 where the points were doubled, else 1.
    pub multiplier: u32,
    /// Lives won or lost, all rows taken together.
    pub lives: i32,
}

/// Why a game ended.
///
/// ```
/// use quintet_engine::{Button, EndReason, Game, GameName, Phase};
///
/// let mut game = Game::new(GameName::Battle.rules(), 1);
/// while !game.is_over() {
///     game.press(Button::HardDrop, game.now(), &mut |_| {})?;
/// }
/// assert_eq!(game.view().phase, Phase::Over(EndReason::BlockOut));
/// # Ok::<(), quintet_engine::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum EndReason {
    /// A new piece found its place taken.
    BlockOut,
    /// A piece locked above the visible field.
    LockOut,
    /// The lives ran out.
    LivesLost,
    /// The goal was reached or the time was up.
    Finished,
    /// The opponent's game ended first.
    OpponentOut,
}
