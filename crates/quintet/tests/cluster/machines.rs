//! The processes, and how they die.

use std::ffi::OsStr;
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use crate::services::nats::{self, Nats};
use crate::services::node::Node;
use crate::services::postgres::{self, Postgres};
use crate::services::{Service, answers};

/// How long a process that was started again may take to work.
const START_LIMIT: Duration = Duration::from_mins(2);

/// What is killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Victim {
    Node(usize),
    Nats(usize),
    Postgres,
}

impl Victim {
    /// Its kind.
    pub(crate) const fn kind(self) -> &'static str {
        match self {
            Victim::Node(_) => "a node",
            Victim::Nats(_) => "a NATS server",
            Victim::Postgres => "PostgreSQL",
        }
    }
}

/// Nodes, PostgreSQL and NATS. They end with their owner.
pub(crate) struct Machines {
    nodes: Vec<Node>,
    nats: Nats,
    postgres: Postgres,
    /// The address of the database.
    pub(crate) database: String,
}

fn target() -> &'static Path {
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

impl Machines {
    pub(crate) fn start(count: usize) -> Machines {
        let postgres = Postgres::start().expect("PostgreSQL");
        let nats = Nats::start(target(), 3).expect("NATS");
        let database = postgres.database("quintet").expect("a database");
        let program = Path::new(env!("CARGO_BIN_EXE_quintet"));
        let options = ["--bots", "0", "--countdown-ms", "50"].map(OsStr::new);
        let start = |_| Node::start(program, &database, &nats.addresses(), &options);
        let mut nodes: Vec<Node> = (0..count).map(start).collect::<Result<_, _>>().expect("nodes");
        for node in &mut nodes {
            node.until_ready().expect("a node");
        }
        Machines { nodes, nats, postgres, database }
    }

    /// Where the nodes listen.
    pub(crate) fn addresses(&self) -> Vec<SocketAddr> {
        let address = |port: &u16| SocketAddr::from(([127, 0, 0, 1], *port));
        self.nodes.iter().map(|node| address(&node.port)).collect()
    }

    /// Kills a process by SIGKILL.
    pub(crate) fn kill(&mut self, victim: Victim) {
        self.service(victim).signal("KILL").expect("it is killed");
    }

    /// Starts it again, and waits until it answers.
    pub(crate) async fn start_again(&mut self, victim: Victim) {
        self.service(victim).start_again().expect("it starts");
        let begin = std::time::Instant::now();
        while !self.works(victim) {
            assert!(
                begin.elapsed() < START_LIMIT,
                "{victim:?}:\n{}",
                self.service(victim).printed()
            );
            if !self.service(victim).runs() {
                // PostgreSQL does not start while a process of the killed one is still there.
                self.service(victim).start_again().expect("it starts");
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// The last lines of every node's log, for an error.
    pub(crate) fn logs(&self) -> String {
        let last = |Node { service, port }: &Node| {
            let printed = service.printed();
            let lines: Vec<&str> = printed.lines().rev().take(40).collect();
            let lines: Vec<&str> = lines.into_iter().rev().collect();
            format!("node {port}:\n{}\n", lines.join("\n"))
        };
        self.nodes.iter().map(last).collect()
    }

    /// The answer to a query, as plain text.
    pub(crate) fn ask(&self, query: &str) -> String {
        self.postgres.ask("quintet", query).expect("an answer")
    }

    fn service(&mut self, victim: Victim) -> &mut Service {
        match victim {
            Victim::Node(index) => &mut self.nodes[index].service,
            Victim::Nats(index) => &mut self.nats.services[index],
            Victim::Postgres => &mut self.postgres.service,
        }
    }

    fn works(&self, victim: Victim) -> bool {
        match victim {
            Victim::Node(index) => answers(self.nodes[index].port),
            Victim::Nats(index) => answers(self.nats.ports[index]),
            Victim::Postgres => self.postgres.ask("quintet", "SELECT 1").is_ok(),
        }
    }
}
