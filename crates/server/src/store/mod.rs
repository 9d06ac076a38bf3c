//! What has to outlive the process: players, matches as they are played, results, scores.
//!
//! Everything goes through [`Store`], a narrow interface in front of SQL that SQLite and PostgreSQL
//! both understand. The server talks to it through the writer, a thread of its own that gathers
//! what is waiting into one transaction.

mod journal;
mod rows;
mod schema;
mod sqlite;
mod writer;

pub use sqlite::Sqlite;
pub(crate) use sqlite::unix_micros;
pub(crate) use writer::{Batch, Parcel, Writer};

use quintet_engine::{GameName, Micros};
use quintet_protocol::{BoardSetup, GameId, Outcome, RoomCode, Settings, TimedTouch};

use crate::rating::Rating;
use crate::referee::Attack;
use crate::room::PlayerId;

/// A step of a match, written down before anybody is told of it.
#[derive(Clone, Debug, PartialEq)]
pub enum Record {
    /// A match begins.
    MatchBegun {
        /// Its number.
        match_id: u64,
        /// The room it is played in.
        code: RoomCode,
        /// What is played.
        settings: Settings,
        /// Whether it counts for ratings.
        ranked: bool,
        /// Who plays.
        players: [PlayerId; 2],
    },
    /// A game begins.
    GameBegun {
        /// Which game.
        game: GameId,
        /// What the pieces are dealt by.
        seed: u64,
        /// What the gaps are drawn by.
        gap_seed: u64,
        /// What is personal about each board.
        boards: [BoardSetup; 2],
    },
    /// A player's hands moved.
    Moves {
        /// In which game.
        game: GameId,
        /// On which board.
        board: u8,
        /// The number of the first stroke.
        first: u32,
        /// The board has come up to here.
        upto: Micros,
        /// The strokes.
        strokes: Vec<TimedTouch>,
    },
    /// Garbage was sent.
    Attack {
        /// In which game.
        game: GameId,
        /// What, where and when.
        attack: Attack,
    },
    /// A game is decided.
    GameOver {
        /// Which game.
        game: GameId,
        /// Who won it.
        winner: Option<u8>,
        /// Games won by now.
        wins: [u8; 2],
    },
    /// A match is decided. A second result of the same match changes nothing.
    MatchOver {
        /// Its number.
        match_id: u64,
        /// Who won, and why.
        outcome: Outcome,
        /// Games won.
        wins: [u8; 2],
        /// The new ratings, where it counts for them.
        ratings: Option<[(PlayerId, Rating); 2]>,
    },
}

/// A player that the server knows.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownPlayer {
    /// The number.
    pub player: PlayerId,
    /// The cleaned name.
    pub name: String,
    /// How strong.
    pub rating: Rating,
}

/// A match that is not yet decided, as it was written down.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedMatch {
    /// Its number.
    pub match_id: u64,
    /// The room.
    pub code: RoomCode,
    /// What is played.
    pub settings: Settings,
    /// Whether it counts for ratings.
    pub ranked: bool,
    /// Who plays.
    pub players: [KnownPlayer; 2],
    /// Games won.
    pub wins: [u8; 2],
    /// Games begun.
    pub games: u8,
    /// The game that is on, if one is.
    pub game: Option<SavedGame>,
}

/// A game that is not yet decided, as it was written down.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedGame {
    /// Which game.
    pub id: GameId,
    /// The revision of the engine that it was played by.
    pub revision: u16,
    /// What the pieces are dealt by.
    pub seed: u64,
    /// What the gaps are drawn by.
    pub gap_seed: u64,
    /// What is personal about each board.
    pub boards: [BoardSetup; 2],
    /// The garbage, in the order it was decided on.
    pub attacks: Vec<Attack>,
    /// The moves, in the order they were taken in.
    pub moves: Vec<(u8, Vec<TimedTouch>, Micros)>,
}

/// A seed that was given out for one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ticket {
    /// Its number.
    pub ticket: u64,
    /// To whom.
    pub player: PlayerId,
    /// For which game.
    pub game: GameName,
    /// The seed.
    pub seed: u64,
    /// When, in microseconds since 1970.
    pub issued: u64,
}

/// A score that was truly played.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// Its number, which is that of its ticket.
    pub id: u64,
    /// Whose.
    pub player: PlayerId,
    /// The player's name then.
    pub name: String,
    /// Of which game.
    pub game: GameName,
    /// What the list is ordered by: less is better.
    pub rank_by: i64,
    /// Points.
    pub score: u64,
    /// Rows cleared.
    pub lines: u32,
    /// The level.
    pub level: u32,
    /// How long the game lasted.
    pub duration: Micros,
    /// When it was handed in, in microseconds since 1970.
    pub played: u64,
}

/// Something is wrong with the database.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database itself said so.
    #[error("the database failed: {0}")]
    Database(#[from] rusqlite::Error),
    /// The folder for it cannot be used.
    #[error("the data folder cannot be used: {0}")]
    Folder(#[from] std::io::Error),
    /// It was written by a newer program.
    #[error("the database is of version {0}, newer than this program; use the newer one")]
    TooNew(i64),
    /// What it holds makes no sense.
    #[error("the database holds something unreadable: {0}")]
    Unreadable(&'static str),
}

/// What the server needs of a database.
pub trait Store: Send {
    /// Writes steps down, all or none.
    fn write(&mut self, records: &[Record]) -> Result<(), StoreError>;
    /// The matches that are not decided.
    fn running_matches(&mut self) -> Result<Vec<SavedMatch>, StoreError>;
    /// How a match ended, if it has, and the games won.
    fn result(&mut self, match_id: u64) -> Result<Option<(Outcome, [u8; 2])>, StoreError>;
    /// The player with this fingerprint of a secret.
    fn player(&mut self, fingerprint: &[u8]) -> Result<Option<KnownPlayer>, StoreError>;
    /// Adds a player, or changes a known one's name.
    fn save_player(&mut self, player: &KnownPlayer, fingerprint: &[u8]) -> Result<(), StoreError>;
    /// Gives out a seed; of more than so many that a player holds, the oldest is forgotten.
    fn issue(&mut self, ticket: &Ticket, most: u32) -> Result<(), StoreError>;
    /// Takes a seed back, which works once.
    fn redeem(&mut self, ticket: u64, player: PlayerId) -> Result<Option<Ticket>, StoreError>;
    /// Keeps a score and its replay.
    fn add_score(&mut self, score: &Score, replay: &[u8]) -> Result<(), StoreError>;
    /// The best scores of a game since some time, each player's best only.
    fn best_scores(
        &mut self,
        game: GameName,
        since: u64,
        most: u32,
    ) -> Result<Vec<Score>, StoreError>;
    /// A score's replay.
    fn replay(&mut self, id: u64) -> Result<Option<Vec<u8>>, StoreError>;
    /// Forgets seeds that were given out before this time.
    fn tidy(&mut self, before: u64) -> Result<(), StoreError>;
    /// Forgets the oldest of what happened in games, so many entries at most, as far as no game that
    /// is on needs it; says whether nothing is left to be forgotten.
    fn tidy_journal(&mut self, most: u32) -> Result<bool, StoreError>;
}
