//! Every tile of a game, drawn once at the size in use.

use quintet_engine::{Face, Kind, Rules, Tile};

use super::block::{Block, Light};
use super::domino::Half;
use super::plain;
use crate::draw::colour::Colour;
use crate::draw::look::{Look, Palette, Skin};
use crate::draw::surface::{Area, Surface};
use crate::games;

/// How many tiles stand in a row of the sheet.
const COLUMNS: u8 = 8;
/// Tetrominoes and garbage: one row of the sheet, in the order of the engine's numbers.
const COLOURS: u8 = 8;

/// Which picture of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::draw) enum Layer {
    /// The light a tile throws on its surroundings; goes below all tiles.
    Glow(Light),
    /// The tile itself.
    Body(Light),
}

/// Tiles drawn ahead, each with room for its glow around it.
#[derive(Debug)]
pub(crate) struct TileSheet {
    surface: Surface,
    skin: Skin,
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
        let skin = games::skin(rules.game);
        let tiles = match skin {
            // Every picture of every colour.
            Skin::Neon | Skin::Plain => 4 * COLOURS,
            // The halves, and the glow of one that falls or rests.
            Skin::Domino => Half::COUNT + 2,
        };
        let slot = cell + 2 * halo;
        let rows = tiles.div_ceil(COLUMNS);
        let surface = Surface::offscreen(slot * u32::from(COLUMNS), slot * u32::from(rows))?;
        let sheet = TileSheet { surface, skin, cell, halo };
        match skin {
            Skin::Plain => sheet.paint_plain(),
            Skin::Neon => sheet.paint_blocks(&Palette::read(), look),
            Skin::Domino => sheet.paint_dominoes(look),
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
            let tile = kind.map_or(Tile::GARBAGE, Tile::piece);
            for light in [Light::Resting, Light::Falling] {
                let block = Block { colour, light, contrast: look.contrast };
                self.paint_at(tile, Layer::Glow(light), |slot| {
                    block.paint_glow(pen, slot, f64::from(self.halo));
                });
                self.paint_at(tile, Layer::Body(light), |slot| {
                    block.paint(pen, slot);
                    if let Some(kind) = kind.filter(|_| look.marks) {
                        block.paint_mark(pen, slot, kind);
                    }
                });
            }
        }
    }

    fn paint_plain(&self) {
        for kind in Kind::TETROMINOES {
            for light in [Light::Resting, Light::Falling] {
                self.paint_at(Tile::piece(kind), Layer::Body(light), |slot| {
                    plain::paint(&self.surface.pen, slot, kind);
                });
            }
        }
    }

    fn paint_dominoes(&self, look: Look) {
        let pen = &self.surface.pen;
        for half in Half::all() {
            let tile = Tile::half(half.pips, half.joined);
            self.paint_at(tile, Layer::Body(Light::Falling), |slot| {
                half.paint(pen, slot, look.pips);
            });
        }
        for light in [Light::Resting, Light::Falling] {
            let block = Block { colour: Colour::WHITE, light, contrast: look.contrast };
            self.paint_at(Tile::half(0, None), Layer::Glow(light), |slot| {
                block.paint_glow(pen, slot, f64::from(self.halo));
            });
        }
    }

    fn paint_at(&self, tile: Tile, layer: Layer, paint: impl FnOnce(Area)) {
        if let Some(index) = index(self.skin, tile, layer) {
            paint(self.slot(index));
        }
    }

    /// Where a tile stands on the sheet, without the room around it.
    fn slot(&self, index: u8) -> Area {
        let pitch = f64::from(self.cell + 2 * self.halo);
        let halo = f64::from(self.halo);
        let (column, row) = (f64::from(index % COLUMNS), f64::from(index / COLUMNS));
        Area::new(column * pitch + halo, row * pitch + halo, self.cell(), self.cell())
    }

    /// Draws a tile with the top left corner of its cell at a place, in device pixels.
    pub(in crate::draw) fn draw(&self, onto: &Surface, tile: Tile, layer: Layer, x: f64, y: f64) {
        let Some(index) = index(self.skin, tile, layer) else { return };
        let room = match layer {
            Layer::Body(_) => 0.0,
            Layer::Glow(_) => f64::from(self.halo),
        };
        let to = Area::new(x, y, self.cell(), self.cell());
        onto.copy(&self.surface, self.slot(index).inset(-room), to.inset(-room));
    }
}

/// The number of a tile's picture on the sheet; none where there is nothing to see.
fn index(skin: Skin, tile: Tile, layer: Layer) -> Option<u8> {
    let colour = match tile.face() {
        Face::Empty => return None,
        Face::Half { pips, joined } => {
            return match layer {
                _ if skin != Skin::Domino => None,
                Layer::Body(_) => Some(Half { pips, joined }.number()),
                Layer::Glow(Light::Falling) => Some(Half::COUNT),
                Layer::Glow(Light::Resting) => Some(Half::COUNT + 1),
            };
        }
        Face::Piece(kind) => kind.number() - 1,
        Face::Garbage => COLOURS - 1,
    };
    let row = match (skin, layer) {
        (Skin::Neon | Skin::Plain, Layer::Body(Light::Resting)) => 0,
        (Skin::Neon | Skin::Plain, Layer::Body(Light::Falling)) => 1,
        (Skin::Neon, Layer::Glow(Light::Resting)) => 2,
        (Skin::Neon, Layer::Glow(Light::Falling)) => 3,
        _ => return None,
    };
    Some(row * COLOURS + colour)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAYERS: [Layer; 4] = [
        Layer::Glow(Light::Resting),
        Layer::Glow(Light::Falling),
        Layer::Body(Light::Resting),
        Layer::Body(Light::Falling),
    ];

    #[test]
    fn no_two_pictures_of_blocks_share_a_place() {
        let tiles = Kind::TETROMINOES.map(Tile::piece);
        let pictures = tiles.iter().chain([&Tile::GARBAGE]).flat_map(|&tile| {
            LAYERS.map(|layer| index(Skin::Neon, tile, layer).expect("a picture"))
        });
        let mut places: Vec<u8> = pictures.collect();
        places.sort_unstable();
        assert_eq!(places, (0..4 * COLOURS).collect::<Vec<u8>>());
    }

    #[test]
    fn empty_cells_and_tiles_of_other_games_have_no_picture() {
        for layer in LAYERS {
            assert_eq!(index(Skin::Neon, Tile::EMPTY, layer), None);
            assert_eq!(index(Skin::Neon, Tile::half(3, None), layer), None);
            assert_eq!(index(Skin::Domino, Tile::piece(Kind::T), layer), None);
        }
    }

    /// S-47
    #[test]
    fn plain_blocks_do_not_glow() {
        for light in [Light::Resting, Light::Falling] {
            assert_eq!(index(Skin::Plain, Tile::piece(Kind::T), Layer::Glow(light)), None);
        }
    }
}
