//! The locked cells, redrawn only when they have changed.

use quintet_engine::{Board, MAX_ROWS, Tile};

use super::TileSheet;
use super::block::Light;
use super::sheet::Layer;
use crate::draw::layout::Grid;
use crate::draw::surface::{Area, Surface};

/// The locked cells on a canvas of their own, from which frames copy.
#[derive(Debug)]
pub(in crate::draw) struct Stack {
    surface: Surface,
    /// The board that is drawn.
    board: Option<Board>,
    grid: Grid,
}

impl Stack {
    /// An empty stack; none where the browser gives no canvas.
    pub(in crate::draw) fn new(grid: Grid) -> Option<Stack> {
        let surface = Surface::offscreen(grid.width(), grid.height())?;
        Some(Stack { surface, board: None, grid })
    }

    /// Makes sure that this board is what the canvas shows.
    pub(in crate::draw) fn update(&mut self, board: &Board, sheet: &TileSheet) {
        if self.board.as_ref() == Some(board) {
            return;
        }
        if let Some(added) = self.board.as_ref().and_then(|drawn| Added::since(drawn, board)) {
            // A piece has locked: its light first, then all tiles that the light falls on.
            let near = added.and_around();
            self.draw(board, sheet, Layer::Glow(Light::Resting), |x, y| added.holds(x, y));
            self.draw(board, sheet, Layer::Body(Light::Resting), |x, y| near.holds(x, y));
        } else {
            self.surface.clear();
            for layer in [Layer::Glow(Light::Resting), Layer::Body(Light::Resting)] {
                self.draw(board, sheet, layer, |_, _| true);
            }
        }
        self.board = Some(board.clone());
    }

    /// Draws one picture of those tiles that are wanted.
    fn draw(
        &self,
        board: &Board,
        sheet: &TileSheet,
        layer: Layer,
        wanted: impl Fn(i8, i8) -> bool,
    ) {
        for row in 0..self.grid.rows as i8 {
            for column in 0..self.grid.columns as i8 {
                let tile = board.tile(column, row);
                if tile != Tile::EMPTY && wanted(column, row) {
                    let (x, y) = (self.grid.x(column), self.grid.y(row));
                    sheet.draw(&self.surface, tile, layer, x, y);
                }
            }
        }
    }

    /// Draws all of it.
    pub(in crate::draw) fn lay(&self, onto: &Surface) {
        onto.lay(&self.surface);
    }

    /// Draws one row, this many rows below its place.
    pub(in crate::draw) fn lay_row(&self, onto: &Surface, row: i8, below: f64) {
        let Grid { cell, .. } = self.grid;
        let at = Area::new(0.0, self.grid.y(row), f64::from(self.grid.width()), f64::from(cell));
        let moved = (below * f64::from(cell)).round();
        onto.copy(&self.surface, at, Area { y: at.y + moved, ..at });
    }
}

/// Cells that were empty and are no longer, a row of bits each.
struct Added([u16; MAX_ROWS as usize]);

impl Added {
    /// What has come to a board since it was drawn; none where anything else has changed too.
    fn since(drawn: &Board, board: &Board) -> Option<Added> {
        let mut added = Added([0; MAX_ROWS as usize]);
        for row in 0..board.height() as i8 {
            for column in 0..board.width() as i8 {
                let (before, now) = (drawn.tile(column, row), board.tile(column, row));
                match before {
                    Tile::EMPTY if now != Tile::EMPTY => added.0[row as usize] |= 1 << column,
                    _ if before != now => return None,
                    _ => {}
                }
            }
        }
        Some(added)
    }

    fn holds(&self, column: i8, row: i8) -> bool {
        self.0[row as usize] >> column & 1 == 1
    }

    /// These cells and the eight around each.
    fn and_around(&self) -> Added {
        let wide = |row: usize| self.0.get(row).map_or(0, |bits| bits << 1 | bits | bits >> 1);
        Added(std::array::from_fn(|row| wide(row.wrapping_sub(1)) | wide(row) | wide(row + 1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_engine::Kind;

    fn board(cells: &[(i8, i8)]) -> Board {
        let mut board = Board::new(&quintet_engine::GameName::Battle.rules());
        for &(x, y) in cells {
            board.set(x, y, Tile::piece(Kind::T));
        }
        board
    }

    #[test]
    fn a_piece_that_locked_is_found_with_its_neighbours() {
        let added = Added::since(&board(&[(0, 19)]), &board(&[(0, 19), (2, 0), (9, 18)]));
        let added = added.expect("nothing went");
        let near = added.and_around();
        assert!(added.holds(2, 0) && added.holds(9, 18) && !added.holds(0, 19));
        assert!(near.holds(1, 1) && near.holds(3, 0) && near.holds(8, 19) && !near.holds(0, 19));
    }

    #[test]
    fn a_board_that_lost_a_cell_is_drawn_anew() {
        assert!(Added::since(&board(&[(0, 19)]), &board(&[(1, 19)])).is_none());
    }
}
