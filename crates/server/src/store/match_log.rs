//! A match as its journal entries tell it.

use quintet_engine::{Micros, REVISION, TimedInput};
use quintet_protocol::limits::MAX_SEATS;
use quintet_protocol::{BoardSetup, Ending, GameId, RoomCode, Settings, unpack_inputs};

use super::{Entry, KnownPlayer, MatchResult, Step};
use crate::rooms::bots::stored_name;
use crate::rooms::ended_game::EndedGame;
use crate::rooms::referee::{Attack, Referee};

/// What a journal holds of one match.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchLog {
    /// The match.
    pub match_id: u64,
    /// The entries that could be read, in order.
    pub entries: Vec<Entry>,
    /// Whether entries may be missing that no number tells of, such as the last ones.
    pub is_damaged: bool,
}

/// Entries of a match are missing or invalid: it cannot be taken up again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the journal of the match is damaged at entry {number}")]
pub struct Damaged {
    /// The first entry that is missing, or does not fit.
    pub number: u32,
}

/// A match that is not decided.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedMatch {
    /// The match.
    pub match_id: u64,
    /// The number of its next journal entry.
    pub next_entry: u32,
    /// The room.
    pub code: RoomCode,
    /// What is played.
    pub settings: Settings,
    /// Whether it counts for ratings.
    pub ranked: bool,
    /// The players, by seat.
    pub players: Vec<KnownPlayer>,
    /// Games won, by seat.
    pub wins: Vec<u8>,
    /// Games begun.
    pub games: u8,
    /// The game that is on, if one is.
    pub game: Option<SavedGame>,
}

/// A game that is not decided.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedGame {
    /// Which game.
    pub id: GameId,
    /// The revision of the engine that it was played by.
    pub revision: u16,
    /// The seed of the pieces.
    pub seed: u64,
    /// The seed of the gaps in garbage.
    pub gap_seed: u64,
    /// What is personal about each board, by seat.
    pub boards: Vec<BoardSetup>,
    /// The garbage, in the order it was decided on.
    pub attacks: Vec<Attack>,
    /// The inputs by seat and how far they reach, in the order they were taken in.
    pub moves: Vec<(u8, Vec<TimedInput>, Micros)>,
}

impl MatchLog {
    /// The result, where the match is decided.
    pub fn result(&self) -> Option<&MatchResult> {
        self.entries.iter().find_map(|entry| match &entry.step {
            Step::MatchOver(result) => Some(result),
            _ => None,
        })
    }

    /// The players by seat and whether the match is ranked, as far as the log tells.
    pub fn players(&self) -> (Vec<KnownPlayer>, bool) {
        match self.entries.first() {
            Some(Entry { step: Step::MatchBegun { players, ranked, .. }, .. }) => {
                (players.clone(), *ranked)
            }
            _ => (Vec::new(), false),
        }
    }

    /// The games that are over, as far as the log tells and this engine plays them as they were
    /// played.
    pub fn ended_games(&self) -> Vec<EndedGame> {
        let mut games = Vec::new();
        let mut entries = self.entries.iter().cloned();
        let Some(mut saved) = entries.next().and_then(SavedMatch::begin) else { return games };
        for (number, entry) in (1..).zip(entries) {
            if let Step::GameOver { winner, .. } = entry.step
                && let Some(game) = saved.game.clone()
            {
                let names = saved
                    .players
                    .iter()
                    .map(|known| stored_name(&known.name, known.player))
                    .collect();
                let id = game.id;
                let referee = game.referee(&saved.settings);
                games.extend(referee.map(|referee| EndedGame::new(id, names, winner, referee)));
            }
            if entry.number != number || saved.take(entry.step).is_none() {
                break;
            }
        }
        games
    }

    /// The match as the entries leave it.
    pub fn restore(self) -> Result<SavedMatch, Damaged> {
        let count = self.entries.len() as u32;
        let mut entries = self.entries.into_iter();
        let begun = entries.next().and_then(SavedMatch::begin);
        let mut saved = begun.ok_or(Damaged { number: 0 })?;
        saved.next_entry = count;
        for (number, entry) in (1..).zip(entries) {
            if entry.number != number || saved.take(entry.step).is_none() {
                return Err(Damaged { number });
            }
        }
        if self.is_damaged { Err(Damaged { number: count }) } else { Ok(saved) }
    }
}

impl SavedGame {
    /// The referee as the log leaves it; none where this engine would play the game differently, or
    /// the log is invalid.
    fn referee(self, settings: &Settings) -> Option<Referee> {
        if self.revision != REVISION {
            return None;
        }
        let rules = |board: &BoardSetup| settings.rules.board_rules(board.handling, board.previews);
        let rules = self.boards.iter().map(rules).collect::<Result<Vec<_>, _>>().ok()?;
        let mut referee = Referee::new(rules, self.seed, self.gap_seed);
        referee.restore(self.attacks, self.moves).ok()?;
        Some(referee)
    }
}

impl SavedMatch {
    /// The match after its first entry; none if that is no beginning.
    fn begin(first: Entry) -> Option<SavedMatch> {
        let Entry {
            match_id,
            number: 0,
            step: Step::MatchBegun { code, settings, ranked, players },
        } = first
        else {
            return None;
        };
        if !(1..=MAX_SEATS).contains(&players.len()) {
            return None;
        }
        let wins = vec![0; players.len()];
        let (next_entry, games, game) = (1, 0, None);
        Some(SavedMatch {
            match_id,
            next_entry,
            code,
            settings,
            ranked,
            players,
            wins,
            games,
            game,
        })
    }

    /// The result of the match without a winner.
    pub fn unwon(&self, ending: Ending) -> MatchResult {
        let SavedMatch { match_id, ranked, players, wins, .. } = self;
        MatchResult::unwon(*match_id, *ranked, players, wins.clone(), ending)
    }

    /// Takes in the next step; none if it does not fit.
    fn take(&mut self, step: Step) -> Option<()> {
        match (step, &mut self.game) {
            (Step::GameBegun { revision, seed, gap_seed, boards }, None)
                if boards.len() == self.players.len() =>
            {
                let id = GameId { match_id: self.match_id, number: self.games };
                self.games = self.games.checked_add(1)?;
                let (attacks, moves) = (Vec::new(), Vec::new());
                let game = SavedGame { id, revision, seed, gap_seed, boards, attacks, moves };
                self.game = Some(game);
            }
            (Step::Inputs { seat, upto, inputs, .. }, Some(game))
                if usize::from(seat) < game.boards.len() =>
            {
                game.moves.push((seat, unpack_inputs(&inputs, upto, seat), upto));
            }
            (Step::Attack(attack), Some(game))
                if attack.seats().all(|seat| usize::from(seat) < game.boards.len()) =>
            {
                game.attacks.push(attack);
            }
            (Step::GameOver { wins, .. }, game @ Some(_)) if wins.len() == self.wins.len() => {
                self.wins = wins;
                *game = None;
            }
            _ => return None,
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rating::Rating;

    fn log(seats: usize) -> MatchLog {
        let known =
            |player: u64| KnownPlayer { player, name: "Ada".into(), rating: Rating::default() };
        let begun = Step::MatchBegun {
            code: RoomCode::parse("222222").expect("a code"),
            settings: Settings::default(),
            ranked: false,
            players: (1..).map(known).take(seats).collect(),
        };
        let setup = BoardSetup { handling: quintet_engine::Handling::STANDARD, previews: 5 };
        let boards = vec![setup; seats];
        let inputs = |seat| Step::Inputs { seat, first: 0, upto: Micros(5), inputs: Vec::new() };
        let steps = [
            begun,
            Step::GameBegun { revision: 1, seed: 2, gap_seed: 3, boards },
            inputs(0),
            inputs(seats as u8 - 1),
            Step::GameOver { winner: Some(0), wins: vec![1; seats] },
        ];
        let entries = (0..).zip(steps);
        let entries = entries.map(|(number, step)| Entry { match_id: 9, number, step }).collect();
        MatchLog { match_id: 9, entries, is_damaged: false }
    }

    #[test]
    fn a_whole_log_is_restored_whatever_the_number_of_seats() {
        for seats in 1..=MAX_SEATS {
            let saved = log(seats).restore().expect("a whole log");
            assert_eq!((saved.next_entry, saved.games, saved.game), (5, 1, None));
            assert_eq!(saved.wins, vec![1; seats]);
        }
    }

    #[test]
    fn a_log_with_a_gap_a_step_out_of_place_or_a_missing_end_is_not_restored() {
        for missing in 0..4 {
            let mut log = log(2);
            log.entries.remove(missing);
            assert_eq!(log.restore().map(drop), Err(Damaged { number: missing as u32 }));
        }
        let mut misplaced = log(2);
        misplaced.entries[1].step = Step::GameOver { winner: None, wins: vec![0; 2] };
        assert_eq!(misplaced.restore().map(drop), Err(Damaged { number: 1 }));
        let mut elsewhere = log(2);
        let inputs = Vec::new();
        elsewhere.entries[2].step = Step::Inputs { seat: 2, first: 0, upto: Micros(5), inputs };
        assert_eq!(elsewhere.restore().map(drop), Err(Damaged { number: 2 }));
        let damaged = MatchLog { is_damaged: true, ..log(2) };
        assert_eq!(damaged.restore().map(drop), Err(Damaged { number: 5 }));
    }
}
