//! Quick matches: who plays whom.

use quintet_engine::Micros;
use quintet_protocol::RuleSet;

/// The largest difference of two ratings at first.
pub const FIRST_WINDOW: i32 = 100;
/// How much the difference may grow per second of waiting.
pub const WIDENING_PER_SECOND: i32 = 25;

/// A player who waits for an opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingPlayer<P> {
    /// Who.
    pub player: P,
    /// What they want to play.
    pub rules: RuleSet,
    /// How strong they are.
    pub rating: i32,
    /// Since when.
    pub since: Micros,
    /// Whether a bot has offered itself.
    pub has_offer: bool,
    /// Whether they have been told that there is no room for a match at the moment.
    pub knows_server_is_full: bool,
}

impl<P> WaitingPlayer<P> {
    /// A player who begins to wait.
    pub const fn new(player: P, rules: RuleSet, rating: i32, since: Micros) -> WaitingPlayer<P> {
        let (has_offer, knows_server_is_full) = (false, false);
        WaitingPlayer { player, rules, rating, since, has_offer, knows_server_is_full }
    }

    /// The largest difference of ratings that is acceptable by now.
    fn window(&self, now: Micros) -> i32 {
        let seconds = (now - self.since).0 / 1_000_000;
        FIRST_WINDOW
            + WIDENING_PER_SECOND.saturating_mul(i32::try_from(seconds).unwrap_or(i32::MAX))
    }
}

/// Waiting players, the longest waiting first.
#[derive(Clone, Debug)]
pub struct Pool<P> {
    waiting: Vec<WaitingPlayer<P>>,
}

impl<P> Default for Pool<P> {
    fn default() -> Pool<P> {
        Pool { waiting: Vec::new() }
    }
}

impl<P: PartialEq> Pool<P> {
    /// A player begins to wait; joining again changes only the rules.
    pub fn join(&mut self, newcomer: WaitingPlayer<P>) {
        match self.waiting.iter_mut().find(|waiting| waiting.player == newcomer.player) {
            Some(waiting) => waiting.rules = newcomer.rules,
            None => self.waiting.push(newcomer),
        }
    }

    /// A player stops waiting.
    pub fn leave(&mut self, player: &P) {
        self.waiting.retain(|waiting| waiting.player != *player);
    }

    /// Marks everybody who has waited this long as having a bot's offer; returns those who did not
    /// have one before.
    pub fn offer(&mut self, now: Micros, after: Micros) -> Vec<&WaitingPlayer<P>> {
        let is_due =
            |waiting: &WaitingPlayer<P>| !waiting.has_offer && waiting.since + after <= now;
        let due = self.waiting.iter_mut().filter(|waiting| is_due(waiting));
        due.map(|waiting| {
            waiting.has_offer = true;
            &*waiting
        })
        .collect()
    }

    /// Whether a bot has offered itself to a player who waits.
    pub fn has_offer(&self, player: &P) -> bool {
        self.waiting.iter().any(|waiting| waiting.has_offer && waiting.player == *player)
    }

    /// Removes a player who has a bot's offer.
    pub fn accept(&mut self, player: &P) -> Option<WaitingPlayer<P>> {
        let is_theirs = |waiting: &WaitingPlayer<P>| waiting.has_offer && waiting.player == *player;
        let place = self.waiting.iter().position(is_theirs)?;
        Some(self.waiting.remove(place))
    }

    /// Those who wait, the longest waiting first.
    pub fn iter(&self) -> impl Iterator<Item = &WaitingPlayer<P>> {
        self.waiting.iter()
    }

    /// How many wait.
    pub fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Whether no player waits.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Removes two who may play each other: the one who has waited longest gets the nearest rating that
    /// either of the two accepts.
    pub fn pair(&mut self, now: Micros) -> Option<(WaitingPlayer<P>, WaitingPlayer<P>)> {
        for first in 0..self.waiting.len() {
            let chooser = &self.waiting[first];
            let apart = |other: &WaitingPlayer<P>| (chooser.rating - other.rating).abs();
            let nearest = (first + 1..self.waiting.len())
                .filter(|&other| {
                    let other = &self.waiting[other];
                    other.rules == chooser.rules
                        && apart(other) <= chooser.window(now).max(other.window(now))
                })
                .min_by_key(|&other| apart(&self.waiting[other]));
            if let Some(second) = nearest {
                let other = self.waiting.remove(second);
                return Some((self.waiting.remove(first), other));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waiting(player: u8, rating: i32, since: u64) -> WaitingPlayer<u8> {
        let (rules, since) = (RuleSet::Versus, Micros::from_secs(since));
        WaitingPlayer::new(player, rules, rating, since)
    }

    fn pair(pool: &mut Pool<u8>, now: u64) -> Option<(u8, u8)> {
        pool.pair(Micros::from_secs(now)).map(|(one, other)| (one.player, other.player))
    }

    #[test]
    fn who_has_waited_longest_gets_the_nearest_rating() {
        let mut pool = Pool::default();
        pool.join(waiting(1, 1500, 0));
        pool.join(waiting(2, 1590, 1));
        pool.join(waiting(3, 1480, 2));
        assert_eq!(pair(&mut pool, 2), Some((1, 3)));
        assert_eq!(pair(&mut pool, 2), None);
        assert_eq!(pool.len(), 1);
    }

    #[test]
    fn waiting_widens_the_choice() {
        let mut pool = Pool::default();
        pool.join(waiting(1, 1500, 0));
        pool.join(waiting(2, 1900, 0));
        assert_eq!(pair(&mut pool, 11), None);
        assert_eq!(pair(&mut pool, 12), Some((1, 2)));
    }

    #[test]
    fn a_bot_offers_itself_once_to_those_who_have_waited_and_only_they_can_accept() {
        let mut pool = Pool::default();
        pool.join(waiting(1, 1500, 0));
        pool.join(waiting(2, 3000, 5));
        let after = Micros::from_secs(10);
        let mut offered = |now| {
            let due = pool.offer(Micros::from_secs(now), after);
            due.into_iter().map(|waiting| waiting.player).collect::<Vec<_>>()
        };
        assert_eq!([9, 10, 14].map(&mut offered), [vec![], vec![1], vec![]]);
        assert_eq!(pool.accept(&2), None, "it is not their turn yet");
        assert_eq!(pool.accept(&1).map(|waiting| waiting.player), Some(1));
        assert_eq!(pool.len(), 1);
    }

    #[test]
    fn nobody_is_paired_with_themselves_or_across_rules() {
        let mut pool = Pool::default();
        pool.join(waiting(1, 1500, 0));
        pool.join(waiting(1, 1500, 1));
        assert_eq!(pair(&mut pool, 60), None);
        pool.join(WaitingPlayer { rules: RuleSet::Battle, ..waiting(2, 1500, 1) });
        assert_eq!(pair(&mut pool, 60), None);
        pool.leave(&1);
        assert_eq!(pool.len(), 1);
    }
}
