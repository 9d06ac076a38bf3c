//! The content of a cell of the board.

use crate::kind::Kind;

/// A side of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Neighbour {
    /// The cell to the left.
    Left,
    /// The cell to the right.
    Right,
    /// The cell above.
    Above,
    /// The cell below.
    Below,
}

/// The content of one cell in one byte; zero is an empty cell.
///
/// ```
/// use quintet_engine::{CellContent, Kind, Tile};
///
/// assert_eq!(Tile::from_char('T'), Some(Tile::piece(Kind::T)));
/// assert_eq!(Tile::GARBAGE.to_char(), 'G');
/// assert_eq!(Tile::from_char('5').map(Tile::content), Some(CellContent::Half { pips: 5, joined: None }));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct Tile(u8);

/// What a cell shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellContent {
    /// Nothing.
    Empty,
    /// A cell of a tetromino.
    Piece(Kind),
    /// A cell of garbage.
    Garbage,
    /// Half a domino, and on which side its other half still is.
    Half {
        /// The half's value, 0 to 6.
        pips: u8,
        /// Where the other half is, while it is there.
        joined: Option<Neighbour>,
    },
}

const GARBAGE: u8 = 8;
/// Marks half a domino; below it three bits of pips, then three of the side its partner is on.
const HALF: u8 = 0x80;

impl Tile {
    /// An empty cell.
    pub const EMPTY: Tile = Tile(0);
    /// A cell of garbage.
    pub const GARBAGE: Tile = Tile(GARBAGE);

    /// A cell of a tetromino.
    pub const fn piece(kind: Kind) -> Tile {
        Tile(kind.number())
    }

    /// Half a domino.
    pub const fn half(pips: u8, joined: Option<Neighbour>) -> Tile {
        let side = match joined {
            None => 0,
            Some(Neighbour::Left) => 1,
            Some(Neighbour::Right) => 2,
            Some(Neighbour::Above) => 3,
            Some(Neighbour::Below) => 4,
        };
        Tile(HALF | side << 3 | pips & 7)
    }

    /// What this cell shows.
    pub const fn content(self) -> CellContent {
        if self.0 & HALF != 0 {
            let joined = match self.0 >> 3 & 7 {
                1 => Some(Neighbour::Left),
                2 => Some(Neighbour::Right),
                3 => Some(Neighbour::Above),
                4 => Some(Neighbour::Below),
                _ => None,
            };
            return CellContent::Half { pips: self.0 & 7, joined };
        }
        match Kind::from_number(self.0) {
            _ if self.0 == GARBAGE => CellContent::Garbage,
            Some(kind) => CellContent::Piece(kind),
            None => CellContent::Empty,
        }
    }

    /// The value of half a domino; none for any other cell.
    pub const fn pips(self) -> Option<u8> {
        match self.content() {
            CellContent::Half { pips, .. } => Some(pips),
            _ => None,
        }
    }

    /// The character a drawn board uses: `.` empty, a piece's letter, `G`, or a digit.
    pub fn to_char(self) -> char {
        match self.content() {
            CellContent::Empty => '.',
            CellContent::Piece(kind) => kind.letter().unwrap_or('?'),
            CellContent::Garbage => 'G',
            CellContent::Half { pips, .. } => char::from(b'0' + pips),
        }
    }

    /// The tile a drawn board means by this character.
    pub fn from_char(drawn: char) -> Option<Tile> {
        Some(match drawn {
            '.' | ' ' => Tile::EMPTY,
            'G' => Tile::GARBAGE,
            '0'..='6' => Tile::half(drawn as u8 - b'0', None),
            letter => Tile::piece(Kind::from_letter(letter)?),
        })
    }

    /// This tile without its other half, if that was on this side.
    pub(crate) fn cut_off(self, from: Neighbour) -> Tile {
        match self.content() {
            CellContent::Half { pips, joined: Some(side) } if side == from => {
                Tile::half(pips, None)
            }
            _ => self,
        }
    }

    /// This tile after gravity is reversed: kinds that mirror each other change places.
    pub(crate) fn mirrored(self) -> Tile {
        match self.content() {
            CellContent::Piece(kind) => Tile::piece(kind.mirrored()),
            _ => self,
        }
    }

    pub(crate) const fn byte(self) -> u8 {
        self.0
    }
}
