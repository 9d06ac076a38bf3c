//! Several servers of this process that work as one, with a real PostgreSQL and three NATS servers.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

use quintet_server::clock::Clock;
use quintet_server::store::nats::NatsConfig;
use quintet_server::{Config, Server};

use crate::services::nats::{self, Nats};
use crate::services::postgres::{self, Postgres};
use crate::support::proxy::{Faults, Proxy};
use crate::support::server::{Folder, Running, config};

/// What all tests of this process share. It ends with the process.
pub(crate) struct Services {
    pub(crate) postgres: Postgres,
    pub(crate) nats: Nats,
}

pub(crate) fn target() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("a folder of the target folder")
}

/// Whether PostgreSQL or NATS is not installed here. `cargo xtask test` installs both.
pub(crate) fn are_missing() -> bool {
    let missing = postgres::programs().is_none() || nats::program(target()).is_none();
    if missing {
        eprintln!("left out: PostgreSQL or NATS is not installed");
    }
    missing
}

pub(crate) fn services() -> MutexGuard<'static, Services> {
    static SERVICES: OnceLock<Mutex<Services>> = OnceLock::new();
    let services = SERVICES.get_or_init(|| {
        let postgres = Postgres::start().expect("PostgreSQL");
        Mutex::new(Services { postgres, nats: Nats::start(target(), 3).expect("NATS") })
    });
    services.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// What servers share that work as one: a database and a part of NATS of their own.
#[derive(Clone)]
pub(crate) struct Shared {
    pub(crate) database: String,
    pub(crate) nats: NatsConfig,
}

impl Shared {
    /// Empty.
    pub(crate) fn new() -> Shared {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("cluster{}", NEXT.fetch_add(1, Ordering::Relaxed));
        let services = services();
        let servers = services.nats.addresses().split(',').map(str::to_owned).collect();
        let database = services.postgres.database(&name).expect("a database");
        Shared { database, nats: NatsConfig { servers, prefix: name } }
    }
}

/// Servers that work as one.
pub(crate) struct Nodes {
    folder: Folder,
    pub(crate) database: String,
    pub(crate) nats: NatsConfig,
    pub(crate) running: Vec<Running>,
    /// How many have been started.
    started: usize,
}

impl Nodes {
    /// Starts this many; none where PostgreSQL or NATS is missing.
    pub(crate) async fn start(count: usize) -> Option<Nodes> {
        if are_missing() {
            return None;
        }
        Some(Nodes::start_by(Shared::new(), count).await)
    }

    /// Starts this many with what they share.
    pub(crate) async fn start_by(Shared { database, nats }: Shared, count: usize) -> Nodes {
        let mut nodes =
            Nodes { folder: Folder::new(), database, nats, running: Vec::new(), started: 0 };
        for _ in 0..count {
            nodes.add().await;
        }
        nodes
    }

    /// Starts one more.
    pub(crate) async fn add(&mut self) -> SocketAddr {
        let nats = self.nats.clone();
        self.add_by(nats).await
    }

    /// Starts one more that reaches NATS by another way.
    pub(crate) async fn add_by(&mut self, nats: NatsConfig) -> SocketAddr {
        self.add_with(nats, Clock::start()).await
    }

    /// Starts one more with a clock of its own.
    pub(crate) async fn add_with(&mut self, nats: NatsConfig, clock: Clock) -> SocketAddr {
        // Operators reach each node by a folder of its own.
        let data = self.folder.path().join(self.started.to_string());
        self.started += 1;
        let config = Config {
            data,
            database: Some(self.database.clone()),
            nats: Some(nats),
            ..config(&self.folder)
        };
        let data = config.data.clone();
        let mut running = Running::run(Server::start_by(config, clock).await.expect("a server"));
        running.data = data;
        let address = running.address;
        self.running.push(running);
        address
    }

    /// Starts one more that reaches each NATS server through a proxy, and returns what these do.
    pub(crate) async fn add_behind_proxies(&mut self) -> Vec<Arc<Faults>> {
        let (mut servers, mut faults) = (Vec::new(), Vec::new());
        for server in &self.nats.servers {
            let address = server.strip_prefix("nats://").and_then(|address| address.parse().ok());
            let proxy = Proxy::start(address.expect("an address")).await;
            servers.push(format!("nats://{}", proxy.address));
            faults.push(proxy.faults);
        }
        let prefix = self.nats.prefix.clone();
        self.add_by(NatsConfig { servers, prefix }).await;
        faults
    }

    pub(crate) fn address(&self, node: usize) -> SocketAddr {
        self.running[node].address
    }

    pub(crate) fn metrics_address(&self, node: usize) -> SocketAddr {
        self.running[node].metrics_address
    }

    pub(crate) async fn stop(self) {
        for running in self.running {
            running.stop().await;
        }
    }
}
