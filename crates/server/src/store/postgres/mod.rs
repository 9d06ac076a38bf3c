//! Accounts and scores in PostgreSQL, for servers that share them.

mod accounts;
mod database;
mod moderation;
mod schema;
mod scores;
mod tls;

use std::sync::Arc;
use std::time::Duration;

pub use accounts::PostgresAccounts;
pub use scores::PostgresScores;

use super::StoreError;
use database::Database;

/// How long a server waits for PostgreSQL when it starts.
pub const START_PATIENCE: Duration = Duration::from_secs(30);

/// Connects to a database by its address (`postgres://USER:PASSWORD@HOST:PORT/NAME`) and brings its
/// tables up to date. A server that does not answer is tried again for `patience`.
pub async fn open(
    address: &str,
    patience: Duration,
) -> Result<(Arc<PostgresAccounts>, Arc<PostgresScores>), StoreError> {
    let database = Arc::new(Database::open(address, patience).await?);
    let accounts = PostgresAccounts::new(Arc::clone(&database));
    Ok((Arc::new(accounts), Arc::new(PostgresScores::new(database))))
}

/// Whether a problem is about what was to be written, and not about the server.
pub(super) fn is_about_data(problem: &tokio_postgres::Error) -> bool {
    problem
        .code()
        .is_some_and(|state| ["22", "23"].iter().any(|class| state.code().starts_with(class)))
}
