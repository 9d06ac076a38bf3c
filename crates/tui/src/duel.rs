//! Two against each other: who the opponent is, and who has won how many rounds.

use quintet_words::{Phrase, menu, play, results};

/// The levels of the computer.
pub(crate) const LEVEL_NAMES: [Phrase; 5] =
    [menu::LEVEL_1, menu::LEVEL_2, menu::LEVEL_3, menu::LEVEL_4, menu::LEVEL_5];
/// How many rounds a match may have at most.
pub(crate) const ROUNDS: [u8; 3] = [1, 3, 5];

/// Who plays on the second board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// The computer, at a level from 1 to 5.
    Computer(u8),
    /// Another person at this keyboard.
    Person,
}

impl Opponent {
    /// From the number in settings: a level, or 0 for a person.
    pub(crate) fn from_number(number: u8) -> Opponent {
        match number {
            0 => Opponent::Person,
            1..=5 => Opponent::Computer(number),
            _ => Opponent::Computer(3),
        }
    }

    /// The number in settings.
    pub(crate) const fn number(self) -> u8 {
        match self {
            Opponent::Computer(level) => level,
            Opponent::Person => 0,
        }
    }

    /// What it is called in the menu.
    pub(crate) fn label(self) -> String {
        match self {
            Opponent::Computer(level) => {
                let name = LEVEL_NAMES[usize::from(level).clamp(1, LEVEL_NAMES.len()) - 1];
                results::computer(level, name)
            }
            Opponent::Person => menu::TWO_PLAYERS.into(),
        }
    }
}

/// What a player chose for the next match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MatchTerms {
    /// Against whom.
    pub(crate) opponent: Opponent,
    /// How many rounds at most.
    pub(crate) best_of: u8,
}

impl Default for MatchTerms {
    fn default() -> MatchTerms {
        MatchTerms { opponent: Opponent::Computer(2), best_of: 1 }
    }
}

/// Rounds until one of two has won more than half of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MatchScore {
    pub(crate) terms: MatchTerms,
    /// Rounds won.
    pub(crate) wins: [u8; 2],
}

impl MatchScore {
    pub(crate) const fn new(terms: MatchTerms) -> MatchScore {
        MatchScore { terms, wins: [0; 2] }
    }

    /// A player has won a round.
    pub(crate) fn count(&mut self, winner: usize) {
        if let Some(wins) = self.wins.get_mut(winner) {
            *wins += 1;
        }
    }

    /// Who has won the match.
    pub(crate) fn winner(self) -> Option<usize> {
        let needed = self.terms.best_of / 2 + 1;
        self.wins.iter().position(|&wins| wins >= needed)
    }

    /// The board that a set of keys plays on: a single player has all of them.
    pub(crate) fn board_of(self, seat: usize) -> usize {
        if self.terms.opponent == Opponent::Person { seat } else { 0 }
    }

    /// What a player is called.
    pub(crate) fn name(self, player: usize) -> String {
        match (self.terms.opponent, player) {
            (Opponent::Person, _) => play::player(player as u8 + 1),
            (Opponent::Computer(_), 0) => play::YOU.into(),
            (Opponent::Computer(level), _) => play::computer(level),
        }
    }

    /// What the end of a round, or of the match, is called.
    pub(crate) fn verdict(self, winner: usize) -> String {
        match (self.terms.opponent, self.winner().is_some(), winner) {
            (Opponent::Person, true, _) => results::wins(&self.name(winner)),
            (Opponent::Person, false, _) => results::round_to(&self.name(winner)),
            (_, true, 0) => results::YOU_WIN.into(),
            (_, true, _) => results::YOU_LOSE.into(),
            (_, false, 0) => results::ROUND_WON.into(),
            (_, false, _) => results::ROUND_LOST.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_is_won_with_more_than_half_of_its_rounds() {
        for (best_of, needed) in [(1, 1), (3, 2), (5, 3)] {
            let mut score = MatchScore::new(MatchTerms { opponent: Opponent::Person, best_of });
            for _ in 0..needed {
                assert_eq!(score.winner(), None);
                score.count(1);
            }
            assert_eq!(score.winner(), Some(1));
            assert_eq!(score.verdict(1), "PLAYER 2 WINS");
        }
    }

    #[test]
    fn a_single_player_has_all_the_keys() {
        let against = |opponent| MatchScore::new(MatchTerms { opponent, best_of: 1 });
        assert_eq!(against(Opponent::Computer(1)).board_of(1), 0);
        assert_eq!(against(Opponent::Person).board_of(1), 1);
    }
}
