//! Boards and pieces on Canvas 2D.
//!
//! A [`Painter`] draws what a [`View`](quintet_engine::View) shows, with the [`BoardEffects`] that the
//! engine's events have set off. Everything that can be drawn ahead is: tiles stand on a
//! [`TileSheet`], the locked cells on a canvas of their own. A frame copies from those and
//! allocates nothing. The first frames draw them, some pictures each, and what one of them needs at
//! once: beginning a game must not keep the page from answering.
//!
//! ```text
//! let mut painter = Painter::new(&canvas, &rules, cell, look)?;   // device pixels a cell
//! let mut effects = BoardEffects::default();
//! effects.start(&event, &view);                                  // every event, as it comes
//! painter.paint(&view, &effects);                                 // every frame
//!
//! let sheet = TileSheet::new(small_cell, &rules, look)?;          // hold and next
//! PieceCanvas::of(canvas)?.draw(&sheet, &rules, view.hold);       // when it has changed
//!
//! let mut meter = Meter::new(&canvas, &rules, cell)?;             // garbage beside a board
//! meter.paint(&view);                                             // every frame
//! let mut volley = Volley::new(&overlay, cell)?;                  // one canvas over all boards
//! volley.send(from, to, lines, at);                               // at `GarbageSent`
//! volley.paint(now);                                              // every frame
//! ```
//!
//! Sizes are whole device pixels, so that edges are sharp at any ratio: choose `cell` as the cell's
//! size on the page times `devicePixelRatio`, rounded, and give the canvas `cell * columns /
//! devicePixelRatio` CSS pixels. A new size, ratio, palette or [`Look`] needs a new painter and
//! sheet.
//!
//! Everything moves on game time ([`View::now`](quintet_engine::View)), so a pause halts it, and a
//! clear is drawn from [`Phase::Clearing`](quintet_engine::Phase), so a replay can be scrubbed:
//! call [`BoardEffects::clear`] when it jumps. A game that has ended is drawn without effects.
//!
//! A piece's glow reaches half a cell beyond it, so a box for small pieces looks best with that
//! much room on every side.

#![cfg_attr(test, allow(clippy::float_cmp, reason = "tests ask only for exact values"))]

mod colour;
mod effects;
mod field;
mod hue;
mod layout;
mod look;
mod meter;
mod painter;
mod pictures;
mod surface;
mod tiles;

pub(crate) use effects::{BoardEffects, Volley};
pub(crate) use look::{Look, Skin};
pub(crate) use meter::Meter;
pub(crate) use painter::Painter;
pub(crate) use tiles::{PieceCanvas, TileSheet};
