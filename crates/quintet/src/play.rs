//! The games in the terminal.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Subcommand};
use quintet_engine::GameName;
use quintet_tui::{Begin, Characters, Colours, Ended, Folders, Options, PlayError, Reports, Store};

use crate::{game_name, replay};

/// Exit codes after a signal are this and its number, as shells have it.
const SIGNALLED: i32 = 128;

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct PlayArguments {
    /// Game to start at once: marathon, sprint, ultra, domino-easy, domino-hard, battle, versus,
    /// minimal or flip. Without it the menu opens.
    #[arg(value_parser = game_name)]
    game: Option<GameName>,
    /// Random seed of the first game.
    #[arg(long, requires = "game")]
    seed: Option<u64>,
    #[command(flatten)]
    terminal: TerminalArguments,
    #[command(subcommand)]
    action: Option<PlayAction>,
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

fn named<T: Copy>(all: &[(&str, T)], name: &str) -> Result<T, String> {
    let found = all.iter().find(|(other, _)| *other == name).map(|&(_, value)| value);
    found.ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|&(name, _)| name).collect();
        format!("must be one of {}", names.join(", "))
    })
}

fn colours(name: &str) -> Result<Colours, String> {
    named(&Colours::ALL, name)
}

fn characters(name: &str) -> Result<Characters, String> {
    named(&Characters::ALL, name)
}

fn reports(name: &str) -> Result<Reports, String> {
    named(&[("releases", Reports::Releases), ("repeats", Reports::Repeats)], name)
}

/// Plays, or does what else was asked for.
pub(crate) fn run(arguments: PlayArguments) -> Result<ExitCode, String> {
    let begin = match arguments.action {
        None => match arguments.game {
            Some(game) => Begin::Game(game, arguments.seed),
            None => Begin::Menu(None),
        },
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
    show(begin, &arguments.terminal)
}

/// Shows a game that plays itself.
pub(crate) fn demo(
    arguments: &DemoArguments,
    terminal: &TerminalArguments,
) -> Result<ExitCode, String> {
    show(Begin::Demo(arguments.game, arguments.seed), terminal)
}

fn store() -> Result<Store, String> {
    let folders = Folders::of_user().ok_or_else(|| PlayError::NoHome.to_string())?;
    Ok(Store::new(folders))
}

fn show(begin: Begin, terminal: &TerminalArguments) -> Result<ExitCode, String> {
    let options = Options {
        begin,
        colours: terminal.colours,
        characters: terminal.characters,
        reports: terminal.keys,
    };
    match quintet_tui::run(options).map_err(|error| error.to_string())? {
        Ended::Left => Ok(ExitCode::SUCCESS),
        Ended::Signal(signal) => Ok(ExitCode::from((SIGNALLED + signal) as u8)),
    }
}
