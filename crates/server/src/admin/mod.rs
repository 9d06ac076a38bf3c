//! What operators do on the running server, by a local socket that only they can open.
//!
//! A request is one line of JSON, and so is the answer. Whatever changes something is appended to a
//! log before it is done, with the user who asked.

mod actions;
mod log;
mod socket;

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

pub(crate) use socket::{AdminSocket, serve};

/// How long an operator waits for an answer.
const PATIENCE: Duration = Duration::from_secs(30);

/// What an operator asks for. A player is `NAME#TAG`, or a number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// The best scores of a game, with their numbers.
    ListScores {
        /// The game.
        game: String,
        /// `day`, `week` or `all`.
        span: String,
    },
    /// Deletes a score and its replay.
    RemoveScore {
        /// Its number.
        id: u64,
    },
    /// What is known of a player.
    ShowPlayer {
        /// Who.
        player: String,
    },
    /// Bans a player from rooms, tickets and scores, or lifts the ban.
    BanPlayer {
        /// Who.
        player: String,
        /// Whether the ban is lifted.
        lift: bool,
    },
    /// Gives a player another name, on all scores too, and keeps the player from changing it; without
    /// a name, the player may choose again.
    RenamePlayer {
        /// Who.
        player: String,
        /// The name.
        name: Option<String>,
    },
    /// The open rooms.
    ListRooms,
    /// Closes a room. A match in it ends without a winner.
    CloseRoom {
        /// Its code.
        code: String,
    },
    /// The limits and their values.
    ShowLimits,
    /// Reports, the newest first.
    ListReports {
        /// Closed ones, too.
        all: bool,
    },
    /// Closes reports.
    CloseReports {
        /// Their numbers.
        ids: Vec<u64>,
    },
}

impl Request {
    /// Whether it changes anything.
    const fn is_change(&self) -> bool {
        match self {
            Request::RemoveScore { .. }
            | Request::BanPlayer { .. }
            | Request::RenamePlayer { .. }
            | Request::CloseRoom { .. }
            | Request::CloseReports { .. } => true,
            Request::ListScores { .. }
            | Request::ShowPlayer { .. }
            | Request::ListRooms
            | Request::ShowLimits
            | Request::ListReports { .. } => false,
        }
    }
}

/// The lines to print, or why it was not done.
pub type Answer = Result<Vec<String>, String>;

/// The socket of the server that uses a data folder.
pub fn socket_path(data: &Path) -> PathBuf {
    data.join("admin").join("socket")
}

/// The log of everything that was changed.
pub fn log_path(data: &Path) -> PathBuf {
    data.join("admin").join("log")
}

/// Asks the server that uses a data folder.
#[cfg(unix)]
pub fn ask(data: &Path, request: &Request) -> Answer {
    let path = socket_path(data);
    let problem = |error: std::io::Error| {
        format!(
            "no server answers at {}: {error}; choose its data folder by --data",
            path.display()
        )
    };
    let mut stream = std::os::unix::net::UnixStream::connect(&path).map_err(problem)?;
    stream.set_read_timeout(Some(PATIENCE)).map_err(problem)?;
    let mut line = serde_json::to_string(request).map_err(|error| error.to_string())?;
    line.push('\n');
    stream.write_all(line.as_bytes()).map_err(problem)?;
    let mut answer = String::new();
    BufReader::new(stream).read_line(&mut answer).map_err(problem)?;
    serde_json::from_str(&answer).map_err(|_| "the server is of another version".to_owned())?
}
