//! A limit to how often something may be done: a token bucket.

use quintet_engine::Micros;

/// Allows a rate per second, and a burst after a period of silence.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RateLimit {
    /// In millionths of a token.
    balance: u64,
    most: u64,
    per_second: u64,
    since: Micros,
}

const ONE: u64 = 1_000_000;

impl RateLimit {
    /// A full bucket.
    pub(crate) fn new(per_second: u32, most: u32, now: Micros) -> RateLimit {
        let most = u64::from(most) * ONE;
        RateLimit { balance: most, most, per_second: per_second.into(), since: now }
    }

    /// Takes a token, if there is one.
    pub(crate) fn take(&mut self, now: Micros) -> bool {
        let earned = (now - self.since).0.saturating_mul(self.per_second);
        self.since = self.since.max(now);
        self.balance = self.balance.saturating_add(earned).min(self.most);
        let can = self.balance >= ONE;
        if can {
            self.balance -= ONE;
        }
        can
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_saved_is_spent_and_then_only_what_is_earned() {
        let mut limit = RateLimit::new(10, 3, Micros::ZERO);
        let spent = |limit: &mut RateLimit, now| (0..5).filter(|_| limit.take(now)).count();
        assert_eq!(spent(&mut limit, Micros::ZERO), 3);
        assert_eq!(spent(&mut limit, Micros::from_millis(99)), 0);
        assert_eq!(spent(&mut limit, Micros::from_millis(200)), 2);
        assert_eq!(spent(&mut limit, Micros::from_secs(60)), 3);
    }
}
