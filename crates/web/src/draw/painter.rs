//! A board, painted once a frame.

use quintet_engine::{Gravity, Micros, PlacedPiece, Rules, Status, View};
use web_sys::HtmlCanvasElement;

use super::effects::clear::{ClearStage, Clearing};
use super::effects::effect_painter::EffectPainter;
use super::effects::lights::Lights;
use super::effects::settle::Settling;
use super::hue::Hue;
use super::layout::Grid;
use super::look::{Look, Palette, Skin};
use super::surface::{Area, Ink, Surface};
use super::tiles::block::Light;
use super::tiles::ghost::Ghosts;
use super::tiles::sheet::Layer;
use super::tiles::stack::Stack;
use super::{BoardEffects, TileSheet, field};
use crate::games;

/// How many pictures a frame draws ahead: they are all there within half a second.
const AHEAD: usize = 4;

/// Paints one board onto one canvas.
#[derive(Debug)]
pub(crate) struct Painter {
    screen: Surface,
    sheet: TileSheet,
    stack: Stack,
    ghosts: Ghosts,
    show: EffectPainter,
    /// Cleared rows that are shown for a while so that they can be read, in games that do that, and
    /// when they were cleared.
    cleared_rows: Option<Surface>,
    cleared_at: Option<Micros>,
    /// The empty field.
    field: Surface,
    /// The empty field while gravity is turned over, in games where it can be.
    field_up: Option<Surface>,
    /// What lies behind the field while it moves.
    void: Ink,
    /// What points out cells to the player.
    gold: Ink,
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
        let skin = games::skin(rules.game);
        let screen = Surface::of(canvas.clone())?;
        screen.resize(grid.width(), grid.height());
        let lights = Lights::new(grid.cell, &palette)?;
        // White tiles would not show a white flash.
        let flash = if skin == Skin::Domino { Hue::GOLD } else { Hue::WHITE };
        let sign = |gravity| Some(gravity).filter(|_| rules.flip);
        Some(Painter {
            screen,
            sheet: TileSheet::new(grid.cell, rules, look)?,
            stack: Stack::new(grid)?,
            ghosts: Ghosts::new(&palette),
            show: EffectPainter::new(lights, grid, rules.rotation.shapes, flash),
            cleared_rows: (skin == Skin::Domino)
                .then(|| Surface::offscreen(grid.width(), grid.height()))
                .flatten(),
            cleared_at: None,
            field: field::paint(grid, skin, &palette, look, sign(Gravity::Down))?,
            field_up: sign(Gravity::Up)
                .and_then(|up| field::paint(grid, skin, &palette, look, Some(up))),
            void: Ink::of(palette.void),
            gold: Ink::of(palette.gold),
            grid,
            look: Look { still: look.still || skin == Skin::Plain, ..look },
        })
    }

    /// Draws some of the pictures that later frames will need.
    fn draw_ahead(&self) {
        for _ in 0..AHEAD {
            if !self.sheet.draw_next() && (self.look.still || !self.show.draw_next()) {
                return;
            }
        }
    }

    /// Paints the board as the view shows it.
    pub(crate) fn paint(&mut self, view: &View<'_>, effects: &BoardEffects) {
        self.draw_ahead();
        let reading = effects.settling(view.now).filter(|it| it.is_read(view.now));
        let reading = reading.filter(|_| view.status != Status::Over);
        if let Some(settling) = reading {
            self.keep_rows(settling, effects);
        }
        self.stack.update(view.board, &self.sheet);
        // A game that has ended stands still, and so would any light on it.
        let effects = Some(effects).filter(|_| !self.look.still && view.status != Status::Over);
        let moved = effects.is_some_and(|effects| self.move_field(effects, view.now));
        self.screen.lay(match view.gravity {
            Gravity::Up => self.field_up.as_ref().unwrap_or(&self.field),
            Gravity::Down => &self.field,
        });
        let clearing = Clearing::of(view.phase, view.now);
        self.paint_stack(clearing.as_ref(), effects, reading, view);
        if let Some(effects) = effects {
            self.show.traces(&self.screen, effects, view.now);
            self.screen.thicken();
        }
        if let Some(ghost) = view.ghost.filter(|_| self.look.ghost) {
            self.ghosts.draw(&self.screen, self.grid, ghost);
        }
        if let Some(piece) = view.piece {
            self.paint_piece(piece);
        }
        if let Some(effects) = effects {
            self.paint_lights(clearing.as_ref(), effects, view);
        }
        if moved {
            self.screen.place(0.0, 0.0, 1.0);
        }
    }

    /// Points out cells, over what was painted.
    pub(crate) fn point_out(&self, cells: &[(i8, i8)]) {
        let cell = f64::from(self.grid.cell);
        self.screen.dip(&self.gold);
        for &(column, row) in cells {
            let area = Area::new(self.grid.x(column), self.grid.y(row), cell, cell);
            self.screen.thin(0.3);
            self.screen.fill(area.inset(cell * 0.08));
            self.screen.thicken();
            self.screen.fill(area.inset(cell * 0.36));
        }
    }

    /// Moves all that follows as the field shakes or turns over; says whether it does.
    fn move_field(&self, effects: &BoardEffects, now: Micros) -> bool {
        let (x, y) = effects.shake(now);
        let turn = effects.turn(now);
        let cell = f64::from(self.grid.cell);
        let (x, y) = ((x * cell).round(), (y * cell).round());
        if (x, y) == (0.0, 0.0) && turn > 0.999 {
            return false;
        }
        self.screen.dip(&self.void);
        self.screen.fill(self.screen.area());
        let middle = f64::from(self.grid.height()) / 2.0;
        self.screen.place(x, y + middle * (1.0 - turn), turn);
        true
    }

    /// The locked cells, each row where it is seen.
    fn paint_stack(
        &self,
        clearing: Option<&Clearing>,
        effects: Option<&BoardEffects>,
        reading: Option<&Settling>,
        view: &View<'_>,
    ) {
        let rise = effects.map_or(0.0, |effects| effects.rise(view.now));
        let settling = effects.and_then(|effects| effects.settling(view.now)).or(reading);
        if clearing.is_none() && settling.is_none() && rise == 0.0 {
            return self.stack.lay(&self.screen);
        }
        let rows = self.grid.rows as i8;
        for row in 0..rows {
            match clearing {
                Some(clearing) if clearing.rows.contains(row) => self.paint_going(clearing, row),
                // Someone who wants nothing to move sees the rows in their new place at once.
                Some(clearing) if !self.look.still => {
                    self.stack.lay_row(&self.screen, row, clearing.drop(row, view.gravity));
                }
                _ => {
                    let settled = settling.map_or(0.0, |s| s.offset(row, rows, view.now));
                    self.stack.lay_row(&self.screen, row, rise + settled);
                }
            }
        }
        if let (Some(settling), Some(rows)) = (reading, &self.cleared_rows) {
            let (width, cell) = (f64::from(self.grid.width()), f64::from(self.grid.cell));
            for row in settling.rows.iter() {
                let at = Area::new(0.0, self.grid.y(row), width, cell);
                self.screen.copy(rows, at, at);
            }
        }
    }

    /// Copies the stack as it was last painted, and the piece that completed rows of it.
    fn keep_rows(&mut self, settling: &Settling, effects: &BoardEffects) {
        let Some(rows) = &self.cleared_rows else { return };
        if self.cleared_at.replace(settling.at) == Some(settling.at) {
            return;
        }
        rows.clear();
        self.stack.lay(rows);
        for (column, row, tile) in
            effects.last_locked().into_iter().flat_map(|piece| self.show.placed(piece).cells())
        {
            let (x, y) = (self.grid.x(column), self.grid.y(row));
            self.sheet.draw(rows, tile, Layer::Body(Light::Resting), x, y);
        }
    }

    /// A completed row: under the flash it still stands; without one it fades.
    fn paint_going(&self, clearing: &Clearing, row: i8) {
        let strength = match (clearing.stage, self.look.still) {
            (ClearStage::Flash(_), false) => 1.0,
            (ClearStage::Flash(share), true) => 1.0 - share,
            (ClearStage::Gap(_) | ClearStage::Drop(_), _) => return,
        };
        self.screen.thin(strength);
        self.stack.lay_row(&self.screen, row, 0.0);
        self.screen.thicken();
    }

    fn paint_piece(&self, piece: PlacedPiece) {
        for layer in [Layer::Glow(Light::Falling), Layer::Body(Light::Falling)] {
            for (column, row, tile) in piece.cells() {
                let (x, y) = (self.grid.x(column), self.grid.y(row));
                self.sheet.draw(&self.screen, tile, layer, x, y);
            }
        }
    }

    fn paint_lights(&self, clearing: Option<&Clearing>, effects: &BoardEffects, view: &View<'_>) {
        self.show.resting(&self.screen, effects, view);
        self.show.locks(&self.screen, effects, view.now);
        if let Some(clearing) = clearing {
            self.show.clear(&self.screen, clearing);
        }
        self.show.afterglow(&self.screen, effects, view.now);
        self.show.sparks(&self.screen, effects, view.now);
        self.screen.thicken();
    }
}
