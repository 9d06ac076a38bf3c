//! The bot on standard input and output, by the Tetris Bot Protocol.

use std::io;
use std::path::PathBuf;

use clap::Args;
use quintet_bot::Budget;
use quintet_bot::tbp::{Settings, serve};

use crate::at_least_one;
use crate::bot_score::read_weights;

/// The arguments of `quintet bot`.
#[derive(Args)]
pub(crate) struct BotArguments {
    /// Search N placements per move, however long that takes, and so play deterministically
    /// [default: search until a move is requested].
    #[arg(long)]
    nodes: Option<u64>,
    /// Number of search threads.
    #[arg(long, default_value_t = 1, value_parser = at_least_one)]
    threads: usize,
    /// File with weights, one name and number per line [default: the bot's own for Versus].
    #[arg(long)]
    weights: Option<PathBuf>,
}

/// Serves a frontend on the standard input and output.
pub(crate) fn run(arguments: &BotArguments) -> Result<(), String> {
    let mut settings = Settings::default();
    if let Some(path) = &arguments.weights {
        settings.weights = read_weights(path)?;
    }
    if let Some(nodes) = arguments.nodes {
        settings.budget = Budget::nodes(nodes);
        settings.is_patient = true;
    }
    settings.budget.threads = arguments.threads;
    serve(settings, io::stdin().lock(), &mut io::stdout().lock(), &mut io::stderr())
        .or_else(crate::quiet_when_closed)
        .map_err(|error| crate::output::cannot_write(&error))
}
