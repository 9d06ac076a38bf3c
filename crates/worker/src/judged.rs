//! The analysis of a recorded game.

use quintet_engine::{Kind, Micros};
use serde::{Deserialize, Serialize};

/// Where a piece is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spot {
    /// The kind of the piece.
    #[serde(with = "kind_number")]
    pub kind: Kind,
    /// Whether hold is pressed first.
    pub hold: bool,
    /// The cells that it fills, column and row, from the top left.
    pub cells: [(i8, i8); 4],
}

/// What a player did with a piece, and what the computer would have done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judged {
    /// How many pieces had locked before it.
    pub number: u32,
    /// When it entered.
    pub entered: Micros,
    /// How much worse the move was than the computer's; 0 if it is as good.
    pub loss: u32,
    /// How good the move was, from 1000 down to 0.
    pub accuracy: u32,
    /// What the player did.
    pub played: Spot,
    /// What the computer would have done.
    pub best: Spot,
}

/// The result for a whole game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// The mean accuracy of all moves, in thousandths.
    pub accuracy: u32,
    /// Unnecessary presses, all pieces together.
    pub faults: u32,
    /// Pieces without an unnecessary press.
    pub without_fault: u32,
    /// The indices of the worst moves among those judged, the worst first.
    pub worst: Vec<u32>,
}

/// A kind as its number.
mod kind_number {
    use quintet_engine::Kind;
    use serde::{Deserialize, Deserializer, Serializer, de};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    pub(super) fn serialize<S: Serializer>(kind: &Kind, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u8(kind.number())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Kind, D::Error> {
        Kind::from_number(u8::deserialize(from)?)
            .ok_or_else(|| de::Error::custom("there is no such kind"))
    }
}
