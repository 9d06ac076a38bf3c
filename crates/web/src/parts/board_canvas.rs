//! The canvas that a board is painted on.

use leptos::prelude::*;
use quintet_engine::Rules;
use web_sys::HtmlCanvasElement;

use crate::app::shared;
use crate::dom::{El, el, follow};
use crate::draw::Painter;
use crate::play::Seat;

/// A canvas for a seat's board that follows the window, of which `kept` pixels of height are for
/// something else, and the settings. After every change `show` is asked to paint it again.
///
/// Its text is the board drawn in letters, for those who do not see the canvas.
pub(crate) fn board_canvas(
    seat: Seat,
    rules: Rules,
    name: &str,
    kept: f64,
    show: impl Fn() + 'static,
) -> El {
    let shared = shared();
    let label = format!("{name} board, {} columns by {} rows", rules.width, rules.height);
    let board = el("canvas", "board-canvas").attr("aria-label", &label);
    let canvas: HtmlCanvasElement = board.get();
    follow(move || {
        let (viewport, look) = (shared.viewport.get(), shared.look.get());
        viewport.apply(&rules, kept);
        let painter = Painter::new(&canvas, &rules, viewport.cell(&rules, kept), look);
        seat.set_canvas(Some(canvas.clone()), painter);
        show();
    });
    on_cleanup(move || seat.set_canvas(None, None));
    board
}
