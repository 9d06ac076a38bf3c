//! What the rows of a Domino board add up to.

use quintet_engine::{GameName, Rules, is_five_multiple};

use crate::dom::{El, el};
use crate::play::Seat;
use crate::signals::prelude::*;

/// One sum beside each row of the board, where the rules are those of the easy mode; an empty row
/// has a dim 0. (D-69 D-71 A-D9)
pub(crate) fn row_sums(seat: Seat, rules: &Rules) -> Option<El> {
    let sums = seat.numbers.sums;
    let row = move |row: usize| {
        let sum = move || sums.get()[row];
        el("li", "row-sum number")
            .live_class("nothing", move || sum() == 0)
            .live_class("five", move || is_five_multiple(sum().into()))
            .words(move || sum().to_string())
    };
    (rules.game == GameName::DominoEasy).then(|| {
        el("ol", "row-sums")
            .attr("aria-label", "Row sums")
            .children((0..usize::from(rules.height)).map(row))
    })
}
