//! The stores in SQLite files, for a server of one process.
//!
//! The journal has a file of its own, so that no other write ever makes it wait. Both files keep a
//! write-ahead log: what is written survives the end of the process at any instant.

mod accounts;
mod database;
mod folder_lock;
mod journal;
mod moderation;
mod rows;
mod schema;
mod scores;

use std::path::Path;
use std::sync::Arc;

pub use accounts::SqliteAccounts;
pub use folder_lock::FolderLock;
pub use journal::SqliteJournal;
pub use scores::SqliteScores;

use rusqlite::ErrorCode;
use tracing::error;

use super::{StoreError, Stores, unix_micros};
use database::Database;

/// The file of accounts and scores.
const DATABASE: &str = "quintet.sqlite";
/// The file of the journal.
const JOURNAL: &str = "journal.sqlite";

/// Opens or creates the stores in a folder, and brings them up to date.
pub fn open(folder: &Path) -> Result<Stores, StoreError> {
    let journal = open_journal(folder)?;
    let database = Arc::new(Database::open(&folder.join(DATABASE))?);
    Ok(Stores {
        journal: Box::new(journal),
        accounts: Arc::new(SqliteAccounts::new(Arc::clone(&database))),
        scores: Arc::new(SqliteScores::new(database)),
    })
}

/// Opens or creates the journal in a folder. A file that is no database, or a damaged one, is set
/// aside: it holds nothing but matches that are on, and the server starts without them.
pub fn open_journal(folder: &Path) -> Result<SqliteJournal, StoreError> {
    std::fs::create_dir_all(folder)
        .map_err(|problem| StoreError::Folder(folder.to_owned(), problem))?;
    let path = &folder.join(JOURNAL);
    let problem = match SqliteJournal::open(path) {
        Err(StoreError::Database(problem)) if is_damage(problem.as_ref()) => problem,
        opened => return opened,
    };
    let aside = path.with_extension(format!("unreadable-{}", unix_micros()));
    std::fs::rename(path, &aside)
        .map_err(|problem| StoreError::Folder(path.to_owned(), problem))?;
    for beside in ["-wal", "-shm"] {
        let mut beside_path = path.as_os_str().to_owned();
        beside_path.push(beside);
        // Neither is there after a proper end.
        let _ = std::fs::remove_file(beside_path);
    }
    error!(%problem, set_aside = %aside.display(), "the journal is damaged, its matches are lost");
    SqliteJournal::open(path)
}

fn is_damage(problem: &(dyn std::error::Error + 'static)) -> bool {
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

/// Stores that are lost with the process.
pub fn in_memory() -> Result<Stores, StoreError> {
    let database = Arc::new(Database::in_memory()?);
    Ok(Stores {
        journal: Box::new(SqliteJournal::in_memory()?),
        accounts: Arc::new(SqliteAccounts::new(Arc::clone(&database))),
        scores: Arc::new(SqliteScores::new(database)),
    })
}
