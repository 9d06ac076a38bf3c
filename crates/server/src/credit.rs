//! A limit to how often something may be done: credit that is earned with time and spent.

use quintet_engine::Micros;

/// Credit for so many a second, of which only so much can be saved up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Credit {
    /// In millionths of one spending.
    balance: u64,
    most: u64,
    a_second: u64,
    since: Micros,
}

const ONE: u64 = 1_000_000;

impl Credit {
    /// Full credit.
    pub(crate) fn new(a_second: u32, most: u32, now: Micros) -> Credit {
        let most = u64::from(most) * ONE;
        Credit { balance: most, most, a_second: a_second.into(), since: now }
    }

    /// Spends one, if there is one to spend.
    pub(crate) fn spend(&mut self, now: Micros) -> bool {
        let earned = (now - self.since).0.saturating_mul(self.a_second);
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
        let mut credit = Credit::new(10, 3, Micros::ZERO);
        let spent = |credit: &mut Credit, now| (0..5).filter(|_| credit.spend(now)).count();
        assert_eq!(spent(&mut credit, Micros::ZERO), 3);
        assert_eq!(spent(&mut credit, Micros::from_millis(99)), 0);
        assert_eq!(spent(&mut credit, Micros::from_millis(200)), 2);
        assert_eq!(spent(&mut credit, Micros::from_secs(60)), 3);
    }
}
