//! `quintet admin`: what an operator does on the running server, by its local socket.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use quintet_server::admin::{Request, ask};

/// What `quintet admin` can be told. A player is `NAME#TAG`, as players see it, or a number.
#[derive(Args)]
pub(crate) struct AdminArguments {
    /// The data folder of the server.
    #[arg(long, env = "QUINTET_DATA", default_value = "quintet-data")]
    data: PathBuf,
    #[command(subcommand)]
    subject: Subject,
}

#[derive(Subcommand)]
enum Subject {
    /// Leaderboards.
    Scores {
        #[command(subcommand)]
        action: Scores,
    },
    /// Players.
    Player {
        #[command(subcommand)]
        action: Player,
    },
    /// Rooms.
    Room {
        #[command(subcommand)]
        action: Room,
    },
    /// Limits.
    Limits {
        #[command(subcommand)]
        action: Limits,
    },
    /// What players report, and what the server flags.
    Reports {
        #[command(subcommand)]
        action: Reports,
    },
}

#[derive(Subcommand)]
enum Scores {
    /// List the best scores of a game, with their numbers.
    List {
        /// The game.
        game: String,
        /// day, week or all.
        #[arg(default_value = "all")]
        span: String,
    },
    /// Delete a score and its replay.
    Remove {
        /// Its number.
        id: u64,
    },
}

#[derive(Subcommand)]
enum Player {
    /// Show what is known of a player.
    Show {
        /// Who.
        player: String,
    },
    /// Ban a player from rooms, tickets and scores.
    Ban {
        /// Who.
        player: String,
    },
    /// Lift a ban.
    Unban {
        /// Who.
        player: String,
    },
    /// Give a player another name, which the player cannot change; without a name, let the player
    /// choose again.
    Rename {
        /// Who.
        player: String,
        /// The new name, without a tag.
        name: Option<String>,
    },
}

#[derive(Subcommand)]
enum Room {
    /// List the open rooms.
    List,
    /// Close a room. A match in it ends without a winner.
    Close {
        /// Its code.
        code: String,
    },
}

#[derive(Subcommand)]
enum Limits {
    /// Show all limits and their values.
    Show,
}

#[derive(Subcommand)]
enum Reports {
    /// List reports, the newest first.
    List {
        /// Include closed ones.
        #[arg(long)]
        all: bool,
    },
    /// Close a report.
    Close {
        /// Its number.
        id: u64,
    },
}

impl Subject {
    fn request(self) -> Request {
        match self {
            Subject::Scores { action: Scores::List { game, span } } => {
                Request::ListScores { game, span }
            }
            Subject::Scores { action: Scores::Remove { id } } => Request::RemoveScore { id },
            Subject::Player { action: Player::Show { player } } => Request::ShowPlayer { player },
            Subject::Player { action: Player::Ban { player } } => {
                Request::BanPlayer { player, lift: false }
            }
            Subject::Player { action: Player::Unban { player } } => {
                Request::BanPlayer { player, lift: true }
            }
            Subject::Player { action: Player::Rename { player, name } } => {
                Request::RenamePlayer { player, name }
            }
            Subject::Room { action: Room::List } => Request::ListRooms,
            Subject::Room { action: Room::Close { code } } => Request::CloseRoom { code },
            Subject::Limits { action: Limits::Show } => Request::ShowLimits,
            Subject::Reports { action: Reports::List { all } } => Request::ListReports { all },
            Subject::Reports { action: Reports::Close { id } } => Request::CloseReport { id },
        }
    }
}

/// Asks the server and prints its answer.
pub(crate) fn run(arguments: AdminArguments, output: &mut dyn Write) -> Result<(), String> {
    for line in ask(&arguments.data, &arguments.subject.request())? {
        if let Err(error) = writeln!(output, "{line}") {
            return crate::quiet_when_closed(error)
                .map_err(|error| crate::output::cannot_write(&error));
        }
    }
    Ok(())
}
