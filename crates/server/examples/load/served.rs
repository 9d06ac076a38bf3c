//! Either server as a process of its own.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use quintet_engine::Micros;
use quintet_server::Bots;
use quintet_server::Timing;
use quintet_server::store::nats::NatsConfig;
use quintet_server::{Config, Server};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::followed::{self, busy_game};
use crate::group::Kind;
use crate::strangers;

/// Serves until it is killed; with a database and NATS, as one of several.
pub(crate) async fn serve(shared: Option<[String; 2]>) -> Result<(), String> {
    let (database, nats) = shared.map(|[database, nats]| (database, nats)).unzip();
    let nats = nats.map(|nats| NatsConfig::new(nats.split(',').map(str::to_owned).collect()));
    serve_by(data(), database, nats).await
}

/// Serves many scores until it is killed: those of a database that was filled, or of a new folder.
pub(crate) async fn serve_filled(database: Option<String>) -> Result<(), String> {
    if database.is_none() {
        strangers::fill(&data())?;
    }
    serve_by(data(), database, None).await
}

/// Serves until it is killed, and knows of ranked games that have been followed to their end.
pub(crate) async fn serve_followed() -> Result<(), String> {
    let (replay, players, tickets) =
        (busy_game(), strangers::CLIENTS, strangers::TURNS * strangers::REPLAYS);
    let filled = followed::fill(&data(), &replay, players, tickets).await;
    filled.map_err(|error| error.to_string())?;
    serve_by(data(), None, None).await
}

fn data() -> PathBuf {
    std::env::temp_dir().join(format!("quintet-load-{}", std::process::id()))
}

async fn serve_by(
    data: PathBuf,
    database: Option<String>,
    nats: Option<NatsConfig>,
) -> Result<(), String> {
    let timing = Timing { start_countdown: Micros::from_millis(500), ..Timing::default() };
    let listen = SocketAddr::from(([127, 0, 0, 1], 0));
    let config = Config {
        listen,
        metrics: Some(listen),
        data,
        database,
        nats,
        site: None,
        timing,
        bots: Bots::default(),
        trusted: vec![],
    };
    let server = Server::start(config).await.map_err(|error| error.to_string())?;
    let address = server.address().map_err(|error| error.to_string())?;
    let metrics = server.metrics_address().ok_or("no address for metrics")?;
    println!("{address} {metrics}");
    server.run(std::future::pending()).await.map_err(|error| error.to_string())
}

/// A running server; it ends with its owner.
pub(crate) struct Served {
    process: Child,
    pub(crate) address: SocketAddr,
    /// Where this server tells what it counts; the echo server counts nothing.
    metrics: Option<SocketAddr>,
}

impl Served {
    pub(crate) fn start(kind: Kind) -> Result<Served, String> {
        Served::start_by(match kind {
            Kind::Echo => &["echo"],
            Kind::Match => &["serve"],
        })
    }

    /// Starts one by words on its command line, as `main` reads them.
    pub(crate) fn start_by(words: &[&str]) -> Result<Served, String> {
        let told = |error: std::io::Error| error.to_string();
        let program = std::env::current_exe().map_err(told)?;
        let mut process =
            Command::new(program).args(words).stdout(Stdio::piped()).spawn().map_err(told)?;
        let output = process.stdout.take().ok_or("no output")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line).map_err(told)?;
        let mut addresses = line.split_whitespace().map(str::parse);
        let no_address = || format!("no address in {line:?}");
        let address = addresses.next().and_then(Result::ok).ok_or_else(no_address)?;
        Ok(Served { process, address, metrics: addresses.next().and_then(Result::ok) })
    }

    /// Bytes of memory in use, where the system tells.
    pub(crate) fn memory(&self) -> u64 {
        let path = format!("/proc/{}/statm", self.process.id());
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let pages = text.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok());
        pages.unwrap_or(0) * 4096
    }

    /// Processor time used so far, in microseconds, where the system tells.
    pub(crate) fn processor(&self) -> f64 {
        processor_of(self.process.id())
    }

    /// Bytes of messages that came and went.
    pub(crate) async fn bytes(&self) -> f64 {
        let Some(metrics) = self.metrics else { return 0.0 };
        let Ok(mut stream) = TcpStream::connect(metrics).await else { return 0.0 };
        let request = "GET /metrics HTTP/1.1\r\nHost: load\r\nConnection: close\r\n\r\n";
        let mut answer = String::new();
        if stream.write_all(request.as_bytes()).await.is_err()
            || stream.read_to_string(&mut answer).await.is_err()
        {
            return 0.0;
        }
        let number = |name: &str| {
            let line = answer.lines().find(|line| line.starts_with(name));
            line.and_then(|line| line.split(' ').nth(1)?.parse::<f64>().ok()).unwrap_or(0.0)
        };
        number("quintet_received_bytes_total ") + number("quintet_sent_bytes_total ")
    }
}

/// Processor time that a process and its ended children have used, in microseconds.
pub(crate) fn processor_of(process: u32) -> f64 {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // After the name in brackets, the times are fields 12 to 15, in hundredths of a second.
    let fields = text.rsplit(") ").next().unwrap_or_default().split(' ');
    let ticks: f64 = fields.skip(11).take(4).filter_map(|field| field.parse::<f64>().ok()).sum();
    ticks * 10_000.0
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let data = std::env::temp_dir().join(format!("quintet-load-{}", self.process.id()));
        let _ = std::fs::remove_dir_all(data);
    }
}
