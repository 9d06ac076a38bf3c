//! Flip: gravity turns over at the press of a button.
//!
//! The rules are [`Rules::flip`], played by [`Game`] like any others. [`Flip`] offers the same game
//! as a set of small functions on a grid of numbers, each a word to the engine and no more.
//!
//! ```
//! use quintet_engine::Kind;
//! use quintet_engine::games::flip::{Flip, MatrixPiece};
//!
//! let mut flip = Flip::new(1);
//! flip.set_current_piece(MatrixPiece::new(Kind::T, 0, 4, 5));
//! assert!(flip.rotate_piece());
//! assert_eq!(flip.current_piece().expect("a T").matrix, [[6, 0], [6, 6], [6, 0]]);
//! assert!(flip.handle_key_down(" "));
//! assert_eq!(flip.score(), 24);
//! ```

mod keys;
mod matrix;
mod state;

pub use matrix::{Matrix, MatrixPiece};

use crate::button::Button;
use crate::event::Spin;
use crate::game::{Game, Piece, Status};
use crate::games::GameName;
use crate::kind::Kind;
use crate::rotation::RotationSystem;
use crate::rules::{Deal, Fall, Handling, Lock, Rules, SoftDrop, Spawn};
use crate::shape::Rotation;
use crate::time::Micros;

/// Columns of the board.
pub const COLS: usize = Rules::flip().width as usize;
/// Rows of the board.
pub const ROWS: usize = Rules::flip().height as usize;
/// The side of a cell on the screen, in pixels.
pub const BLOCK_SIZE: usize = 30;

/// The seven kinds as they enter, by number; nothing has number 0.
pub const SHAPES: [Matrix; 8] = {
    let mut shapes = [Matrix::EMPTY; 8];
    let mut next = 0;
    while next < Kind::TETROMINOES.len() {
        let kind = Kind::TETROMINOES[next];
        shapes[kind.number() as usize] = Matrix::of(kind, Rotation::SPAWN);
        next += 1;
    }
    shapes
};

/// The colour of each kind, by number; an empty cell has none.
pub const COLORS: [Option<&str>; 8] = [
    None,
    Some("#00F0F0"),
    Some("#0000F0"),
    Some("#F0A000"),
    Some("#F0F000"),
    Some("#00F000"),
    Some("#A000F0"),
    Some("#F00000"),
];

/// The number that each number turns into when gravity turns over, where it changes at all.
pub const SWAP_MAP: [Option<u8>; 8] = {
    let mut map = [None; 8];
    let mut next = 0;
    while next < Kind::TETROMINOES.len() {
        let (from, to) = (Kind::TETROMINOES[next], Kind::TETROMINOES[next].mirrored());
        if from.number() != to.number() {
            map[from.number() as usize] = Some(to.number());
        }
        next += 1;
    }
    map
};

/// The board as numbers, top row first: 0 is an empty cell, 1 to 7 a cell of that kind.
pub type Grid = [[u8; COLS]; ROWS];

/// A game of Flip as functions on pieces and a grid. While it is paused or over, nothing moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flip {
    game: Game,
}

impl Flip {
    /// A game with its first piece in play.
    pub fn new(seed: u64) -> Flip {
        let mut flip = Flip { game: Game::new(GameName::Flip.rules(), seed) };
        flip.bring_in_next();
        flip
    }

    /// An empty board.
    pub const fn create_board() -> Grid {
        [[0; COLS]; ROWS]
    }

    /// A piece of this kind where pieces enter now.
    pub fn create_piece(&self, kind: Kind) -> MatrixPiece {
        let Piece { kind, rotation, x, y } = self.game.rules().spawn_place(kind, self.game.gravity);
        MatrixPiece { kind, matrix: Matrix::of(kind, rotation), x, y }
    }

    /// A piece of any kind, each equally likely, where pieces enter now.
    pub fn get_random_piece(&mut self) -> MatrixPiece {
        let kind = self.game.queue.any_tetromino();
        self.create_piece(kind)
    }

    /// Puts the piece in play back to where pieces enter now, turned as it is.
    pub fn reset_current_piece(&mut self) {
        if let Some(piece) = self.game.piece {
            let (x, y) = self.game.rules.entry(piece.kind, self.game.shape, self.game.gravity);
            self.game.piece = Some(Piece { x, y, ..piece });
        }
    }

    /// The kind that this one turns into when gravity turns over.
    pub const fn get_swapped_type(kind: Kind) -> Kind {
        kind.mirrored()
    }

    /// The piece in play takes the kind it turns into, as that kind enters.
    pub fn swap_current_piece(&mut self) {
        if let Some(piece) = self.current_piece() {
            self.set_current_piece(MatrixPiece::new(piece.kind.mirrored(), 0, piece.x, piece.y));
        }
    }

    /// Every cell of the board takes the kind it turns into.
    pub fn swap_board_pieces(&mut self) {
        self.game.board.mirror_kinds();
    }

    /// Whether a matrix whose top left corner is at this column and row covers only free cells.
    /// Its empty cells may lie anywhere, beyond the walls too.
    pub fn is_valid_move(&self, matrix: impl Into<Matrix>, x: i8, y: i8) -> bool {
        self.game.board.fits(matrix.into().shape(), x, y)
    }

    /// Turns the piece clockwise, if it fits there or a little aside; says whether it turned.
    pub fn rotate_piece(&mut self) -> bool {
        let before = self.game.piece;
        self.tap(Button::RotateCw);
        self.game.piece != before
    }

    /// Moves the piece by so many columns and rows, if it fits there; says whether it moved.
    /// This scores nothing and never locks.
    pub fn move_piece(&mut self, columns: i8, rows: i8) -> bool {
        self.is_running() && self.game.shift_by(columns, rows)
    }

    /// Drops the piece all the way, scores the rows it went and locks it.
    pub fn hard_drop(&mut self) {
        self.tap(Button::HardDrop);
    }

    /// Locks the piece where it is, clears the rows it completes and brings in the next piece.
    pub fn lock_piece(&mut self) {
        if self.is_running() {
            self.game.lock_piece(&mut |_| {});
            self.game.find_due();
        }
    }

    /// Clears every full row of the board and scores them; says how many there were.
    pub fn clear_lines(&mut self) -> u8 {
        let rows = self.game.board.full_rows();
        if !rows.is_empty() {
            self.game.count_rows(rows, Spin::None, &mut |_| {});
            self.game.remove_rows(rows, &mut |_| {});
        }
        rows.count()
    }

    /// Brings in the next piece; where its place is taken, the game is over.
    pub fn spawn_piece(&mut self) {
        if self.is_running() {
            self.bring_in_next();
        }
    }

    /// Turns the board upside down.
    pub fn flip_board(&mut self) {
        self.game.board.flip();
    }

    /// The row to which the piece would drop.
    pub fn get_ghost_position(&self) -> Option<i8> {
        self.game.view().ghost.map(|ghost| ghost.piece.y)
    }

    /// Starts anew. Pieces go on being drawn from the same source, so it is not the same game again.
    pub fn reset_game(&mut self) {
        let mut queue = self.game.queue.clone();
        queue.clear();
        self.game = Game::new(self.game.rules, 0);
        self.game.queue = queue;
        self.bring_in_next();
    }

    /// Pauses, or goes on.
    pub fn toggle_pause(&mut self) {
        self.game.toggle_pause();
    }

    /// Turns gravity over: the board upside down, every kind for the one it turns into, and the
    /// piece back to where pieces enter then. Where its place is taken, the game is over.
    pub fn toggle_gravity(&mut self) {
        self.tap(Button::Flip);
    }

    fn bring_in_next(&mut self) {
        self.game.spawn_next(&mut |_| {});
        self.game.find_due();
    }

    fn is_running(&self) -> bool {
        self.game.status() == Status::Playing
    }

    /// Presses a button and lets it go at once.
    fn tap(&mut self, button: Button) {
        let now = self.game.now();
        let pressed = self.game.press(button, now, &mut |_| {});
        let released = self.game.release(button, now, &mut |_| {});
        debug_assert!(pressed.and(released).is_ok(), "no game is ahead of its own time");
    }
}

impl Rules {
    /// No hidden rows, any tetromino at any time, and a lock only when gravity fails to move a piece.
    pub const fn flip() -> Rules {
        Rules {
            game: GameName::Flip,
            deal: Deal::TetrominoUniform,
            rotation: RotationSystem::TRIMMED,
            spawn: Spawn { row: 0, row_of_i: 0, right_of_middle: true },
            fall: Fall::ByTens {
                first: Micros::from_millis(1000),
                less: Micros::from_millis(100),
                least: Micros::from_millis(100),
            },
            lock: Lock::FailedStep { soft_drop_locks: false },
            soft_drop_points: 1,
            hard_drop_points: 2,
            flip: true,
            previews: 1,
            handling: Handling {
                soft_drop: SoftDrop::Every(Micros::from_millis(50)),
                ..Handling::STANDARD
            },
            ..Rules::BASE
        }
    }
}
