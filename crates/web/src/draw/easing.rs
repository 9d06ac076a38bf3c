//! How movements begin and end.

/// Fast at first, then slower and slower. Takes and gives shares from 0 to 1.
pub(super) fn ease_out(share: f64) -> f64 {
    let left = 1.0 - share.clamp(0.0, 1.0);
    1.0 - left * left * left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn easing_starts_at_nothing_ends_at_all_and_never_turns_back() {
        for ease in [ease_out] {
            assert_eq!((ease(0.0), ease(1.0), ease(7.0)), (0.0, 1.0, 1.0));
            let mut before = 0.0;
            for step in 1..=100 {
                let eased = ease(f64::from(step) / 100.0);
                assert!(eased > before);
                before = eased;
            }
        }
        assert!(ease_out(0.3) > 0.3);
    }
}
