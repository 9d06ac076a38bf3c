//! A real server on loopback, with a folder of its own.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use quintet_engine::Micros;
use quintet_server::bot::Bots;
use quintet_server::metrics::Metrics;
use quintet_server::room::Timing;
use quintet_server::{Config, Server};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A folder that goes away with its owner.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("quintet-test-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder for temporary files");
        Folder(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A server of this process.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    pub(crate) metrics: Arc<Metrics>,
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

impl Running {
    pub(crate) async fn start(folder: &Folder) -> Running {
        Running::with_bots(folder, Bots::default()).await
    }

    pub(crate) async fn with_bots(folder: &Folder, bots: Bots) -> Running {
        let listen = SocketAddr::from(([127, 0, 0, 1], 0));
        let data = folder.path().to_owned();
        let config = Config { listen, data, site: None, timing: timing(), bots };
        let server = Server::start(config).await.expect("a server");
        let (address, metrics) = (server.address().expect("an address"), server.metrics());
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(async move {
            let stopped = async move {
                let _ = stopped.await;
            };
            server.run(stopped).await.expect("it serves");
        });
        Running { address, metrics, stop, task }
    }

    /// Stops it as an operator does.
    pub(crate) async fn stop(self) {
        let _ = self.stop.send(());
        self.task.await.expect("it ends in peace");
    }
}
