//! How numbers are written.

use crate::numbers::ShortText;
use crate::phrase::phrases;

phrases! { Numerals;
    /// Between groups of three digits.
    THOUSANDS = ",";
    /// Before a fraction.
    DECIMAL = ".";
    /// A rank. (M-172)
    ordinal(rank: u32) -> ShortText = "{0}{0#st|nd|rd|th}";
    /// A short time.
    milliseconds(ms: u32) -> ShortText = "{0} ms";
    /// How fast pieces fall.
    rows_per_second(rows: &str) -> ShortText = "{0} rows/s";
    /// A share of a hundred that a slider sets.
    percent(share: u32) -> ShortText = "{0} %";
    /// A speed as a multiple of the normal one.
    times(factor: &str) -> ShortText = "{0}×";
}
