//! Devices, ratings and results of matches.

use quintet_protocol::{Ending, Outcome};
use serde::{Deserialize, Serialize};

use super::{Moderation, Pending};
use crate::rating::Rating;

/// A player's number.
pub type PlayerId = u64;

/// A player that the server knows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KnownPlayer {
    /// The number.
    pub player: PlayerId,
    /// The cleaned name.
    pub name: String,
    /// How strong.
    pub rating: Rating,
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchResult {
    /// The match.
    pub match_id: u64,
    /// Whether it counts for ratings.
    pub ranked: bool,
    /// The players, by seat.
    pub players: Vec<PlayerId>,
    /// Games won, by seat.
    pub wins: Vec<u8>,
    /// Who won, and why.
    pub outcome: Outcome,
    /// The new ratings by seat, if they changed.
    pub ratings: Option<Vec<Rating>>,
    /// The ratings by seat that the new ones follow from, where they are known. A store that several
    /// servers share compares them with its own. The journal of a single server does without.
    #[serde(skip)]
    pub before: Option<Vec<Rating>>,
}

impl MatchResult {
    /// The result of a match without a winner.
    pub fn unwon(
        match_id: u64,
        ranked: bool,
        players: &[KnownPlayer],
        wins: Vec<u8>,
        ending: Ending,
    ) -> MatchResult {
        let players = players.iter().map(|known| known.player).collect();
        let outcome = Outcome { winner: None, ending };
        MatchResult { match_id, ranked, players, wins, outcome, ratings: None, before: None }
    }

    /// The same match without a winner.
    pub(crate) fn interrupted(&self) -> MatchResult {
        let outcome = Outcome { winner: None, ending: Ending::Interrupted };
        let wins = vec![0; self.players.len()];
        let MatchResult { match_id, ranked, ref players, .. } = *self;
        let players = players.clone();
        MatchResult { match_id, ranked, players, wins, outcome, ratings: None, before: None }
    }
}

/// Devices, ratings and results.
pub trait Accounts: Moderation {
    /// The player whose device has a secret with this fingerprint.
    fn player(&self, fingerprint: Vec<u8>) -> Pending<'_, Option<KnownPlayer>>;
    /// Adds a player, or changes the name of one that exists.
    fn save_player(&self, player: KnownPlayer, fingerprint: Vec<u8>) -> Pending<'_, ()>;
    /// Keeps the hash of a code by which another device may become the player's; one at a time.
    fn offer_move(&self, player: PlayerId, code: Vec<u8>, made: u64) -> Pending<'_, ()>;
    /// Makes the device with this fingerprint the player's who was given the code since then, in place of
    /// the device before, and uses the code up; none if there is no such code.
    fn take_move(
        &self,
        code: Vec<u8>,
        since: u64,
        fingerprint: Vec<u8>,
    ) -> Pending<'_, Option<KnownPlayer>>;
    /// Stores a result and the ratings that follow from it, all or none. A second result of the
    /// same match changes nothing. Where the result says what the new ratings follow from and a
    /// player has another rating by now, a store for several servers computes them again. It was
    /// decided at this time, in microseconds since 1970, by the clock that [`Accounts::meetings`] are
    /// counted by.
    fn store_result(&self, result: MatchResult, decided: u64) -> Pending<'_, ()>;
    /// How many matches that count for ratings a player has played with each of these opponents
    /// since some time, in microseconds since 1970: one number per opponent.
    fn meetings(
        &self,
        player: PlayerId,
        opponents: Vec<PlayerId>,
        since: u64,
    ) -> Pending<'_, Vec<u32>>;
    /// The result of a match, without its ratings.
    fn result(&self, match_id: u64) -> Pending<'_, Option<MatchResult>>;
}
