//! Inputs of players on the wire, and deliveries of garbage.

use quintet_engine::{Button, Input, Micros, TimedInput};
use serde::{Deserialize, Serialize};

use crate::limits::{MAX_GAPS, MAX_INPUTS};
use crate::wire::at_most;

/// A press or release on the wire: how long before the end of its message it happened, and which
/// button went which way. It takes two bytes if it is sent at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "(u32, u8)", into = "(u32, u8)")]
pub struct PackedInput {
    /// Microseconds before the `upto` of its message.
    before: u32,
    button: Button,
    is_press: bool,
}

impl PackedInput {
    /// Packs an input for a message that reaches up to this moment; none for garbage, which players
    /// do not send.
    pub fn pack(timed: &TimedInput, upto: Micros) -> Option<PackedInput> {
        let (button, is_press) = match timed.input {
            Input::Press(button) => (button, true),
            Input::Release(button) => (button, false),
            Input::Garbage(_) => return None,
        };
        let before = u32::try_from((upto - timed.at).0).unwrap_or(u32::MAX);
        Some(PackedInput { before, button, is_press })
    }

    /// Which button went which way, as one byte: twice the button's number, plus 1 for a press.
    pub const fn code(self) -> u8 {
        (self.button as u8) << 1 | self.is_press as u8
    }

    /// The input of a message that reaches up to this moment, on a seat's board.
    pub fn unpack(self, upto: Micros, seat: u8) -> TimedInput {
        let input =
            if self.is_press { Input::Press(self.button) } else { Input::Release(self.button) };
        TimedInput { at: upto - Micros(self.before.into()), player: seat, input }
    }
}

impl From<PackedInput> for (u32, u8) {
    fn from(packed: PackedInput) -> (u32, u8) {
        (packed.before, packed.code())
    }
}

impl TryFrom<(u32, u8)> for PackedInput {
    type Error = &'static str;

    fn try_from((before, code): (u32, u8)) -> Result<PackedInput, &'static str> {
        let button = *Button::ALL.get(usize::from(code >> 1)).ok_or("no such button")?;
        Ok(PackedInput { before, button, is_press: code & 1 == 1 })
    }
}

/// Inputs as a message that reaches up to this moment carries them.
pub fn pack_inputs(inputs: &[TimedInput], upto: Micros) -> Vec<PackedInput> {
    inputs.iter().filter_map(|timed| PackedInput::pack(timed, upto)).collect()
}

/// The inputs of a message that reaches up to this moment, on a seat's board.
pub fn unpack_inputs(packed: &[PackedInput], upto: Micros, seat: u8) -> Vec<TimedInput> {
    packed.iter().map(|packed| packed.unpack(upto, seat)).collect()
}

/// The inputs of a message; more than are allowed are refused before memory is allocated for them.
pub(crate) fn packed_inputs<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<PackedInput>, D::Error> {
    at_most::<MAX_INPUTS, _, _>(deserializer)
}

/// Garbage for a board, one row per gap, and when it comes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Delivery {
    /// When.
    pub at: Micros,
    /// The column of the gap in each row.
    #[serde(deserialize_with = "at_most::<MAX_GAPS, _, _>")]
    pub gaps: Vec<u8>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encode;

    #[test]
    fn every_press_and_release_survives_being_packed_into_two_bytes() {
        let upto = Micros::from_secs(5);
        for button in Button::ALL {
            for timed in [TimedInput::press(button, upto), TimedInput::release(button, upto)] {
                let packed = PackedInput::pack(&timed, upto).expect("a button");
                let bytes = encode(&packed);
                assert_eq!(bytes.len(), 2);
                assert_eq!(postcard::from_bytes(&bytes), Ok(packed));
                assert_eq!(packed.unpack(upto, 1), timed.to_board(1));
            }
        }
        assert!(postcard::from_bytes::<PackedInput>(&[0, Button::ALL.len() as u8 * 2]).is_err());
    }

    #[test]
    fn garbage_is_not_packed() {
        let timed = TimedInput::garbage([3].into(), Micros(5));
        assert_eq!(PackedInput::pack(&timed, Micros(5)), None);
    }
}
