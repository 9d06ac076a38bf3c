//! Matches won and lost against the computer, level by level.

use quintet_records::{Document, MatchTallies};
use quintet_words::notices;

use super::{Storage, load};
use crate::duel::{MatchScore, Opponent};
use crate::games::Mode;
use crate::play::Origin;

/// What has been counted in a mode.
pub fn match_tallies(storage: &mut dyn Storage, mode: &Mode) -> MatchTallies {
    load(storage, &key(mode), notices::MATCHES)
}

/// Counts a match against the computer if it is decided and compares with others: one that came about
/// in the ordinary way, without a handicap.
pub fn count_match(storage: &mut dyn Storage, mode: &Mode, score: MatchScore, origin: Origin) {
    let (Some(winner), Opponent::Computer(level)) = (score.winner(), score.opponent) else {
        return;
    };
    if origin != Origin::New || score.has_handicap() {
        return;
    }
    let mut all = match_tallies(storage, mode);
    all.add(level, winner == 0);
    storage.write_document(&key(mode), all.to_json());
}

fn key(mode: &Mode) -> String {
    ["matches/", mode.slug].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use crate::storage::Memory;

    fn decided(opponent: Opponent, winner: usize) -> MatchScore {
        let mut score = MatchScore { opponent, best_of: 1, ..MatchScore::default() };
        score.count(winner);
        score
    }

    #[test]
    fn matches_are_counted_by_level() {
        let (mut memory, mode) = (Memory::default(), &games::duel().modes[0]);
        for (level, winner) in [(1, 0), (5, 1), (5, 0), (9, 0)] {
            let score = decided(Opponent::Computer(level), winner);
            count_match(&mut memory, mode, score, Origin::New);
        }
        let read = match_tallies(&mut memory, mode);
        assert_eq!((read.at(1), read.at(2), read.at(5)), ((1, 0), (0, 0), (1, 1)));
    }

    #[test]
    fn a_match_that_compares_with_no_other_is_not_counted() {
        let (mut memory, mode) = (Memory::default(), &games::duel().modes[0]);
        let even = decided(Opponent::Computer(1), 0);
        let uncounted = [
            (MatchScore { handicap: [0, 3], ..even }, Origin::New),
            (even, Origin::SetUp),
            (decided(Opponent::Person, 0), Origin::New),
            (MatchScore { wins: [0; 2], ..even }, Origin::New),
        ];
        for (score, origin) in uncounted {
            count_match(&mut memory, mode, score, origin);
        }
        assert_eq!(match_tallies(&mut memory, mode).at(1), (0, 0));
    }
}
