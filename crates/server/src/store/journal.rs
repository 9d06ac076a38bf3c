//! The journal: every step of a match that is on, durable before anybody is told of it.

use quintet_engine::Micros;
use quintet_protocol::{BoardSetup, PackedInput, RoomCode, Settings};
use serde::{Deserialize, Serialize};

use super::{KnownPlayer, MatchLog, MatchResult, Pending};
use crate::rooms::referee::Attack;

/// One step of a match. The entries of a match are numbered from 0 without gaps.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The match.
    pub match_id: u64,
    /// The number of the entry within the match.
    pub number: u32,
    /// What happened.
    pub step: Step,
}

/// What happened in a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Step {
    /// The match begins. Always entry 0, and only that.
    MatchBegun {
        /// The room it is played in.
        code: RoomCode,
        /// What is played.
        settings: Settings,
        /// Whether it counts for ratings.
        ranked: bool,
        /// The players, by seat.
        players: Vec<KnownPlayer>,
    },
    /// The next game begins.
    GameBegun {
        /// The revision of the engine that plays it.
        revision: u16,
        /// The seed of the pieces.
        seed: u64,
        /// The seed of the gaps in garbage.
        gap_seed: u64,
        /// What is personal about each board, by seat.
        boards: Vec<BoardSetup>,
    },
    /// A player's inputs.
    Inputs {
        /// The seat.
        seat: u8,
        /// The number of the first input.
        first: u32,
        /// The board is known up to this moment.
        upto: Micros,
        /// The inputs.
        inputs: Vec<PackedInput>,
    },
    /// Garbage was sent.
    Attack(Attack),
    /// The game is decided.
    GameOver {
        /// Who won it.
        winner: Option<u8>,
        /// Games won by now, by seat.
        wins: Vec<u8>,
    },
    /// The match is decided.
    MatchOver(MatchResult),
}

/// The journal of all matches that are on.
///
/// A match begins with entry 0, a [`Step::MatchBegun`], and each further entry has the next number.
/// An entry with any other number is refused: a former owner of the match, or one that has lost an
/// entry, cannot write past the gap.
pub trait Journal: Send {
    /// Appends entries, all or none. They are durable once this is ready. After any error but
    /// [`StoreError::OutOfSequence`] the same entries are to be appended again, and more may follow
    /// them; what was stored in spite of the error counts once.
    ///
    /// [`StoreError::OutOfSequence`]: super::StoreError::OutOfSequence
    fn append<'a>(&'a mut self, entries: &'a [Entry]) -> Pending<'a, ()>;
    /// The logs of all matches that were begun and not removed, in the order they were begun.
    fn logs(&mut self) -> Pending<'_, Vec<MatchLog>>;
    /// Removes a match. Nothing can be appended to it any more.
    fn remove(&mut self, match_id: u64) -> Pending<'_, ()>;
    /// Frees some of the space that removed matches took, in a short time. True if nothing is left
    /// to free.
    fn tidy(&mut self) -> Pending<'_, bool>;

    /// Whether other servers write to the same journal and may take matches over. Then nobody is
    /// told anything before it is durable, and a match that has lost an entry is given up here, to
    /// be taken over again.
    fn is_shared(&self) -> bool {
        false
    }

    /// The rooms of matches that were begun and not removed, where others may take them over.
    fn rooms(&mut self) -> Pending<'_, Vec<RoomCode>> {
        Box::pin(std::future::ready(Ok(Vec::new())))
    }

    /// Takes the matches of a room over: their writer before cannot write any more. Returns their
    /// logs.
    fn take_over(&mut self, code: RoomCode) -> Pending<'_, Vec<MatchLog>> {
        let _ = code;
        Box::pin(std::future::ready(Ok(Vec::new())))
    }
}
