//! Random numbers that are the same on every machine.

use quintet_engine::Tetromino;

use crate::search::bag::Bag;

/// A `SplitMix64` generator.
#[derive(Clone, Debug)]
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) const fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }

    /// A number from 0 up to, but not including, 1.
    fn fraction(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Approximate standard normal (Irwin–Hall), from operations that round the same everywhere.
    pub(crate) fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.fraction()).sum::<f64>() - 6.0
    }

    /// A piece from a bag.
    pub(crate) fn deal(&mut self, bag: Bag) -> Tetromino {
        let index = self.below(u64::from(bag.len().max(1))) as usize;
        bag.iter().nth(index).unwrap_or(Tetromino::I)
    }
}
