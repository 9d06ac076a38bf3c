//! A real server on loopback, with a folder of its own.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use quintet_engine::Micros;
use quintet_server::Bots;
use quintet_server::Timing;
use quintet_server::clock::Clock;
use quintet_server::metrics::Metrics;
use quintet_server::{Config, Server};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

pub(crate) use super::folder::Folder;

/// A server of this process.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    pub(crate) metrics_address: SocketAddr,
    pub(crate) metrics: Arc<Metrics>,
    /// The data folder, where it was said.
    pub(crate) data: PathBuf,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

/// Short countdowns, so that tests are quick; everything else as it is for players.
pub(crate) fn timing() -> Timing {
    let moment = Micros::from_millis(60);
    Timing {
        start_countdown: moment,
        resume_countdown: moment,
        spectator_delay: Micros::from_millis(300),
        ..Timing::default()
    }
}

/// What a server of a test is started with.
pub(crate) fn config(folder: &Folder) -> Config {
    let listen = SocketAddr::from(([127, 0, 0, 1], 0));
    let (data, bots) = (folder.path().to_owned(), Bots::default());
    let metrics = Some(listen);
    Config {
        listen,
        metrics,
        data,
        database: None,
        nats: None,
        site: None,
        timing: timing(),
        bots,
        trusted: vec![],
    }
}

impl Running {
    pub(crate) async fn start(folder: &Folder) -> Running {
        Running::with_bots(folder, Bots::default()).await
    }

    pub(crate) async fn with_bots(folder: &Folder, bots: Bots) -> Running {
        let config = Config { bots, ..config(folder) };
        Running::run(Server::start(config).await.expect("a server"))
    }

    /// One whose clock shows another date than the system's.
    pub(crate) async fn started_at(folder: &Folder, unix: u64) -> Running {
        let server = Server::start_by(config(folder), Clock::started_at(unix)).await;
        Running::run(server.expect("a server"))
    }

    pub(crate) fn run(server: Server) -> Running {
        let (address, metrics) = (server.address().expect("an address"), server.metrics());
        let metrics_address = server.metrics_address().expect("another address");
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(async move {
            let stopped = async move {
                let _ = stopped.await;
            };
            server.run(stopped).await.expect("it serves");
        });
        Running { address, metrics_address, metrics, data: PathBuf::new(), stop, task }
    }

    /// Stops it as an operator does.
    pub(crate) async fn stop(self) {
        let _ = self.stop.send(());
        self.task.await.expect("it ends in peace");
    }
}
