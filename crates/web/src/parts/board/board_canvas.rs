//! The canvas that a board is painted on.

use quintet_engine::Rules;
use quintet_words::play;
use web_sys::{HtmlCanvasElement, HtmlElement};

use crate::app::shared;
use crate::dom::{El, el, follow};
use crate::draw::{Meter, Painter};
use crate::layout::{ReservedSpace, Sharing};
use crate::signals::prelude::*;
use crate::table::{Canvases, Part, Table};

/// A canvas for a board of a table. It follows the settings and the window, of which some space is kept
/// for something else.
///
/// Its text is the board drawn in letters, for those who do not see the canvas.
pub(crate) fn board_canvas(
    table: Table,
    board: usize,
    rules: Rules,
    name: &str,
    (place, reserved): (Sharing, impl Fn() -> ReservedSpace + 'static),
) -> El {
    let shared = shared();
    let label = play::board(name, rules.width, rules.height);
    let display = table.display(board);
    let painted = el("canvas", "board-canvas").attr("aria-label", &label);
    let canvas: HtmlCanvasElement = painted.get();
    // What waits for this board stands beside it, where boards attack each other.
    let waiting =
        (place != Sharing::Alone).then(|| el("canvas", "meter").attr("aria-hidden", "true"));
    let beside: Option<HtmlCanvasElement> = waiting.as_ref().map(El::get);
    // Its text need not wait for what paints it.
    display.set_canvas(Canvases { board: Some(canvas.clone()), ..Canvases::default() });
    table.show();
    let made = StoredValue::new(None);
    follow(move || {
        let (viewport, look, reserved) = (shared.viewport.get(), shared.look.get(), reserved());
        let cell = viewport.cell(&rules, reserved, place);
        let height = cell * u32::from(rules.height);
        if place == Sharing::Other {
            size(&canvas, &viewport.px(cell * u32::from(rules.width)), &viewport.px(height));
        } else {
            viewport.apply(&rules, reserved, place);
        }
        if let Some(beside) = &beside {
            size(beside, &viewport.px(cell / 3), &viewport.px(height));
        }
        // The first key changes what is known of the window, and nothing that is painted.
        if made.get_value() == Some((cell, look)) {
            return;
        }
        made.set_value(Some((cell, look)));
        let (canvas, beside) = (canvas.clone(), beside.clone());
        table.make_later(Part::Board(board), move || {
            display.set_canvas(Canvases {
                painter: Painter::new(&canvas, &rules, cell, look),
                meter: beside.as_ref().and_then(|beside| Meter::new(beside, &rules, cell)),
                board: Some(canvas),
            });
        });
    });
    on_cleanup(move || {
        table.forget(Part::Board(board));
        display.set_canvas(Canvases::default());
    });
    el("div", "well").children(waiting).child(painted)
}

fn size(canvas: &HtmlCanvasElement, width: &str, height: &str) {
    let style = HtmlElement::style(canvas);
    // A bad value is ignored by the browser.
    let _ = style.set_property("width", width);
    let _ = style.set_property("height", height);
}
