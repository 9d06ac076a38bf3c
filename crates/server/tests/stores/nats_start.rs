//! What is refused when a server starts with a NATS that cannot be used, and what is said.

use std::path::Path;
use std::time::Duration;

use quintet_server::store::StoreError;
use quintet_server::store::nats::{Nats, NatsConfig, NatsJournal};
use quintet_server::{Bots, Config, Server, Timing};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use crate::Backend;
use crate::postgres::Database;
use crate::proxy::Proxy;
use crate::services::{Service, answers, free_port, nats, new_folder};

const PATIENCE: Duration = Duration::from_secs(3);

fn target() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("a folder of the target folder")
}

/// A server by itself; the word STORE in its options is a folder.
fn plain(more: &str) -> Option<(Service, u16)> {
    let program = nats::program(target())?;
    let (folder, port) = (new_folder("plain").expect("a folder"), free_port().expect("a port"));
    let file = folder.join("nats.conf");
    let more = more.replace("STORE", &folder.join("store").display().to_string());
    std::fs::write(&file, format!("listen: \"127.0.0.1:{port}\"\n{more}\n")).expect("written");
    let command = [program.as_os_str(), "-c".as_ref(), file.as_os_str()];
    let mut service = Service::start(&folder, "KILL", command).expect("it starts");
    service.until(|| answers(port)).expect("it answers");
    Some((service, port))
}

async fn refusal(servers: Vec<String>, patience: Duration) -> StoreError {
    let config = NatsConfig { servers, prefix: "start".to_owned() };
    let opened = async {
        let nats = Nats::open(config, patience).await?;
        NatsJournal::open(nats, patience).await
    };
    opened.await.map(drop).expect_err("it is refused")
}

#[tokio::test]
async fn nats_without_streams_is_refused_and_the_option_named() {
    let Some((_service, port)) = plain("") else { return };
    let problem = refusal(vec![format!("nats://127.0.0.1:{port}")], PATIENCE).await;
    assert!(problem.to_string().contains("start nats-server with -js"), "{problem}");
}

#[tokio::test]
async fn a_wrong_password_is_refused_at_once() {
    let users =
        "authorization { user: ada, password: \"se@cret\" }\njetstream { store_dir: \"STORE\" }";
    let Some((_service, port)) = plain(users) else { return };
    for login in ["", "ada:wrong@"] {
        let address = format!("nats://{login}127.0.0.1:{port}");
        let problem = refusal(vec![address], Duration::from_mins(10)).await;
        assert!(matches!(problem, StoreError::Unsuitable { .. }), "{problem}");
        assert!(problem.to_string().contains("correct --nats"), "{problem}");
    }
    let right = NatsConfig::new(vec![format!("nats://ada:se%40cret@127.0.0.1:{port}")]);
    Nats::open(right, Duration::from_mins(1)).await.expect("the right one is accepted");
}

#[tokio::test]
async fn three_addresses_of_one_server_are_refused() {
    let Some((_service, port)) = plain("jetstream { store_dir: \"STORE\" }") else { return };
    let address = format!("nats://127.0.0.1:{port}");
    let problem = refusal(vec![address; 3], PATIENCE).await;
    assert!(problem.to_string().contains("three servers"), "{problem}");
}

/// A node that is given one address of three would otherwise make everybody's streams be kept once.
#[tokio::test]
async fn one_address_of_three_is_refused_where_everything_is_kept_three_times() {
    if nats::program(target()).is_none() {
        return;
    }
    let servers = nats::Nats::start(target(), 3).expect("NATS");
    let all: Vec<String> = servers.addresses().split(',').map(str::to_owned).collect();
    let config = NatsConfig { servers: all.clone(), prefix: "start".to_owned() };
    let nats = Nats::open(config, Duration::from_mins(1)).await.expect("NATS answers");
    NatsJournal::open(nats, Duration::from_mins(1)).await.expect("a stream");
    let problem = refusal(all[..1].to_vec(), Duration::from_mins(10)).await;
    assert!(problem.to_string().contains("give all 3 addresses"), "{problem}");
}

/// The clock of NATS is told by when it stored a node's lease.
#[tokio::test]
async fn a_clock_that_differs_is_refused() {
    if nats::program(target()).is_none() || Database::is_missing() {
        return;
    }
    let (_service, port) = plain("jetstream { store_dir: \"STORE\" }").expect("a server");
    let proxy = Proxy::start(([127, 0, 0, 1], port).into()).await;
    proxy.faults.rewrite(|said| {
        // A date in the answer to a request for a message: another century.
        const DATE: &[u8] = b"\"time\":\"20";
        for begin in 0..said.len().saturating_sub(DATE.len()) {
            if said[begin..].starts_with(DATE) {
                said[begin + DATE.len() - 2] = b'1';
            }
        }
    });
    let folder = new_folder("skewed").expect("a folder");
    let config = Config {
        database: Some(Database::default().address),
        nats: Some(NatsConfig::new(vec![format!("nats://{}", proxy.address)])),
        listen: ([127, 0, 0, 1], 0).into(),
        metrics: None,
        data: folder.clone(),
        site: None,
        timing: Timing::default(),
        bots: Bots::default(),
        trusted: vec![],
    };
    let problem = Server::start(config).await.map(drop).expect_err("it is refused").to_string();
    let _ = std::fs::remove_dir_all(folder);
    assert!(
        problem.contains("NATS") && problem.contains("its clock and this machine's"),
        "{problem}"
    );
}

/// Debian's own is 2.9; it does not understand the buckets.
#[tokio::test]
async fn an_old_version_is_refused_and_named() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            tokio::spawn(async move {
                let info = r#"{"server_id":"old","server_name":"old","version":"2.9.10",
                    "go":"go1","host":"127.0.0.1","port":4222,"headers":true,
                    "max_payload":1048576,"proto":1,"client_id":1}"#;
                let info = format!("INFO {}\r\n", info.replace('\n', ""));
                let mut greeted = stream.write_all(info.as_bytes()).await;
                let mut buffer = [0; 4096];
                while greeted.is_ok()
                    && let Ok(count @ 1..) = stream.read(&mut buffer).await
                {
                    let has_ping = buffer[..count].windows(4).any(|word| word == b"PING");
                    let answer: &[u8] = if has_ping { b"PONG\r\n" } else { b"" };
                    greeted = stream.write_all(answer).await;
                }
            });
        }
    });
    let problem = refusal(vec![format!("nats://{address}")], Duration::from_mins(10)).await;
    let words = problem.to_string();
    assert!(words.contains("2.9.10") && words.contains("2.10 or later"), "{words}");
}
