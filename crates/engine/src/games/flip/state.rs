//! The state of a game of Flip, to read and to set.
//!
//! A setter sets one thing and touches nothing else, so that a test can begin anywhere.

use super::{Flip, Grid, Matrix, MatrixPiece};
use crate::board::Gravity;
use crate::event::EndReason;
use crate::game::{Game, Phase, Piece};
use crate::kind::Kind;
use crate::tile::{Face, Tile};
use crate::time::Micros;

impl Flip {
    /// The game underneath.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The game underneath, to press its buttons and let its time pass.
    pub const fn game_mut(&mut self) -> &mut Game {
        &mut self.game
    }

    /// The board without the piece in play.
    pub fn board(&self) -> Grid {
        let mut grid = Flip::create_board();
        for (y, row) in (0..).zip(&mut grid) {
            for (x, cell) in (0..).zip(row) {
                if let Face::Piece(kind) = self.game.board.tile(x, y).face() {
                    *cell = kind.number();
                }
            }
        }
        grid
    }

    /// Sets the board. A number that is none of the seven kinds' leaves a cell empty.
    pub fn set_board(&mut self, grid: &Grid) {
        for (y, row) in (0..).zip(grid) {
            for (x, &number) in (0..).zip(row) {
                let kind = Kind::TETROMINOES.into_iter().find(|kind| kind.number() == number);
                self.game.board.set(x, y, kind.map_or(Tile::EMPTY, Tile::piece));
            }
        }
    }

    /// The piece in play.
    pub fn current_piece(&self) -> Option<MatrixPiece> {
        let Piece { kind, x, y, .. } = self.game.piece?;
        Some(MatrixPiece { kind, matrix: Matrix::filled(self.game.shape, kind), x, y })
    }

    /// Sets the piece in play. Without one, none comes before [`Flip::spawn_piece`].
    pub fn set_current_piece(&mut self, piece: impl Into<Option<MatrixPiece>>) {
        let before = self.game.phase;
        if let Some(piece) = piece.into() {
            let rotation = piece.rotation();
            let MatrixPiece { kind, matrix, x, y } = piece;
            self.game.place(Piece { kind, rotation, x, y });
            self.game.shape = matrix.shape();
        } else {
            self.game.piece = None;
            self.game.phase = Phase::Waiting { until: Micros::NEVER };
        }
        if let Phase::Over(_) = before {
            self.game.phase = before;
        }
        self.game.find_due();
    }

    /// The next piece, where it would enter now.
    pub fn next_piece(&self) -> Option<MatrixPiece> {
        self.game.queue.upcoming().first().map(|&kind| self.create_piece(kind))
    }

    /// Sets the kind of the next piece. Without one, it is drawn when it enters.
    pub fn set_next_piece(&mut self, kind: impl Into<Option<Kind>>) {
        match kind.into() {
            Some(kind) => self.game.queue.replace(&[kind]),
            None => self.game.queue.clear(),
        }
    }

    /// Points.
    pub const fn score(&self) -> u64 {
        self.game.counters.score
    }

    /// Sets the points.
    pub const fn set_score(&mut self, score: u64) {
        self.game.counters.score = score;
    }

    /// The level.
    pub const fn level(&self) -> u32 {
        self.game.counters.level
    }

    /// Sets the level. The next clear works it out again from the lines. (A-F13)
    pub const fn set_level(&mut self, level: u32) {
        self.game.counters.level = level;
    }

    /// Rows cleared.
    pub const fn lines(&self) -> u32 {
        self.game.counters.lines
    }

    /// Sets how many rows have been cleared.
    pub const fn set_lines(&mut self, lines: u32) {
        self.game.counters.lines = lines;
    }

    /// Whether the game has ended.
    pub const fn is_game_over(&self) -> bool {
        self.game.is_over()
    }

    /// Ends the game, or takes its end back.
    pub fn set_game_over(&mut self, over: bool) {
        if over != self.game.is_over() {
            self.game.phase = match (over, self.game.piece) {
                (true, _) => Phase::Over(EndReason::BlockOut),
                (false, Some(_)) => Phase::Falling,
                (false, None) => Phase::Waiting { until: Micros::NEVER },
            };
            self.game.find_due();
        }
    }

    /// Whether the game is halted.
    pub const fn is_paused(&self) -> bool {
        self.game.is_paused()
    }

    /// Halts the game, or lets it go on.
    pub fn set_paused(&mut self, paused: bool) {
        if paused {
            self.game.pause();
        } else {
            self.game.resume();
        }
    }

    /// Whether pieces fall upwards.
    pub fn is_anti_gravity(&self) -> bool {
        self.game.gravity == Gravity::Up
    }

    /// Sets whether pieces fall upwards, and turns nothing over.
    pub const fn set_anti_gravity(&mut self, anti_gravity: bool) {
        self.game.gravity = if anti_gravity { Gravity::Up } else { Gravity::Down };
    }

    /// From one row of the fall to the next.
    pub const fn drop_interval(&self) -> Micros {
        self.game.fall_interval
    }

    /// Sets the time from one row of the fall to the next, as from the next row.
    pub const fn set_drop_interval(&mut self, interval: Micros) {
        self.game.fall_interval = interval;
    }
}
