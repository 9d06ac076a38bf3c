//! Which pieces may come next.

use quintet_engine::Tetromino;

use crate::movegen::piece::index_of;

/// A set of pieces: the rest of a seven-bag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bag(u8);

impl Bag {
    /// All seven.
    pub const FULL: Bag = Bag(0b111_1111);
    /// None.
    pub const EMPTY: Bag = Bag(0);

    /// Whether this piece is in it.
    pub const fn contains(self, piece: Tetromino) -> bool {
        self.0 >> index_of(piece) & 1 == 1
    }

    /// How many there are.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// With this piece.
    #[must_use]
    pub const fn with(self, piece: Tetromino) -> Bag {
        Bag(self.0 | 1 << index_of(piece))
    }

    /// Without this piece.
    #[must_use]
    pub const fn without(self, piece: Tetromino) -> Bag {
        Bag(self.0 & !(1 << index_of(piece)))
    }

    /// The pieces in alphabetical order.
    pub fn iter(self) -> impl Iterator<Item = Tetromino> {
        Tetromino::ALL.into_iter().filter(move |&piece| self.contains(piece))
    }

    /// The bag after this piece was dealt from it; an empty bag is refilled.
    #[must_use]
    pub const fn after(self, piece: Tetromino) -> Bag {
        match self.without(piece) {
            Bag::EMPTY => Bag::FULL,
            left => left,
        }
    }

    /// The bag before this piece, the last one, was dealt from it.
    #[must_use]
    pub const fn before(self, piece: Tetromino) -> Bag {
        if self.0 == Bag::FULL.0 { Bag::EMPTY.with(piece) } else { self.with(piece) }
    }
}

impl FromIterator<Tetromino> for Bag {
    fn from_iter<I: IntoIterator<Item = Tetromino>>(pieces: I) -> Bag {
        pieces.into_iter().fold(Bag::EMPTY, Bag::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_bag_is_refilled() {
        let mut bag = Bag::FULL;
        for piece in Tetromino::ALL {
            let before = bag;
            assert!(bag.contains(piece));
            bag = bag.after(piece);
            assert_eq!(bag.before(piece), before);
        }
        assert_eq!(bag, Bag::FULL);
    }
}
