//! Positions: a game set up by hand, from text drawings.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::board::{Board, Gravity};
use crate::game::{Game, Phase, Piece};
use crate::kind::Kind;
use crate::queue::MAX_QUEUE;
use crate::rules::{Deal, MAX_LEVEL, ValidRules};
use crate::shape::Rotation;
use crate::tile::Tile;

/// A position: whatever is given replaces what a new game would have.
///
/// ```
/// use quintet_engine::{Game, GameName, Kind, Position};
///
/// let position = Position::new()
///     .board(&["TTTT.TTTTT", "TTTT.TTTTT"])
///     .active(Kind::I, 1, 2, 3)
///     .next(&[Kind::O, Kind::T]);
/// let game = Game::from_position(GameName::Marathon.rules(), 1, &position)?;
/// assert_eq!(game.view().next[..2], [Kind::O, Kind::T]);
/// # Ok::<(), quintet_engine::PositionError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Position {
    /// The lowest rows of the board, top one first, one character per cell.
    #[cfg_attr(feature = "serde", serde(default))]
    pub board: Option<Vec<String>>,
    /// The piece in play.
    #[cfg_attr(feature = "serde", serde(default))]
    pub active: Option<ActivePiece>,
    /// The pieces to come.
    #[cfg_attr(feature = "serde", serde(default))]
    pub next: Option<Vec<String>>,
    /// The held kind, or [`Position::NOTHING_HELD`].
    #[cfg_attr(feature = "serde", serde(default))]
    pub hold: Option<String>,
    /// Points.
    #[cfg_attr(feature = "serde", serde(default))]
    pub score: Option<u64>,
    /// The level; without it, the one that the lines lead to.
    #[cfg_attr(feature = "serde", serde(default))]
    pub level: Option<u32>,
    /// Rows cleared.
    #[cfg_attr(feature = "serde", serde(default))]
    pub lines: Option<u32>,
    /// Domino's lives.
    #[cfg_attr(feature = "serde", serde(default))]
    pub lives: Option<i32>,
    /// Whether Domino's streak is on.
    #[cfg_attr(feature = "serde", serde(default))]
    pub streak: Option<bool>,
    /// Which way pieces fall.
    #[cfg_attr(feature = "serde", serde(default))]
    pub gravity: Option<Gravity>,
}

/// The piece in play, as a position names it. What is left out is as when a piece enters.
///
/// ```
/// use quintet_engine::{ActivePiece, Game, GameName, Position};
///
/// // An upright I that enters where pieces enter.
/// let active = ActivePiece { kind: "I".into(), rotation: 1, ..ActivePiece::default() };
/// let position = Position { active: Some(active), ..Position::new() };
/// let game = Game::from_position(GameName::Flip.rules(), 1, &position)?;
/// assert_eq!(game.view().piece.map(|placed| placed.shape.height()), Some(4));
/// # Ok::<(), quintet_engine::PositionError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, expecting = "a piece with a kind"))]
pub struct ActivePiece {
    /// Its kind: a letter, or a domino's values as in `2:5`.
    pub kind: String,
    /// Quarter turns clockwise.
    #[cfg_attr(feature = "serde", serde(default))]
    pub rotation: u8,
    /// Column of its box.
    #[cfg_attr(feature = "serde", serde(default))]
    pub x: Option<i8>,
    /// Row of its box.
    #[cfg_attr(feature = "serde", serde(default))]
    pub y: Option<i8>,
}

// As with the rules, a number is never given to another field.
#[cfg(feature = "replay")]
crate::tagged::tagged_fields! {
    Position = Position::new();
    1 board, 2 active, 3 next, 4 hold, 5 score, 6 level, 7 lines, 8 lives, 9 streak, 10 gravity;
}

/// Why a position is impossible.
///
/// ```
/// use quintet_engine::{Game, GameName, Position};
///
/// let narrow = Position::new().board(&["GGG.G"]);
/// let error = Game::from_position(GameName::Marathon.rules(), 1, &narrow).expect_err("too narrow");
/// assert_eq!(error.to_string(), "row 0 of the board is 5 cells wide instead of 10");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// The drawing has too many rows.
    #[error("the board has {rows} rows, but only {most} fit")]
    TooManyRows {
        /// Rows drawn.
        rows: usize,
        /// Rows there are.
        most: usize,
    },
    /// A row has the wrong width.
    #[error("row {row} of the board is {found} cells wide instead of {width}")]
    WrongWidth {
        /// Which row of the drawing, the first being 0.
        row: usize,
        /// Cells drawn.
        found: usize,
        /// Cells there are.
        width: u8,
    },
    /// A character of the drawing means nothing in this game.
    #[error("'{cell}' at column {column} of row {row} of the board is not a cell of this game")]
    UnknownCell {
        /// The character.
        cell: char,
        /// Which row of the drawing.
        row: usize,
        /// Which column.
        column: usize,
    },
    /// A piece has a name that this game does not know.
    #[error("this game has no piece called \"{0}\"")]
    UnknownPiece(String),
    /// A rotation beyond three quarter turns, or beyond one for a domino.
    #[error("rotation {0} is not one of this piece's")]
    UnknownRotation(u8),
    /// The piece in play covers a filled cell or leaves the board.
    #[error("the piece {kind} does not fit at x {x}, y {y}")]
    DoesNotFit {
        /// Its kind.
        kind: Kind,
        /// Column of its box.
        x: i8,
        /// Row of its box.
        y: i8,
    },
    /// More pieces than the queue holds.
    #[error("{0} pieces to come are more than the {MAX_QUEUE} that fit")]
    QueueTooLong(usize),
    /// The game has no hold.
    #[error("this game has no hold")]
    NoHold,
    /// Gravity cannot be reversed in this game.
    #[error("gravity cannot be reversed in this game")]
    NoFlip,
    /// Levels count from 1.
    #[error("level {0} is not between 1 and {MAX_LEVEL}")]
    LevelOutOfRange(u32),
    /// A counter too large to go on counting.
    #[error("{name} {value} is more than {most}")]
    CounterTooLarge {
        /// Which counter.
        name: &'static str,
        /// Its value.
        value: u64,
        /// The most there can be.
        most: u64,
    },
    /// Negative lives mean that the game is over.
    #[error("{0} lives: there must be at least 0")]
    NoLives(i32),
}

/// Positions keep counters below this, so that nothing a game adds can run over.
const MOST: u32 = 1_000_000_000;

impl Position {
    /// The name in `hold` that means that nothing is held.
    pub const NOTHING_HELD: &str = "none";

    /// A position like a new game's.
    pub fn new() -> Position {
        Position::default()
    }

    /// With the lowest rows drawn so, top one first.
    #[must_use]
    pub fn board(mut self, rows: &[&str]) -> Position {
        self.board = Some(rows.iter().map(ToString::to_string).collect());
        self
    }

    /// With this piece in play, rotated by this many quarter turns, its box at this column and row.
    #[must_use]
    pub fn active(mut self, kind: Kind, rotation: u8, x: i8, y: i8) -> Position {
        self.active =
            Some(ActivePiece { kind: kind.to_string(), rotation, x: Some(x), y: Some(y) });
        self
    }

    /// With a piece of this kind in play where it enters.
    #[must_use]
    pub fn entering(mut self, kind: Kind) -> Position {
        self.active = Some(ActivePiece { kind: kind.to_string(), ..ActivePiece::default() });
        self
    }

    /// With these pieces to come.
    #[must_use]
    pub fn next(mut self, kinds: &[Kind]) -> Position {
        self.next = Some(kinds.iter().map(ToString::to_string).collect());
        self
    }

    /// With this kind held.
    #[must_use]
    pub fn hold(mut self, kind: Kind) -> Position {
        self.hold = Some(kind.to_string());
        self
    }

    /// With this score.
    #[must_use]
    pub fn score(mut self, score: u64) -> Position {
        self.score = Some(score);
        self
    }

    /// At this level.
    #[must_use]
    pub fn level(mut self, level: u32) -> Position {
        self.level = Some(level);
        self
    }

    /// With this many rows cleared.
    #[must_use]
    pub fn lines(mut self, lines: u32) -> Position {
        self.lines = Some(lines);
        self
    }

    /// With this many lives.
    #[must_use]
    pub fn lives(mut self, lives: i32) -> Position {
        self.lives = Some(lives);
        self
    }

    /// With the streak on or off.
    #[must_use]
    pub fn streak(mut self, streak: bool) -> Position {
        self.streak = Some(streak);
        self
    }

    /// With gravity this way.
    #[must_use]
    pub fn gravity(mut self, gravity: Gravity) -> Position {
        self.gravity = Some(gravity);
        self
    }
}

impl Game {
    /// A new game set up as this position says, or why that is impossible.
    ///
    /// With a piece in play the game has begun, at time 0; otherwise the first piece enters then.
    pub fn from_position(
        rules: ValidRules,
        seed: u64,
        position: &Position,
    ) -> Result<Game, PositionError> {
        let mut game = Game::new(rules, seed);
        game.set_up(position)?;
        Ok(game)
    }

    /// Replaces what the position names and leaves the rest; time continues from where it is.
    /// Where the position is impossible, nothing changes.
    ///
    /// ```
    /// use quintet_engine::{Game, GameName, Kind, Position};
    ///
    /// let mut game = Game::new(GameName::Marathon.rules(), 1);
    /// game.set_up(&Position::new().next(&[Kind::S, Kind::Z]).score(5000))?;
    /// assert_eq!(game.view().score, 5000);
    /// assert_eq!(game.view().next[..2], [Kind::S, Kind::Z]);
    /// # Ok::<(), quintet_engine::PositionError>(())
    /// ```
    pub fn set_up(&mut self, position: &Position) -> Result<(), PositionError> {
        let mut game = self.clone();
        game.replace(position)?;
        game.forget_due();
        *self = game;
        Ok(())
    }

    fn replace(&mut self, position: &Position) -> Result<(), PositionError> {
        if let Some(gravity) = position.gravity {
            if gravity == Gravity::Up && !self.rules.flip {
                return Err(PositionError::NoFlip);
            }
            self.gravity = gravity;
        }
        if let Some(drawing) = &position.board {
            self.board = drawn_board(&self.rules, drawing)?;
        }
        if let Some(names) = &position.next {
            if names.len() > MAX_QUEUE {
                return Err(PositionError::QueueTooLong(names.len()));
            }
            let kinds: Result<Vec<Kind>, _> = names.iter().map(|name| self.known(name)).collect();
            self.queue.replace(&kinds?);
        }
        if let Some(name) = &position.hold {
            if !self.rules.hold {
                return Err(PositionError::NoHold);
            }
            self.hold = if name == Position::NOTHING_HELD { None } else { Some(self.known(name)?) };
        }
        self.replace_counters(position)?;
        match (&position.active, self.piece) {
            (Some(active), _) => self.put_in_play(active)?,
            // Counters and coming pieces change nothing for the piece in play, nor for a clear.
            _ if position.board.is_none() && position.gravity.is_none() => {}
            (None, Some(piece)) if !self.board.fits(self.shape, piece.x, piece.y) => {
                return Err(PositionError::DoesNotFit { kind: piece.kind, x: piece.x, y: piece.y });
            }
            // A board under an unchanged piece may give or take its footing.
            (None, Some(piece)) => self.replace_piece(piece),
            (None, None) if self.phase != Phase::Idle => {
                self.begin_phase(Phase::Waiting { until: self.now });
            }
            (None, None) => {}
        }
        Ok(())
    }

    fn replace_counters(&mut self, position: &Position) -> Result<(), PositionError> {
        let too_large = |name, value: u64| {
            let most = u64::from(MOST);
            if value > most {
                Err(PositionError::CounterTooLarge { name, value, most })
            } else {
                Ok(())
            }
        };
        if let Some(score) = position.score {
            too_large("score", score)?;
            self.counters.score = score;
        }
        if let Some(lines) = position.lines {
            too_large("lines", u64::from(lines))?;
            self.counters.lines = lines;
            self.counters.level = self.rules.level_after(lines);
        }
        if let Some(level) = position.level {
            if !(1..=MAX_LEVEL).contains(&level) {
                return Err(PositionError::LevelOutOfRange(level));
            }
            self.counters.level = level;
        }
        if let Some(lives) = position.lives {
            if lives < 0 {
                return Err(PositionError::NoLives(lives));
            }
            too_large("lives", lives as u64)?;
            self.counters.lives = lives;
        }
        if let Some(streak) = position.streak {
            self.counters.streak = streak;
        }
        self.fall_interval = self.rules.fall.interval(self.counters.level);
        Ok(())
    }

    fn known(&self, name: &str) -> Result<Kind, PositionError> {
        let is_domino = self.rules.deal == Deal::DominoBag;
        name.parse()
            .ok()
            .filter(|kind: &Kind| kind.pips().is_some() == is_domino)
            .ok_or_else(|| PositionError::UnknownPiece(name.to_string()))
    }

    fn put_in_play(&mut self, active: &ActivePiece) -> Result<(), PositionError> {
        let kind = self.known(&active.kind)?;
        let states = if kind.pips().is_some() { 2 } else { 4 };
        if active.rotation >= states {
            return Err(PositionError::UnknownRotation(active.rotation));
        }
        let entry = self.rules.spawn_place(kind, self.gravity);
        let x = active.x.unwrap_or(entry.x);
        let y = active.y.unwrap_or(entry.y);
        let piece = Piece { kind, rotation: Rotation::new(active.rotation), x, y };
        let shape = self.rules.rotation.shapes.shape(kind, piece.rotation);
        if !self.board.fits(shape, x, y) {
            return Err(PositionError::DoesNotFit { kind, x, y });
        }
        self.hold_used = false;
        self.replace_piece(piece);
        Ok(())
    }

    fn replace_piece(&mut self, piece: Piece) {
        self.place(piece, self.rules.rotation.shapes.shape(piece.kind, piece.rotation));
        self.find_footing(&mut |_| {});
    }
}

fn drawn_board(rules: &ValidRules, drawing: &[String]) -> Result<Board, PositionError> {
    let mut board = Board::new(rules);
    let most = usize::from(rules.height) + usize::from(rules.hidden);
    if drawing.len() > most {
        return Err(PositionError::TooManyRows { rows: drawing.len(), most });
    }
    let is_domino = rules.deal == Deal::DominoBag;
    for (row, cells) in drawing.iter().enumerate() {
        let found = cells.chars().count();
        if found != usize::from(rules.width) {
            return Err(PositionError::WrongWidth { row, found, width: rules.width });
        }
        let y = rules.height as i8 - drawing.len() as i8 + row as i8;
        for (column, cell) in cells.chars().enumerate() {
            let tile = Tile::from_char(cell)
                .filter(|&tile| tile == Tile::EMPTY || tile.pips().is_some() == is_domino)
                .ok_or(PositionError::UnknownCell { cell, row, column })?;
            board.set(column as i8, y, tile);
        }
    }
    Ok(board)
}

impl Board {
    /// The visible rows as text, top one first.
    ///
    /// ```
    /// use quintet_engine::{Game, GameName, Position};
    ///
    /// let rows = ["..T.......", ".TTT....GG"];
    /// let game = Game::from_position(GameName::Marathon.rules(), 1, &Position::new().board(&rows))?;
    /// assert_eq!(game.view().board.drawing()[18..], rows);
    /// # Ok::<(), quintet_engine::PositionError>(())
    /// ```
    pub fn drawing(&self) -> Vec<String> {
        (0..self.height() as i8)
            .map(|y| (0..self.width() as i8).map(|x| self.tile(x, y).to_char()).collect())
            .collect()
    }

    /// The lowest rows as text, from the topmost one that is not empty.
    pub fn stack(&self) -> Vec<String> {
        let drawing = self.drawing();
        let first = drawing.iter().position(|row| row.chars().any(|cell| cell != '.'));
        drawing[first.unwrap_or(drawing.len())..].to_vec()
    }
}
