//! How strong players are, by Glicko-2.

use serde::{Deserialize, Serialize};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

use crate::limits::{LEAD_OVER_NEWCOMERS, NEWCOMER_DEVIATION};

/// A player's strength and how well it is known.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// The rating.
    pub rating: f64,
    /// How uncertain it is.
    pub deviation: f64,
    /// How much it swings.
    pub volatility: f64,
}

impl Default for Rating {
    fn default() -> Rating {
        Rating { rating: 1500.0, deviation: 350.0, volatility: 0.06 }
    }
}

impl Rating {
    /// As a whole number, for people.
    pub fn rounded(&self) -> i32 {
        self.rating.round() as i32
    }

    /// The ratings of a winner and a loser after their match, which is a rating period of its own.
    /// It counts half as much for each earlier match that the two have played lately, and wins over
    /// newcomers lead only so far: anybody can have many new devices.
    pub fn after_match(winner: Rating, loser: Rating, meetings: u32) -> (Rating, Rating) {
        let (won, lost) =
            glicko2(&winner.into(), &loser.into(), &Outcomes::WIN, &Glicko2Config::new());
        let weight = 0.5_f64.powi(i32::try_from(meetings).unwrap_or(i32::MAX));
        let mut won = winner.towards(won.into(), weight);
        if loser.is_newcomer() {
            let most = loser.rating + f64::from(LEAD_OVER_NEWCOMERS);
            won.rating = won.rating.min(most.max(winner.rating));
        }
        (won, loser.towards(lost.into(), weight))
    }

    /// Whether the rating says nothing yet: it is that of somebody with hardly a rated match.
    pub(crate) fn is_newcomer(&self) -> bool {
        self.deviation > f64::from(NEWCOMER_DEVIATION)
    }

    /// A part of the way to another rating.
    fn towards(self, to: Rating, part: f64) -> Rating {
        let between = |from: f64, to: f64| from + (to - from) * part;
        Rating {
            rating: between(self.rating, to.rating),
            deviation: between(self.deviation, to.deviation),
            volatility: between(self.volatility, to.volatility),
        }
    }
}

impl From<Rating> for Glicko2Rating {
    fn from(Rating { rating, deviation, volatility }: Rating) -> Glicko2Rating {
        Glicko2Rating { rating, deviation, volatility }
    }
}

impl From<Glicko2Rating> for Rating {
    fn from(Glicko2Rating { rating, deviation, volatility }: Glicko2Rating) -> Rating {
        Rating { rating, deviation, volatility }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_raises_the_winner_and_makes_both_better_known() {
        let (winner, loser) = Rating::after_match(Rating::default(), Rating::default(), 0);
        assert!(winner.rating > 1500.0 && loser.rating < 1500.0);
        assert!(winner.deviation < 350.0 && loser.deviation < 350.0);
        assert_eq!(winner.rounded() - 1500, 1500 - loser.rounded());
    }

    /// Once 200 matches on one's own second device led from 1500 to 2061.
    #[test]
    fn two_hundred_wins_over_the_same_opponent_are_worth_less_than_two() {
        let (first, _) = Rating::after_match(Rating::default(), Rating::default(), 0);
        let (mut one, mut other) = (Rating::default(), Rating::default());
        for meetings in 0..200 {
            (one, other) = Rating::after_match(one, other, meetings);
        }
        println!("one win: {}, two hundred: {}", first.rounded(), one.rounded());
        assert!(one.rating - 1500.0 < 2.0 * (first.rating - 1500.0), "{one:?}");
    }
    /// One account against new devices, each of which loses once, would lead to 2285.
    #[test]
    fn wins_over_new_devices_lead_only_so_far() {
        let mut one = Rating::default();
        for _ in 0..64 {
            one = Rating::after_match(one, Rating::default(), 0).0;
        }
        println!("64 wins over new devices: {}", one.rounded());
        assert_eq!(one.rounded(), 1500 + LEAD_OVER_NEWCOMERS as i32);
        let strong = Rating { rating: 2100.0, deviation: 60.0, ..Rating::default() };
        let (after, _) = Rating::after_match(strong, Rating::default(), 0);
        assert_eq!(after.rounded(), 2100, "nobody falls by a win");
        let known = Rating { deviation: 100.0, ..Rating::default() };
        assert!(Rating::after_match(one, known, 0).0.rating > one.rating, "known players count");
    }
}
