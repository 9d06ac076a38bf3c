//! The `quintet` program: the games in a terminal, the engine on a pipe, replays, a server, the bot
//! and an arena for bots, and move counts.

#[cfg(unix)]
mod admin;
mod arena;
mod bot;
mod bot_score;
mod clock;
mod interrupt;
mod manual;
mod output;
mod perft;
mod play;
mod progress;
mod replay;
mod serve;
mod sim;
mod tune;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use quintet_engine::GameName;

pub(crate) use output::quiet_when_closed;

/// Five falling-block games on one deterministic engine.
#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play in the terminal.
    Play(play::PlayArguments),
    /// Watch a game that plays itself in the terminal.
    Demo {
        #[command(flatten)]
        demo: play::DemoArguments,
        #[command(flatten)]
        terminal: play::TerminalArguments,
    },
    /// Serve the app, matches between people, and leaderboards.
    Serve(serve::ServeArguments),
    /// Do something on the running server, as its operator.
    #[cfg(unix)]
    Admin(admin::AdminArguments),
    /// Verify, convert and analyse replay files.
    Replay {
        #[command(subcommand)]
        action: ReplayAction,
    },
    /// Run the engine on a pipe: one JSON object per line in, one per line out.
    Sim {
        /// marathon, sprint, ultra, domino-easy, domino-hard, battle, versus, minimal or flip.
        #[arg(value_parser = game_name)]
        game: GameName,
        /// Random seed.
        #[arg(long, default_value_t = 0)]
        seed: u64,
    },
    /// Run the bot on standard input and output, by the Tetris Bot Protocol.
    Bot(bot::BotArguments),
    /// Let two programs that speak the Tetris Bot Protocol play each other.
    Arena(arena::ArenaArguments),
    /// Count all ways to place a queue of pieces, with the speed.
    Perft(perft::PerftArguments),
    /// Measure how well the bot plays.
    BotScore(bot_score::BotScoreArguments),
    /// Tune the bot's weights by self-play.
    Tune(tune::TuneArguments),
    /// Print completions for a shell.
    Completions {
        /// Which shell.
        shell: clap_complete::Shell,
    },
    /// Print the manual page of this program and its commands.
    Man,
}

#[derive(Subcommand)]
enum ReplayAction {
    /// Re-simulate the replay and report the first mismatch.
    Verify {
        /// A replay, as bytes or as JSON.
        file: PathBuf,
    },
    /// Print the replay as JSON.
    Json {
        /// A replay, as bytes or as JSON.
        file: PathBuf,
    },
    /// Write the replay as bytes. One that does not verify is refused.
    Pack {
        /// A replay, as bytes or as JSON.
        file: PathBuf,
        /// Where to.
        output: PathBuf,
    },
    /// Say what the bot would have done: for every piece its choice, the loss, and unnecessary
    /// presses.
    ///
    /// A move is written as its piece, the way it faces (nothing as it enters, R, 2 or L), `@`, its
    /// leftmost column and its lowest row, both counted from 1 at the bottom left: `TR@4,1`. `hold`
    /// before it means that hold is pressed first, and `=` that the bot would have done the same.
    /// Pieces are counted from 1.
    Analyse {
        /// A replay, as bytes or as JSON.
        file: PathBuf,
        /// Whose play, the first player being 0.
        #[arg(long, default_value_t = 0)]
        player: usize,
        /// Placements looked at for every piece.
        #[arg(long, default_value_t = 20_000)]
        nodes: u64,
    },
}

fn game_name(name: &str) -> Result<GameName, String> {
    name.parse().map_err(|_| {
        let names: Vec<&str> = GameName::ALL.iter().map(|game| game.name()).collect();
        format!("there is no game called {name}; there are {}", names.join(", "))
    })
}

/// Parses a count that must not be 0.
pub(crate) fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("must be at least 1".into()),
        Ok(number) => Ok(number),
        Err(error) => Err(error.to_string()),
    }
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Command::Sim { game, seed } => {
            sim::run(game, seed, &mut std::io::stdin().lock(), &mut std::io::stdout().lock())
                .or_else(quiet_when_closed)
                .map_err(|error| output::cannot_write(&error))
        }
        Command::Replay { action } => match action {
            ReplayAction::Verify { file } => replay::verify(&file),
            ReplayAction::Json { file } => replay::print_json(&file),
            ReplayAction::Pack { file, output } => replay::pack(&file, &output),
            ReplayAction::Analyse { file, player, nodes } => {
                replay::analyse(&file, player, nodes, &mut std::io::stdout().lock())
            }
        },
        Command::Serve(arguments) => serve::run(arguments),
        #[cfg(unix)]
        Command::Admin(arguments) => admin::run(arguments, &mut std::io::stdout().lock()),
        Command::Bot(arguments) => bot::run(&arguments),
        Command::Arena(arguments) => arena::run(&arguments, &mut std::io::stdout().lock()),
        Command::Perft(arguments) => perft::run(&arguments, &mut std::io::stdout().lock()),
        Command::BotScore(arguments) => bot_score::run(&arguments, &mut std::io::stdout().lock()),
        Command::Tune(arguments) => tune::run(&arguments, &mut std::io::stdout().lock()),
        Command::Completions { shell } => manual::completions(shell),
        Command::Man => manual::page(),
        Command::Play(arguments) => return ended(play::run(arguments)),
        Command::Demo { demo, terminal } => return ended(play::demo(&demo, &terminal)),
    };
    ended(outcome.map(|()| ExitCode::SUCCESS))
}

fn ended(outcome: Result<ExitCode, String>) -> ExitCode {
    match outcome {
        Ok(code) => code,
        Err(message) => {
            output::complain(format_args!("quintet: {message}"));
            ExitCode::FAILURE
        }
    }
}
