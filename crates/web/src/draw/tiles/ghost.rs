//! Where the piece in play would land: a breath of its colour inside one outline.

use quintet_engine::{Kind, PlacedPiece};

use super::rim::{Rim, bends_inward};
use crate::draw::colour::Colour;
use crate::draw::layout::Grid;
use crate::draw::look::Palette;
use crate::draw::surface::{Area, Ink, Surface};

/// The colours of one kind's ghost.
#[derive(Debug)]
struct Tint {
    inside: Ink,
    outline: Ink,
}

/// Ghosts of every kind, ready to draw.
#[derive(Debug)]
pub(in crate::draw) struct Ghosts {
    tints: [Tint; 7],
}

impl Ghosts {
    /// Readies the colours.
    pub(in crate::draw) fn new(palette: &Palette) -> Ghosts {
        let alpha = palette.ghost.alpha();
        let tints = Kind::TETROMINOES.map(|kind| {
            let colour = palette.piece(kind);
            Tint {
                inside: Ink::of(colour.with_alpha(alpha * 0.5)),
                outline: Ink::of(outline(colour, palette.ghost)),
            }
        });
        Ghosts { tints }
    }

    /// Draws a ghost.
    pub(in crate::draw) fn draw(&self, onto: &Surface, grid: Grid, ghost: PlacedPiece) {
        let tint = &self.tints[usize::from(ghost.piece.kind.number() - 1) % self.tints.len()];
        let cell = f64::from(grid.cell);
        let line = (cell / 14.0).round().max(1.0);
        onto.dip(&tint.inside);
        for (x, y) in ghost.shape.cells() {
            let (x, y) = (grid.x(x + ghost.piece.x), grid.y(y + ghost.piece.y));
            onto.fill(Area::new(x, y, cell, cell));
        }
        onto.dip(&tint.outline);
        for place in ghost.shape.cells() {
            let rim = Rim::of(ghost.shape, place.0, place.1);
            let (x, y) = (grid.x(place.0 + ghost.piece.x), grid.y(place.1 + ghost.piece.y));
            if rim.above {
                onto.fill(Area::new(x, y, cell, line));
            }
            if rim.below {
                onto.fill(Area::new(x, y + cell - line, cell, line));
            }
            // Where two lines meet, only one of them may paint: both let the field shine through.
            let top = if rim.above { line } else { 0.0 };
            let bottom = if rim.below { line } else { 0.0 };
            if rim.left {
                onto.fill(Area::new(x, y + top, line, cell - top - bottom));
            }
            if rim.right {
                onto.fill(Area::new(x + cell - line, y + top, line, cell - top - bottom));
            }
            for (right, down) in [(-1, -1), (1, -1), (-1, 1), (1, 1)] {
                if bends_inward(ghost.shape, place, (right, down)) {
                    let across = if right > 0 { cell - line } else { 0.0 };
                    let along = if down > 0 { cell - line } else { 0.0 };
                    onto.fill(Area::new(x + across, y + along, line, line));
                }
            }
        }
    }
}

/// The piece's colour, led towards the ghost's own and nearer to solid than its inside.
fn outline(piece: Colour, ghost: Colour) -> Colour {
    let alpha = (ghost.alpha() * 2.4).min(0.95);
    piece.mix(ghost.with_alpha(1.0), 0.18).with_alpha(alpha)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// M-052
    #[test]
    fn a_ghost_lets_the_field_shine_through() {
        let ghost = Colour::WHITE.with_alpha(0.32);
        let piece = Colour::rgb(10, 200, 30);
        assert!(outline(piece, ghost).alpha() < 1.0);
        assert!(outline(piece, ghost.with_alpha(1.0)).alpha() < 1.0);
    }
}
