//! A limit to how often something may be done: a token bucket.

use quintet_engine::Micros;

/// Allows a rate, and a burst after a period of silence.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RateLimit {
    /// Time that has been saved up.
    balance: Micros,
    most: Micros,
    /// What doing it once costs.
    every: Micros,
    since: Micros,
}

impl RateLimit {
    /// A full bucket that allows this many per second.
    pub(crate) fn per_second(count: u32, most: u32, now: Micros) -> RateLimit {
        RateLimit::every(Micros(1_000_000 / u64::from(count)), most, now)
    }

    /// A full bucket that allows one per this time.
    pub(crate) fn every(every: Micros, most: u32, now: Micros) -> RateLimit {
        let most = Micros(every.0 * u64::from(most));
        RateLimit { balance: most, most, every, since: now }
    }

    fn earn(&mut self, now: Micros) {
        let earned = now - self.since;
        self.since = self.since.max(now);
        self.balance = (self.balance + earned).min(self.most);
    }

    /// Whether there is a token.
    pub(crate) fn has(&mut self, now: Micros) -> bool {
        self.earn(now);
        self.balance >= self.every
    }

    /// Takes a token, if there is one.
    pub(crate) fn take(&mut self, now: Micros) -> bool {
        let can = self.has(now);
        if can {
            self.balance = self.balance - self.every;
        }
        can
    }

    /// Whether everything has been saved up again.
    pub(crate) fn is_full(&mut self, now: Micros) -> bool {
        self.earn(now);
        self.balance == self.most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_saved_is_spent_and_then_only_what_is_earned() {
        let mut limit = RateLimit::per_second(10, 3, Micros::ZERO);
        let spent = |limit: &mut RateLimit, now| (0..5).filter(|_| limit.take(now)).count();
        assert!(limit.has(Micros::ZERO));
        assert_eq!(spent(&mut limit, Micros::ZERO), 3);
        assert!(!limit.has(Micros::from_millis(99)));
        assert_eq!(spent(&mut limit, Micros::from_millis(99)), 0);
        assert!(!limit.is_full(Micros::from_millis(99)));
        assert_eq!(spent(&mut limit, Micros::from_millis(200)), 2);
        assert!(limit.is_full(Micros::from_secs(60)));
        assert_eq!(spent(&mut limit, Micros::from_secs(60)), 3);
    }
}
