//! A server of Quintet that works as one with others.

use std::ffi::OsStr;
use std::path::Path;

use super::{Service, answers, free_port, new_folder};

/// A server. It ends with its owner.
pub(crate) struct Node {
    /// The process.
    pub(crate) service: Service,
    /// The port on loopback.
    pub(crate) port: u16,
}

impl Node {
    /// Starts it with these options besides.
    pub(crate) fn start(
        program: &Path,
        database: &str,
        nats: &str,
        options: &[&OsStr],
    ) -> Result<Node, String> {
        let folder = new_folder("node")?;
        let port = free_port()?;
        let (listen, data) = (format!("127.0.0.1:{port}"), folder.join("data"));
        let words = ["serve", "--listen", &listen, "--metrics-listen", "127.0.0.1:0"];
        let words = words.into_iter().chain(["--database", database, "--nats", nats, "--data"]);
        let command = [program.as_os_str()].into_iter().chain(words.map(AsRef::as_ref));
        let command = command.chain([data.as_os_str()]).chain(options.iter().copied());
        Ok(Node { service: Service::start(&folder, "KILL", command)?, port })
    }

    /// Waits until it accepts connections.
    pub(crate) fn until_ready(&mut self) -> Result<(), String> {
        let port = self.port;
        self.service.until(|| answers(port))
    }
}
