//! Lanes in one AVX2 register.

#![expect(unsafe_code, reason = "AVX2 instructions, which not every processor has")]

use std::arch::x86_64::{
    __m256i, _mm256_and_si256, _mm256_andnot_si256, _mm256_extract_epi64, _mm256_or_si256,
    _mm256_permute4x64_epi64, _mm256_set1_epi64x, _mm256_setr_epi64x, _mm256_slli_epi64,
    _mm256_sllv_epi64, _mm256_srli_epi64, _mm256_srlv_epi64, _mm256_testz_si256,
};

use super::Lanes;

/// Four words in a register.
///
/// Only functions compiled for AVX2 use this type, and they are called only after the processor was
/// found to support it (see `machine`). That makes every instruction below safe.
#[derive(Clone, Copy)]
pub(crate) struct Avx2(__m256i);

impl Lanes for Avx2 {
    #[inline(always)]
    fn splat(word: u64) -> Avx2 {
        // SAFETY: the processor has AVX2.
        Avx2(unsafe { _mm256_set1_epi64x(word as i64) })
    }
    #[inline(always)]
    fn new(w: [u64; 4]) -> Avx2 {
        // SAFETY: the processor has AVX2.
        Avx2(unsafe { _mm256_setr_epi64x(w[0] as i64, w[1] as i64, w[2] as i64, w[3] as i64) })
    }
    #[inline(always)]
    fn words(self) -> [u64; 4] {
        // SAFETY: the processor has AVX2.
        unsafe {
            [
                _mm256_extract_epi64::<0>(self.0) as u64,
                _mm256_extract_epi64::<1>(self.0) as u64,
                _mm256_extract_epi64::<2>(self.0) as u64,
                _mm256_extract_epi64::<3>(self.0) as u64,
            ]
        }
    }
    #[inline(always)]
    fn and(self, other: Avx2) -> Avx2 {
        // SAFETY: the processor has AVX2.
        Avx2(unsafe { _mm256_and_si256(self.0, other.0) })
    }
    #[inline(always)]
    fn or(self, other: Avx2) -> Avx2 {
        // SAFETY: the processor has AVX2.
        Avx2(unsafe { _mm256_or_si256(self.0, other.0) })
    }
    #[inline(always)]
    fn without(self, other: Avx2) -> Avx2 {
        // SAFETY: the processor has AVX2.
        Avx2(unsafe { _mm256_andnot_si256(other.0, self.0) })
    }
    #[inline(always)]
    fn shl<const BITS: i32>(self) -> Avx2 {
        // SAFETY: the processor has AVX2.
        Avx2(unsafe { _mm256_slli_epi64::<BITS>(self.0) })
    }
    #[inline(always)]
    fn shr<const BITS: i32>(self) -> Avx2 {
        // SAFETY: the processor has AVX2.
        Avx2(unsafe { _mm256_srli_epi64::<BITS>(self.0) })
    }
    #[inline(always)]
    fn shl_each(self, bits: [u64; 4]) -> Avx2 {
        // SAFETY: the processor has AVX2.
        Avx2(unsafe { _mm256_sllv_epi64(self.0, Avx2::new(bits).0) })
    }
    #[inline(always)]
    fn shr_each(self, bits: [u64; 4]) -> Avx2 {
        // SAFETY: the processor has AVX2.
        Avx2(unsafe { _mm256_srlv_epi64(self.0, Avx2::new(bits).0) })
    }
    #[inline(always)]
    fn turned<const LANES: i32>(self) -> Avx2 {
        // SAFETY: the processor has AVX2.
        unsafe {
            Avx2(match LANES {
                1 => _mm256_permute4x64_epi64::<0b10_01_00_11>(self.0),
                2 => _mm256_permute4x64_epi64::<0b01_00_11_10>(self.0),
                _ => _mm256_permute4x64_epi64::<0b00_11_10_01>(self.0),
            })
        }
    }
    #[inline(always)]
    fn any(self) -> bool {
        // SAFETY: the processor has AVX2.
        unsafe { _mm256_testz_si256(self.0, self.0) == 0 }
    }
    #[inline(always)]
    fn count_ones(self) -> u32 {
        let [a, b, c, d] = self.words();
        a.count_ones() + b.count_ones() + c.count_ones() + d.count_ones()
    }
}
