//! The connection to NATS.

use std::fmt::Display;
use std::time::{Duration, Instant};

use async_nats::connection::State;
use async_nats::jetstream::Context;
use async_nats::jetstream::context::{AccountErrorKind, ContextBuilder};
use async_nats::{Client, ConnectErrorKind, ConnectOptions, ServerAddr};
use tracing::{info, warn};

use crate::store::StoreError;

/// How long a server waits for NATS when it starts.
pub const START_PATIENCE: Duration = Duration::from_secs(30);
/// How long after a failure at the start the next attempt is made.
const RETRY_AFTER: Duration = Duration::from_millis(500);
/// How long connecting to one server may take.
const CONNECT_LIMIT: Duration = Duration::from_secs(2);
/// How long an answer may take. What is not answered is asked again.
const ANSWER_LIMIT: Duration = Duration::from_secs(1);
/// How often the connection is tested; after two tests without an answer another server is tried.
const TEST_EVERY: Duration = Duration::from_secs(1);
/// The longest pause between two attempts to reconnect.
const RECONNECT_EVERY: Duration = Duration::from_millis(250);
/// The most publications that wait for an acknowledgement.
const IN_FLIGHT: usize = 4_096;
/// The oldest version that is tested.
const OLDEST_VERSION: (i64, i64) = (2, 10);
/// From this many servers on, everything is kept three times.
const SERVERS_FOR_REPLICAS: usize = 3;

const SERVICE: &str = "NATS";

/// Which NATS to use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NatsConfig {
    /// The addresses of its servers.
    pub servers: Vec<String>,
    /// What the names of streams, buckets and subjects begin with, so that several services can
    /// share a NATS: letters, digits, `-` and `_`.
    pub prefix: String,
}

impl NatsConfig {
    /// These servers and the usual prefix.
    pub fn new(servers: Vec<String>) -> NatsConfig {
        NatsConfig { servers, prefix: "quintet".to_owned() }
    }

    /// How many copies are kept of everything.
    pub const fn replicas(&self) -> usize {
        if self.servers.len() >= SERVERS_FOR_REPLICAS { SERVERS_FOR_REPLICAS } else { 1 }
    }
}

/// A connection to NATS.
#[derive(Clone, Debug)]
pub struct Nats {
    /// The connection, which opens itself again when it breaks.
    pub client: Client,
    /// The streams.
    pub streams: Context,
    /// What it was opened by.
    pub config: NatsConfig,
}

impl Nats {
    /// Connects and checks that the server can be used. One that does not answer is tried again for
    /// `patience`.
    pub async fn open(config: NatsConfig, patience: Duration) -> Result<Nats, StoreError> {
        let begin = Instant::now();
        let client = loop {
            let options = ConnectOptions::new()
                .name("quintet")
                .connection_timeout(CONNECT_LIMIT)
                .request_timeout(Some(ANSWER_LIMIT))
                .ping_interval(TEST_EVERY)
                .reconnect_delay_callback(|attempts| {
                    RECONNECT_EVERY.min(Duration::from_millis(20) * attempts as u32)
                });
            let options = config.authenticated(options)?;
            let problem = match options.connect(&config.servers).await {
                Ok(client) => break client,
                Err(problem) => problem,
            };
            let lasting = [
                ConnectErrorKind::ServerParse,
                ConnectErrorKind::Authentication,
                ConnectErrorKind::AuthorizationViolation,
            ];
            if lasting.contains(&problem.kind()) {
                return Err(unsuitable(format!("{problem}; correct --nats")));
            }
            config.wait(begin, patience, &problem).await?;
        };
        let streams = ContextBuilder::new()
            .timeout(ANSWER_LIMIT)
            .max_ack_inflight(IN_FLIGHT)
            .backpressure_on_inflight(true)
            .build(client.clone());
        let nats = Nats { client, streams, config };
        nats.check(begin, patience).await?;
        info!(servers = ?nats.config.servers, replicas = nats.config.replicas(), "NATS answers");
        Ok(nats)
    }

    async fn check(&self, begin: Instant, patience: Duration) -> Result<(), StoreError> {
        let (major, minor) = OLDEST_VERSION;
        if !self.client.is_server_compatible(major, minor, 0) {
            let version = self.client.server_info().version;
            return Err(unsuitable(format!(
                "it is version {version}; upgrade nats-server to {major}.{minor} or later"
            )));
        }
        while let Err(problem) = self.streams.query_account().await {
            // Servers that have just started are without it for a while, too.
            let is_missing = matches!(
                problem.kind(),
                AccountErrorKind::JetStreamUnavailable | AccountErrorKind::JetStream(_)
            );
            if is_missing && begin.elapsed() >= patience {
                return Err(unsuitable(format!(
                    "it has no JetStream ({problem}); start nats-server with -js or a `jetstream` block"
                )));
            }
            self.config.wait(begin, patience, &problem).await?;
        }
        Ok(())
    }

    /// Refuses to keep a stream fewer times than it is kept: a node that was given one address of
    /// three would take the safety from all others.
    pub(crate) async fn refuse_fewer_replicas(&self, stream: &str) -> Result<(), StoreError> {
        let wanted = self.config.replicas();
        match self.streams.get_stream(stream).await {
            Ok(found) if found.cached_info().config.num_replicas > wanted => {
                let kept = found.cached_info().config.num_replicas;
                Err(unsuitable(format!(
                    "the stream {stream} is kept {kept} times, and --nats has addresses for \
                     {wanted}; give all {kept} addresses"
                )))
            }
            // If there is none, it is created; if it cannot be asked for, that fails as well.
            _ => Ok(()),
        }
    }

    /// Does something that a server which has just started may refuse, again and again.
    pub async fn insist<T, E: Display>(
        &self,
        patience: Duration,
        mut attempt: impl AsyncFnMut(&Nats) -> Result<T, E>,
    ) -> Result<T, StoreError> {
        let begin = Instant::now();
        loop {
            match attempt(self).await {
                Ok(done) => return Ok(done),
                Err(problem) => self.config.wait(begin, patience, &problem).await?,
            }
        }
    }

    /// Whether there is a connection at the moment.
    pub fn is_connected(&self) -> bool {
        self.client.connection_state() == State::Connected
    }
}

impl NatsConfig {
    /// The name and password of the first address that has them, which the library leaves out; a name
    /// alone is a token.
    fn authenticated(&self, options: ConnectOptions) -> Result<ConnectOptions, StoreError> {
        for server in &self.servers {
            let address: ServerAddr = server.parse().map_err(|problem| {
                let shown = without_password(server);
                unsuitable(format!("`{shown}` is no address ({problem}); correct --nats"))
            })?;
            match (address.username().map(unescaped), address.password().map(unescaped)) {
                (Some(user), Some(password)) => {
                    return Ok(options.user_and_password(user, password));
                }
                (Some(token), None) => return Ok(options.token(token)),
                (None, _) => {}
            }
        }
        Ok(options)
    }

    /// Waits for the next attempt, or gives up.
    async fn wait(
        &self,
        begin: Instant,
        patience: Duration,
        problem: &impl Display,
    ) -> Result<(), StoreError> {
        let at = self.servers.iter().map(|server| without_password(server));
        let at = at.collect::<Vec<_>>().join(", ");
        if begin.elapsed() >= patience {
            return Err(StoreError::Unreachable {
                service: SERVICE,
                at,
                waited: patience,
                problem: problem.to_string(),
                advice: "start it, or correct --nats; three addresses need three servers that run",
            });
        }
        warn!(%problem, at, "NATS does not answer yet");
        tokio::time::sleep(RETRY_AFTER).await;
        Ok(())
    }
}

/// An address that can be shown.
fn without_password(address: &str) -> String {
    match (address.find("://"), address.rfind('@')) {
        (Some(scheme), Some(at)) if scheme < at => {
            format!("{}{}", &address[..scheme + 3], &address[at + 1..])
        }
        _ => address.to_owned(),
    }
}

/// A part of an address, in which `%40` stands for `@` and so on.
fn unescaped(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, more @ ..] = rest {
        let digits = more.get(..2).filter(|_| *first == b'%');
        let digits = digits.and_then(|digits| std::str::from_utf8(digits).ok());
        let escaped = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(escaped.unwrap_or(*first));
        rest = if escaped.is_some() { &more[2..] } else { more };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn unsuitable(problem: String) -> StoreError {
    StoreError::Unsuitable { service: SERVICE, problem }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_not_shown() {
        assert_eq!(without_password("nats://ada:secret@host:4222"), "nats://host:4222");
        assert_eq!(without_password("nats://host:4222"), "nats://host:4222");
    }

    #[test]
    fn passwords_may_have_any_character() {
        assert_eq!(unescaped("p%40ss%2fw%c3%b6rd%"), "p@ss/wörd%");
    }

    #[tokio::test]
    async fn servers_that_do_not_answer_are_named() {
        let config = NatsConfig::new(vec!["nats://127.0.0.1:1".to_owned()]);
        let words = Nats::open(config, Duration::ZERO).await.expect_err("nobody").to_string();
        assert!(words.contains("127.0.0.1:1") && words.contains("--nats"), "{words}");
    }
}
