//! The connections to PostgreSQL.

use std::time::{Duration, Instant};

use deadpool_postgres::{Manager, ManagerConfig, Object, Pool, RecyclingMethod, Runtime};
use tokio_postgres::config::{Host, SslMode};
use tokio_postgres::error::SqlState;
use tokio_postgres::{Config, NoTls};
use tracing::{info, warn};

use super::{schema, tls};
use crate::store::{StoreError, unix_micros};

/// The most connections of one server.
const CONNECTIONS: usize = 16;
/// How long a connection may take to be opened or to become free.
const CONNECT_LIMIT: Duration = Duration::from_secs(3);
/// How long a statement may take.
const STATEMENT_LIMIT: Duration = Duration::from_secs(10);
/// How long after a failure at the start the next attempt is made.
const RETRY_AFTER: Duration = Duration::from_millis(500);
/// The oldest version that is tested.
const OLDEST_VERSION: i64 = 15;
/// How far the clocks of this machine and of the database may differ.
const MOST_SKEW: Duration = Duration::from_secs(1);

const SERVICE: &str = "PostgreSQL";

/// A pool of connections.
pub(super) struct Database {
    pool: Pool,
}

/// Why a connection cannot be had.
enum Failure {
    /// It may succeed later.
    Passing(String),
    /// It will not without somebody's help.
    Lasting(StoreError),
}

impl Database {
    /// Connects, checks that the database can be used, and brings its tables up to date.
    pub(super) async fn open(address: &str, patience: Duration) -> Result<Database, StoreError> {
        let mut config: Config = address.parse().map_err(|problem| {
            let form = "expected postgres://USER:PASSWORD@HOST:PORT/NAME";
            unsuitable(format!("--database is no address of a database ({problem}); {form}"))
        })?;
        config.connect_timeout(CONNECT_LIMIT).keepalives_idle(CONNECT_LIMIT);
        config.tcp_user_timeout(STATEMENT_LIMIT);
        if config.get_options().is_none() {
            config.options(format!("-c statement_timeout={}", STATEMENT_LIMIT.as_millis()));
        }
        let at = place(&config);
        let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let manager = if config.get_ssl_mode() == SslMode::Require {
            let connector = tls::connector().map_err(unsuitable)?;
            Manager::from_config(config, connector, recycling)
        } else {
            Manager::from_config(config, NoTls, recycling)
        };
        let pool = Pool::builder(manager)
            .max_size(CONNECTIONS)
            .runtime(Runtime::Tokio1)
            .wait_timeout(Some(CONNECT_LIMIT))
            .create_timeout(Some(CONNECT_LIMIT))
            .build()
            .map_err(|problem| StoreError::Database(Box::new(problem)))?;
        let database = Database { pool };
        let begin = Instant::now();
        loop {
            match database.prepare().await {
                Ok(()) => break,
                Err(Failure::Lasting(problem)) => return Err(problem),
                Err(Failure::Passing(problem)) if begin.elapsed() >= patience => {
                    return Err(StoreError::Unreachable {
                        service: SERVICE,
                        at,
                        waited: patience,
                        problem,
                        advice: "start it, or correct --database",
                    });
                }
                Err(Failure::Passing(problem)) => {
                    warn!(problem, at, "PostgreSQL does not answer yet");
                    tokio::time::sleep(RETRY_AFTER).await;
                }
            }
        }
        info!(at, "PostgreSQL answers");
        Ok(database)
    }

    /// A connection, for one use.
    pub(super) async fn connection(&self) -> Result<Object, StoreError> {
        self.pool.get().await.map_err(|problem| StoreError::Database(Box::new(problem)))
    }

    async fn prepare(&self) -> Result<(), Failure> {
        let mut connection = self.pool.get().await.map_err(|problem| match problem {
            deadpool_postgres::PoolError::Backend(problem) => failure(&problem),
            problem => Failure::Passing(problem.to_string()),
        })?;
        let ask = "SELECT current_setting('server_version_num')::BIGINT,
                   (EXTRACT(EPOCH FROM clock_timestamp()) * 1000000)::BIGINT";
        let row = connection.query_one(ask, &[]).await.map_err(|problem| failure(&problem))?;
        let (version, now) = (row.get::<_, i64>(0) / 10_000, row.get::<_, i64>(1));
        if version < OLDEST_VERSION {
            return Err(Failure::Lasting(unsuitable(format!(
                "it is version {version}; upgrade it to {OLDEST_VERSION} or later"
            ))));
        }
        let skew = Duration::from_micros(now.abs_diff(unix_micros().cast_signed()));
        if skew > MOST_SKEW {
            return Err(Failure::Lasting(unsuitable(format!(
                "its clock and this machine's differ by {} ms; synchronise both, for instance by NTP",
                skew.as_millis()
            ))));
        }
        schema::migrate(&mut connection).await.map_err(Failure::Lasting)
    }
}

/// Where a database is, without its password.
fn place(config: &Config) -> String {
    let host = match config.get_hosts().first() {
        Some(Host::Tcp(name)) => name.clone(),
        #[cfg(unix)]
        Some(Host::Unix(path)) => path.display().to_string(),
        None => "localhost".to_owned(),
    };
    let port = config.get_ports().first().copied().unwrap_or(5432);
    format!("{host}:{port}")
}

/// Whether a failure to connect is worth another attempt. A server that refuses a name or a
/// password will refuse it again; one that starts up, shuts down or is full will not.
fn failure(problem: &tokio_postgres::Error) -> Failure {
    let passing = [
        SqlState::CANNOT_CONNECT_NOW,
        SqlState::ADMIN_SHUTDOWN,
        SqlState::CRASH_SHUTDOWN,
        SqlState::TOO_MANY_CONNECTIONS,
    ];
    if let Some(refusal) = tls::refusal(problem) {
        let advice = "SSL_CERT_FILE names a file of certificates to believe";
        return Failure::Lasting(unsuitable(format!("TLS refuses it: {refusal}; {advice}")));
    }
    match problem.as_db_error() {
        Some(refusal) if !passing.contains(refusal.code()) => {
            Failure::Lasting(unsuitable(format!("{}; correct --database", refusal.message())))
        }
        _ => Failure::Passing(described(problem)),
    }
}

/// A problem with its cause.
fn described(problem: &tokio_postgres::Error) -> String {
    match std::error::Error::source(problem) {
        Some(cause) => format!("{problem}: {cause}"),
        None => problem.to_string(),
    }
}

fn unsuitable(problem: String) -> StoreError {
    StoreError::Unsuitable { service: SERVICE, problem }
}

impl From<tokio_postgres::Error> for StoreError {
    fn from(problem: tokio_postgres::Error) -> StoreError {
        StoreError::Database(Box::new(problem))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_address_that_is_none_is_refused_at_once() {
        let refused = Database::open("mysql://localhost", Duration::from_mins(10)).await.map(drop);
        let words = refused.expect_err("it is refused").to_string();
        assert!(words.contains("postgres://USER:PASSWORD@HOST:PORT/NAME"), "{words}");
    }

    #[tokio::test]
    async fn a_server_that_does_not_answer_is_named_without_its_password() {
        let address = "postgres://ada:secret@127.0.0.1:1/quintet";
        let refused = Database::open(address, Duration::ZERO).await.map(drop);
        let words = refused.expect_err("nobody is there").to_string();
        assert!(words.contains("127.0.0.1:1") && words.contains("--database"), "{words}");
        assert!(!words.contains("secret"), "{words}");
    }
}
