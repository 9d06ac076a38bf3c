//! Matches won and lost against the computer, level by level.

use crate::{Document, Json};

/// How many levels the computer has.
const LEVELS: usize = 5;

/// Won and lost at one level.
type Tally = (u32, u32);

/// What came of all matches of a mode against the computer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standings([Tally; LEVELS]);

impl Standings {
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

impl Document for Standings {
    fn to_json(&self) -> Json {
        let level =
            |&(won, lost): &Tally| Json::object([("won", won.into()), ("lost", lost.into())]);
        Json::List(self.0.iter().map(level).collect())
    }

    fn from_json(json: &Json) -> Option<Standings> {
        let mut standings = Standings::default();
        for (tally, level) in standings.0.iter_mut().zip(json.items()?) {
            *tally = (level.number("won")?, level.number("lost")?);
        }
        Some(standings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_are_counted_by_level_and_read_as_they_were_written() {
        let mut standings = Standings::default();
        standings.add(1, true);
        standings.add(5, false);
        standings.add(5, true);
        standings.add(9, true);
        assert_eq!((standings.at(1), standings.at(5), standings.at(9)), ((1, 0), (1, 1), (0, 0)));
        assert_eq!(Standings::from_json(&standings.to_json()), Some(standings));
    }
}
