//! Numbers and inputs as bytes.

use quintet_engine::{Button, Input, Micros, TimedInput};

/// Bytes of one input.
const INPUT: usize = 10;
/// Marks a button that goes down.
const DOWN: u8 = 0x80;

/// Appends to a buffer.
pub(crate) struct Writer<'a>(pub(crate) &'a mut Vec<u8>);

impl Writer<'_> {
    pub(crate) fn byte(&mut self, byte: u8) {
        self.0.push(byte);
    }

    pub(crate) fn number(&mut self, number: u64) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }

    pub(crate) fn rest(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    /// Buttons that go down or up. Boards side by side send their own garbage.
    pub(crate) fn inputs(&mut self, inputs: &[TimedInput]) {
        for timed in inputs {
            let button = match timed.input {
                Input::Press(button) => button as u8 | DOWN,
                Input::Release(button) => button as u8,
                Input::Garbage(_) => continue,
            };
            self.number(timed.at.0);
            self.byte(timed.player);
            self.byte(button);
        }
    }
}

/// Takes bytes apart.
pub(crate) struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader(bytes)
    }

    pub(crate) fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    pub(crate) fn number(&mut self) -> Option<u64> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u64::from_le_bytes(*first))
    }

    pub(crate) fn rest(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.0).to_vec()
    }

    /// Inputs up to the end, in place of what was in the list.
    pub(crate) fn inputs(&mut self, mut inputs: Vec<TimedInput>) -> Option<Vec<TimedInput>> {
        inputs.clear();
        for _ in 0..self.0.len() / INPUT {
            inputs.push(self.input()?);
        }
        self.0.is_empty().then_some(inputs)
    }

    fn input(&mut self) -> Option<TimedInput> {
        let (at, player, byte) = (Micros(self.number()?), self.byte()?, self.byte()?);
        let button = *Button::ALL.get(usize::from(byte & !DOWN))?;
        let input = if byte & DOWN == 0 { Input::Release(button) } else { Input::Press(button) };
        Some(TimedInput { at, player, input })
    }
}
