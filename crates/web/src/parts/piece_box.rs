//! A piece in a small box, with its letter below.

use std::rc::Rc;

use leptos::html;
use leptos::prelude::*;
use quintet_engine::{Kind, Rules};

use super::{follow, words};
use crate::app::shared;
use crate::draw::{TileSheet, draw_piece};

/// Small tiles, shared by all boxes of a game and drawn anew when size or colours change.
#[derive(Clone, Copy)]
pub(crate) struct SheetHandle(RwSignal<Option<Rc<TileSheet>>, LocalStorage>);

impl SheetHandle {
    /// Tiles that follow the window and the settings.
    pub(crate) fn follow(rules: Rules) -> SheetHandle {
        let shared = shared();
        let sheet = SheetHandle(RwSignal::new_local(None));
        follow(move || {
            let cell = shared.viewport.get().small_cell();
            let look = shared.look.get();
            sheet.0.set(TileSheet::new(cell, &rules, look).map(Rc::new));
        });
        sheet
    }
}

/// Draws one piece, if there is one.
pub(crate) fn piece_box(kind: Signal<Option<Kind>>, rules: Rules, sheet: SheetHandle) -> AnyView {
    let shared = shared();
    let node = NodeRef::<html::Canvas>::new();
    follow(move || {
        let cell = shared.viewport.get().small_cell();
        if let (Some(canvas), Some(sheet)) = (node.get(), sheet.0.get()) {
            canvas.set_width(cell * 5);
            canvas.set_height(cell * 3);
            draw_piece(&canvas, &sheet, &rules, kind.get());
        }
    });
    let name = words(move || kind.get().map(|kind| kind.to_string()).unwrap_or_default());
    view! {
        <div class="piece">
            <canvas class="piece-canvas" node_ref=node aria-hidden="true"></canvas>
            <span class="piece-name">{name}</span>
        </div>
    }
    .into_any()
}
