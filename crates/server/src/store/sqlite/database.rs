//! The connections to the file of accounts and scores.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::{Connection, OpenFlags};

use super::schema;
use crate::store::{Pending, StoreError};

/// The most idle connections that are kept for reading.
const IDLE_READERS: usize = 4;

/// A file with one connection that writes, and others that read meanwhile without waiting for it.
pub(super) struct Database {
    /// None where the database is in memory, which has a single connection.
    path: Option<PathBuf>,
    writer: Mutex<Connection>,
    readers: Mutex<Vec<Connection>>,
}

impl Database {
    pub(super) fn open(path: &Path) -> Result<Database, StoreError> {
        let connection = Connection::open(path)?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        Database::prepare(connection, Some(path.to_owned()))
    }

    pub(super) fn in_memory() -> Result<Database, StoreError> {
        Database::prepare(Connection::open_in_memory()?, None)
    }

    fn prepare(mut connection: Connection, path: Option<PathBuf>) -> Result<Database, StoreError> {
        // With the write-ahead log this is safe against the end of the process at any instant; a
        // loss of power may cost the last moments, never the whole.
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        connection.set_prepared_statement_cache_capacity(64);
        schema::migrate(&mut connection, schema::DATABASE)?;
        Ok(Database { path, writer: Mutex::new(connection), readers: Mutex::default() })
    }

    /// Reads on a thread that may block.
    pub(super) fn read<T: Send + 'static>(
        self: &Arc<Database>,
        query: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Pending<'static, T> {
        let database = Arc::clone(self);
        block(move || {
            let Some(path) = &database.path else { return query(&lock(&database.writer)) };
            let idle = lock(&database.readers).pop();
            let reader = idle.map_or_else(|| open_reader(path), Ok)?;
            let answer = query(&reader);
            let mut readers = lock(&database.readers);
            if readers.len() < IDLE_READERS {
                readers.push(reader);
            }
            answer
        })
    }

    /// Writes on a thread that may block.
    pub(super) fn write<T: Send + 'static>(
        self: &Arc<Database>,
        act: impl FnOnce(&mut Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Pending<'static, T> {
        let database = Arc::clone(self);
        block(move || act(&mut lock(&database.writer)))
    }
}

fn open_reader(path: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let reader = Connection::open_with_flags(path, flags)?;
    reader.set_prepared_statement_cache_capacity(16);
    Ok(reader)
}

fn block<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Pending<'static, T> {
    Box::pin(async { tokio::task::spawn_blocking(work).await.unwrap_or(Err(StoreError::Closed)) })
}

/// A connection whose last user panicked has rolled back what it did not commit.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
