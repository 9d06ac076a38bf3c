//! PostgreSQL, NATS, nginx and servers on loopback, each in a temporary folder. The tests of the
//! server and of the app use the same files. They end with the process that started them, however it ends.
#![allow(dead_code, reason = "each user needs its own part")]

pub(crate) mod disk;
pub(crate) mod nats;
pub(crate) mod nginx;
pub(crate) mod node;
pub(crate) mod postgres;

use std::ffi::{OsStr, OsString};
use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// How long a service may take to start on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);
/// How often it is looked at meanwhile.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// Runs a program and obeys the lines it reads. When there are no more, because the process that
/// wrote them has ended, it ends the program by the signal `$2` and removes the folder `$1`.
const KEEPER: &str = r#"
trap '' INT
folder=$1; signal=$2; log=$3; shift 3
"$@" >> "$log" 2>&1 & child=$!
echo "$child"
while read -r order; do
    case $order in
        start) "$@" >> "$log" 2>&1 & child=$! ;;
        *) kill -s "$order" "$child"; [ "$order" = KILL ] && wait "$child" 2> /dev/null ;;
    esac
    echo "$child"
done
kill -s "$signal" "$child" 2> /dev/null
wait "$child" 2> /dev/null
rm -rf "$folder"
"#;

/// A program in the background with a folder of its own.
pub(crate) struct Service {
    keeper: Child,
    orders: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
    /// The program's process.
    pub(crate) pid: u32,
    /// What it prints.
    pub(crate) log: PathBuf,
}

impl Service {
    /// Starts a program. At the end it gets the signal, and the folder is removed.
    pub(crate) fn start(
        folder: &Path,
        end_by: &str,
        command: impl IntoIterator<Item = impl AsRef<OsStr>>,
    ) -> Result<Service, String> {
        let log = folder.join("log");
        let mut keeper = Command::new("sh")
            .args(["-c", KEEPER, "keeper"])
            .arg(folder)
            .arg(end_by)
            .arg(&log)
            .args(command)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("no shell can be started: {error}"))?;
        let orders = keeper.stdin.take();
        let answers = keeper.stdout.take().ok_or("the shell has no output")?;
        let mut service = Service { keeper, orders, answers: BufReader::new(answers), pid: 0, log };
        service.pid = service.answer()?;
        Ok(service)
    }

    fn answer(&mut self) -> Result<u32, String> {
        let mut line = String::new();
        self.answers.read_line(&mut line).map_err(|error| error.to_string())?;
        line.trim().parse().map_err(|_| "the shell has ended".to_owned())
    }

    fn order(&mut self, order: &str) -> Result<(), String> {
        let orders = self.orders.as_mut().ok_or("the shell has ended")?;
        writeln!(orders, "{order}").map_err(|error| error.to_string())?;
        self.pid = self.answer()?;
        Ok(())
    }

    /// Sends a signal, such as `KILL`, `STOP` or `TERM`.
    pub(crate) fn signal(&mut self, signal: &str) -> Result<(), String> {
        self.order(signal)?;
        if signal == "STOP" {
            self.until_stopped()?;
        }
        Ok(())
    }

    /// Waits until every thread of the program has stopped: the signal is sent before they have.
    fn until_stopped(&self) -> Result<(), String> {
        let begin = Instant::now();
        let tasks = Path::new("/proc").join(self.pid.to_string()).join("task");
        let is_stopped = |task: &Path| {
            // After the name in parentheses comes the state.
            let stat = std::fs::read_to_string(task.join("stat")).unwrap_or_default();
            stat.rsplit_once(')').is_none_or(|(_, rest)| rest.trim_start().starts_with('T'))
        };
        loop {
            let entries = std::fs::read_dir(&tasks).map_err(|error| error.to_string())?;
            if entries.flatten().all(|task| is_stopped(&task.path())) {
                return Ok(());
            }
            if begin.elapsed() > PATIENCE {
                return Err("it does not stop".to_owned());
            }
            std::thread::sleep(LOOK_EVERY / 20);
        }
    }

    /// Stops or continues the program and all that it has started, by `STOP` and `CONT`.
    pub(crate) fn signal_all(&self, signal: &str) -> Result<(), String> {
        let mut all = vec![self.pid.to_string()];
        let list = Path::new("/proc").join(&all[0]).join("task").join(&all[0]).join("children");
        let children = std::fs::read_to_string(list).unwrap_or_default();
        all.extend(children.split_whitespace().map(str::to_owned));
        // One that has just ended is no fault.
        let mut kill = Command::new("kill");
        kill.args(["-s", signal]).args(all).stderr(Stdio::null());
        kill.status().map(drop).map_err(|error| error.to_string())
    }

    /// Starts the program again after it was killed.
    pub(crate) fn start_again(&mut self) -> Result<(), String> {
        self.order("start")
    }

    /// Whether the program runs.
    pub(crate) fn runs(&self) -> bool {
        Path::new("/proc").join(self.pid.to_string()).is_dir()
    }

    /// What it has printed, for an error.
    pub(crate) fn printed(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap_or_default()
    }

    /// Waits until the service is ready, starting it again if it has ended.
    pub(crate) fn until(&mut self, mut is_ready: impl FnMut() -> bool) -> Result<(), String> {
        let begin = Instant::now();
        while !is_ready() {
            if begin.elapsed() > PATIENCE {
                return Err(format!("it does not start:\n{}", self.printed()));
            }
            if !self.runs() {
                // PostgreSQL does not start while a process of a killed one is still there.
                self.start_again()?;
                std::thread::sleep(LOOK_EVERY * 10);
            }
            std::thread::sleep(LOOK_EVERY);
        }
        Ok(())
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        self.orders = None;
        let _ = self.keeper.wait();
    }
}

/// A port on loopback that is free at the moment.
pub(crate) fn free_port() -> Result<u16, String> {
    let listener =
        TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(|error| error.to_string())?;
    Ok(listener.local_addr().map_err(|error| error.to_string())?.port())
}

/// Whether somebody listens on this port of loopback.
pub(crate) fn answers(port: u16) -> bool {
    TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_ok()
}

/// A new folder for temporary files.
pub(crate) fn new_folder(name: &str) -> Result<PathBuf, String> {
    use std::sync::atomic::{AtomicU32, Ordering};
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let folder =
        std::env::temp_dir().join(format!("quintet-{name}-{}-{number}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(folder)
}

/// The words of a command line.
fn words(words: &[&str]) -> Vec<OsString> {
    words.iter().map(OsString::from).collect()
}
