//! The kinds of pieces: seven tetrominoes and twenty-eight dominoes.

use core::fmt;
use core::str::FromStr;

/// A kind of piece.
///
/// ```
/// use quintet_engine::{Kind, Tetromino};
///
/// assert_eq!("T".parse(), Ok(Kind::T));
/// assert_eq!(Kind::T, Kind::Tetromino(Tetromino::T));
/// assert_eq!(Kind::domino(5, 2).map(|kind| kind.to_string()), Some("2:5".into()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Four cells of one kind.
    Tetromino(Tetromino),
    /// Two halves with a value each.
    Domino(Domino),
}

/// A piece of four cells. The numbers are the ones that Flip's board shows.
///
/// ```
/// use quintet_engine::{Kind, Tetromino};
///
/// let letters: String = Tetromino::ALL.map(Tetromino::letter).iter().collect();
/// assert_eq!(letters, "IJLOSTZ");
/// assert_eq!(Kind::Tetromino(Tetromino::Z).number(), 7);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Tetromino {
    /// Four in a row.
    I = 1,
    /// Three in a row with one above the left end.
    J,
    /// Three in a row with one above the right end.
    L,
    /// The square.
    O,
    /// The upper pair one to the right of the lower pair.
    S,
    /// Three in a row with one above the middle.
    T,
    /// The upper pair one to the left of the lower pair.
    Z,
}

/// A domino: two values from 0 to 6, in no order. It takes one byte, so that a game stays small.
///
/// ```
/// use quintet_engine::Domino;
///
/// let tile = Domino::new(6, 2).expect("values up to six");
/// assert_eq!(tile.pips(), (2, 6));
/// assert_eq!(Domino::new(7, 0), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Domino {
    index: u8,
}

/// The values of the dominoes, the smaller first, in the order of their numbers.
const DOMINOES: [(u8, u8); (LAST_DOMINO - FIRST_DOMINO + 1) as usize] = {
    let mut all = [(0, 0); (LAST_DOMINO - FIRST_DOMINO + 1) as usize];
    let (mut low, mut high, mut next) = (0, 0, 0);
    while next < all.len() {
        all[next] = (low, high);
        next += 1;
        high += 1;
        if high > HIGHEST_PIPS {
            low += 1;
            high = low;
        }
    }
    all
};

const HIGHEST_PIPS: u8 = 6;
const FIRST_DOMINO: u8 = 8;
const LAST_DOMINO: u8 = 35;

impl Tetromino {
    /// The seven tetrominoes in the order of their numbers.
    pub const ALL: [Tetromino; 7] = [
        Tetromino::I,
        Tetromino::J,
        Tetromino::L,
        Tetromino::O,
        Tetromino::S,
        Tetromino::T,
        Tetromino::Z,
    ];

    /// Its letter.
    pub const fn letter(self) -> char {
        match self {
            Tetromino::I => 'I',
            Tetromino::J => 'J',
            Tetromino::L => 'L',
            Tetromino::O => 'O',
            Tetromino::S => 'S',
            Tetromino::T => 'T',
            Tetromino::Z => 'Z',
        }
    }

    /// The tetromino with this letter, in upper or lower case.
    ///
    /// ```
    /// use quintet_engine::{Kind, Tetromino};
    ///
    /// assert_eq!(Tetromino::from_letter('t'), Some(Tetromino::T));
    /// assert_eq!(Tetromino::from_letter('X'), None);
    /// assert_eq!(Kind::T.tetromino(), Some(Tetromino::T));
    /// ```
    pub const fn from_letter(letter: char) -> Option<Tetromino> {
        Some(match letter.to_ascii_uppercase() {
            'I' => Tetromino::I,
            'J' => Tetromino::J,
            'L' => Tetromino::L,
            'O' => Tetromino::O,
            'S' => Tetromino::S,
            'T' => Tetromino::T,
            'Z' => Tetromino::Z,
            _ => return None,
        })
    }
}

impl Domino {
    /// The domino with these two values, in either order; none if a value is above six.
    pub const fn new(a: u8, b: u8) -> Option<Domino> {
        let (low, high) = if a <= b { (a, b) } else { (b, a) };
        if high > HIGHEST_PIPS {
            return None;
        }
        // Seven dominoes start with 0, six with 1 and so on.
        let before = low * (HIGHEST_PIPS + 1) - low * low.saturating_sub(1) / 2;
        Some(Domino { index: before + (high - low) })
    }

    /// Its two values, the smaller first.
    pub const fn pips(self) -> (u8, u8) {
        DOMINOES[self.index as usize]
    }
}

impl fmt::Debug for Domino {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (low, high) = self.pips();
        write!(f, "{low}:{high}")
    }
}

impl Kind {
    /// Four in a row.
    pub const I: Kind = Kind::Tetromino(Tetromino::I);
    /// Three in a row with one above the left end.
    pub const J: Kind = Kind::Tetromino(Tetromino::J);
    /// Three in a row with one above the right end.
    pub const L: Kind = Kind::Tetromino(Tetromino::L);
    /// The square.
    pub const O: Kind = Kind::Tetromino(Tetromino::O);
    /// The upper pair one to the right of the lower pair.
    pub const S: Kind = Kind::Tetromino(Tetromino::S);
    /// Three in a row with one above the middle.
    pub const T: Kind = Kind::Tetromino(Tetromino::T);
    /// The upper pair one to the left of the lower pair.
    pub const Z: Kind = Kind::Tetromino(Tetromino::Z);
    /// The seven tetrominoes in the order of their numbers.
    pub const TETROMINOES: [Kind; 7] =
        [Kind::I, Kind::J, Kind::L, Kind::O, Kind::S, Kind::T, Kind::Z];

    /// The kind with this number, if there is one.
    ///
    /// ```
    /// use quintet_engine::Kind;
    ///
    /// assert_eq!(Kind::from_number(1), Some(Kind::I));
    /// assert_eq!(Kind::from_number(8), Kind::domino(0, 0));
    /// assert_eq!(Kind::from_number(36), None);
    /// ```
    pub const fn from_number(number: u8) -> Option<Kind> {
        match number {
            1..=7 => Some(Kind::TETROMINOES[number as usize - 1]),
            FIRST_DOMINO..=LAST_DOMINO => {
                Some(Kind::Domino(Domino { index: number - FIRST_DOMINO }))
            }
            _ => None,
        }
    }

    /// This kind's number: 1 to 7 for tetrominoes, 8 to 35 for dominoes.
    pub const fn number(self) -> u8 {
        match self {
            Kind::Tetromino(tetromino) => tetromino as u8,
            Kind::Domino(domino) => FIRST_DOMINO + domino.index,
        }
    }

    /// The domino with these two values, in either order; none if a value is above six.
    pub const fn domino(a: u8, b: u8) -> Option<Kind> {
        match Domino::new(a, b) {
            Some(domino) => Some(Kind::Domino(domino)),
            None => None,
        }
    }

    /// A domino's two values, the smaller first; none for a tetromino.
    pub const fn pips(self) -> Option<(u8, u8)> {
        match self {
            Kind::Tetromino(_) => None,
            Kind::Domino(domino) => Some(domino.pips()),
        }
    }

    /// The tetromino; none for a domino.
    pub const fn tetromino(self) -> Option<Tetromino> {
        match self {
            Kind::Tetromino(tetromino) => Some(tetromino),
            Kind::Domino(_) => None,
        }
    }

    /// A tetromino's letter; none for a domino.
    pub const fn letter(self) -> Option<char> {
        match self {
            Kind::Tetromino(tetromino) => Some(tetromino.letter()),
            Kind::Domino(_) => None,
        }
    }

    /// The tetromino with this letter, in upper case.
    pub const fn from_letter(letter: char) -> Option<Kind> {
        match Tetromino::from_letter(letter) {
            Some(tetromino) if letter.is_ascii_uppercase() => Some(Kind::Tetromino(tetromino)),
            _ => None,
        }
    }

    /// The kind this one becomes when gravity is reversed: J and L change places, S and Z too.
    ///
    /// ```
    /// use quintet_engine::Kind;
    ///
    /// assert_eq!(Kind::J.mirrored(), Kind::L);
    /// assert_eq!(Kind::T.mirrored(), Kind::T);
    /// ```
    #[must_use]
    pub const fn mirrored(self) -> Kind {
        match self {
            Kind::J => Kind::L,
            Kind::L => Kind::J,
            Kind::S => Kind::Z,
            Kind::Z => Kind::S,
            _ => self,
        }
    }
}

/// There is no piece of this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown piece")]
pub struct UnknownKind;

impl FromStr for Kind {
    type Err = UnknownKind;

    /// Reads what `Display` writes: a letter, or a domino's values as in `2:5`.
    fn from_str(name: &str) -> Result<Kind, UnknownKind> {
        let mut letters = name.chars();
        let letters = [letters.next(), letters.next(), letters.next(), letters.next()];
        let kind = match letters {
            [Some(letter), None, ..] => Kind::from_letter(letter),
            [Some(a), Some(':'), Some(b), None] => match (a.to_digit(10), b.to_digit(10)) {
                (Some(a), Some(b)) => Kind::domino(a as u8, b as u8),
                _ => None,
            },
            _ => None,
        };
        kind.ok_or(UnknownKind)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Tetromino(tetromino) => write!(f, "{}", tetromino.letter()),
            Kind::Domino(domino) => fmt::Debug::fmt(domino, f),
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
            assert_eq!(kind.to_string().parse(), Ok(kind));
            assert_eq!(Kind::from_number(kind.number()), Some(kind));
            assert_eq!(alloc::format!("{kind:?}"), kind.to_string());
        }
        for name in ["", "X", "TT", "2:", "2:7", "2:5:", "-"] {
            assert_eq!(name.parse::<Kind>(), Err(UnknownKind), "{name}");
        }
    }
}
