//! `quintet serve`: the app, matches and leaderboards, over a network.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use quintet_engine::Micros;
use quintet_server::Bots;
use quintet_server::Timing;
use quintet_server::{Config, Server};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// What `quintet serve` can be told, by flags or by the environment.
#[derive(Args)]
pub(crate) struct ServeArguments {
    /// Where to listen.
    #[arg(long, env = "QUINTET_LISTEN", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
    /// The folder for the database.
    #[arg(long, env = "QUINTET_DATA", default_value = "quintet-data")]
    data: PathBuf,
    /// A folder with the app's files, instead of those that are part of the program.
    #[arg(long, env = "QUINTET_SITE")]
    site: Option<PathBuf>,
    /// What to log: a level, or levels by module, such as `info,quintet_server=debug`.
    #[arg(long, env = "QUINTET_LOG", default_value = "info")]
    log: String,
    /// Logs one JSON object a line.
    #[arg(long, env = "QUINTET_LOG_JSON")]
    log_json: bool,
    /// Seconds that a player waits for an opponent before a bot offers itself.
    #[arg(long, env = "QUINTET_BOT_AFTER", default_value_t = Bots::default().after.0 / 1_000_000)]
    bot_after: u64,
    /// The most matches with bots at a time; 0 for none.
    #[arg(long, env = "QUINTET_BOTS", default_value_t = Bots::default().most)]
    bots: usize,
    /// Milliseconds from both players being ready to the first piece.
    #[arg(long, env = "QUINTET_COUNTDOWN_MS", hide = true)]
    countdown_ms: Option<u64>,
}

/// Serves until the process is told to stop.
pub(crate) fn run(arguments: ServeArguments) -> Result<(), String> {
    log_to_stderr(&arguments.log, arguments.log_json)?;
    let mut timing = Timing::default();
    if let Some(millis) = arguments.countdown_ms {
        timing.start_countdown = Micros::from_millis(millis);
        timing.resume_countdown = Micros::from_millis(millis);
    }
    let bots = Bots { after: Micros::from_secs(arguments.bot_after), most: arguments.bots };
    let ServeArguments { listen, data, site, .. } = arguments;
    let config = Config { listen, data, site, timing, bots };
    let runtime = tokio::runtime::Runtime::new().map_err(|problem| problem.to_string())?;
    runtime.block_on(async {
        let server = Server::start(config).await.map_err(|problem| problem.to_string())?;
        let address = server.address().map_err(|problem| problem.to_string())?;
        println!("Quintet is at http://{address}/   (Ctrl+C ends it)");
        server.run(told_to_stop()).await.map_err(|problem| problem.to_string())
    })
}

fn log_to_stderr(filter: &str, json: bool) -> Result<(), String> {
    let filter = Targets::from_str(filter)
        .map_err(|problem| format!("`{filter}` is no log filter: {problem}"))?;
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    let lines = if json { lines.json().boxed() } else { lines.boxed() };
    tracing_subscriber::registry().with(lines.with_filter(filter)).init();
    Ok(())
}

/// Ctrl+C, or the word of a service manager.
async fn told_to_stop() {
    let interrupted = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupted => {}
                _ = terminated.recv() => {}
            }
            return;
        }
    }
    let _ = interrupted.await;
}
