//! A game that is over, before it is kept as a replay.

use quintet_engine::Micros;
use quintet_protocol::{GameId, Timeline, match_replay};

use super::referee::Referee;
use crate::store::PlayedGame;

/// A game that is over.
#[derive(Clone, Debug)]
pub struct EndedGame {
    id: GameId,
    names: Vec<String>,
    winner: Option<u8>,
    boards: Vec<Timeline>,
    end: Micros,
}

impl EndedGame {
    /// A game as its referee has it. One that was not played to its end lasts as long as anything
    /// is known of it.
    pub fn new(id: GameId, names: Vec<String>, winner: Option<u8>, referee: Referee) -> EndedGame {
        let known = referee.boards().iter().map(Timeline::known).max().unwrap_or_default();
        let end = referee.decision().map_or(known, |decision| decision.at);
        EndedGame { id, names, winner, boards: referee.into_boards(), end }
    }

    /// The match it is of.
    pub const fn match_id(&self) -> u64 {
        self.id.match_id
    }

    /// The game with its replay. This plays it again: a matter of milliseconds.
    pub fn played(&self, ended: u64) -> PlayedGame {
        let replay = match_replay(&self.boards, self.end).to_bytes();
        PlayedGame { id: self.id, names: self.names.clone(), winner: self.winner, ended, replay }
    }
}
