//! The service.

use std::net::SocketAddr;

use quintet_server::metrics::Metrics;

use crate::support::server::{Folder, Running};

/// One server.
pub(crate) struct Host {
    /// Where clients connect.
    pub(crate) address: SocketAddr,
    running: Running,
}

impl Host {
    /// Starts it with what this folder keeps; none where it cannot be.
    #[allow(clippy::unnecessary_wraps, reason = "services of several servers are not everywhere")]
    pub(crate) async fn start(folder: &Folder) -> Option<Host> {
        let running = Running::start(folder).await;
        Some(Host { address: running.address, running })
    }

    /// What was counted.
    pub(crate) fn count<T>(&self, of: impl Fn(&Metrics) -> T) -> T {
        of(&self.running.metrics)
    }

    pub(crate) async fn stop(self) {
        self.running.stop().await;
    }
}
