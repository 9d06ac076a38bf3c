//! The connections to the file of accounts and scores, each on a thread of its own.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use rusqlite::{Connection, OpenFlags};
use tokio::sync::oneshot;

use super::schema;
use crate::store::{Pending, StoreError};

/// How many connections read. However many requests there are, no more threads than these and the
/// writer compete with matches for the processor.
const READERS: usize = 2;

/// A file with one connection that writes, and others that read meanwhile without waiting for it.
pub(super) struct Database {
    writer: Workers,
    /// None where the database is in memory, which has a single connection.
    readers: Option<Workers>,
}

impl Database {
    pub(super) fn open(path: &Path) -> Result<Database, StoreError> {
        let connection = Connection::open(path)?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        let writer = Workers::start(vec![prepare(connection)?]);
        let readers = (0..READERS).map(|_| open_reader(path)).collect::<Result<_, _>>()?;
        Ok(Database { writer, readers: Some(Workers::start(readers)) })
    }

    pub(super) fn in_memory() -> Result<Database, StoreError> {
        let writer = Workers::start(vec![prepare(Connection::open_in_memory()?)?]);
        Ok(Database { writer, readers: None })
    }

    /// Reads as soon as a connection is free.
    pub(super) fn read<T: Send + 'static>(
        &self,
        query: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Pending<'static, T> {
        self.readers.as_ref().unwrap_or(&self.writer).run(|connection| query(connection))
    }

    /// Writes after everything that was to be written before.
    pub(super) fn write<T: Send + 'static>(
        &self,
        act: impl FnOnce(&mut Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Pending<'static, T> {
        self.writer.run(act)
    }
}

fn prepare(mut connection: Connection) -> Result<Connection, StoreError> {
    // With the write-ahead log this is safe against the end of the process at any instant; a
    // loss of power may cost the last moments, never the whole.
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    connection.set_prepared_statement_cache_capacity(64);
    schema::migrate(&mut connection, schema::DATABASE)?;
    Ok(connection)
}

fn open_reader(path: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let reader = Connection::open_with_flags(path, flags)?;
    reader.set_prepared_statement_cache_capacity(64);
    Ok(reader)
}

type Job = Box<dyn FnOnce(&mut Connection) + Send>;

/// Threads with a connection each, which share the work. They end with this value, after all that was
/// asked for.
struct Workers {
    /// None once it ends.
    jobs: Option<Sender<Job>>,
    threads: Vec<JoinHandle<()>>,
}

impl Workers {
    fn start(connections: Vec<Connection>) -> Workers {
        let (jobs, waiting) = channel();
        let waiting = Arc::new(Mutex::new(waiting));
        let start = |connection| {
            let waiting = Arc::clone(&waiting);
            std::thread::spawn(move || work(connection, &waiting))
        };
        Workers { jobs: Some(jobs), threads: connections.into_iter().map(start).collect() }
    }

    fn run<T: Send + 'static>(
        &self,
        act: impl FnOnce(&mut Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Pending<'static, T> {
        let (answer, answered) = oneshot::channel();
        let job: Job = Box::new(move |connection| {
            // The request may have been cancelled.
            let _ = answer.send(act(connection));
        });
        if let Some(jobs) = &self.jobs {
            // Fails only without threads; then nobody answers.
            let _ = jobs.send(job);
        }
        Box::pin(async { answered.await.unwrap_or(Err(StoreError::Closed)) })
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        self.jobs = None;
        for thread in self.threads.drain(..) {
            // Its panics are caught.
            let _ = thread.join();
        }
    }
}

fn work(mut connection: Connection, jobs: &Mutex<Receiver<Job>>) {
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = job else { return };
        // A transaction that a panic leaves is rolled back, and its request is not answered.
        let _ = catch_unwind(AssertUnwindSafe(|| job(&mut connection)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_ends_one_request_alone_and_leaves_nothing_behind() {
        let database = Database::in_memory().expect("memory");
        let panicked = database.write::<()>(|connection| {
            let step = connection.transaction()?;
            step.execute("INSERT INTO moves (player, code, made) VALUES (1, x'01', 1)", [])?;
            panic!("on purpose");
        });
        assert!(matches!(panicked.await, Err(StoreError::Closed)));
        let moves = database.read(|connection| {
            Ok(connection
                .query_row("SELECT COUNT(*) FROM moves", [], |row| row.get::<_, i64>(0))?)
        });
        assert_eq!(moves.await.expect("the next request"), 0);
    }

    /// What is asked for is done even if nobody waits for it any more, before the file is closed.
    #[tokio::test]
    async fn what_was_to_be_written_is_written_before_the_end() {
        let name = format!("quintet-workers-{}.sqlite", std::process::id());
        let path = std::env::temp_dir().join(name);
        let database = Database::open(&path).expect("a file");
        for player in 0..100 {
            drop(database.write(move |connection| {
                let row = "INSERT INTO moves (player, code, made) VALUES (?1, ?1, 1)";
                Ok(connection.execute(row, [player])?)
            }));
        }
        drop(database);
        let database = Database::open(&path).expect("the same file");
        let moves = database.read(|connection| {
            Ok(connection
                .query_row("SELECT COUNT(*) FROM moves", [], |row| row.get::<_, i64>(0))?)
        });
        assert_eq!(moves.await.expect("an answer"), 100);
        drop(database);
        for suffix in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(format!("{}{suffix}", path.display()));
        }
    }
}
