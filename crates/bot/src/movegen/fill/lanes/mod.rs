//! Four words side by side, one for each rotation of a piece.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod plain;

#[cfg(target_arch = "x86_64")]
pub(crate) use avx2::Avx2;
pub(crate) use plain::Plain;

/// Four words of 64 bits with the same operation on all of them.
///
/// Shifts by 64 or more give zero.
pub(crate) trait Lanes: Copy {
    /// The same word four times.
    fn splat(word: u64) -> Self;
    /// These four words.
    fn new(words: [u64; 4]) -> Self;
    /// The four words.
    fn words(self) -> [u64; 4];
    /// Bits in both.
    #[must_use]
    fn and(self, other: Self) -> Self;
    /// Bits in either.
    #[must_use]
    fn or(self, other: Self) -> Self;
    /// Bits in this one but not in the other.
    #[must_use]
    fn without(self, other: Self) -> Self;
    /// Every word shifted to the left.
    #[must_use]
    fn shl<const BITS: i32>(self) -> Self;
    /// Every word shifted to the right.
    #[must_use]
    fn shr<const BITS: i32>(self) -> Self;
    /// Each word shifted to the left by its own number of bits.
    #[must_use]
    fn shl_each(self, bits: [u64; 4]) -> Self;
    /// Each word shifted to the right by its own number of bits.
    #[must_use]
    fn shr_each(self, bits: [u64; 4]) -> Self;
    /// The lanes rotated by this many.
    #[must_use]
    fn turned<const LANES: i32>(self) -> Self;
    /// Whether any bit is set.
    fn any(self) -> bool;
    /// How many bits are set.
    fn count_ones(self) -> u32;
}
