//! Three servers behind one address, as clients of a service see them.

use std::collections::HashMap;
use std::iter::Sum;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use quintet_server::metrics::Metrics;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

use crate::several::{Nodes, Shared, are_missing};
use crate::support::server::Folder;

/// The databases of folders, for a service that is started again.
static KEPT: Mutex<Option<HashMap<PathBuf, Shared>>> = Mutex::new(None);

/// Three servers and a balancer.
pub(crate) struct Host {
    /// Where clients connect.
    pub(crate) address: SocketAddr,
    nodes: Nodes,
    balancing: JoinHandle<()>,
}

impl Host {
    /// Starts it with what this folder stands for; none where PostgreSQL or NATS is missing.
    pub(crate) async fn start(folder: &Folder) -> Option<Host> {
        if are_missing() {
            return None;
        }
        let shared = {
            let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
            let kept = kept.get_or_insert_default();
            kept.entry(folder.path().to_owned()).or_insert_with(Shared::new).clone()
        };
        let nodes = Nodes::start_by(shared, 3).await;
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let targets = [0, 1, 2].map(|node| nodes.address(node));
        let balancing = tokio::spawn(balance(listener, targets));
        Some(Host { address, nodes, balancing })
    }

    /// What was counted, on all of them.
    pub(crate) fn count<T: Sum>(&self, of: impl Fn(&Metrics) -> T) -> T {
        self.nodes.running.iter().map(|running| of(&running.metrics)).sum()
    }

    pub(crate) async fn stop(self) {
        self.balancing.abort();
        self.nodes.stop().await;
    }
}

/// Gives each connection to the next server.
async fn balance(listener: TcpListener, targets: [SocketAddr; 3]) {
    for target in targets.into_iter().cycle() {
        let Ok((mut from, _)) = listener.accept().await else { return };
        tokio::spawn(async move {
            if let Ok(mut to) = TcpStream::connect(target).await {
                // Either side may hang up.
                let _ = copy_bidirectional(&mut from, &mut to).await;
            }
        });
    }
}
