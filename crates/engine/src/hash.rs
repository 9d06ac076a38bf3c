//! A hash of a game's state that is the same on every machine.

/// Mixes words into a 64-bit hash. Fed field by field and not through `core::hash`, whose values
/// depend on the width of `usize` and may change with the compiler.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StateHash(u64);

impl StateHash {
    pub(crate) const fn new() -> StateHash {
        StateHash(0x9e37_79b9_7f4a_7c15)
    }

    pub(crate) fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0xd6e8_feb8_6659_fd93);
    }

    pub(crate) const fn finish(self) -> u64 {
        let mixed = (self.0 ^ self.0 >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed ^ mixed >> 32
    }
}
