//! A running game: its state, and the inputs that change it.

mod buttons;
mod deadlines;
mod fall;
mod spawn;
mod state_hash;
mod timers;
mod turn;

use deadlines::NotBefore;
use timers::{LockTimer, Repeat};
pub(crate) use turn::{cell_tile, spin};

use crate::board::{Board, Gravity};
use crate::button::{Button, Buttons};
use crate::event::{EndReason, Event, Sink, TimedEvent};
use crate::garbage::{Gaps, Pending};
use crate::kind::Kind;
use crate::queue::Queue;
use crate::row_set::RowSet;
use crate::rules::{Attack, Goal, ValidRules};
use crate::scoring::Counters;
use crate::shape::{RotateBy, Rotation, Shape};
use crate::time::Micros;

/// The revision of the rules' behaviour. It rises whenever the same rules, seed and inputs would
/// lead to another game than before, so that a replay can say which engine it was made with.
pub const REVISION: u16 = 1;

/// The piece in play: its kind, its rotation, and where the top left corner of its box is.
///
/// ```
/// use quintet_engine::{Game, GameName, Kind, Position, Rotation};
///
/// let position = Position::new().active(Kind::L, 1, 3, 5);
/// let game = Game::from_position(GameName::Marathon.rules(), 1, &position)?;
/// let piece = game.view().piece.expect("a piece is in play").piece;
/// assert_eq!((piece.kind, piece.rotation), (Kind::L, Rotation::new(1)));
/// assert_eq!((piece.x, piece.y), (3, 5));
/// # Ok::<(), quintet_engine::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Its kind.
    pub kind: Kind,
    /// Its rotation.
    pub rotation: Rotation,
    /// Column of its box.
    pub x: i8,
    /// Row of its box; 0 is the top visible row.
    pub y: i8,
}

/// What a game is doing.
///
/// ```
/// use quintet_engine::{Button, Game, GameName, Kind, Micros, Phase, Position};
///
/// let position = Position::new().board(&["GGG....GGG"]).active(Kind::I, 0, 3, 0);
/// let mut game = Game::from_position(GameName::Marathon.rules(), 1, &position)?;
/// game.press(Button::HardDrop, Micros(0), &mut |_| {})?;
/// let Phase::Clearing { rows, until, .. } = game.view().phase else { panic!("no row is full") };
/// assert_eq!(rows.iter().collect::<Vec<_>>(), [19]);
/// game.advance(until, &mut |_| {})?;
/// assert_eq!(game.view().phase, Phase::Falling);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// No time has passed yet.
    Idle,
    /// A piece enters at this moment.
    Waiting {
        /// When.
        until: Micros,
    },
    /// A piece is in play.
    Falling,
    /// Completed rows are about to go.
    Clearing {
        /// Which rows.
        rows: RowSet,
        /// Since when.
        since: Micros,
        /// Until when.
        until: Micros,
    },
    /// The game has ended.
    Over(EndReason),
}

/// The four states a player knows a game to be in. (M-210)
///
/// ```
/// use quintet_engine::{Game, GameName, Micros, Status};
///
/// let mut game = Game::new(GameName::Flip.rules(), 1);
/// assert_eq!(game.status(), Status::Idle);
/// game.advance(Micros(0), &mut |_| {})?;
/// assert_eq!(game.status(), Status::Playing);
/// game.pause();
/// assert_eq!(game.status(), Status::Paused);
/// # Ok::<(), quintet_engine::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// Not begun.
    Idle,
    /// Being played.
    Playing,
    /// Paused.
    Paused,
    /// Ended.
    Over,
}

/// Why an input was refused. The game is as it was before.
///
/// ```
/// use quintet_engine::{Button, Game, GameName, InputError, Micros};
///
/// let mut game = Game::new(GameName::Battle.rules(), 1);
/// game.advance(Micros(500), &mut |_| {})?;
/// let early = game.press(Button::Left, Micros(499), &mut |_| {});
/// assert_eq!(early, Err(InputError::TimeRunsBackwards { at: Micros(499), now: Micros(500) }));
/// let outside = game.receive_garbage(&[10], Micros(500), &mut |_| {});
/// assert_eq!(outside, Err(InputError::GapOutside { gap: 10, width: 10 }));
/// # Ok::<(), InputError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InputError {
    /// It was dated before the moment the game had already reached.
    #[error("time runs backwards: {} us is before {} us, which the game has already reached", at.0, now.0)]
    TimeRunsBackwards {
        /// The moment that was asked for.
        at: Micros,
        /// The moment the game has reached.
        now: Micros,
    },
    /// A row of garbage had its gap outside the board.
    #[error("a gap at column {gap} is outside a board of {width} columns")]
    GapOutside {
        /// The gap.
        gap: u8,
        /// The board's width.
        width: u8,
    },
}

/// A running game. Cloning it is copying about a kilobyte.
///
/// ```
/// use quintet_engine::{Button, Game, GameName, Micros};
///
/// let mut game = Game::new(GameName::Marathon.rules(), 7);
/// game.advance(Micros(0), &mut |_| {})?;
/// // What would happen if the piece were dropped here? The game itself stays as it is.
/// let mut tried = game.clone();
/// tried.press(Button::HardDrop, Micros(0), &mut |_| {})?;
/// assert_eq!((tried.view().pieces, game.view().pieces), (1, 0));
/// # Ok::<(), quintet_engine::InputError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    pub(crate) rules: ValidRules,
    pub(crate) board: Board,
    pub(crate) queue: Queue,
    pub(crate) pending: Pending,
    pub(crate) counters: Counters,
    pub(crate) phase: Phase,
    /// When the phase ends by itself: the next piece enters, or the completed rows go.
    phase_ends_at: Micros,
    /// When the time is up, in a game that has a limit.
    time_up_at: Micros,
    paused: bool,
    pub(crate) now: Micros,
    pub(crate) piece: Option<Piece>,
    /// The cells of the piece in play, looked up once per rotation.
    pub(crate) shape: Shape,
    pub(crate) hold: Option<Kind>,
    pub(crate) hold_used: bool,
    pub(crate) gravity: Gravity,
    pub(crate) fall_interval: Micros,
    fall_at: Micros,
    pub(crate) lock: LockTimer,
    held: Buttons,
    /// Which of left and right acts: the one pressed last.
    direction: i8,
    shift: Repeat,
    soft_drop: Repeat,
    step_down: Repeat,
    /// Setting a timer updates it; stopping one leaves it as it is.
    due: NotBefore,
    /// How the last action rotated the piece, and by which kick; none if it did anything else.
    last_rotation: Option<(RotateBy, u8)>,
}

impl Game {
    /// A game that has not begun. Its first piece enters when time first passes, at 0.
    ///
    /// ```
    /// use quintet_engine::{Game, GameName, Micros};
    ///
    /// let rules = GameName::Marathon.rules();
    /// let (mut one, mut other) = (Game::new(rules, 42), Game::new(rules, 42));
    /// one.advance(Micros::from_secs(3), &mut |_| {})?;
    /// other.advance(Micros::from_secs(3), &mut |_| {})?;
    /// assert_eq!(one, other, "the same seed deals the same pieces");
    /// # Ok::<(), quintet_engine::InputError>(())
    /// ```
    pub fn new(rules: ValidRules, seed: u64) -> Game {
        let counters = Counters::new(&rules);
        let fall_interval = rules.fall.interval(counters.level);
        Game {
            board: Board::new(&rules),
            queue: Queue::new(rules.deal, seed),
            pending: Pending::default(),
            counters,
            phase: Phase::Idle,
            phase_ends_at: Micros::ZERO,
            time_up_at: match rules.goal {
                Goal::Time(limit) => limit,
                Goal::Endless | Goal::Lines(_) => Micros::NEVER,
            },
            paused: false,
            now: Micros::ZERO,
            piece: None,
            shape: rules.rotation.shapes.shape(Kind::I, Rotation::SPAWN),
            hold: None,
            hold_used: false,
            gravity: Gravity::Down,
            fall_interval,
            fall_at: if rules.fall_clock_runs_on { fall_interval } else { Micros::NEVER },
            lock: LockTimer::new(0),
            held: Buttons::default(),
            direction: 0,
            shift: Repeat::OFF,
            soft_drop: Repeat::OFF,
            step_down: Repeat::OFF,
            due: NotBefore(Micros::ZERO),
            last_rotation: None,
            rules,
        }
    }

    /// Presses a button. Pressing one that is held already counts as a further press.
    ///
    /// ```
    /// use quintet_engine::{Button, Game, GameName, Kind, Micros, Position};
    ///
    /// let position = Position::new().active(Kind::T, 0, 3, 5);
    /// let mut game = Game::from_position(GameName::Battle.rules(), 1, &position)?;
    /// game.press(Button::Right, Micros(100_000), &mut |_| {})?;
    /// assert_eq!(game.view().piece.map(|placed| placed.piece.x), Some(4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn press(&mut self, button: Button, at: Micros, sink: Sink<'_>) -> Result<(), InputError> {
        if self.reach(at, sink)? {
            self.act_on_press(button, sink);
            if self.due.0 <= at {
                // What the press made due at once happens at once.
                self.catch_up(at, sink);
            }
            debug_assert!(self.due.0 <= self.earliest(), "a timer was set and not expected");
        }
        Ok(())
    }

    /// Releases a button. During a pause this counts too, at the moment of the pause.
    ///
    /// ```
    /// use quintet_engine::{Button, Game, GameName, Kind, Micros, Position};
    ///
    /// let position = Position::new().active(Kind::T, 0, 7, 5);
    /// let mut game = Game::from_position(GameName::Marathon.rules(), 1, &position)?;
    /// // Held for a quarter of a second, left moves at once, after 170 ms and after 220 ms.
    /// game.press(Button::Left, Micros(0), &mut |_| {})?;
    /// game.release(Button::Left, Micros::from_millis(250), &mut |_| {})?;
    /// game.advance(Micros::from_millis(900), &mut |_| {})?;
    /// assert_eq!(game.view().piece.map(|placed| placed.piece.x), Some(4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn release(
        &mut self,
        button: Button,
        at: Micros,
        sink: Sink<'_>,
    ) -> Result<(), InputError> {
        if self.reach(at, sink)? || self.paused {
            self.act_on_release(button);
            debug_assert!(self.due.0 <= self.earliest(), "a timer was set and not expected");
        }
        Ok(())
    }

    /// Receives garbage, one row per gap. It waits and enters when a piece locks.
    ///
    /// ```
    /// use quintet_engine::{Button, Game, GameName, Kind, Micros, Position};
    ///
    /// let position = Position::new().board(&[]).active(Kind::O, 0, 0, 10);
    /// let mut game = Game::from_position(GameName::Battle.rules(), 1, &position)?;
    /// game.receive_garbage(&[3, 7], Micros(0), &mut |_| {})?;
    /// assert_eq!(game.view().pending_garbage, 2);
    /// game.press(Button::HardDrop, Micros(1), &mut |_| {})?;
    /// let stack = ["OO........", "OO........", "GGG.GGGGGG", "GGGGGGG.GG"];
    /// assert_eq!(game.view().board.stack(), stack);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn receive_garbage(
        &mut self,
        gaps: &[u8],
        at: Micros,
        sink: Sink<'_>,
    ) -> Result<(), InputError> {
        self.check_gaps(gaps)?;
        if !self.reach(at, sink)? {
            return Ok(());
        }
        let travel = match self.rules.attack {
            Attack::Modern { travel } => travel,
            Attack::Plain | Attack::None => Micros::ZERO,
        };
        let due = at + travel;
        let gaps: Gaps = gaps.iter().copied().filter(|&gap| self.pending.push(gap, due)).collect();
        if !gaps.is_empty() {
            self.emit(sink, Event::GarbageQueued { gaps });
        }
        Ok(())
    }

    pub(crate) fn check_gaps(&self, gaps: &[u8]) -> Result<(), InputError> {
        let width = self.rules.width;
        match gaps.iter().find(|&&gap| gap >= width) {
            Some(&gap) => Err(InputError::GapOutside { gap, width }),
            None => Ok(()),
        }
    }

    /// Pauses the game: time does not pass, and presses do nothing.
    ///
    /// ```
    /// use quintet_engine::{Game, GameName, Micros};
    ///
    /// let mut game = Game::new(GameName::Marathon.rules(), 1);
    /// game.advance(Micros(400_000), &mut |_| {})?;
    /// game.pause();
    /// game.advance(Micros::from_secs(3600), &mut |_| {})?;
    /// assert_eq!(game.now(), Micros(400_000), "no time has passed");
    /// game.resume();
    /// # Ok::<(), quintet_engine::InputError>(())
    /// ```
    pub fn pause(&mut self) {
        self.paused = !self.is_over();
        self.forget_due();
    }

    /// Resumes after a pause, exactly where the game was.
    pub fn resume(&mut self) {
        self.paused = false;
    }

    /// Pauses, or resumes.
    pub fn toggle_pause(&mut self) {
        if self.paused {
            self.resume();
        } else {
            self.pause();
        }
    }

    /// Ends the game from outside at this moment, before anything else that is due at it.
    pub(crate) fn end_at(&mut self, at: Micros, reason: EndReason, sink: Sink<'_>) {
        self.now = self.now.max(at);
        self.end(reason, sink);
    }

    fn end(&mut self, reason: EndReason, sink: Sink<'_>) {
        if self.is_over() {
            return;
        }
        self.begin_phase(Phase::Over(reason));
        self.forget_due();
        self.paused = false;
        self.emit(sink, Event::Over { reason });
    }

    /// Which of the four states the game is in.
    pub const fn status(&self) -> Status {
        match self.phase {
            Phase::Over(_) => Status::Over,
            _ if self.paused => Status::Paused,
            Phase::Idle => Status::Idle,
            _ => Status::Playing,
        }
    }

    /// Whether the game is paused.
    pub const fn is_paused(&self) -> bool {
        self.paused
    }

    /// Whether the game has ended.
    pub const fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over(_))
    }

    /// The rules it is played by.
    pub const fn rules(&self) -> &ValidRules {
        &self.rules
    }

    /// The moment it has reached.
    pub const fn now(&self) -> Micros {
        self.now
    }

    /// The buttons that are held down.
    pub const fn held_buttons(&self) -> Buttons {
        self.held
    }

    fn emit(&self, sink: Sink<'_>, event: Event) {
        sink(TimedEvent { at: self.now, event });
    }
}
