//! The bot on a pipe, by the Tetris Bot Protocol.

use std::fs;
use std::io;
use std::path::PathBuf;

use clap::Args;
use quintet_bot::tbp::{Settings, serve};
use quintet_bot::{Budget, Weights};

/// What `quintet bot` is told.
#[derive(Args)]
pub(crate) struct BotArguments {
    /// Looks at so many placements a move, however long that takes; without it the bot thinks until
    /// it is asked. The same number gives the same game every time.
    #[arg(long)]
    nodes: Option<u64>,
    /// How many threads think.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// A file of weights, a name and a number a line, instead of those for play against opponents.
    #[arg(long)]
    weights: Option<PathBuf>,
}

/// Talks to a frontend on the standard input and output.
pub(crate) fn run(arguments: &BotArguments) -> Result<(), String> {
    let mut settings = Settings::default();
    if let Some(path) = &arguments.weights {
        let text =
            fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        settings.weights =
            text.parse::<Weights>().map_err(|error| format!("{}: {error}", path.display()))?;
    }
    if let Some(nodes) = arguments.nodes {
        settings.budget = Budget::nodes(nodes);
        settings.is_patient = true;
    }
    settings.budget.threads = arguments.threads.max(1);
    serve(settings, io::stdin().lock(), &mut io::stdout().lock(), &mut io::stderr())
        .or_else(crate::quiet_when_nobody_reads)
        .map_err(|error| error.to_string())
}
