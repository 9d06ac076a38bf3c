//! PostgreSQL passes the suites of accounts and scores; and what holds for several servers alone.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::Duration;

use quintet_server::store::local::FileJournal;
use quintet_server::store::{Stores, postgres};

use crate::accounts::accounts_laws;
use crate::folder::Folder;
use crate::moderation::moderation_laws;
use crate::scores::scores_laws;
use crate::services::postgres::{Postgres, programs};
use crate::{Backend, Tables, suite};

/// One server for all tests of this process. It ends with the process.
static SERVER: OnceLock<Mutex<Postgres>> = OnceLock::new();

/// A database of its own.
pub(crate) struct Database {
    pub(crate) address: String,
    folder: Folder,
}

impl Default for Database {
    fn default() -> Database {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("test{}", NEXT.fetch_add(1, Ordering::Relaxed));
        let server = SERVER.get_or_init(|| Mutex::new(Postgres::start().expect("PostgreSQL")));
        let server = server.lock().expect("no other test has failed here");
        let address = server.database(&name).expect("an empty database");
        Database { address, folder: Folder::new() }
    }
}

impl Backend for Database {
    async fn open(&self) -> Stores {
        let (accounts, scores) = postgres::open(&self.address, Duration::from_secs(30))
            .await
            .expect("the database can be used");
        let journal = Box::new(FileJournal::open(self.folder.path()).expect("a folder"));
        Stores { journal, accounts, scores }
    }

    fn is_missing() -> bool {
        programs().is_none()
    }
}

impl Tables for Database {
    async fn execute(&self, statement: &str) {
        let (client, connection) =
            tokio_postgres::connect(&self.address, tokio_postgres::NoTls).await.expect("a server");
        tokio::spawn(connection);
        client.batch_execute(statement).await.expect("a statement");
    }
}

moderation_laws!(Database);
accounts_laws!(Database);
scores_laws!(Database);
suite!(Database, crate::several_servers:
    servers_that_start_together_agree_on_the_tables
    results_that_were_computed_from_old_ratings_are_computed_anew
    results_stored_at_the_same_time_by_several_servers_count_once
    results_are_numbered_in_the_order_of_the_ratings
    a_database_of_a_newer_program_is_left_alone
    a_database_that_does_not_exist_is_named_at_once
);
