//! What stands left and right of a board.

use quintet_engine::Rules;

use super::{SheetHandle, hold_box, preview_box, score_panel};
use crate::dom::{El, el};
use crate::games::{Mode, Panel};
use crate::table::Table;

/// Hold and the numbers on the left, the next pieces on the right; where there are none to show,
/// half of the numbers stands there.
pub(crate) fn sides(
    table: Table,
    board: usize,
    mode: &Mode,
    rules: Rules,
    sheet: SheetHandle,
) -> [El; 2] {
    let (panels, display) = (mode.panels, table.display(board));
    let on_left = if rules.previews > 0 { panels.len() } else { panels.len().div_ceil(2) };
    let (first, rest) = panels.split_at(on_left);
    let stats = |panels: &[Panel]| {
        let numbers = panels.iter().map(|&panel| score_panel(display, panel, &rules));
        (!panels.is_empty()).then(|| el("div", "stats").children(numbers))
    };
    let hold = rules.hold.then(|| hold_box(table, board, rules, sheet));
    let next = (rules.previews > 0).then(|| preview_box(display, rules, sheet));
    [
        el("div", "side left").children(hold).children(stats(first)),
        el("div", "side right").children(next).children(stats(rest)),
    ]
}
