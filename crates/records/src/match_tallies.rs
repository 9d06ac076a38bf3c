//! Matches won and lost against the computer, level by level.

use crate::{Document, Json};

/// How many levels the computer has.
const LEVELS: usize = 5;

/// Won and lost at one level.
type Tally = (u32, u32);

/// The results of all matches of a mode against the computer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchTallies([Tally; LEVELS]);

impl MatchTallies {
    /// Won and lost at a level from 1 to 5.
    pub fn at(&self, level: u8) -> Tally {
        self.0.get(usize::from(level).wrapping_sub(1)).copied().unwrap_or_default()
    }

    /// Counts a match at a level.
    pub fn add(&mut self, level: u8, won: bool) {
        if let Some((wins, losses)) = self.0.get_mut(usize::from(level).wrapping_sub(1)) {
            *(if won { wins } else { losses }) += 1;
        }
    }
}

impl Document for MatchTallies {
    fn to_json(&self) -> Json {
        let level =
            |&(won, lost): &Tally| Json::object([("won", won.into()), ("lost", lost.into())]);
        Json::List(self.0.iter().map(level).collect())
    }

    fn from_json(json: &Json) -> Option<MatchTallies> {
        let mut tallies = MatchTallies::default();
        for (tally, level) in tallies.0.iter_mut().zip(json.items()?) {
            *tally = (level.number("won")?, level.number("lost")?);
        }
        Some(tallies)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_are_counted_by_level_and_read_as_they_were_written() {
        let mut tallies = MatchTallies::default();
        tallies.add(1, true);
        tallies.add(5, false);
        tallies.add(5, true);
        tallies.add(9, true);
        assert_eq!((tallies.at(1), tallies.at(5), tallies.at(9)), ((1, 0), (1, 1), (0, 0)));
        assert_eq!(MatchTallies::from_json(&tallies.to_json()), Some(tallies));
    }
}
