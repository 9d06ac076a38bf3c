//! Several boards in numbers, at the end of a game.

use quintet_engine::BoardResult;
use quintet_frontend::Live;
use quintet_records::Statistics;
use quintet_words::{per_second, play, results, thousands};

use crate::dom::{El, el};

/// A column per player: the name, the result and what was counted. That of the winner stands out.
pub(crate) fn boards_table(
    boards: &[(&str, &(BoardResult, Statistics))],
    winner: Option<usize>,
    time_us: u64,
) -> El {
    let names = [
        play::SCORE,
        play::LEVEL,
        play::LINES,
        results::SENT,
        play::PPS,
        play::APM,
        play::KPP,
        play::FIN,
    ];
    let head = el("tr", "").child(el("td", ""));
    let rows = names.map(|name| el("tr", "").child(el("th", "").attr("scope", "row").text(&name)));
    for (player, (name, (board, counted))) in boards.iter().enumerate() {
        let class = if Some(player) == winner { "number latest" } else { "number" };
        head.add(&el("th", class).attr("scope", "col").text(name));
        let (live, seconds) = (Live::of(counted), |count| per_second(count, time_us));
        let numbers = [
            thousands(board.score),
            thousands(board.level.into()),
            thousands(board.lines.into()),
            thousands(counted.sent.into()),
            seconds(board.pieces),
            seconds(counted.sent.saturating_mul(60)),
            live.keys_per_piece(),
            live.finesse(),
        ];
        for (row, number) in rows.iter().zip(&numbers) {
            row.add(&el("td", class).text(number));
        }
    }
    el("table", "boards-table")
        .child(el("thead", "").child(head))
        .child(el("tbody", "").children(rows))
}
