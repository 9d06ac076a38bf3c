//! What is said over a board about a clear.

use quintet_engine::{Attack, Clear, Rules, Spin};
use quintet_words::{Phrase, play as words};

/// A clear in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Celebration {
    /// The word.
    pub words: Phrase,
    /// Points for it.
    pub points: u64,
    /// Whether it is only named, and not celebrated.
    pub is_plain: bool,
}

impl Celebration {
    /// Four lines at once are celebrated; and where modern rules pay for them, spins and an empty
    /// board. Other clears have a name.
    pub fn of(rules: &Rules, clear: &Clear) -> Celebration {
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
