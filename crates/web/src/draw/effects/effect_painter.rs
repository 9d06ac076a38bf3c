//! The lights of a board: what flashes, trails and flies.

use quintet_engine::{Gravity, Micros, Piece, PlacedPiece, ShapeSet, View};

use super::board_effects::{BoardEffects, Lock};
use super::clear::{ClearStage, Clearing};
use super::lights::{Light, Lights};
use crate::draw::hue::Hue;
use crate::draw::layout::Grid;
use crate::draw::surface::{Area, Surface};
use crate::draw::tiles::rim::Rim;

/// How bright a piece has become by the time it locks.
const LOCKING: f64 = 0.3;
/// The longest delay before a piece locks.
const LONGEST_DELAY: Micros = Micros::from_millis(500);

/// Draws the lights of one board.
#[derive(Debug)]
pub(in crate::draw) struct EffectPainter {
    lights: Lights,
    grid: Grid,
    shapes: ShapeSet,
    /// What locks and clears flash in.
    flash: Hue,
}

impl EffectPainter {
    /// Readies the lights of a board.
    pub(in crate::draw) const fn new(
        lights: Lights,
        grid: Grid,
        shapes: ShapeSet,
        flash: Hue,
    ) -> EffectPainter {
        EffectPainter { lights, grid, shapes, flash }
    }

    /// Draws a picture of light ahead of its use; says whether there was one left to draw.
    pub(in crate::draw) fn draw_next(&self) -> bool {
        self.lights.draw_next()
    }

    fn cell(&self) -> f64 {
        f64::from(self.grid.cell)
    }

    /// A cell, or several below each other.
    fn area(&self, column: i8, row: i8, rows: f64) -> Area {
        Area::new(self.grid.x(column), self.grid.y(row), self.cell(), self.cell() * rows)
    }

    /// A row across the field that extends this many cells beyond the field on both sides.
    fn band(&self, row: f64, beyond: f64) -> Area {
        let width = f64::from(self.grid.width());
        let cell = self.cell();
        Area::new(0.0, (row - beyond) * cell, width, cell * (1.0 + 2.0 * beyond))
    }

    /// A piece with its shape.
    pub(in crate::draw) fn placed(&self, piece: Piece) -> PlacedPiece {
        PlacedPiece { piece, shape: self.shapes.shape(piece.kind, piece.rotation) }
    }

    /// The traces of hard drops; they lie behind the pieces.
    pub(in crate::draw) fn traces(&self, onto: &Surface, effects: &BoardEffects, now: Micros) {
        for lock in effects.locks(now) {
            let strength = lock.trace(now);
            if strength > 0.0 {
                self.trace(onto, lock, strength);
            }
        }
    }

    fn trace(&self, onto: &Surface, lock: &Lock, strength: f64) {
        let PlacedPiece { piece, shape } = self.placed(lock.piece);
        let hue = Hue::of_kind(piece.kind);
        let (light, rows) = match lock.gravity {
            Gravity::Down => (Light::BeamDown, -(lock.dropped as i8)),
            Gravity::Up => (Light::BeamUp, 1),
        };
        for (x, y) in shape.cells() {
            if Rim::of(shape, x, y).behind(lock.gravity) {
                let long = self.area(piece.x + x, piece.y + y + rows, f64::from(lock.dropped));
                self.lights.draw(onto, light, hue, long, strength * 0.8);
            }
        }
    }

    /// The light on pieces that have just locked.
    pub(in crate::draw) fn locks(&self, onto: &Surface, effects: &BoardEffects, now: Micros) {
        for lock in effects.locks(now).filter(|lock| !lock.cleared) {
            let strength = lock.flash(now) * if lock.dropped > 0 { 0.85 } else { 0.6 };
            let PlacedPiece { piece, shape } = self.placed(lock.piece);
            for (x, y) in shape.cells() {
                let cell = self.area(piece.x + x, piece.y + y, 1.0);
                self.lights.draw(onto, Light::Flash, self.flash, cell, strength);
            }
        }
    }

    /// The light on a piece that rests: a glint where it touches down, then brighter until it locks.
    pub(in crate::draw) fn resting(&self, onto: &Surface, effects: &BoardEffects, view: &View<'_>) {
        let Some(PlacedPiece { piece, shape }) = view.piece else { return };
        let left = view.lock_at.map(|at| (at - view.now).0 as f64 / LONGEST_DELAY.0 as f64);
        let heat = left.map_or(0.0, |left| (1.0 - left).clamp(0.0, 1.0));
        let glint = effects.glint(view.now);
        for (x, y) in shape.cells() {
            let cell = self.area(piece.x + x, piece.y + y, 1.0);
            self.lights.draw(onto, Light::Flash, self.flash, cell, heat * heat * LOCKING);
            if Rim::of(shape, x, y).ahead(view.gravity) {
                let edge = if view.gravity == Gravity::Down { cell.height } else { 0.0 };
                let band = Area {
                    y: cell.y + edge - cell.height * 0.3,
                    height: cell.height * 0.6,
                    ..cell
                };
                self.lights.draw(onto, Light::Bloom, Hue::WHITE, band, glint * 0.9);
            }
        }
    }

    /// The light on rows that are about to go, or are going.
    pub(in crate::draw) fn clear(&self, onto: &Surface, clearing: &Clearing) {
        let hue = if clearing.is_four() { Hue::GOLD } else { self.flash };
        for row in clearing.rows.iter() {
            match clearing.stage {
                ClearStage::Flash(share) => {
                    for column in 0..self.grid.columns as i8 {
                        let cell = self.area(column, row, 1.0);
                        self.lights.draw(onto, Light::Flash, hue, cell, 0.45 + share);
                    }
                    self.lights.draw(
                        onto,
                        Light::Bloom,
                        hue,
                        self.band(f64::from(row), 0.9),
                        share * 0.8,
                    );
                }
                ClearStage::Gap(share) => self.vanish(onto, f64::from(row), hue, 1.0 - share),
                ClearStage::Drop(_) => {}
            }
        }
    }

    /// A bright row that closes to a line and is gone, as `left` goes from 1 to 0.
    fn vanish(&self, onto: &Surface, row: f64, hue: Hue, left: f64) {
        let band = self.band(row, 0.9);
        self.lights.draw(onto, Light::Bloom, hue, band, left);
        let height = self.cell() * left;
        let middle = (row + 0.5) * self.cell();
        let line = Area::new(0.0, middle - height / 2.0, band.width, height);
        self.lights.draw(onto, Light::Bloom, Hue::WHITE, line, left);
    }

    /// The light that rows leave which went at once.
    pub(in crate::draw) fn afterglow(&self, onto: &Surface, effects: &BoardEffects, now: Micros) {
        let Some(settling) = effects.settling(now) else { return };
        let hue = match settling.scored {
            // Gold is for what is won.
            Some(false) => Hue::GARBAGE,
            _ if settling.rows.count() >= 4 => Hue::GOLD,
            _ => self.flash,
        };
        let left = settling.afterglow(now);
        let lifted = f64::from(settling.lifted()) - effects.rise(now);
        for row in settling.rows.iter() {
            self.vanish(onto, f64::from(row) - lifted, hue, left * left);
        }
    }

    /// The sparks.
    pub(in crate::draw) fn sparks(&self, onto: &Surface, effects: &BoardEffects, now: Micros) {
        let cell = self.cell();
        for spark in effects.sparks(now) {
            let size = spark.size * cell;
            let (x, y) = (spark.x * cell - size / 2.0, spark.y * cell - size / 2.0);
            let at = Area::new(x, y, size, size);
            self.lights.draw(onto, Light::Spark, spark.hue, at, spark.strength);
        }
    }
}
