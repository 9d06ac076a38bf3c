//! Several boards in numbers, at the end of a game.

use quintet_engine::BoardResult;
use quintet_words::{per_second, play, results, thousands};

use crate::dom::{El, el};

/// A row per player: the name, the result and the rows sent. The row of the winner stands out.
pub(crate) fn boards_table(
    rows: &[(&str, BoardResult, u32)],
    winner: Option<usize>,
    time_us: u64,
) -> El {
    let head = [play::SCORE, play::LEVEL, play::LINES, results::SENT, play::PPS, play::APM];
    let head = head.map(|name| el("th", "").text(&name));
    let head = el("tr", "").child(el("td", "")).children(head);
    let rows = rows.iter().enumerate().map(|(player, &(name, board, sent))| {
        let numbers = [board.score, board.level.into(), board.lines.into(), sent.into()];
        let seconds = |count| per_second(count, time_us);
        let rates = [seconds(board.pieces), seconds(sent.saturating_mul(60))];
        let numbers = numbers.map(thousands).into_iter().chain(rates);
        let numbers = numbers.map(|number| el("td", "number").text(&number));
        let name = el("th", "").attr("scope", "row").text(name);
        el("tr", if Some(player) == winner { "latest" } else { "" }).child(name).children(numbers)
    });
    el("table", "boards-table")
        .child(el("thead", "").child(head))
        .child(el("tbody", "").children(rows))
}
