//! Lanes for any processor.

use super::Lanes;

/// Four words in an array.
#[derive(Clone, Copy)]
pub(crate) struct Plain([u64; 4]);

impl Plain {
    #[inline(always)]
    fn map(self, change: impl Fn(usize, u64) -> u64) -> Plain {
        let [north, east, south, west] = self.0;
        Plain([change(0, north), change(1, east), change(2, south), change(3, west)])
    }
}

impl Lanes for Plain {
    #[inline(always)]
    fn splat(word: u64) -> Plain {
        Plain([word; 4])
    }

    #[inline(always)]
    fn new(words: [u64; 4]) -> Plain {
        Plain(words)
    }

    #[inline(always)]
    fn words(self) -> [u64; 4] {
        self.0
    }

    #[inline(always)]
    fn and(self, other: Plain) -> Plain {
        self.map(|lane, word| word & other.0[lane])
    }

    #[inline(always)]
    fn or(self, other: Plain) -> Plain {
        self.map(|lane, word| word | other.0[lane])
    }

    #[inline(always)]
    fn without(self, other: Plain) -> Plain {
        self.map(|lane, word| word & !other.0[lane])
    }

    #[inline(always)]
    fn shl<const BITS: i32>(self) -> Plain {
        self.map(|_, word| word << BITS)
    }

    #[inline(always)]
    fn shr<const BITS: i32>(self) -> Plain {
        self.map(|_, word| word >> BITS)
    }

    #[inline(always)]
    fn shl_each(self, bits: [u64; 4]) -> Plain {
        self.map(|lane, word| if bits[lane] < 64 { word << bits[lane] } else { 0 })
    }

    #[inline(always)]
    fn shr_each(self, bits: [u64; 4]) -> Plain {
        self.map(|lane, word| if bits[lane] < 64 { word >> bits[lane] } else { 0 })
    }

    #[inline(always)]
    fn turned<const LANES: i32>(self) -> Plain {
        let [a, b, c, d] = self.0;
        Plain(match LANES {
            1 => [d, a, b, c],
            2 => [c, d, a, b],
            _ => [b, c, d, a],
        })
    }

    #[inline(always)]
    fn any(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] != 0
    }

    #[inline(always)]
    fn count_ones(self) -> u32 {
        let [a, b, c, d] = self.0;
        a.count_ones() + b.count_ones() + c.count_ones() + d.count_ones()
    }
}
