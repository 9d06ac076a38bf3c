//! A single piece in a box of its own: hold and preview.

use quintet_engine::{Kind, Piece, PlacedPiece, Rotation, Rules};
use web_sys::HtmlCanvasElement;

use super::TileSheet;
use super::block::Light;
use super::sheet::Layer;
use crate::draw::layout::centred;
use crate::draw::surface::Surface;

/// A canvas for one piece.
#[derive(Debug)]
pub(crate) struct PieceCanvas(Surface);

impl PieceCanvas {
    /// A canvas of the page; none where the browser gives no context.
    pub(crate) fn of(canvas: HtmlCanvasElement) -> Option<PieceCanvas> {
        Surface::of(canvas).map(PieceCanvas)
    }

    /// Sets the size in device pixels and empties the canvas.
    pub(crate) fn resize(&self, width: u32, height: u32) {
        self.0.resize(width, height);
    }

    /// Draws a piece the way it enters, in the middle; nothing for none. Call it when the piece has
    /// changed, not in every frame.
    pub(crate) fn draw(&self, sheet: &TileSheet, rules: &Rules, kind: Option<Kind>) {
        let PieceCanvas(surface) = self;
        surface.clear();
        let Some(kind) = kind else { return };
        let rotation = Rotation::SPAWN;
        let shape = rules.rotation.shapes.shape(kind, rotation);
        let placed = PlacedPiece { piece: Piece { kind, rotation, x: 0, y: 0 }, shape };
        let room = surface.area();
        let cell = sheet.cell();
        let (left, top) = centred(shape, cell, room.width, room.height);
        for layer in [Layer::Glow(Light::Falling), Layer::Body(Light::Falling)] {
            for (x, y, tile) in placed.cells() {
                let (x, y) = (left + f64::from(x) * cell, top + f64::from(y) * cell);
                sheet.draw(surface, tile, layer, x, y);
            }
        }
    }
}
