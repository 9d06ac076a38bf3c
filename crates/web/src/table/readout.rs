//! What the page shows of a game beside its board and in words over it.

use quintet_engine::{Attack, Clear, Gravity, Kind, MAX_PREVIEWS, PlacedPiece, Rules, Spin, View};
use quintet_records::Statistics;
use quintet_words::{Phrase, ShortText, play as words};

/// The coming pieces, as many as can be shown.
pub(crate) type Next = [Option<Kind>; MAX_PREVIEWS as usize];

/// What the locked pips of each row of a Domino board add up to, the top row first.
pub(crate) type Sums = [u8; 16];

/// What is counted of a running game, for the live numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Live {
    /// Pieces placed.
    pub(crate) placed: u32,
    /// Pieces placed with unnecessary presses.
    pub(crate) faulty: u32,
    /// Presses of any button.
    pub(crate) keys: u32,
    /// Rows sent.
    pub(crate) sent: u32,
    /// How far the best game was at the same time: points, or rows where time ranks.
    pub(crate) best: Option<u64>,
}

impl Live {
    /// What statistics say.
    pub(crate) fn of(statistics: &Statistics) -> Live {
        let &Statistics { placed, faulty, keys, sent, .. } = statistics;
        Live { placed, faulty, keys, sent, best: None }
    }
}

/// The numbers, pieces and words shown around a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Readout {
    /// Points.
    pub(crate) score: u64,
    /// The level.
    pub(crate) level: u32,
    /// Rows cleared.
    pub(crate) lines: u32,
    /// Tenths of a second played.
    pub(crate) tenths: u64,
    /// Lives.
    pub(crate) lives: i32,
    /// Whether the streak is on.
    pub(crate) streak: bool,
    /// Milliseconds from row to row of the fall.
    pub(crate) fall_ms: u64,
    /// Which way pieces fall.
    pub(crate) gravity: Gravity,
    /// What the rows add up to.
    pub(crate) sums: Sums,
    /// What is counted.
    pub(crate) live: Live,
    /// The kind put aside.
    pub(crate) hold: Option<Kind>,
    /// Whether hold has been used for this piece.
    pub(crate) hold_used: bool,
    /// The coming pieces.
    pub(crate) next: Next,
    /// Whether the piece in play is in the lower half of the board, or partly.
    pub(crate) piece_low: bool,
    /// The last clear, until its time is over.
    pub(crate) celebration: Option<Flash<Celebration>>,
    /// The last level reached, until its time is over.
    pub(crate) level_up: Option<Flash<u32>>,
    /// The last message, until its time is over; and whether it is good news.
    pub(crate) message: Option<Flash<(ShortText, bool)>>,
    /// How many of these words there have been.
    flashes: u32,
}

/// Words that flash up. The same words another time are others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Flash<T> {
    /// The words, or what they tell of.
    pub(crate) of: T,
    number: u32,
}

impl<T> Flash<T> {
    /// The next words to flash up.
    pub(super) fn next(readout: &mut Readout, of: T) -> Flash<T> {
        readout.flashes += 1;
        Flash { of, number: readout.flashes }
    }
}

impl Readout {
    /// Copies the numbers and pieces of a view.
    pub(super) fn update(&mut self, view: &View<'_>, sums: Sums) {
        let mut next = Next::default();
        for (slot, &kind) in next.iter_mut().zip(view.next) {
            *slot = Some(kind);
        }
        let half = view.board.height() as i8 / 2;
        let mut cells = view.piece.into_iter().flat_map(PlacedPiece::cells);
        *self = Readout {
            score: view.score,
            level: view.level,
            lines: view.lines,
            tenths: view.now.as_millis() / 100,
            lives: view.lives,
            streak: view.streak,
            fall_ms: view.fall_interval.as_millis(),
            gravity: view.gravity,
            sums,
            hold: view.hold,
            hold_used: view.hold_used,
            next,
            piece_low: cells.any(|(_, row, _)| row >= half),
            ..*self
        };
    }
}

/// A clear in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Celebration {
    /// The word.
    pub(crate) words: Phrase,
    /// Points for it.
    pub(crate) points: u64,
    /// Whether it is only named, and not celebrated.
    pub(crate) is_plain: bool,
}

impl Celebration {
    /// Four lines at once are celebrated; and where modern rules pay for them, spins and an empty
    /// board. Other clears have a name.
    pub(crate) fn of(rules: &Rules, clear: &Clear) -> Celebration {
        let modern = matches!(rules.attack, Attack::Modern { .. });
        let (words, is_plain) = match (clear.spin, clear.lines) {
            _ if modern && clear.perfect => (words::ALL_CLEAR, false),
            (Spin::Full, _) if modern => (words::T_SPIN, false),
            (_, 4..) => (words::TETRIS, false),
            (_, lines) => (words::clear(lines), true),
        };
        Celebration { words, points: clear.points, is_plain }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_engine::RowSet;

    fn word(rules: Rules, lines: u8, spin: Spin, perfect: bool) -> (Phrase, bool) {
        let rows = RowSet::default();
        let (back_to_back, combo, points) = (false, 0, 100);
        let clear = Clear { rows, lines, points, spin, back_to_back, combo, perfect };
        let it = Celebration::of(&rules, &clear);
        (it.words, !it.is_plain)
    }

    #[test]
    fn four_lines_are_celebrated_everywhere_spins_where_they_pay_and_others_are_named() {
        assert_eq!(word(Rules::marathon(), 4, Spin::None, true), (words::TETRIS, true));
        assert_eq!(word(Rules::marathon(), 3, Spin::Full, false), (words::CLEAR_3, false));
        assert_eq!(word(Rules::battle(), 4, Spin::None, false), (words::TETRIS, true));
        assert_eq!(word(Rules::versus(), 2, Spin::Full, false), (words::T_SPIN, true));
        assert_eq!(word(Rules::versus(), 1, Spin::None, true), (words::ALL_CLEAR, true));
        assert_eq!(word(Rules::versus(), 1, Spin::None, false), (words::CLEAR_1, false));
    }
}
