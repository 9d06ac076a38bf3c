//! PostgreSQL on loopback.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::disk::Disk;
use super::{Service, free_port, new_folder, words};

/// Where Debian keeps the programs of each version.
const DEBIAN: &str = "/usr/lib/postgresql";
/// Who runs it where root may not.
const USER: &str = "postgres";

/// A PostgreSQL of its own.
pub(crate) struct Postgres {
    /// The process.
    pub(crate) service: Service,
    /// The port on loopback.
    pub(crate) port: u16,
    programs: PathBuf,
}

/// The folder of PostgreSQL's programs, those of the newest version.
pub(crate) fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir(DEBIAN).into_iter().flatten().flatten();
    let number = |path: &PathBuf| path.file_name()?.to_str()?.parse::<u32>().ok();
    let newest = versions.map(|entry| entry.path()).filter_map(|path| Some((number(&path)?, path)));
    let debian = newest.max().map(|(_, path)| path.join("bin"));
    let folders = std::env::var_os("PATH").unwrap_or_default();
    debian
        .into_iter()
        .chain(std::env::split_paths(&folders))
        .find(|folder| folder.join("initdb").is_file() && folder.join("postgres").is_file())
}

impl Postgres {
    /// Creates a database cluster in a temporary folder and starts it.
    pub(crate) fn start() -> Result<Postgres, String> {
        Postgres::start_on(None)
    }

    /// The same, on a disk of its own.
    pub(crate) fn start_on(disk: Option<&Disk>) -> Result<Postgres, String> {
        let programs = programs().ok_or("PostgreSQL is missing; apt-get install postgresql")?;
        let folder = new_folder("postgres")?;
        let as_user = as_user(&folder)?;
        let data = disk.map_or(folder.as_path(), Disk::path).join("data");
        let enter = disk.map(Disk::enter).unwrap_or_default();
        let mut create = Command::new("env");
        create
            .args(&enter)
            .args(&as_user)
            .arg(programs.join("initdb"))
            // Files of the log that are small enough for a small disk.
            .args(disk.map(|_| "--wal-segsize=1"))
            .args(["--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync", "-U"])
            .args([USER, "-D"])
            .arg(&data)
            .current_dir("/");
        let created = create.output().map_err(|error| error.to_string())?;
        if !created.status.success() {
            return Err(String::from_utf8_lossy(&created.stderr).into_owned());
        }
        let port = free_port()?;
        let mut command = words(&["env"]);
        command.extend(enter);
        command.extend(words(&as_user.iter().map(String::as_str).collect::<Vec<_>>()));
        command.push(programs.join("postgres").into());
        command.extend(words(&["-D"]));
        command.push(data.into());
        let port_word = port.to_string();
        // Nothing here has to outlive the machine, so that the disk need not be waited for.
        command.extend(words(&["-p", &port_word, "-h", "127.0.0.1", "-F", "-N", "300", "-k", ""]));
        let service = Service::start(&folder, "QUIT", command)?;
        let mut postgres = Postgres { service, port, programs };
        postgres.until_ready()?;
        Ok(postgres)
    }

    /// Waits until it accepts connections, for instance after it was started again.
    pub(crate) fn until_ready(&mut self) -> Result<(), String> {
        let Postgres { service, port, programs } = self;
        service.until(|| {
            let mut ask = Command::new(programs.join("pg_isready"));
            ask.args(["-q", "-h", "127.0.0.1", "-p", &port.to_string()]);
            ask.status().is_ok_and(|status| status.success())
        })
    }

    /// Creates an empty database, and returns its address.
    pub(crate) fn database(&self, name: &str) -> Result<String, String> {
        let address = format!("postgres://{USER}@127.0.0.1:{}/{name}", self.port);
        let mut create = Command::new(self.programs.join("createdb"));
        create.args(["-h", "127.0.0.1", "-p", &self.port.to_string(), "-U", USER, name]);
        let created = create.stdin(Stdio::null()).output().map_err(|error| error.to_string())?;
        if created.status.success() {
            Ok(address)
        } else {
            Err(String::from_utf8_lossy(&created.stderr).into_owned())
        }
    }
}

impl Postgres {
    /// The answer to a query, as plain text.
    pub(crate) fn ask(&self, database: &str, query: &str) -> Result<String, String> {
        let mut ask = Command::new(self.programs.join("psql"));
        ask.args(["-h", "127.0.0.1", "-p", &self.port.to_string(), "-U", USER, "-At", "-c"]);
        let answer = ask.args([query, database]).output().map_err(|error| error.to_string())?;
        if answer.status.success() {
            Ok(String::from_utf8_lossy(&answer.stdout).trim().to_owned())
        } else {
            Err(String::from_utf8_lossy(&answer.stderr).into_owned())
        }
    }
}

/// The words that run a command as another user, if this is root, who then owns the folder.
fn as_user(folder: &Path) -> Result<Vec<String>, String> {
    let id = Command::new("id").arg("-u").output().map_err(|error| error.to_string())?;
    if String::from_utf8_lossy(&id.stdout).trim() != "0" {
        return Ok(Vec::new());
    }
    let owned = Command::new("chown").arg(USER).arg(folder).status();
    if !owned.is_ok_and(|status| status.success()) {
        return Err(format!("there is no user `{USER}`; apt-get install postgresql"));
    }
    let run = ["setpriv", "--reuid", USER, "--regid", USER, "--clear-groups", "--"];
    Ok(run.map(str::to_owned).to_vec())
}
