//! How movements begin and end.

use quintet_engine::Micros;

/// How much of a span has passed, from 0 to 1.
pub(in crate::draw) fn span(now: Micros, since: Micros, length: Micros) -> f64 {
    ((now - since).0 as f64 / length.0.max(1) as f64).min(1.0)
}

/// Fast at first, then slower and slower. Takes and gives shares from 0 to 1.
pub(in crate::draw) fn ease_out(share: f64) -> f64 {
    let left = 1.0 - share.clamp(0.0, 1.0);
    1.0 - left * left * left
}

/// Slow at either end. Takes and gives shares from 0 to 1.
pub(in crate::draw) fn ease_in_out(share: f64) -> f64 {
    let share = share.clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}

/// Sine and cosine. In the browser they are the browser's own, which need not be downloaded.
pub(in crate::draw) fn sine(angle: f64) -> f64 {
    if cfg!(target_arch = "wasm32") { js_sys::Math::sin(angle) } else { angle.sin() }
}

/// See [`sine`].
pub(in crate::draw) fn cosine(angle: f64) -> f64 {
    if cfg!(target_arch = "wasm32") { js_sys::Math::cos(angle) } else { angle.cos() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn easing_starts_at_nothing_ends_at_all_and_never_turns_back() {
        for ease in [ease_out, ease_in_out] {
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

    #[test]
    fn a_span_that_has_not_begun_or_is_over_stays_within_bounds() {
        let (since, length) = (Micros(100), Micros(50));
        assert_eq!(span(Micros(90), since, length), 0.0);
        assert_eq!(span(Micros(125), since, length), 0.5);
        assert_eq!(span(Micros(900), since, length), 1.0);
        assert_eq!(span(Micros(101), since, Micros::ZERO), 1.0);
    }
}
