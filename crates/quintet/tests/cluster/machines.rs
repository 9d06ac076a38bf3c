//! The processes, and how they die.

use std::ffi::OsStr;
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use crate::services::disk::Disk;
use crate::services::nats::{self, Nats};
use crate::services::node::Node;
use crate::services::postgres::{self, Postgres};
use crate::services::{Service, answers};
use crate::support::http::get;

/// What the system says of a full disk.
const FULL: &str = "no space left on device";
/// How long a process that was started again may take to work.
const START_LIMIT: Duration = Duration::from_mins(2);

/// How many lines of a node's log are shown after a failure.
const LINES: usize = 120;

/// What is killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Victim {
    Node(usize),
    Nats(usize),
    Postgres,
}

/// Nodes, PostgreSQL and NATS. They end with their owner.
pub(crate) struct Machines {
    nodes: Vec<Node>,
    nats: Nats,
    postgres: Postgres,
    /// The address of the database.
    pub(crate) database: String,
    /// Those of the first NATS server and of PostgreSQL, if they have any of their own.
    disks: Option<[Disk; 2]>,
}

/// The sizes of such disks, in megabytes. PostgreSQL needs 40 for nothing.
const DISKS: [u32; 2] = [64, 256];
/// A process that is slow is stopped and continued for these times by turns.
const STOPPED: Duration = Duration::from_millis(150);
const CONTINUED: Duration = Duration::from_millis(50);

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

/// The nodes' logs say why a test has failed.
impl Drop for Machines {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}", self.logs());
        }
    }
}

impl Machines {
    pub(crate) fn start(count: usize) -> Machines {
        Machines::start_on(count, None)
    }

    /// Starts them with small disks for the first NATS server and for PostgreSQL; none where this
    /// process may not mount any.
    pub(crate) fn start_on_small_disks(count: usize) -> Option<Machines> {
        let disks = DISKS.map(Disk::mount);
        let [Some(one), Some(other)] = disks else {
            eprintln!("left out: no disk can be mounted");
            return None;
        };
        Some(Machines::start_on(count, Some([one, other])))
    }

    fn start_on(count: usize, disks: Option<[Disk; 2]>) -> Machines {
        let disk = |index: usize| disks.as_ref().map(|disks| &disks[index]);
        let postgres = Postgres::start_on(disk(1)).expect("PostgreSQL");
        let nats = Nats::start_on(target(), 3, disk(0)).expect("NATS");
        let database = postgres.database("quintet").expect("a database");
        let program = Path::new(env!("CARGO_BIN_EXE_quintet"));
        let options = ["--bots", "0", "--countdown-ms", "50"].map(OsStr::new);
        let start = |_| Node::start(program, &database, &nats.addresses(), &options);
        let mut nodes: Vec<Node> = (0..count).map(start).collect::<Result<_, _>>().expect("nodes");
        for node in &mut nodes {
            node.until_ready().expect("a node");
        }
        Machines { nodes, nats, postgres, database, disks }
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

    /// Lets a process run a quarter of the time, as if it waited for its disk.
    pub(crate) async fn slow_down(&mut self, victim: Victim, time: Duration) {
        let begin = std::time::Instant::now();
        while begin.elapsed() < time {
            self.service(victim).signal_all("STOP").expect("it is stopped");
            tokio::time::sleep(STOPPED).await;
            self.service(victim).signal_all("CONT").expect("it is continued");
            tokio::time::sleep(CONTINUED).await;
        }
    }

    fn disk(&self, victim: Victim) -> &Disk {
        let disks = self.disks.as_ref().expect("it was started with disks");
        match victim {
            Victim::Nats(0) => &disks[0],
            Victim::Postgres => &disks[1],
            Victim::Nats(_) | Victim::Node(_) => panic!("{victim:?} has no disk of its own"),
        }
    }

    /// Fills the disk of a process, and waits until the process says so.
    pub(crate) async fn fill_disk(&mut self, victim: Victim) {
        self.disk(victim).fill().expect("it is filled");
        let begin = std::time::Instant::now();
        while !self.service(victim).printed().to_lowercase().contains(FULL) {
            assert!(begin.elapsed() < START_LIMIT, "{victim:?} writes nothing");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// Gives the space back, and starts what has ended for the lack of it again. A NATS server gives
    /// up its streams until somebody starts it again.
    pub(crate) async fn free_disk(&mut self, victim: Victim) {
        self.disk(victim).free().expect("it is freed");
        if matches!(victim, Victim::Nats(_)) {
            self.kill(victim);
            self.start_again(victim).await;
        }
        self.until_works(victim).await;
    }

    /// The ports of the nodes that may not get players.
    pub(crate) async fn unready(&self) -> Vec<u16> {
        let mut unready = Vec::new();
        for address in self.addresses() {
            if get(address, "/readyz").await.status != 200 {
                unready.push(address.port());
            }
        }
        unready
    }

    /// Starts it again, and waits until it answers.
    pub(crate) async fn start_again(&mut self, victim: Victim) {
        self.service(victim).start_again().expect("it starts");
        self.until_works(victim).await;
    }

    async fn until_works(&mut self, victim: Victim) {
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
            let lines: Vec<&str> = printed.lines().rev().take(LINES).collect();
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
