//! What fingers did and what garbage came, with times.

use quintet_engine::{Button, Micros};
use serde::{Deserialize, Serialize};

use crate::limits::{MAX_GAPS, MAX_STROKES};
use crate::wire::at_most;

/// A button goes down or up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Touch {
    /// Down.
    Press(Button),
    /// Up.
    Release(Button),
}

/// A touch and its time since the game began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimedTouch {
    /// When.
    pub at: Micros,
    /// What.
    pub touch: Touch,
}

/// A touch on the wire: its time is told from the end of the message it stands in, so that the
/// common case, a touch that is sent at once, takes a single byte for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stroke {
    /// Microseconds before the `upto` of its message.
    pub before: u32,
    /// What.
    pub touch: Touch,
}

/// Touches as a message that reaches up to this moment carries them.
pub fn pack_strokes(touches: &[TimedTouch], upto: Micros) -> Vec<Stroke> {
    let pack = |timed: &TimedTouch| Stroke {
        before: u32::try_from((upto - timed.at).0).unwrap_or(u32::MAX),
        touch: timed.touch,
    };
    touches.iter().map(pack).collect()
}

/// The touches of a message that reaches up to this moment.
pub fn unpack_strokes(strokes: &[Stroke], upto: Micros) -> Vec<TimedTouch> {
    let unpack = |stroke: &Stroke| TimedTouch {
        at: upto - Micros(stroke.before.into()),
        touch: stroke.touch,
    };
    strokes.iter().map(unpack).collect()
}

/// Garbage for a board, one row a gap, and when it comes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Delivery {
    /// When.
    pub at: Micros,
    /// The column of the gap in each row.
    #[serde(deserialize_with = "at_most::<MAX_GAPS, _, _>")]
    pub gaps: Vec<u8>,
}

/// The strokes of a message; more than are allowed are refused before room is made for them.
pub(crate) fn strokes<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<Stroke>, D::Error> {
    at_most::<MAX_STROKES, _, _>(deserializer)
}
