//! A board, painted once a frame.

use quintet_engine::{Board, PlacedPiece, Rules, Tile, View};
use web_sys::HtmlCanvasElement;

use super::block::Light;
use super::clear::{Clearing, Stage};
use super::colour::Colour;
use super::ghost::Ghosts;
use super::layout::Grid;
use super::look::{Look, Palette, Skin};
use super::sheet::Layer;
use super::surface::{Area, Ink, Surface};
use super::{Effects, TileSheet, field};

/// Paints one board onto one canvas.
#[derive(Debug)]
pub(crate) struct Painter {
    screen: Surface,
    sheet: TileSheet,
    /// The empty field.
    field: Surface,
    /// The locked cells, drawn anew only when they have changed.
    stack: Surface,
    /// The board that the stack shows.
    stacked: Option<Board>,
    ghosts: Ghosts,
    flash: Ink,
    gold_flash: Ink,
    grid: Grid,
    look: Look,
}

impl Painter {
    /// Ready to paint a board of these rules at this many device pixels a cell. Sets the size of
    /// the canvas in device pixels; none where the browser gives no canvas to draw on.
    pub(crate) fn new(
        canvas: &HtmlCanvasElement,
        rules: &Rules,
        cell: u32,
        look: Look,
    ) -> Option<Painter> {
        let grid = Grid { cell: cell.max(1), columns: rules.width, rows: rules.height };
        let palette = Palette::read();
        let screen = Surface::of(canvas.clone())?;
        screen.resize(grid.width(), grid.height());
        Some(Painter {
            screen,
            sheet: TileSheet::new(grid.cell, rules, look)?,
            field: field::paint(grid, Skin::of(rules.game), &palette, look)?,
            stack: Surface::offscreen(grid.width(), grid.height())?,
            stacked: None,
            ghosts: Ghosts::new(&palette),
            flash: Ink::of(Colour::WHITE),
            gold_flash: Ink::of(palette.gold),
            grid,
            look,
        })
    }

    /// Paints the board as the view shows it.
    pub(crate) fn paint(&mut self, view: &View<'_>, _effects: &Effects) {
        self.restack(view.board);
        self.screen.lay(&self.field);
        match Clearing::of(view.phase, view.now) {
            Some(clearing) => self.paint_clear(&clearing, view),
            None => self.screen.lay(&self.stack),
        }
        if let Some(ghost) = view.ghost.filter(|_| self.look.ghost) {
            self.ghosts.draw(&self.screen, self.grid, ghost);
        }
        if let Some(piece) = view.piece {
            self.paint_piece(piece);
        }
    }

    /// Draws the locked cells anew if they are not what they were.
    fn restack(&mut self, board: &Board) {
        if self.stacked.as_ref() == Some(board) {
            return;
        }
        self.stack.clear();
        for layer in [Layer::Glow(Light::Resting), Layer::Body(Light::Resting)] {
            for row in 0..self.grid.rows as i8 {
                for column in 0..self.grid.columns as i8 {
                    let tile = board.tile(column, row);
                    if tile != Tile::EMPTY {
                        let (x, y) = (self.grid.x(column), self.grid.y(row));
                        self.sheet.draw(&self.stack, tile, layer, x, y);
                    }
                }
            }
        }
        self.stacked = Some(board.clone());
    }

    fn paint_piece(&self, piece: PlacedPiece) {
        for layer in [Layer::Glow(Light::Falling), Layer::Body(Light::Falling)] {
            for (column, row, tile) in piece.cells() {
                let (x, y) = (self.grid.x(column), self.grid.y(row));
                self.sheet.draw(&self.screen, tile, layer, x, y);
            }
        }
    }

    /// The locked cells while completed rows go.
    fn paint_clear(&self, clearing: &Clearing, view: &View<'_>) {
        let cell = f64::from(self.grid.cell);
        let width = f64::from(self.grid.width());
        for row in 0..self.grid.rows as i8 {
            let at = Area::new(0.0, self.grid.y(row), width, cell);
            if !clearing.rows.contains(row) {
                let dropped = (clearing.drop(row, view.gravity) * cell).round();
                self.screen.copy(&self.stack, at, Area { y: at.y + dropped, ..at });
            } else if let Stage::Flash(_) = clearing.stage {
                self.screen.dip(if clearing.is_four() { &self.gold_flash } else { &self.flash });
                self.screen.fill(at);
            }
        }
    }
}
