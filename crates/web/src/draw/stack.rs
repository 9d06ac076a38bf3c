//! The locked cells, drawn anew only when they have changed.

use quintet_engine::{Board, Tile};

use super::TileSheet;
use super::block::Light;
use super::layout::Grid;
use super::sheet::Layer;
use super::surface::{Area, Surface};

/// The locked cells on a canvas of their own, from which frames copy.
#[derive(Debug)]
pub(super) struct Stack {
    surface: Surface,
    /// The board that is drawn.
    board: Option<Board>,
    grid: Grid,
}

impl Stack {
    /// An empty stack; none where the browser gives no canvas.
    pub(super) fn new(grid: Grid) -> Option<Stack> {
        let surface = Surface::offscreen(grid.width(), grid.height())?;
        Some(Stack { surface, board: None, grid })
    }

    /// Makes sure that this board is what the canvas shows.
    pub(super) fn update(&mut self, board: &Board, sheet: &TileSheet) {
        if self.board.as_ref() == Some(board) {
            return;
        }
        self.surface.clear();
        for layer in [Layer::Glow(Light::Resting), Layer::Body(Light::Resting)] {
            for row in 0..self.grid.rows as i8 {
                for column in 0..self.grid.columns as i8 {
                    let tile = board.tile(column, row);
                    if tile != Tile::EMPTY {
                        let (x, y) = (self.grid.x(column), self.grid.y(row));
                        sheet.draw(&self.surface, tile, layer, x, y);
                    }
                }
            }
        }
        self.board = Some(board.clone());
    }

    /// Draws all of it.
    pub(super) fn lay(&self, onto: &Surface) {
        onto.lay(&self.surface);
    }

    /// Draws one row, so many rows below its place.
    pub(super) fn lay_row(&self, onto: &Surface, row: i8, below: f64) {
        let Grid { cell, .. } = self.grid;
        let at = Area::new(0.0, self.grid.y(row), f64::from(self.grid.width()), f64::from(cell));
        let moved = (below * f64::from(cell)).round();
        onto.copy(&self.surface, at, Area { y: at.y + moved, ..at });
    }
}
