//! Every tile of a game, drawn once at the size in use.

use quintet_engine::{CellContent, Kind, Rules, Tile};

use super::block::{Block, Light};
use super::domino::Half;
use super::plain;
use crate::draw::colour::Colour;
use crate::draw::look::{Look, Palette, Skin};
use crate::draw::pictures::Pictures;
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

/// Tiles at the size in use, each with room for its glow around it.
#[derive(Debug)]
pub(crate) struct TileSheet {
    surface: Surface,
    skin: Skin,
    look: Look,
    /// The colours of blocks that have any.
    palette: Option<Palette>,
    pictures: Pictures,
    cell: u32,
    /// Room around each tile.
    halo: u32,
}

impl TileSheet {
    /// A game's tiles at this many device pixels a cell; none where the browser gives no canvas to
    /// draw on.
    pub(crate) fn new(cell: u32, rules: &Rules, look: Look) -> Option<TileSheet> {
        let cell = cell.max(1);
        let halo = cell.div_ceil(2);
        let skin = games::skin(rules.game);
        let tiles = match skin {
            // Every picture of every colour; plain blocks do not glow.
            Skin::Neon => 4 * COLOURS,
            Skin::Plain => 2 * COLOURS,
            // The halves, and the glow of one that falls or rests.
            Skin::Domino => Half::COUNT + 2,
        };
        let slot = cell + 2 * halo;
        let rows = tiles.div_ceil(COLUMNS);
        let surface = Surface::offscreen(slot * u32::from(COLUMNS), slot * u32::from(rows))?;
        let palette = (skin == Skin::Neon).then(Palette::read);
        let pictures = Pictures::new(tiles);
        Some(TileSheet { surface, skin, look, palette, pictures, cell, halo })
    }

    /// Device pixels a cell.
    pub(crate) fn cell(&self) -> f64 {
        f64::from(self.cell)
    }

    /// Draws a picture ahead of its use; says whether there was one left to draw.
    pub(crate) fn draw_next(&self) -> bool {
        let next = self.pictures.next();
        if let Some(index) = next {
            self.ready(index);
        }
        next.is_some()
    }

    /// Draws a picture of the sheet, unless it is there already.
    fn ready(&self, index: u8) {
        if !self.pictures.take(index) {
            return;
        }
        match self.skin {
            Skin::Neon => self.paint_block(index),
            Skin::Domino => self.paint_domino(index),
            Skin::Plain => {
                if let Some(kind) = letter(index % COLOURS) {
                    plain::paint(&self.surface.pen, self.slot(index), kind);
                }
            }
        }
    }

    fn paint_block(&self, index: u8) {
        let (pen, slot) = (&self.surface.pen, self.slot(index));
        let Some(palette) = &self.palette else { return };
        let kind = letter(index % COLOURS);
        let colour = kind.map_or(palette.garbage, |kind| palette.piece(kind));
        // The order of the rows is that of `index`.
        let row = index / COLOURS;
        let light = if row.is_multiple_of(2) { Light::Resting } else { Light::Falling };
        let block = Block { colour, light, contrast: self.look.contrast };
        if row >= 2 {
            return block.paint_glow(pen, slot, f64::from(self.halo));
        }
        block.paint(pen, slot);
        if let Some(kind) = kind.filter(|_| self.look.marks) {
            block.paint_mark(pen, slot, kind);
        }
    }

    fn paint_domino(&self, index: u8) {
        let (pen, slot) = (&self.surface.pen, self.slot(index));
        if let Some(half) = Half::all().nth(index.into()) {
            return half.paint(pen, slot, self.look.pips);
        }
        let light = if index == Half::COUNT { Light::Falling } else { Light::Resting };
        let block = Block { colour: Colour::WHITE, light, contrast: self.look.contrast };
        block.paint_glow(pen, slot, f64::from(self.halo));
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
        self.ready(index);
        let room = match layer {
            Layer::Body(_) => 0.0,
            Layer::Glow(_) => f64::from(self.halo),
        };
        let to = Area::new(x, y, self.cell(), self.cell());
        onto.copy(&self.surface, self.slot(index).inset(-room), to.inset(-room));
    }
}

/// The kind of piece with a colour of blocks; none for garbage.
fn letter(colour: u8) -> Option<Kind> {
    Kind::from_number(colour + 1).filter(|kind| kind.letter().is_some())
}

/// The number of a tile's picture on the sheet; none where there is nothing to see.
fn index(skin: Skin, tile: Tile, layer: Layer) -> Option<u8> {
    let colour = match tile.content() {
        CellContent::Empty => return None,
        CellContent::Half { pips, joined } => {
            return match layer {
                _ if skin != Skin::Domino => None,
                Layer::Body(_) => Some(Half { pips, joined }.number()),
                Layer::Glow(Light::Falling) => Some(Half::COUNT),
                Layer::Glow(Light::Resting) => Some(Half::COUNT + 1),
            };
        }
        CellContent::Piece(kind) => kind.number() - 1,
        CellContent::Garbage => COLOURS - 1,
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

    #[test]
    fn plain_blocks_do_not_glow() {
        for light in [Light::Resting, Light::Falling] {
            assert_eq!(index(Skin::Plain, Tile::piece(Kind::T), Layer::Glow(light)), None);
        }
    }
}
