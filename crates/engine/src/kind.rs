//! The kinds of pieces: seven tetrominoes and twenty-eight dominoes.

use core::fmt;
use core::num::NonZeroU8;

/// A kind of piece.
///
/// Tetrominoes are numbered 1 to 7 in the order I J L O S T Z, the numbers that Flip's board shows;
/// dominoes follow from 8 on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind(NonZeroU8);

const FIRST_DOMINO: u8 = 8;
/// The dominoes' halves, smaller value first, in the order of their numbers.
const DOMINOES: [(u8, u8); 28] = {
    let mut halves = [(0, 0); 28];
    let (mut low, mut high, mut next) = (0, 0, 0);
    while next < 28 {
        halves[next] = (low, high);
        next += 1;
        high += 1;
        if high > 6 {
            low += 1;
            high = low;
        }
    }
    halves
};

impl Kind {
    /// Four in a row.
    pub const I: Kind = Kind::numbered(1);
    /// Three in a row with one above the left end.
    pub const J: Kind = Kind::numbered(2);
    /// Three in a row with one above the right end.
    pub const L: Kind = Kind::numbered(3);
    /// The square.
    pub const O: Kind = Kind::numbered(4);
    /// The upper pair one to the right of the lower pair.
    pub const S: Kind = Kind::numbered(5);
    /// Three in a row with one above the middle.
    pub const T: Kind = Kind::numbered(6);
    /// The upper pair one to the left of the lower pair.
    pub const Z: Kind = Kind::numbered(7);
    /// The seven tetrominoes in the order of their numbers.
    pub const TETROMINOES: [Kind; 7] =
        [Kind::I, Kind::J, Kind::L, Kind::O, Kind::S, Kind::T, Kind::Z];

    const fn numbered(number: u8) -> Kind {
        match NonZeroU8::new(number) {
            Some(number) => Kind(number),
            None => Kind(NonZeroU8::MIN),
        }
    }

    /// The kind with this number, if there is one.
    pub const fn from_number(number: u8) -> Option<Kind> {
        match number {
            1..=35 => Some(Kind::numbered(number)),
            _ => None,
        }
    }

    /// This kind's number: 1 to 7 for tetrominoes, 8 to 35 for dominoes.
    pub const fn number(self) -> u8 {
        self.0.get()
    }

    /// The domino with these two values, in either order; none if a value is above six.
    pub const fn domino(a: u8, b: u8) -> Option<Kind> {
        let (low, high) = if a <= b { (a, b) } else { (b, a) };
        if high > 6 {
            return None;
        }
        // Seven dominoes start with 0, six with 1 and so on.
        let before = low * 7 - low * low.saturating_sub(1) / 2;
        Some(Kind::numbered(FIRST_DOMINO + before + (high - low)))
    }

    /// A domino's two values, the smaller first; none for a tetromino.
    pub fn pips(self) -> Option<(u8, u8)> {
        let index = self.number().checked_sub(FIRST_DOMINO)?;
        DOMINOES.get(usize::from(index)).copied()
    }

    /// A tetromino's letter; none for a domino.
    pub const fn letter(self) -> Option<char> {
        Some(match self.number() {
            1 => 'I',
            2 => 'J',
            3 => 'L',
            4 => 'O',
            5 => 'S',
            6 => 'T',
            7 => 'Z',
            _ => return None,
        })
    }

    /// The tetromino with this letter.
    pub const fn from_letter(letter: char) -> Option<Kind> {
        Some(match letter {
            'I' => Kind::I,
            'J' => Kind::J,
            'L' => Kind::L,
            'O' => Kind::O,
            'S' => Kind::S,
            'T' => Kind::T,
            'Z' => Kind::Z,
            _ => return None,
        })
    }

    /// The kind that `Display` writes so: a letter, or a domino's values as in `2:5`.
    pub fn from_name(name: &str) -> Option<Kind> {
        let mut letters = name.chars();
        match (letters.next()?, letters.next(), letters.next(), letters.next()) {
            (letter, None, ..) => Kind::from_letter(letter),
            (a, Some(':'), Some(b), None) => {
                Kind::domino(a.to_digit(10)? as u8, b.to_digit(10)? as u8)
            }
            _ => None,
        }
    }

    /// The kind this one turns into when gravity turns over: J and L change places, S and Z too.
    #[must_use]
    pub const fn mirrored(self) -> Kind {
        match self.number() {
            2 => Kind::L,
            3 => Kind::J,
            5 => Kind::Z,
            7 => Kind::S,
            _ => self,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.letter(), self.pips()) {
            (Some(letter), _) => write!(f, "{letter}"),
            (None, Some((low, high))) => write!(f, "{low}:{high}"),
            (None, None) => write!(f, "?"),
        }
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    /// D-15
    #[test]
    fn there_are_twenty_eight_dominoes_each_with_its_own_number() {
        let mut number = FIRST_DOMINO;
        for low in 0..=6 {
            for high in low..=6 {
                let kind = Kind::domino(high, low).expect("a domino");
                assert_eq!(kind.number(), number);
                assert_eq!(kind.pips(), Some((low, high)));
                number += 1;
            }
        }
        assert_eq!(number, 36);
        assert_eq!(Kind::from_number(36), None);
        assert_eq!(Kind::from_number(0), None);
        assert_eq!(Kind::domino(0, 7), None);
    }

    #[test]
    fn a_name_leads_back_to_its_kind() {
        for kind in (1..=35).filter_map(Kind::from_number) {
            assert_eq!(Kind::from_name(&kind.to_string()), Some(kind));
            assert_eq!(alloc::format!("{kind:?}"), kind.to_string());
        }
        for name in ["", "X", "TT", "2:", "2:7", "2:5:", "-"] {
            assert_eq!(Kind::from_name(name), None, "{name}");
        }
    }
}
