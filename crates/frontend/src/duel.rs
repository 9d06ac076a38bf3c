//! Two against each other: who the opponent is, and who has won how many rounds.

use quintet_words::{Phrase, menu, play, results};

/// The levels of the computer, by what they are like.
pub const LEVEL_NAMES: [Phrase; 5] =
    [menu::LEVEL_1, menu::LEVEL_2, menu::LEVEL_3, menu::LEVEL_4, menu::LEVEL_5];
/// How many rounds a match may have at most.
pub const ROUNDS: [u8; 3] = [1, 3, 5];

/// Who plays on the second board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// The computer, at a level from 1 to 5.
    Computer(u8),
    /// Another person at this keyboard.
    Person,
}

impl Opponent {
    /// Every opponent, as they are offered and kept: a level, or 0 for a person.
    pub fn all() -> impl Iterator<Item = Opponent> {
        (1..=LEVEL_NAMES.len() as u8).chain([0]).map(Opponent::from_number)
    }

    /// From the number under which it is kept; an invalid number is the middle level.
    pub fn from_number(number: u8) -> Opponent {
        match number {
            0 => Opponent::Person,
            1..=5 => Opponent::Computer(number),
            _ => Opponent::Computer(3),
        }
    }

    /// What it is called in a menu.
    pub fn label(self) -> String {
        match self {
            Opponent::Computer(level) => {
                let name = LEVEL_NAMES[usize::from(level).clamp(1, LEVEL_NAMES.len()) - 1];
                results::computer(level, name)
            }
            Opponent::Person => menu::TWO_PLAYERS.into(),
        }
    }

    /// The number under which it is kept.
    pub const fn number(self) -> u8 {
        match self {
            Opponent::Computer(level) => level,
            Opponent::Person => 0,
        }
    }
}

/// What a player chose for the next match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchTerms {
    /// Which of the game's modes.
    pub mode: u8,
    /// Against whom.
    pub opponent: Opponent,
    /// How many rounds at most.
    pub best_of: u8,
}

impl Default for MatchTerms {
    fn default() -> MatchTerms {
        MatchTerms { mode: 0, opponent: Opponent::Computer(2), best_of: 1 }
    }
}

/// Rows of garbage that each player begins every round with.
pub type Handicap = [u8; 2];

/// A match: rounds until one of two has won more than half of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchScore {
    /// Against whom.
    pub opponent: Opponent,
    /// How many rounds at most.
    pub best_of: u8,
    /// Rows of garbage to begin with.
    pub handicap: Handicap,
    /// Rounds won.
    pub wins: [u8; 2],
}

impl Default for MatchScore {
    fn default() -> MatchScore {
        MatchScore::new(MatchTerms::default())
    }
}

impl MatchScore {
    /// A match on these terms.
    pub const fn new(terms: MatchTerms) -> MatchScore {
        let MatchTerms { opponent, best_of, .. } = terms;
        MatchScore { opponent, best_of, handicap: [0; 2], wins: [0; 2] }
    }

    /// Whether somebody begins with garbage. Such a match compares with no other, so it is counted
    /// neither among the results against the computer nor in the statistics.
    pub fn has_handicap(self) -> bool {
        self.handicap != [0; 2]
    }

    /// A player has won a round.
    pub fn count(&mut self, winner: usize) {
        if let Some(wins) = self.wins.get_mut(winner) {
            *wins += 1;
        }
    }

    /// How many rounds win the match.
    pub const fn needed(self) -> u8 {
        self.best_of / 2 + 1
    }

    /// Who has won the match.
    pub fn winner(self) -> Option<usize> {
        self.wins.iter().position(|&wins| wins >= self.needed())
    }

    /// Which player a set of keys or a pad belongs to: a single player has all of them.
    pub fn player_of(self, seat: usize) -> usize {
        if self.opponent == Opponent::Person { seat } else { 0 }
    }

    /// What a player is called here.
    pub fn name(self, player: usize) -> String {
        match (self.opponent, player) {
            (Opponent::Person, _) => player_name(player),
            (Opponent::Computer(_), 0) => play::YOU.into(),
            (Opponent::Computer(level), _) => play::computer(level),
        }
    }

    /// What the end of a round, or of the match, is called.
    pub fn verdict(self, winner: usize) -> String {
        match (self.opponent, self.winner().is_some(), winner) {
            (Opponent::Person, true, _) => results::wins(&player_name(winner)),
            (Opponent::Person, false, _) => results::round_to(&player_name(winner)),
            (_, true, 0) => results::YOU_WIN.into(),
            (_, true, _) => results::YOU_LOSE.into(),
            (_, false, 0) => results::ROUND_WON.into(),
            (_, false, _) => results::ROUND_LOST.into(),
        }
    }
}

/// What a player is called whom nothing else is known of.
pub fn player_name(player: usize) -> String {
    play::player(player as u8 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(opponent: Opponent, best_of: u8) -> MatchScore {
        MatchScore::new(MatchTerms { opponent, best_of, ..MatchTerms::default() })
    }

    #[test]
    fn a_match_is_won_with_more_than_half_of_its_rounds() {
        for (best_of, needed) in [(1, 1), (3, 2), (5, 3)] {
            let mut score = score(Opponent::Person, best_of);
            for _ in 0..needed {
                assert_eq!(score.winner(), None);
                score.count(1);
            }
            assert_eq!(score.winner(), Some(1));
        }
    }

    /// B-30
    #[test]
    fn the_winner_is_named_as_the_players_know_themselves() {
        let mut alone = score(Opponent::Computer(4), 3);
        assert_eq!(alone.name(1), "COMPUTER 4");
        alone.count(0);
        assert_eq!(alone.verdict(0), "ROUND WON");
        alone.count(0);
        assert_eq!((alone.verdict(0), alone.verdict(1)), ("YOU WIN".into(), "YOU LOSE".into()));
        let mut two = score(Opponent::Person, 1);
        two.count(1);
        assert_eq!(two.verdict(1), "PLAYER 2 WINS");
    }

    #[test]
    fn a_single_player_has_all_the_keys() {
        assert_eq!(score(Opponent::Computer(1), 1).player_of(1), 0);
        assert_eq!(score(Opponent::Person, 1).player_of(1), 1);
    }

    #[test]
    fn opponents_are_kept_by_number() {
        for opponent in Opponent::all() {
            assert_eq!(Opponent::from_number(opponent.number()), opponent);
        }
        assert_eq!(Opponent::from_number(9), Opponent::Computer(3));
    }
}
