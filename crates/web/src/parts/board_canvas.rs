//! The canvas that a board is painted on.

use leptos::html;
use leptos::prelude::*;
use quintet_engine::Rules;

use super::follow;
use crate::app::shared;
use crate::draw::Painter;
use crate::play::Seat;

/// A canvas for a seat's board that follows the window and the settings. After every change of
/// size or looks `show` is asked to paint it again.
///
/// Its text is the board drawn in letters, for those who do not see the canvas.
pub(crate) fn board_canvas(
    seat: Seat,
    rules: Rules,
    name: &'static str,
    show: impl Fn() + 'static,
) -> AnyView {
    let shared = shared();
    let node = NodeRef::<html::Canvas>::new();
    follow(move || {
        let (viewport, look) = (shared.viewport.get(), shared.look.get());
        if let Some(canvas) = node.get() {
            viewport.apply(&rules);
            let painter = Painter::new(&canvas, &rules, viewport.cell(&rules), look);
            seat.set_canvas(Some(canvas), painter);
            show();
        }
    });
    on_cleanup(move || seat.set_canvas(None, None));
    let label = format!("{name} board, {} columns by {} rows", rules.width, rules.height);
    view! { <canvas class="board-canvas" node_ref=node aria-label=label></canvas> }.into_any()
}
