//! Several boards in numbers, at the end of a game.

use quintet_engine::BoardResult;
use quintet_frontend::{Live, LiveNumber};
use quintet_records::Statistics;
use quintet_words::{per_second, play, results, thousands};

use crate::dom::{El, el};

/// A column per player: the name, the result and what was counted. That of the winner stands out.
pub(crate) fn boards_table(
    boards: &[(&str, &(BoardResult, Statistics))],
    winner: Option<usize>,
    time_us: u64,
) -> El {
    const NAMES: usize = 8;
    let live = |number: LiveNumber| (number.label(), number.title());
    let names: [_; NAMES] = [
        (play::SCORE, play::SCORE),
        (play::LEVEL, play::LEVEL),
        (play::LINES, play::LINES),
        (results::SENT, results::SENT),
        live(LiveNumber::Speed),
        live(LiveNumber::Attack),
        live(LiveNumber::Keys),
        live(LiveNumber::Finesse),
    ];
    let numbers = |(board, counted): &(BoardResult, Statistics)| {
        let live = Live::of(counted);
        let seconds = |count| per_second(count, time_us);
        [
            thousands(board.score),
            thousands(board.level.into()),
            thousands(board.lines.into()),
            thousands(counted.sent.into()),
            seconds(board.pieces),
            seconds(counted.sent.saturating_mul(60)),
            live.keys_per_piece(),
            live.finesse(),
        ]
    };
    let class = |player| if Some(player) == winner { "number latest" } else { "number" };
    let columns: Vec<_> = boards.iter().map(|(_, board)| numbers(board)).collect();
    let rows = (0..NAMES).map(|row| {
        let (name, title) = names[row];
        let name = el("th", "").attr("scope", "row").attr("title", &title).text(&name);
        let numbers = columns.iter().enumerate();
        let numbers =
            numbers.map(|(player, numbers)| el("td", class(player)).text(&numbers[row]));
        el("tr", "").child(name).children(numbers)
    });
    let head = boards.iter().enumerate();
    let head = head.map(|(player, (name, _))| {
        el("th", class(player)).attr("scope", "col").text(name)
    });
    el("table", "boards-table")
        .child(el("thead", "").child(el("tr", "").child(el("td", "")).children(head)))
        .child(el("tbody", "").children(rows))
}
