//! The games in the terminal.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Subcommand};
use quintet_engine::GameName;
use quintet_protocol::RoomCode;
use quintet_tui::{
    Begin, Characters, Choice, Colours, Destination, Ended, Folders, Options, PlayError, Reports,
    ServerAddress, Store, room_code,
};

use quintet_words::terminal;

use crate::{game_name, replay};

/// Exit codes after a signal are this and its number, as shells have it.
const SIGNALLED: i32 = 128;

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct PlayArguments {
    /// Game to start at once: marathon, sprint, ultra, domino-easy, domino-hard, battle, versus,
    /// minimal or flip; or a link to a game or a room. Without it the menu opens.
    #[arg(value_parser = game_or_link)]
    game: Option<Destination>,
    /// Random seed of the first game.
    #[arg(long, requires = "game")]
    seed: Option<u64>,
    #[command(flatten)]
    terminal: TerminalArguments,
    #[command(flatten)]
    server: ServerArguments,
    #[command(subcommand)]
    action: Option<PlayAction>,
}

#[derive(Args)]
struct ServerArguments {
    /// The server to play others on, and to submit scores to. Without it, the one that was visited
    /// last, or `http://127.0.0.1:8080/`; scores are then submitted after a visit only.
    #[arg(long, global = true, env = "QUINTET_SERVER", value_parser = ServerAddress::parse)]
    server: Option<ServerAddress>,
}

#[derive(Subcommand)]
enum PlayAction {
    /// Watch a replay, and play on from any moment of it.
    Replay {
        /// A replay, as bytes or as JSON.
        file: PathBuf,
    },
    /// Watch a game that plays itself.
    Demo(DemoArguments),
    /// Play others over a server.
    Online {
        /// The code of a room, or its link. Without it the lobby opens.
        #[arg(value_parser = room_or_link)]
        room: Option<RoomArgument>,
        /// Watch, even if a seat of the room is free.
        #[arg(long, requires = "room")]
        watch: bool,
    },
    /// Write settings, scores and replays into one file, which the app imports.
    Export {
        /// File to write.
        file: PathBuf,
    },
    /// Replace settings, scores and replays by those of a file that the app exported.
    Import {
        /// File to read.
        file: PathBuf,
    },
}

#[derive(Args)]
pub(crate) struct DemoArguments {
    /// Game to watch.
    #[arg(value_parser = game_name, default_value = "marathon")]
    game: GameName,
    /// Random seed.
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

#[derive(Args)]
pub(crate) struct TerminalArguments {
    /// How many colours the terminal shows: auto, truecolor, 256, 16 or none. Set `NO_COLOR` for none
    /// everywhere.
    #[arg(long, global = true, value_parser = colours)]
    colours: Option<Colours>,
    /// Which characters the terminal shows: auto, unicode or ascii.
    #[arg(long, global = true, value_parser = characters)]
    characters: Option<Characters>,
    /// What the terminal reports of keys: releases (the kitty keyboard protocol) or repeats. Without
    /// this the terminal is asked.
    #[arg(long, global = true, value_parser = reports)]
    keys: Option<Reports>,
}

/// A room, on the server of a link if it was named by one.
#[derive(Clone)]
struct RoomArgument {
    code: Option<RoomCode>,
    server: Option<ServerAddress>,
}

fn room_or_link(text: &str) -> Result<RoomArgument, String> {
    if !text.contains('#') {
        return Ok(RoomArgument { code: Some(room_code(text)?), server: None });
    }
    match Destination::parse(text)? {
        Destination::Online(server, code) => Ok(RoomArgument { code, server: Some(server) }),
        Destination::Game(..) => Err(terminal::LINK_TO_GAME.into()),
    }
}

fn game_or_link(text: &str) -> Result<Destination, String> {
    if text.contains('#') {
        return Destination::parse(text);
    }
    game_name(text).map(|game| Destination::Game(game, None))
}

fn named<T: Copy>(all: &[(&str, T)], name: &str) -> Result<T, String> {
    let found = all.iter().find(|(other, _)| *other == name).map(|&(_, value)| value);
    found.ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|&(name, _)| name).collect();
        format!("must be one of {}", names.join(", "))
    })
}

fn slug<T: Choice>(name: &str) -> Result<T, String> {
    let place = T::SLUGS.iter().position(|slug| *slug == name);
    place.map(T::at).ok_or_else(|| format!("must be one of {}", T::SLUGS.join(", ")))
}

fn colours(name: &str) -> Result<Colours, String> {
    slug(name)
}

fn characters(name: &str) -> Result<Characters, String> {
    slug(name)
}

fn reports(name: &str) -> Result<Reports, String> {
    named(&[("releases", Reports::Releases), ("repeats", Reports::Repeats)], name)
}

/// Plays, or does what else was asked for.
pub(crate) fn run(arguments: PlayArguments) -> Result<ExitCode, String> {
    let mut server = arguments.server.server;
    let begin = match arguments.action {
        None => match arguments.game {
            Some(Destination::Game(game, seed)) => Begin::Game(game, arguments.seed.or(seed)),
            Some(Destination::Online(linked, code)) => {
                server = Some(linked);
                Begin::Online(code.map(|code| (code, false)))
            }
            None => Begin::Menu(None),
        },
        Some(PlayAction::Online { room, watch }) => {
            let room = room.unwrap_or(RoomArgument { code: None, server: None });
            server = room.server.or(server);
            Begin::Online(room.code.map(|code| (code, watch)))
        }
        Some(PlayAction::Replay { file }) => Begin::Replay(Box::new(replay::read(&file)?)),
        Some(PlayAction::Demo(demo)) => Begin::Demo(demo.game, demo.seed),
        Some(PlayAction::Export { file }) => {
            store()?.export(&file).map_err(|error| error.to_string())?;
            return Ok(ExitCode::SUCCESS);
        }
        Some(PlayAction::Import { file }) => {
            store()?.import(&file).map_err(|error| error.to_string())?;
            return Ok(ExitCode::SUCCESS);
        }
    };
    show(begin, &arguments.terminal, server)
}

/// Shows a game that plays itself.
pub(crate) fn demo(
    arguments: &DemoArguments,
    terminal: &TerminalArguments,
) -> Result<ExitCode, String> {
    show(Begin::Demo(arguments.game, arguments.seed), terminal, None)
}

fn store() -> Result<Store, String> {
    let folders = Folders::of_user().ok_or_else(|| PlayError::NoHome.to_string())?;
    Ok(Store::new(folders))
}

fn show(
    begin: Begin,
    terminal: &TerminalArguments,
    server: Option<ServerAddress>,
) -> Result<ExitCode, String> {
    let options = Options {
        begin,
        colours: terminal.colours,
        characters: terminal.characters,
        reports: terminal.keys,
        server,
    };
    match quintet_tui::run(options).map_err(|error| error.to_string())? {
        Ended::Left => Ok(ExitCode::SUCCESS),
        Ended::Signal(signal) => Ok(ExitCode::from((SIGNALLED + signal) as u8)),
    }
}
