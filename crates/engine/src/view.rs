//! What a front end needs to see of a game.

use crate::board::{Board, Gravity};
use crate::game::{Game, Phase, Piece, Status};
use crate::kind::Kind;
use crate::shape::Shape;
use crate::tile::Tile;
use crate::time::Micros;

/// A game as it is shown at one moment.
///
/// ```
/// use quintet_engine::{Game, GameName, Kind, Position};
///
/// let position = Position::new().board(&["GGG....GGG"]).entering(Kind::I).next(&[Kind::T]);
/// let game = Game::from_position(GameName::Marathon.rules(), 1, &position)?;
/// let view = game.view();
/// assert_eq!((view.score, view.level, view.lines), (0, 1, 0));
/// assert_eq!(view.next[0], Kind::T);
/// assert_eq!(view.board.stack(), ["GGG....GGG"], "without the piece in play");
/// assert_eq!(view.ghost.map(|ghost| ghost.piece.y), Some(18));
/// # Ok::<(), quintet_engine::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The board, without the piece in play.
    pub board: &'a Board,
    /// The piece in play.
    pub piece: Option<PlacedPiece>,
    /// Where the piece in play would land, in games that show it.
    pub ghost: Option<PlacedPiece>,
    /// The held kind.
    pub hold: Option<Kind>,
    /// Whether hold has been used for this piece.
    pub hold_used: bool,
    /// The pieces to come, as many as are shown.
    pub next: &'a [Kind],
    /// Points.
    pub score: u64,
    /// The level.
    pub level: u32,
    /// Rows cleared.
    pub lines: u32,
    /// Pieces locked.
    pub pieces: u32,
    /// Domino's lives.
    pub lives: i32,
    /// Whether Domino's streak is on.
    pub streak: bool,
    /// How many locks in a row have cleared something.
    pub combo: u32,
    /// Whether the last clear was a difficult one.
    pub back_to_back: bool,
    /// Which way pieces fall.
    pub gravity: Gravity,
    /// Rows of garbage that wait to enter.
    pub pending_garbage: u8,
    /// From one row of the fall to the next.
    pub fall_interval: Micros,
    /// When the resting piece locks.
    pub lock_at: Option<Micros>,
    /// How many moves may still restart the lock delay.
    pub lock_resets_left: u8,
    /// What the game is doing.
    pub phase: Phase,
    /// Which of the four states it is in.
    pub status: Status,
    /// The moment this is a view of.
    pub now: Micros,
}

/// A piece at a place.
///
/// ```
/// use quintet_engine::{Game, GameName, Kind, Position};
///
/// let position = Position::new().active(Kind::O, 0, 4, 7);
/// let game = Game::from_position(GameName::Marathon.rules(), 1, &position)?;
/// let placed = game.view().piece.expect("a piece is in play");
/// let cells: Vec<_> = placed.cells().map(|(x, y, tile)| (x, y, tile.to_char())).collect();
/// assert_eq!(cells, [(4, 7, 'O'), (5, 7, 'O'), (4, 8, 'O'), (5, 8, 'O')]);
/// # Ok::<(), quintet_engine::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedPiece {
    /// Which piece, how it is rotated, and where.
    pub piece: Piece,
    /// Its cells within its box.
    pub shape: Shape,
}

impl PlacedPiece {
    /// The cells it covers, with what each would leave on the board: column, row, tile.
    pub fn cells(self) -> impl Iterator<Item = (i8, i8, Tile)> {
        let Piece { kind, rotation, x, y } = self.piece;
        (0..).zip(self.shape.cells()).map(move |(index, (dx, dy))| {
            let tile = crate::game::cell_tile(kind, rotation.quarter_turns(), index);
            (x + dx, y + dy, tile)
        })
    }
}

impl Game {
    /// The piece in play: [`View::piece`] without the rest of a view.
    ///
    /// ```
    /// use quintet_engine::{Game, GameName, Micros};
    ///
    /// let mut game = Game::new(GameName::Marathon.rules(), 1);
    /// assert_eq!(game.piece_in_play(), None, "no piece has entered");
    /// game.advance(Micros::ZERO, &mut |_| {})?;
    /// assert_eq!(game.piece_in_play(), game.view().piece);
    /// assert_eq!(game.pieces_locked(), 0);
    /// # Ok::<(), quintet_engine::InputError>(())
    /// ```
    pub fn piece_in_play(&self) -> Option<PlacedPiece> {
        self.piece.map(|piece| PlacedPiece { piece, shape: self.shape })
    }

    /// How many pieces have locked: [`View::pieces`] without the rest of a view.
    pub const fn pieces_locked(&self) -> u32 {
        self.counters.pieces
    }

    /// The game as it is shown now.
    pub fn view(&self) -> View<'_> {
        let piece = self.piece_in_play();
        let ghost = piece.filter(|_| self.rules.ghost).map(|PlacedPiece { piece, shape }| {
            let y = piece.y + self.gravity.step() * self.drop_distance() as i8;
            PlacedPiece { piece: Piece { y, ..piece }, shape }
        });
        View {
            board: &self.board,
            piece,
            ghost,
            hold: self.hold,
            hold_used: self.hold_used,
            // At least as many are dealt as valid rules show.
            next: &self.queue.upcoming()[..usize::from(self.rules.previews)],
            score: self.counters.score,
            level: self.counters.level,
            lines: self.counters.lines,
            pieces: self.counters.pieces,
            lives: self.counters.lives,
            streak: self.counters.streak,
            combo: self.counters.combo,
            back_to_back: self.counters.back_to_back,
            gravity: self.gravity,
            pending_garbage: self.pending.len(),
            fall_interval: self.fall_interval,
            lock_at: Some(self.lock.at).filter(|&at| at != Micros::NEVER),
            lock_resets_left: self.lock.resets_left,
            phase: self.phase,
            status: self.status(),
            now: self.now,
        }
    }
}
