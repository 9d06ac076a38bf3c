//! A move of a recorded game in words: how good it was, and what would have been better.

use quintet_engine::Kind;
use quintet_words::{Phrase, replays as words};

/// How good a move was, in the words that players know from other games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveClass {
    /// As good as the computer's.
    Best,
    /// Nearly as good.
    Good,
    /// A little worse.
    Inaccuracy,
    /// Worse.
    Mistake,
    /// Much worse.
    Blunder,
}

impl MoveClass {
    /// All, the best first.
    pub const ALL: [MoveClass; 5] = [
        MoveClass::Best,
        MoveClass::Good,
        MoveClass::Inaccuracy,
        MoveClass::Mistake,
        MoveClass::Blunder,
    ];

    /// The class of a move with this accuracy, from 1000 down to 0, that loses something or not.
    pub const fn of(accuracy: u32, loses: bool) -> MoveClass {
        match accuracy {
            _ if !loses => MoveClass::Best,
            900.. => MoveClass::Good,
            700..900 => MoveClass::Inaccuracy,
            400..700 => MoveClass::Mistake,
            _ => MoveClass::Blunder,
        }
    }

    /// What players call it.
    pub const fn name(self) -> Phrase {
        match self {
            MoveClass::Best => words::BEST_MOVE,
            MoveClass::Good => words::GOOD_MOVE,
            MoveClass::Inaccuracy => words::INACCURACY,
            MoveClass::Mistake => words::MISTAKE,
            MoveClass::Blunder => words::BLUNDER,
        }
    }

    /// A move of this class in words, with the number of its piece from 1 and the better move: its
    /// kind, whether hold is pressed first, and the columns of its cells from 0.
    pub fn told(self, number: u32, kind: Kind, hold: bool, columns: [i8; 4]) -> String {
        if self == MoveClass::Best {
            return words::best_move(number);
        }
        let columns = columns.map(|column| column as u32 + 1);
        let first = columns.iter().min().copied().unwrap_or(0);
        let last = columns.iter().max().copied().unwrap_or(0);
        let piece: String = kind.letter().into_iter().collect();
        let place = if first == last {
            words::in_column(&piece, first)
        } else {
            words::in_columns(&piece, first, last)
        };
        let place = if hold { words::hold_then(&place) } else { place };
        words::judged_move(number, self.name(), &place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_told_with_what_would_have_been_better() {
        let told = |accuracy, hold, columns| {
            MoveClass::of(accuracy, accuracy < 1000).told(14, Kind::I, hold, columns)
        };
        assert_eq!(told(120, true, [9; 4]), "Piece 14: blunder. Better: hold, then I in column 10");
        let flat = told(650, false, [0, 1, 2, 3]);
        assert_eq!(flat, "Piece 14: mistake. Better: I in columns 1–4");
        assert_eq!(told(1000, false, [0; 4]), "Piece 14: best, as the computer would have played");
    }

    #[test]
    fn moves_fall_into_five_classes() {
        let classes = [1000, 950, 800, 500, 10].map(|it| MoveClass::of(it, it < 1000));
        assert_eq!(classes, MoveClass::ALL);
    }
}
