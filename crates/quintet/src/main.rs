//! The `quintet` program: the games in a terminal, the engine on a pipe, replays, a server, the bot
//! and an arena for bots, and move counts.

mod arena;
mod bot;
mod bot_score;
mod clock;
mod interrupt;
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

/// Five falling-block games on one deterministic engine.
#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// The engine on a pipe: a JSON object a line in, one a line out.
    Sim {
        /// marathon, sprint, ultra, domino-easy, domino-hard, battle, versus, minimal or flip.
        #[arg(value_parser = game_name)]
        game: GameName,
        /// What the pieces are dealt by.
        #[arg(long, default_value_t = 0)]
        seed: u64,
    },
    /// Looks at replay files.
    Replay {
        #[command(subcommand)]
        action: ReplayAction,
    },
    /// Serves the app, matches between people, and leaderboards.
    Serve(serve::ServeArguments),
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
    /// Play in the terminal.
    Play(play::PlayArguments),
    /// Watch a game that plays itself in the terminal.
    Demo {
        #[command(flatten)]
        demo: play::DemoArguments,
        #[command(flatten)]
        terminal: play::TerminalArguments,
    },
}

#[derive(Subcommand)]
enum ReplayAction {
    /// Re-simulates the replay and reports the first mismatch.
    Verify {
        /// A replay, as bytes or as JSON.
        file: PathBuf,
    },
    /// Prints the replay as JSON.
    Json {
        /// A replay, as bytes or as JSON.
        file: PathBuf,
    },
    /// Writes the replay as bytes.
    Pack {
        /// A replay, as bytes or as JSON.
        file: PathBuf,
        /// Where to.
        output: PathBuf,
    },
    /// Says what the bot would have done: for every piece its choice, the loss, and presses too many.
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

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Command::Sim { game, seed } => {
            sim::run(game, seed, &mut std::io::stdin().lock(), &mut std::io::stdout().lock())
                .or_else(quiet_when_nobody_reads)
                .map_err(|error| error.to_string())
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
        Command::Bot(arguments) => bot::run(&arguments),
        Command::Arena(arguments) => arena::run(&arguments, &mut std::io::stdout().lock()),
        Command::Perft(arguments) => perft::run(&arguments, &mut std::io::stdout().lock()),
        Command::BotScore(arguments) => bot_score::run(&arguments, &mut std::io::stdout().lock()),
        Command::Tune(arguments) => tune::run(&arguments, &mut std::io::stdout().lock()),
        Command::Play(arguments) => return ended(play::run(arguments)),
        Command::Demo { demo, terminal } => return ended(play::demo(&demo, &terminal)),
    };
    ended(outcome.map(|()| ExitCode::SUCCESS))
}

fn ended(outcome: Result<ExitCode, String>) -> ExitCode {
    match outcome {
        Ok(code) => code,
        Err(message) => {
            eprintln!("quintet: {message}");
            ExitCode::FAILURE
        }
    }
}

/// A reader that has seen enough and closed the pipe is no error.
fn quiet_when_nobody_reads(error: std::io::Error) -> std::io::Result<()> {
    if error.kind() == std::io::ErrorKind::BrokenPipe { Ok(()) } else { Err(error) }
}
