//! What the rows of a Domino board add up to.

use quintet_engine::{Rules, is_five_multiple};
use quintet_words::{number, play};

use crate::dom::{El, el};
use crate::table::Display;

/// One sum beside each row of the board, where the mode shows them; an empty row
/// has a dim 0. (D-69 D-71 A-D9)
pub(crate) fn row_sums(display: Display, rules: &Rules) -> Option<El> {
    let row = move |row: usize| {
        let place = el("li", "row-sum number");
        let (digits, marked) = (place.blank(), place.clone());
        display.follow(
            move |readout| readout.sums[row],
            move |&sum| {
                digits.set_data(&number(sum));
                marked.class("nothing", sum == 0);
                marked.class("five", is_five_multiple(sum.into()));
            },
        );
        place
    };
    rules.row_sums.then(|| {
        el("ol", "row-sums")
            .attr("aria-label", &play::ROW_SUMS)
            .children((0..usize::from(rules.height)).map(row))
    })
}
