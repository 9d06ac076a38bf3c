//! `cargo xtask cluster`: several servers that work as one, with all that they need, on loopback.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::play::{PROGRAM, program};
use crate::process::target_dir;
use crate::services::nats::Nats;
use crate::services::postgres::Postgres;
use crate::services::{Service, answers, free_port, new_folder};
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
    nodes: Vec<(Service, u16)>,
    proxy: Option<(Service, u16)>,
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
        let mut nodes = Vec::new();
        for _ in 0..count {
            nodes.push(start_node(&database, &nats.addresses())?);
        }
        for (node, port) in &mut nodes {
            let port = *port;
            node.until(|| answers(port))?;
        }
        let ports: Vec<u16> = nodes.iter().map(|(_, port)| *port).collect();
        let proxy = match setup::on_path("nginx").or_else(|| find("/usr/sbin/nginx")) {
            Some(nginx) => Some(start_proxy(&nginx, &ports)?),
            None => None,
        };
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
        for (service, port) in &self.nodes {
            println!(
                "    server       http://127.0.0.1:{port}/   process {}   log {}",
                service.pid,
                service.log.display()
            );
        }
        match (&self.proxy, self.nodes.first()) {
            (Some((_, port)), _) => {
                println!("Quintet is at http://127.0.0.1:{port}/   (Ctrl+C ends it all)");
            }
            (None, Some((_, port))) => println!(
                "Quintet is at http://127.0.0.1:{port}/ and the others, without nginx in front   \
                 (Ctrl+C ends it all)"
            ),
            (None, None) => {}
        }
    }

    /// A node that has ended is started again, as a service manager would; whoever wants to see what
    /// happens then may kill one.
    fn check(&mut self) -> Result<(), String> {
        for (service, port) in &mut self.nodes {
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

fn find(path: &str) -> Option<std::path::PathBuf> {
    Some(path.into()).filter(|path: &std::path::PathBuf| path.is_file())
}

fn start_node(database: &str, nats: &str) -> Result<(Service, u16), String> {
    let folder = new_folder("node")?;
    let port = free_port()?;
    let listen = format!("127.0.0.1:{port}");
    let program = program();
    let (data, site) = (folder.join("data"), web::dist());
    let words = ["serve", "--listen", &listen, "--metrics-listen", "127.0.0.1:0"];
    let words = words.into_iter().chain(["--database", database, "--nats", nats]);
    let command = [program.as_os_str()].into_iter().chain(words.map(AsRef::as_ref)).chain([
        "--data".as_ref(),
        data.as_os_str(),
        "--site".as_ref(),
        site.as_os_str(),
    ]);
    let service = Service::start(&folder, "KILL", command)?;
    Ok((service, port))
}

/// A proxy that sends every connection to the next server that answers.
fn start_proxy(nginx: &Path, nodes: &[u16]) -> Result<(Service, u16), String> {
    let folder = new_folder("nginx")?;
    let port = free_port()?;
    let mut servers = String::new();
    for node in nodes {
        let _ = writeln!(servers, "        server 127.0.0.1:{node} max_fails=1 fail_timeout=1s;");
    }
    let at = folder.display();
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    let mut paths = String::new();
    for name in temporary {
        let _ = writeln!(paths, "    {name}_temp_path {at}/{name};");
    }
    let config = format!(
        "daemon off;\nmaster_process off;\npid {at}/pid;\nerror_log stderr warn;\n\
         events {{}}\nhttp {{\n    access_log off;\n{paths}\
         \x20   upstream quintet {{\n        least_conn;\n{servers}    }}\n\
         \x20   server {{\n        listen 127.0.0.1:{port};\n\
         \x20       location / {{\n            proxy_pass http://quintet;\n\
         \x20           proxy_http_version 1.1;\n\
         \x20           proxy_set_header Upgrade $http_upgrade;\n\
         \x20           proxy_set_header Connection \"upgrade\";\n\
         \x20           proxy_set_header Host $http_host;\n\
         \x20           proxy_set_header X-Forwarded-For $remote_addr;\n\
         \x20           proxy_connect_timeout 1s;\n        }}\n    }}\n}}\n"
    );
    let file = folder.join("nginx.conf");
    fs::write(&file, config).map_err(|error| error.to_string())?;
    let command = [nginx.as_os_str(), "-c".as_ref(), file.as_os_str()];
    let mut service = Service::start(&folder, "TERM", command)?;
    service.until(|| answers(port))?;
    Ok((service, port))
}
