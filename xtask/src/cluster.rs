//! `cargo xtask cluster`: several servers that work as one, with all that they need, on loopback.

use std::time::Duration;

use crate::play::{PROGRAM, program};
use crate::process::target_dir;
use crate::services::nats::Nats;
use crate::services::nginx::{self, Nginx};
use crate::services::node::Node;
use crate::services::postgres::Postgres;
use crate::setup;
use crate::step::step;
use crate::web::{self, Files, Profile};

/// How many servers start if nobody says how many.
const NODES: usize = 3;
/// How many NATS servers start, so that everything is kept three times.
const NATS_SERVERS: usize = 3;
/// How often it is looked whether everything still runs.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// Everything that runs. It ends with its owner, and with the process however that ends.
struct Cluster {
    nodes: Vec<Node>,
    proxy: Option<Nginx>,
    nats: Nats,
    postgres: Postgres,
}

/// Starts PostgreSQL, NATS, the servers and a proxy in front of them, until Ctrl+C.
pub(crate) fn cluster(arguments: &[&str]) -> Result<(), String> {
    let (count, profile) = match arguments {
        [] => (NODES, Profile::Web),
        ["--nodes", count] => (count.parse().unwrap_or(0), Profile::Web),
        ["--quick"] => (NODES, Profile::Quick),
        ["--nodes", count, "--quick"] => (count.parse().unwrap_or(0), Profile::Quick),
        _ => (0, Profile::Web),
    };
    if count == 0 {
        return Err("usage: cargo xtask cluster [--nodes N] [--quick]".into());
    }
    step("install what is missing", || {
        setup::need_postgres()?;
        setup::need_nats().map(drop)
    })?;
    step("build the app and its server", || {
        web::build(profile, Files::Plain, &web::dist(), &[PROGRAM]).map(drop)
    })?;
    let mut cluster = step("start PostgreSQL, NATS and the servers", || Cluster::start(count))?;
    cluster.describe();
    loop {
        std::thread::sleep(LOOK_EVERY);
        cluster.check()?;
    }
}

impl Cluster {
    fn start(count: usize) -> Result<Cluster, String> {
        let postgres = Postgres::start()?;
        let nats = Nats::start(&target_dir(), NATS_SERVERS)?;
        let database = postgres.database("quintet")?;
        let (mut nodes, dist) = (Vec::new(), web::dist());
        let site = ["--site".as_ref(), dist.as_os_str()];
        for _ in 0..count {
            nodes.push(Node::start(&program(), &database, &nats.addresses(), &site)?);
        }
        nodes.iter_mut().try_for_each(Node::until_ready)?;
        let ports: Vec<u16> = nodes.iter().map(|node| node.port).collect();
        let proxy = nginx::program().map(|nginx| Nginx::start(&nginx, &ports)).transpose()?;
        Ok(Cluster { nodes, proxy, nats, postgres })
    }

    fn describe(&self) {
        println!(
            "    PostgreSQL   127.0.0.1:{}   process {}",
            self.postgres.port, self.postgres.service.pid
        );
        for (service, port) in self.nats.services.iter().zip(&self.nats.ports) {
            println!("    NATS         127.0.0.1:{port}   process {}", service.pid);
        }
        for Node { service, port } in &self.nodes {
            println!(
                "    server       http://127.0.0.1:{port}/   process {}   log {}",
                service.pid,
                service.log.display()
            );
        }
        match (&self.proxy, self.nodes.first()) {
            (Some(Nginx { port, .. }), _) => {
                println!("Quintet is at http://127.0.0.1:{port}/   (Ctrl+C ends it all)");
            }
            (None, Some(Node { port, .. })) => println!(
                "Quintet is at http://127.0.0.1:{port}/ and the others, without nginx in front   \
                 (Ctrl+C ends it all)"
            ),
            (None, None) => {}
        }
    }

    /// A node that has ended is started again, as a service manager would: kill one to see what
    /// happens.
    fn check(&mut self) -> Result<(), String> {
        for Node { service, port } in &mut self.nodes {
            if !service.runs() {
                println!("    the server on port {port} has ended and is started again");
                service.start_again()?;
            }
        }
        for service in self.nats.services.iter_mut().chain([&mut self.postgres.service]) {
            if !service.runs() {
                println!("    a service has ended and is started again");
                service.start_again()?;
            }
        }
        Ok(())
    }
}
