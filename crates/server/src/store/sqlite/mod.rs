//! The stores in SQLite files, for a server of one process.
//!
//! The journal has a file of its own, so that no other write ever makes it wait. Both files keep a
//! write-ahead log: what is written survives the end of the process at any instant.

mod accounts;
mod database;
mod journal;
mod rows;
mod schema;
mod scores;

use std::path::Path;
use std::sync::Arc;

pub use accounts::SqliteAccounts;
pub use journal::SqliteJournal;
pub use scores::SqliteScores;

use super::{StoreError, Stores};
use database::Database;

/// The file of accounts and scores.
const DATABASE: &str = "quintet.sqlite";
/// The file of the journal.
const JOURNAL: &str = "journal.sqlite";

/// Opens or creates the stores in a folder, and brings them up to date.
pub fn open(folder: &Path) -> Result<Stores, StoreError> {
    std::fs::create_dir_all(folder)?;
    let database = Arc::new(Database::open(&folder.join(DATABASE))?);
    Ok(Stores {
        journal: Box::new(SqliteJournal::open(&folder.join(JOURNAL))?),
        accounts: Arc::new(SqliteAccounts::new(Arc::clone(&database))),
        scores: Arc::new(SqliteScores::new(database)),
    })
}

/// Stores that are lost with the process.
pub fn in_memory() -> Result<Stores, StoreError> {
    let database = Arc::new(Database::in_memory()?);
    Ok(Stores {
        journal: Box::new(SqliteJournal::in_memory()?),
        accounts: Arc::new(SqliteAccounts::new(Arc::clone(&database))),
        scores: Arc::new(SqliteScores::new(database)),
    })
}
