//! Numbers and times as players read them.

use std::fmt::{self, Write};

use arrayvec::ArrayString;

use crate::numerals;

/// A short text that is kept on the stack: writing one during play does not allocate.
pub type ShortText = ArrayString<96>;

fn short(text: fmt::Arguments<'_>) -> ShortText {
    let mut short = ShortText::new();
    // What does not fit is left out.
    let _ = short.write_fmt(text);
    short
}

/// A plain number.
pub fn number(number: impl Into<i64>) -> ShortText {
    short(format_args!("{}", number.into()))
}

/// With a separator between thousands: 12,450.
pub fn thousands(number: u64) -> ShortText {
    let digits = short(format_args!("{number}"));
    let mut text = ShortText::new();
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push_str(&numerals::THOUSANDS);
        }
        text.push(digit);
    }
    text
}

/// Minutes and seconds to the hundredth: 1:07.25.
pub fn time(us: u64) -> ShortText {
    let hundredths = us / 10_000;
    let (minutes, seconds) = (hundredths / 6000, hundredths / 100 % 60);
    let point = numerals::DECIMAL;
    short(format_args!("{minutes}:{seconds:02}{point}{:02}", hundredths % 100))
}

/// Minutes and seconds to the millisecond, where times rank: 1:07.254.
pub fn exact_time(us: u64) -> ShortText {
    let ms = us / 1000;
    let point = numerals::DECIMAL;
    short(format_args!("{}:{:02}{point}{:03}", ms / 60_000, ms / 1000 % 60, ms % 1000))
}

/// Minutes and seconds to the tenth: 1:07.2.
pub fn tenths(tenths: u64) -> ShortText {
    let point = numerals::DECIMAL;
    short(format_args!("{}:{:02}{point}{}", tenths / 600, tenths / 10 % 60, tenths % 10))
}

/// A rate per second to the hundredth: 1.85.
pub fn per_second(count: u32, us: u64) -> ShortText {
    hundredths((u64::from(count) * 100_000_000).checked_div(us).unwrap_or(0))
}

/// Hundredths as a number: 1.85.
pub fn hundredths(hundredths: u64) -> ShortText {
    let point = numerals::DECIMAL;
    short(format_args!("{}{point}{:02}", hundredths / 100, hundredths % 100))
}

/// Thousandths as a percentage to the tenth: 93.4%.
pub fn percent(thousandths: u32) -> ShortText {
    let point = numerals::DECIMAL;
    short(format_args!("{}{point}{}%", thousandths / 10, thousandths % 10))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// M-130 M-173
    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(&thousands(0), "0");
        assert_eq!(&thousands(999), "999");
        assert_eq!(&thousands(1000), "1,000");
        assert_eq!(&thousands(12_450), "12,450");
        assert_eq!(&thousands(1_156_800), "1,156,800");
    }

    /// M-172
    #[test]
    fn ranks_are_spelt_as_spoken() {
        let spelt: Vec<String> = (1..=10).map(|rank| numerals::ordinal(rank).to_string()).collect();
        assert_eq!(spelt, ["1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th", "9th", "10th"]);
        let spelt = [11, 12, 13, 21, 102].map(|rank| numerals::ordinal(rank).to_string());
        assert_eq!(spelt, ["11th", "12th", "13th", "21st", "102nd"]);
    }

    #[test]
    fn rates_have_hundredths_and_percentages_tenths() {
        assert_eq!(&per_second(37, 20_000_000), "1.85");
        assert_eq!(&per_second(3, 0), "0.00");
        assert_eq!(&percent(934), "93.4%");
    }

    #[test]
    fn times_have_minutes_and_hundredths() {
        assert_eq!(&time(67_254_999), "1:07.25");
        assert_eq!(&exact_time(67_254_999), "1:07.254");
        assert_eq!(&exact_time(4_000), "0:00.004");
        assert_eq!(&time(0), "0:00.00");
        assert_eq!(&tenths(672), "1:07.2");
    }
}
