//! Numbers and times as players read them.

use std::fmt;

use arrayvec::ArrayString;

/// A short text that lies where it is used: writing one in the middle of play asks for no memory.
pub(crate) type Line = ArrayString<64>;

/// Writes a line; what does not fit is left out.
pub(crate) fn line(text: fmt::Arguments<'_>) -> Line {
    let mut line = Line::new();
    // A piece that does not fit is an error, and is not written.
    let _ = fmt::Write::write_fmt(&mut line, text);
    line
}

/// A plain number.
pub(crate) fn number(number: impl Into<i64>) -> Line {
    line(format_args!("{}", number.into()))
}

/// The pieces in a row, without the machinery that formats.
pub(crate) fn join(pieces: &[&str]) -> String {
    pieces.concat()
}

/// What a clear came to in Domino: 35 x2, +2 lives.
pub(crate) fn fives(sum: u32, multiplier: u32, lives: i32) -> Line {
    let what = if sum > 0 { number(sum) } else { line(format_args!("No five")) };
    let times = if sum > 0 && multiplier > 1 { " x2" } else { "" };
    let sign = if lives < 0 { ", -" } else { ", +" };
    let unit = if lives.abs() == 1 { " life" } else { " lives" };
    line(format_args!("{what}{times}{sign}{}{unit}", lives.unsigned_abs()))
}

/// With a comma between thousands: 12,450.
pub(crate) fn thousands(number: u64) -> Line {
    let digits = line(format_args!("{number}"));
    let mut text = Line::new();
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// 1st, 2nd, 3rd, 4th and so on. (M-172)
pub(crate) fn ordinal(rank: usize) -> Line {
    let suffix = match (rank % 10, rank % 100) {
        (1, teen) if teen != 11 => "st",
        (2, teen) if teen != 12 => "nd",
        (3, teen) if teen != 13 => "rd",
        _ => "th",
    };
    line(format_args!("{rank}{suffix}"))
}

/// Minutes and seconds to the hundredth: 1:07.25.
pub(crate) fn time(us: u64) -> Line {
    let hundredths = us / 10_000;
    let (minutes, seconds) = (hundredths / 6000, hundredths / 100 % 60);
    line(format_args!("{minutes}:{seconds:02}.{:02}", hundredths % 100))
}

/// Minutes and seconds to the tenth: 1:07.2.
pub(crate) fn tenths(tenths: u64) -> Line {
    line(format_args!("{}:{:02}.{}", tenths / 600, tenths / 10 % 60, tenths % 10))
}

/// So many in so many microseconds, as a number a second to the hundredth: 1.85.
pub(crate) fn per_second(count: u32, us: u64) -> Line {
    let hundredths = (u64::from(count) * 100_000_000).checked_div(us).unwrap_or(0);
    line(format_args!("{}.{:02}", hundredths / 100, hundredths % 100))
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

    #[test]
    fn fives_are_told_plainly() {
        assert_eq!(&fives(35, 2, 2), "35 x2, +2 lives");
        assert_eq!(&fives(10, 1, 2), "10, +2 lives");
        assert_eq!(&fives(5, 2, 1), "5 x2, +1 life");
        assert_eq!(&fives(0, 1, -1), "No five, -1 life");
        assert_eq!(&fives(0, 1, -2), "No five, -2 lives");
    }

    /// M-172
    #[test]
    fn ranks_are_spelt_as_spoken() {
        let spelt: Vec<String> = (1..=10).map(|rank| ordinal(rank).to_string()).collect();
        assert_eq!(spelt, ["1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th", "9th", "10th"]);
        let spelt = [11, 12, 13, 21, 102].map(|rank| ordinal(rank).to_string());
        assert_eq!(spelt, ["11th", "12th", "13th", "21st", "102nd"]);
    }

    #[test]
    fn rates_have_hundredths() {
        assert_eq!(&per_second(37, 20_000_000), "1.85");
        assert_eq!(&per_second(3, 0), "0.00");
    }

    #[test]
    fn times_have_minutes_and_hundredths() {
        assert_eq!(&time(67_254_999), "1:07.25");
        assert_eq!(&time(0), "0:00.00");
        assert_eq!(&tenths(672), "1:07.2");
    }
}
