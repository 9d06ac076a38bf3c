//! Every tile of a game, drawn once at the size in use.

use quintet_engine::{Face, Kind, Rules, Tile};

use super::block::{Block, Light};
use super::look::{Look, Palette, Skin};
use super::plain;
use super::surface::{Area, Surface};

/// How many tiles stand in a row of the sheet.
const COLUMNS: u8 = 8;
/// The number of tetrominoes and garbage together, in the order of the engine's numbers.
const COLOURS: u8 = 8;

/// Which picture of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layer {
    /// The light a tile throws on its surroundings; goes below all tiles.
    Glow(Light),
    /// The tile itself.
    Body(Light),
}

/// Tiles drawn ahead, each with room for its glow around it.
#[derive(Debug)]
pub(crate) struct TileSheet {
    surface: Surface,
    cell: u32,
    /// Room around each tile.
    halo: u32,
}

impl TileSheet {
    /// Draws a game's tiles at this many device pixels a cell; none where the browser gives no
    /// canvas to draw on.
    pub(crate) fn new(cell: u32, rules: &Rules, look: Look) -> Option<TileSheet> {
        let cell = cell.max(1);
        let halo = cell.div_ceil(2);
        let slot = cell + 2 * halo;
        let rows = 4;
        let surface = Surface::offscreen(slot * u32::from(COLUMNS), slot * rows)?;
        let sheet = TileSheet { surface, cell, halo };
        match Skin::of(rules.game) {
            Skin::Plain => sheet.paint_plain(),
            Skin::Neon | Skin::Domino => sheet.paint_blocks(&Palette::read(), look),
        }
        Some(sheet)
    }

    /// Device pixels a cell.
    pub(crate) fn cell(&self) -> f64 {
        f64::from(self.cell)
    }

    fn paint_blocks(&self, palette: &Palette, look: Look) {
        let pen = &self.surface.pen;
        for number in 1..=COLOURS {
            let kind = Kind::from_number(number).filter(|kind| kind.letter().is_some());
            let colour = kind.map_or(palette.garbage, |kind| palette.piece(kind));
            for light in [Light::Resting, Light::Falling] {
                let block = Block { colour, light, contrast: look.contrast };
                let glow = self.slot(number - 1, Layer::Glow(light));
                block.paint_glow(pen, glow, f64::from(self.halo));
                let body = self.slot(number - 1, Layer::Body(light));
                block.paint(pen, body);
                if let Some(kind) = kind.filter(|_| look.marks) {
                    block.paint_mark(pen, body, kind);
                }
            }
        }
    }

    fn paint_plain(&self) {
        for (index, kind) in (0..).zip(Kind::TETROMINOES) {
            for light in [Light::Resting, Light::Falling] {
                plain::paint(&self.surface.pen, self.slot(index, Layer::Body(light)), kind);
            }
        }
    }

    /// Where a tile stands on the sheet, without the room around it.
    fn slot(&self, index: u8, layer: Layer) -> Area {
        let row = match layer {
            Layer::Body(Light::Resting) => 0,
            Layer::Body(Light::Falling) => 1,
            Layer::Glow(Light::Resting) => 2,
            Layer::Glow(Light::Falling) => 3,
        };
        let pitch = f64::from(self.cell + 2 * self.halo);
        let halo = f64::from(self.halo);
        let (column, row) = (index % COLUMNS, row + index / COLUMNS);
        Area::new(
            f64::from(column) * pitch + halo,
            f64::from(row) * pitch + halo,
            self.cell(),
            self.cell(),
        )
    }

    /// Draws a tile with the top left corner of its cell at a place, in device pixels.
    pub(super) fn draw(&self, onto: &Surface, tile: Tile, layer: Layer, x: f64, y: f64) {
        let index = match tile.face() {
            Face::Piece(kind) => kind.number() - 1,
            Face::Garbage => COLOURS - 1,
            Face::Empty | Face::Half { .. } => return,
        };
        let slot = self.slot(index, layer);
        let room = match layer {
            Layer::Body(_) => 0.0,
            Layer::Glow(_) => f64::from(self.halo),
        };
        let to = Area::new(x, y, self.cell(), self.cell());
        onto.copy(&self.surface, slot.inset(-room), to.inset(-room));
    }
}
