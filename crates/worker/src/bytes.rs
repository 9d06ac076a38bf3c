//! Numbers and strokes as bytes.

use quintet_engine::{Button, Micros};

use crate::Made;

/// Bytes of one stroke.
const STROKE: usize = 10;

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

    pub(crate) fn made(&mut self, made: &[Made]) {
        for stroke in made {
            self.number(stroke.at.0);
            self.byte(stroke.player);
            self.byte(stroke.button as u8 | u8::from(stroke.down) << 7);
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

    /// Strokes up to the end, in place of what was in the list.
    pub(crate) fn made(&mut self, mut made: Vec<Made>) -> Option<Vec<Made>> {
        made.clear();
        for _ in 0..self.0.len() / STROKE {
            made.push(self.stroke()?);
        }
        self.0.is_empty().then_some(made)
    }

    fn stroke(&mut self) -> Option<Made> {
        let (at, player, button) = (Micros(self.number()?), self.byte()?, self.byte()?);
        let down = button & 0x80 != 0;
        let button = *Button::ALL.get(usize::from(button & 0x7f))?;
        Some(Made { at, player, button, down })
    }
}
