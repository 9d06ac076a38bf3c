//! How fast pieces fall at each level.

use crate::rules::{Fall, SoftDrop};
use crate::time::Micros;

/// The guideline's (0.8 - (level - 1) * 0.007) ^ (level - 1) seconds in whole microseconds, down to
/// the first level at which a row takes no more than one.
const GUIDELINE: [u64; 29] = [
    1_000_000, 793_000, 617_796, 472_729, 355_197, 262_004, 189_677, 134_735, 93_882, 64_152,
    42_976, 28_218, 18_153, 11_439, 7_059, 4_264, 2_520, 1_457, 824, 455, //
    246, 130, 67, 34, 16, 8, 4, 2, 1,
];

impl Fall {
    /// From one row to the next at this level.
    pub fn interval(self, level: u32) -> Micros {
        let above_first = level.saturating_sub(1);
        match self {
            Fall::Guideline => {
                let index = (above_first as usize).min(GUIDELINE.len() - 1);
                Micros(GUIDELINE[index])
            }
            Fall::ByTens { first, less, least } => {
                let less = Micros(less.0.saturating_mul(u64::from(above_first)));
                (first - less).max(least)
            }
            Fall::Every(interval) => interval,
        }
    }
}

impl SoftDrop {
    /// From one row to the next while held, given gravity's own interval.
    pub(crate) fn interval(self, gravity: Micros) -> Micros {
        match self {
            SoftDrop::Every(interval) => interval.min(gravity),
            SoftDrop::Times(times) => Micros(gravity.0 / u64::from(times.max(1))),
            SoftDrop::OncePerPress => Micros::NEVER,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// M-042 M-216 B-21
    #[test]
    fn the_curve_is_the_formula_rounded_and_falls_with_every_level() {
        for level in 1..=40_u32 {
            let above_first = f64::from(level - 1);
            let seconds = (0.8 - above_first * 0.007).powi(level as i32 - 1);
            let micros = ((seconds * 1e6).round() as u64).max(1);
            let interval = Fall::Guideline.interval(level);
            if level <= 29 {
                assert_eq!(interval.0, micros, "level {level}");
            } else {
                assert_eq!(interval.0, 1);
            }
            assert!(level == 1 || level > 29 || interval < Fall::Guideline.interval(level - 1));
        }
        assert_eq!(Fall::Guideline.interval(1), Micros::from_secs(1));
    }
}
