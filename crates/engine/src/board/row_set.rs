//! Sets of rows of a board.

use crate::board::MAX_ROWS;

/// A set of board rows, counted from the topmost hidden row.
///
/// ```
/// use quintet_engine::{Game, GameName, Position};
///
/// let rows = ["GGGGGGGGGG", "GGG.GGGGGG", "GGGGGGGGGG"];
/// let game = Game::from_position(GameName::Battle.rules(), 1, &Position::new().board(&rows))?;
/// let full = game.view().board.full_rows();
/// assert_eq!(full.iter().collect::<Vec<_>>(), [17, 19]);
/// assert!(full.contains(19) && !full.contains(18));
/// # Ok::<(), quintet_engine::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RowSet {
    /// Bit 0 is the topmost hidden row.
    pub(crate) bits: u64,
    pub(crate) hidden: u8,
}

impl RowSet {
    /// How many rows are in the set.
    pub const fn count(self) -> u8 {
        // They are few, and without an instruction for it counting all bits takes longer.
        let (mut left, mut count) = (self.bits, 0);
        while left != 0 {
            left &= left - 1;
            count += 1;
        }
        count
    }

    /// Whether there is no row in the set.
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// Whether this row (0 is the top visible one) is in the set.
    pub const fn contains(self, y: i8) -> bool {
        let index = y as i16 + self.hidden as i16;
        index >= 0 && index < MAX_ROWS as i16 && self.bits >> index & 1 == 1
    }

    /// The rows of the set from the top, 0 being the top visible one.
    pub fn iter(self) -> impl Iterator<Item = i8> {
        let RowSet { mut bits, hidden } = self;
        core::iter::from_fn(move || {
            if bits == 0 {
                return None;
            }
            let index = bits.trailing_zeros();
            bits &= bits - 1;
            Some(index as i8 - hidden as i8)
        })
    }
}
