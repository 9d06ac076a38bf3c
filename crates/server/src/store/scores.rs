//! Tickets, leaderboards and the replays of their entries, and the replays of matches.

use quintet_engine::{GameName, Micros};
use quintet_protocol::GameId;

use super::{Pending, PlayerId};
use crate::ranked::progress::Progress;

/// Permission to submit the score of one game, which has to be played with this seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ticket {
    /// The number.
    pub ticket: u64,
    /// Who may submit it.
    pub player: PlayerId,
    /// The game to play.
    pub game: GameName,
    /// The seed to play with.
    pub seed: u64,
    /// When it was issued, in microseconds since 1970.
    pub issued: u64,
    /// What is known of the game.
    pub progress: Progress,
}

/// How many tickets a player has had.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TicketCounts {
    /// All that are kept.
    pub issued: u32,
    /// Those that became scores.
    pub redeemed: u32,
}

/// A verified score.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// The number, which is that of its ticket.
    pub id: u64,
    /// Whose.
    pub player: PlayerId,
    /// The player's name at the time.
    pub name: String,
    /// The game.
    pub game: GameName,
    /// The key that the list is ordered by: less is better.
    pub rank_by: i64,
    /// Points.
    pub score: u64,
    /// Rows cleared.
    pub lines: u32,
    /// The level.
    pub level: u32,
    /// How long the game lasted.
    pub duration: Micros,
    /// When it was submitted, in microseconds since 1970.
    pub played: u64,
}

/// A game of a match, with its replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// Which game.
    pub id: GameId,
    /// The names of the players at the time, with their tags, by seat.
    pub names: Vec<String>,
    /// Who won it; none if the match was cancelled.
    pub winner: Option<u8>,
    /// When it ended, in microseconds since 1970.
    pub ended: u64,
    /// The replay.
    pub replay: Vec<u8>,
}

/// Tickets, leaderboards and replays.
pub trait Scores: Send + Sync {
    /// Keeps a ticket and closes those of the player whose games have not ended: a player plays one
    /// ranked game at a time. False, and nothing is done, if the player was issued `most` since then.
    fn issue(&self, ticket: Ticket, since: u64, most: u32) -> Pending<'_, bool>;
    /// A ticket of this player that has not been used yet.
    fn ticket(&self, ticket: u64, player: PlayerId) -> Pending<'_, Option<Ticket>>;
    /// Keeps what is known of the game of a ticket by now; false if it was not the given one before.
    fn follow(&self, ticket: Ticket, progress: Progress) -> Pending<'_, bool>;
    /// How many tickets a player has had that are kept.
    fn tickets_of(&self, player: PlayerId) -> Pending<'_, TicketCounts>;
    /// Uses up a ticket for nothing.
    fn spend(&self, ticket: u64) -> Pending<'_, ()>;
    /// Keeps a score and its replay, and uses up its ticket, all or none. False if there is no such
    /// ticket.
    fn add(&self, score: Score, replay: Vec<u8>) -> Pending<'_, bool>;
    /// A score.
    fn find(&self, id: u64) -> Pending<'_, Option<Score>>;
    /// A score of this player.
    fn score(&self, id: u64, player: PlayerId) -> Pending<'_, Option<Score>> {
        Box::pin(async move { Ok(self.find(id).await?.filter(|score| score.player == player)) })
    }
    /// The best scores of a game since some time, the best one of each player, by the present edition
    /// of its rules.
    fn best(&self, game: GameName, since: u64, most: u32) -> Pending<'_, Vec<Score>>;
    /// The replay of a score, while it is kept.
    fn replay(&self, id: u64) -> Pending<'_, Option<Vec<u8>>>;
    /// Drops tickets that were issued before this time.
    fn drop_tickets(&self, before: u64) -> Pending<'_, ()>;
    /// Deletes a score and its replay; false if there is none.
    fn remove(&self, id: u64) -> Pending<'_, bool>;
    /// Gives all scores of a player another name.
    fn rename(&self, player: PlayerId, name: String) -> Pending<'_, ()>;
    /// Deletes at most this many replays of scores that are on none of the lists that begin at these
    /// times and have this many places; lists of older editions count too. True if nothing is left
    /// to delete.
    fn prune_replays(&self, since: Vec<u64>, places: u32, most: u32) -> Pending<'_, bool>;
    /// Keeps a game of a match. The same game a second time changes nothing.
    fn keep_game(&self, game: PlayedGame) -> Pending<'_, ()>;
    /// A game of a match, while it is kept.
    fn game(&self, id: GameId) -> Pending<'_, Option<PlayedGame>>;
    /// Deletes at most this many of the oldest games of matches beyond the `kept` newest. True if
    /// nothing is left to delete.
    fn prune_games(&self, kept: u32, most: u32) -> Pending<'_, bool>;
}

/// Every edition of every game: each has a list of its own.
pub(super) fn editions() -> impl Iterator<Item = (GameName, u8)> {
    let of = |game: GameName| (1..=game.edition()).map(move |edition| (game, edition));
    GameName::ALL.into_iter().flat_map(of)
}
