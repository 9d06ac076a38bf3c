//! A piece in a small box, with its letter below.

use std::cell::OnceCell;
use std::fmt::Write;
use std::rc::Rc;

use quintet_engine::{Kind, Rules};
use quintet_words::ShortText;

use crate::app::shared;
use crate::dom::{El, el, follow};
use crate::draw::{PieceCanvas, TileSheet};
use crate::signals::prelude::*;
use crate::table::{Display, Part, Readout, Table};

/// The width of a box in cells: a piece and room for its glow.
const COLUMNS: u32 = 5;

/// Small tiles, shared by all boxes of a game and redrawn when size or colours change.
#[derive(Clone, Copy)]
pub(crate) struct SheetHandle(RwSignal<Option<Rc<TileSheet>>, LocalStorage>);

impl SheetHandle {
    /// Tiles for the boxes beside a board, which follow the window and the settings.
    pub(crate) fn follow(table: Table, board: usize, rules: Rules) -> SheetHandle {
        let shared = shared();
        let sheet = SheetHandle(RwSignal::new_local(None));
        let made = StoredValue::new(None);
        follow(move || {
            let (viewport, look) = (shared.viewport.get(), shared.look.get());
            let (cell, rows) = (viewport.small_cell(&rules), viewport.box_rows(&rules));
            if made.get_value() == Some((cell, rows, look)) {
                return;
            }
            made.set_value(Some((cell, rows, look)));
            table.make_later(Part::Boxes(board), move || {
                let tiles = TileSheet::new(cell, &rules, look).map(Rc::new);
                sheet.0.set(tiles.clone());
                if let Some(tiles) = tiles {
                    draw_ahead(table, board, tiles);
                }
            });
        });
        on_cleanup(move || {
            table.forget(Part::Boxes(board));
            table.forget(Part::BoxPicture(board));
        });
        sheet
    }
}

/// Draws the pictures of a sheet, one per frame, before a piece needs them.
fn draw_ahead(table: Table, board: usize, tiles: Rc<TileSheet>) {
    table.make_later(Part::BoxPicture(board), move || {
        if tiles.draw_next() {
            draw_ahead(table, board, tiles);
        }
    });
}

/// Draws one piece of what is shown beside a board, if there is one.
pub(crate) fn piece_box(
    display: Display,
    kind: impl Fn(&Readout) -> Option<Kind> + Copy + 'static,
    rules: Rules,
    sheet: SheetHandle,
) -> El {
    let canvas = el("canvas", "piece-canvas").attr("aria-hidden", "true");
    let drawn: Rc<OnceCell<PieceCanvas>> = Rc::default();
    let (element, sized) = (canvas.clone(), Rc::clone(&drawn));
    let viewport = shared().viewport;
    follow(move || {
        let Some(sheet) = sheet.0.get() else { return };
        if sized.get().is_none()
            && let Some(canvas) = PieceCanvas::of(element.get())
        {
            // It was empty.
            let _ = sized.set(canvas);
        }
        if let Some(canvas) = sized.get() {
            let cell = sheet.cell() as u32;
            canvas.resize(cell * COLUMNS, cell * viewport.get_untracked().box_rows(&rules));
            canvas.draw(&sheet, &rules, kind(&display.readout()));
        }
    });
    let name = el("span", "piece-name");
    let letter = name.blank();
    display.follow(kind, move |kind| {
        if let (Some(sheet), Some(canvas)) = (sheet.0.get_untracked(), drawn.get()) {
            canvas.draw(&sheet, &rules, *kind);
        }
        letter.set_data(&kind.map(piece_name).unwrap_or_default());
    });
    el("div", "piece").child(canvas).child(name)
}

/// What a piece is called: its letter, or the values of a domino.
pub(crate) fn piece_name(kind: Kind) -> ShortText {
    let mut name = ShortText::new();
    // Names have a few letters.
    let _ = write!(name, "{kind}");
    name
}
