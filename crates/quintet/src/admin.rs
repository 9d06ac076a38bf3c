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
        action: ScoresAction,
    },
    /// Players.
    Player {
        #[command(subcommand)]
        action: PlayerAction,
    },
    /// Rooms.
    Room {
        #[command(subcommand)]
        action: RoomAction,
    },
    /// Limits.
    Limits {
        #[command(subcommand)]
        action: LimitsAction,
    },
    /// What players report, and what the server flags.
    Reports {
        #[command(subcommand)]
        action: ReportsAction,
    },
}

#[derive(Subcommand)]
enum ScoresAction {
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
enum PlayerAction {
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
enum RoomAction {
    /// List the open rooms.
    List,
    /// Close a room. A match in it ends without a winner.
    Close {
        /// Its code.
        code: String,
    },
}

#[derive(Subcommand)]
enum LimitsAction {
    /// Show all limits and their values.
    Show,
}

#[derive(Subcommand)]
enum ReportsAction {
    /// List reports, the newest first.
    List {
        /// Include closed ones.
        #[arg(long)]
        all: bool,
    },
    /// Close reports.
    Close {
        /// Their numbers.
        #[arg(required = true, value_name = "NUMBER")]
        ids: Vec<u64>,
    },
}

impl Subject {
    fn request(self) -> Request {
        match self {
            Subject::Scores { action: ScoresAction::List { game, span } } => {
                Request::ListScores { game, span }
            }
            Subject::Scores { action: ScoresAction::Remove { id } } => Request::RemoveScore { id },
            Subject::Player { action: PlayerAction::Show { player } } => {
                Request::ShowPlayer { player }
            }
            Subject::Player { action: PlayerAction::Ban { player } } => {
                Request::BanPlayer { player, lift: false }
            }
            Subject::Player { action: PlayerAction::Unban { player } } => {
                Request::BanPlayer { player, lift: true }
            }
            Subject::Player { action: PlayerAction::Rename { player, name } } => {
                Request::RenamePlayer { player, name }
            }
            Subject::Room { action: RoomAction::List } => Request::ListRooms,
            Subject::Room { action: RoomAction::Close { code } } => Request::CloseRoom { code },
            Subject::Limits { action: LimitsAction::Show } => Request::ShowLimits,
            Subject::Reports { action: ReportsAction::List { all } } => {
                Request::ListReports { all }
            }
            Subject::Reports { action: ReportsAction::Close { ids } } => {
                Request::CloseReports { ids }
            }
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
