//! What has to outlive the process, behind three interfaces.
//!
//! | | holds | written |
//! |---|---|---|
//! | [`Journal`] | every step of the matches that are on | before anybody is told of it |
//! | [`Accounts`] | devices, ratings, results of matches, and by [`Moderation`] bans and reports | when they change |
//! | [`Scores`] | tickets, leaderboards and their replays, games of matches | when they change |
//!
//! They share no transaction, so that each can live in an engine of its own. A result is appended
//! to the journal first, then stored in the accounts, then the match is removed from the journal;
//! [`recover`] repeats whatever a crash left undone, and storing a result twice changes nothing.
//!
//! `tests/stores` has one suite for each interface, which every implementation has to pass.

mod accounts;
mod appender;
mod columns;
mod journal;
pub mod local;
mod match_log;
mod moderation;
pub mod nats;
pub mod postgres;
mod recovery;
mod scores;
pub mod sqlite;
mod writer;

use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

pub use accounts::{Accounts, KnownPlayer, MatchResult, PlayerId};
pub use journal::{Entry, Journal, Step};
pub use match_log::{Damaged, MatchLog, SavedGame, SavedMatch};
pub use moderation::{Moderation, Report, ReportLimits, Restrictions};
pub use recovery::{Recovered, RecoveredMatch, recover, recover_match, store_result_or_end};
pub use scores::{PlayedGame, Score, Scores, Ticket, TicketCounts};
pub(crate) use writer::{Batch, Envelope, JournalWriter, Outcomes};

/// The answer of a store, which may take a while.
pub type Pending<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// All three stores.
pub struct Stores {
    /// The matches that are on.
    pub journal: Box<dyn Journal>,
    /// Players and results.
    pub accounts: Arc<dyn Accounts>,
    /// Leaderboards.
    pub scores: Arc<dyn Scores>,
}

/// Why a store did not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database failed.
    #[error("the database failed: {0}")]
    Database(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The data folder cannot be used.
    #[error("the data folder {path} cannot be used: {1}", path = .0.display())]
    Folder(PathBuf, #[source] std::io::Error),
    /// Another server uses the data folder.
    #[error("another server uses the data folder {}: stop it, or choose another by --data", .0.display())]
    InUse(PathBuf),
    /// The database was written by a newer program.
    #[error("the database is of version {0}, newer than this program; use the newer one")]
    TooNew(i64),
    /// The database holds something that cannot be read.
    #[error("the database holds something unreadable: {0}")]
    Unreadable(&'static str),
    /// A journal entry does not follow the last one of its match.
    #[error("entry {number} of match {match_id} does not follow: {expected} was expected")]
    OutOfSequence {
        /// The match.
        match_id: u64,
        /// The number of the entry that would follow.
        expected: u32,
        /// The number of the entry that came.
        number: u32,
    },
    /// Another server has taken the match over.
    #[error("another server has taken over match {match_id}")]
    TakenOver {
        /// The match.
        match_id: u64,
    },
    /// A service that the server needs does not answer at the start.
    #[error("{service} at {at} did not answer for {} s: {problem}; {advice}", waited.as_secs())]
    Unreachable {
        /// Which service.
        service: &'static str,
        /// Where it should be.
        at: String,
        /// How long the server has tried.
        waited: Duration,
        /// The last problem.
        problem: String,
        /// What to do.
        advice: &'static str,
    },
    /// A service that the server needs cannot be used as it is.
    #[error("{service} cannot be used: {problem}")]
    Unsuitable {
        /// Which service.
        service: &'static str,
        /// Why, and what to do.
        problem: String,
    },
    /// The server is stopping.
    #[error("the store is closed")]
    Closed,
}

impl StoreError {
    /// Whether the database works and refuses what it was given, which trying again would not change.
    pub fn is_refusal(&self) -> bool {
        match self {
            StoreError::Unreadable(_) => true,
            StoreError::Database(problem) => {
                problem.downcast_ref().is_some_and(postgres::is_about_data)
                    || problem.downcast_ref().is_some_and(sqlite::is_about_data)
            }
            _ => false,
        }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(problem: rusqlite::Error) -> StoreError {
        match problem {
            rusqlite::Error::FromSqlConversionFailure(..)
            | rusqlite::Error::IntegralValueOutOfRange(..)
            | rusqlite::Error::InvalidColumnType(..) => StoreError::Unreadable("a column"),
            problem => StoreError::Database(Box::new(problem)),
        }
    }
}

/// Microseconds since 1970.
pub(crate) fn unix_micros() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| u64::try_from(since.as_micros()).unwrap_or(u64::MAX))
}

/// Bytes as text, for tests that hold them.
#[cfg(test)]
pub(crate) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A result that cannot be stored for the moment once became a match without a winner, though
    /// players had been told who won.
    #[test]
    fn a_database_that_is_away_refuses_nothing() {
        let away = std::io::Error::from(std::io::ErrorKind::ConnectionReset);
        assert!(!StoreError::Database(Box::new(away)).is_refusal());
        assert!(!StoreError::Closed.is_refusal());
        assert!(StoreError::Unreadable("a column").is_refusal());
        for (code, is_refusal) in [
            (rusqlite::ffi::SQLITE_BUSY, false),
            (rusqlite::ffi::SQLITE_FULL, false),
            (rusqlite::ffi::SQLITE_IOERR_WRITE, false),
            (rusqlite::ffi::SQLITE_CORRUPT, false),
            (rusqlite::ffi::SQLITE_CONSTRAINT_NOTNULL, true),
            (rusqlite::ffi::SQLITE_TOOBIG, true),
        ] {
            let problem = rusqlite::Error::SqliteFailure(rusqlite::ffi::Error::new(code), None);
            assert_eq!(StoreError::from(problem).is_refusal(), is_refusal, "{code}");
        }
    }
}
