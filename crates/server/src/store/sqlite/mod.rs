//! Accounts and scores in a SQLite file, for a server of one process.
//!
//! The file keeps a write-ahead log: what is written survives the end of the process at any instant.

mod accounts;
mod database;
mod moderation;
mod old_journal;
mod rows;
mod schema;
mod scores;

use std::path::Path;
use std::sync::Arc;

pub use accounts::SqliteAccounts;
pub(super) use old_journal::old_journal_rows;
pub use scores::SqliteScores;

use rusqlite::ErrorCode;

use super::StoreError;
use database::Database;

/// Opens or creates a file, and brings it up to date.
pub fn open(path: &Path) -> Result<(Arc<SqliteAccounts>, Arc<SqliteScores>), StoreError> {
    Ok(in_database(Database::open(path)?))
}

/// Accounts and scores that are lost with the process.
pub fn in_memory() -> Result<(Arc<SqliteAccounts>, Arc<SqliteScores>), StoreError> {
    Ok(in_database(Database::in_memory()?))
}

fn in_database(database: Database) -> (Arc<SqliteAccounts>, Arc<SqliteScores>) {
    let database = Arc::new(database);
    (Arc::new(SqliteAccounts::new(Arc::clone(&database))), Arc::new(SqliteScores::new(database)))
}

/// Whether a file is damaged, or no database at all.
pub(super) fn is_damage(problem: &(dyn std::error::Error + 'static)) -> bool {
    let problem = problem.downcast_ref::<rusqlite::Error>().and_then(rusqlite::Error::sqlite_error);
    problem.is_some_and(|problem| {
        matches!(problem.code, ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)
    })
}

/// Whether a problem is about what was to be written, and not about the file: a full disk or a lock
/// passes.
pub(super) fn is_about_data(problem: &rusqlite::Error) -> bool {
    use ErrorCode::{ConstraintViolation, TooBig, TypeMismatch};
    match problem.sqlite_error_code() {
        Some(code) => matches!(code, ConstraintViolation | TooBig | TypeMismatch),
        None => matches!(problem, rusqlite::Error::ToSqlConversionFailure(_)),
    }
}
