//! `quintet serve`: the app, matches and leaderboards, over a network.

use std::io::IsTerminal;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::BoolishValueParser;
use clap::{ArgAction, Args};
use quintet_engine::Micros;
use quintet_server::Bots;
use quintet_server::Timing;
use quintet_server::store::nats::NatsConfig;
use quintet_server::{Config, Server};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// What `quintet serve` can be told, by flags or by the environment.
#[derive(Args)]
pub(crate) struct ServeArguments {
    /// Where to listen: an address or host name, and a port.
    #[arg(long, env = "QUINTET_LISTEN", default_value = "127.0.0.1:8080", value_parser = address)]
    listen: SocketAddr,
    /// Where to answer `/metrics`, apart from the public.
    #[arg(long, env = "QUINTET_METRICS_LISTEN", default_value = "127.0.0.1:9464", value_parser = address)]
    metrics_listen: SocketAddr,
    /// The folder for the database.
    #[arg(long, env = "QUINTET_DATA", default_value = "quintet-data")]
    data: PathBuf,
    /// A PostgreSQL database for accounts and scores, instead of a file in the data folder:
    /// `postgres://USER:PASSWORD@HOST:PORT/NAME`.
    #[arg(long, env = "QUINTET_DATABASE", hide_env_values = true)]
    database: Option<String>,
    /// The NATS servers, separated by commas, of servers that work as one: `nats://a,nats://b,nats://c`.
    #[arg(
        long,
        env = "QUINTET_NATS",
        value_delimiter = ',',
        requires = "database",
        hide_env_values = true
    )]
    nats: Vec<String>,
    /// A folder with the app's files, instead of those that are part of the program.
    #[arg(long, env = "QUINTET_SITE", value_parser = folder)]
    site: Option<PathBuf>,
    /// The address of a proxy on another machine, which says by `X-Forwarded-For` where clients are.
    /// Proxies on this machine are always believed.
    #[arg(long, env = "QUINTET_TRUSTED_PROXY", value_delimiter = ',')]
    trusted_proxy: Vec<IpAddr>,
    /// What to log: a level, or levels by module, such as `info,quintet_server=debug`.
    #[arg(long, env = "QUINTET_LOG", default_value = "info")]
    log: String,
    /// Log one JSON object per line. The variable takes 1, true, yes, on and their opposites.
    #[arg(long, env = "QUINTET_LOG_JSON", num_args = 0..=1, require_equals = true,
        default_value = "false", default_missing_value = "true", value_parser = BoolishValueParser::new(),
        action = ArgAction::Set)]
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
    let ServeArguments { listen, data, database, site, .. } = arguments;
    let trusted = arguments.trusted_proxy;
    let metrics = Some(arguments.metrics_listen);
    let nats = (!arguments.nats.is_empty()).then(|| NatsConfig::new(arguments.nats));
    let config = Config { listen, metrics, data, database, nats, site, timing, bots, trusted };
    let runtime = quintet_server::runtime().map_err(|problem| problem.to_string())?;
    runtime.block_on(async {
        let mut stop = Box::pin(told_to_stop().map_err(|problem| problem.to_string())?);
        let server = tokio::select! {
            started = Server::start(config) => started.map_err(|problem| problem.to_string())?,
            () = &mut stop => return Ok(()),
        };
        let address = server.address().map_err(|problem| problem.to_string())?;
        // A server goes on if the reader of its address has gone.
        let _ = crate::output::print(format_args!(
            "Quintet is at http://{address}/   (Ctrl+C ends it)"
        ));
        server.run(stop).await.map_err(|problem| problem.to_string())
    })
}

fn log_to_stderr(filter: &str, json: bool) -> Result<(), String> {
    // A word that is no level would be taken for a module.
    let words = filter.split(',').map(str::trim).filter(|word| !word.contains('='));
    for word in words {
        if LevelFilter::from_str(word).is_err() {
            return Err(format!(
                "`{word}` is no log level; there are off, error, warn, info, debug and trace"
            ));
        }
    }
    let filter = Targets::from_str(filter)
        .map_err(|problem| format!("`{filter}` is no log filter: {problem}"))?;
    let colours = std::io::stderr().is_terminal()
        && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(colours)
        .log_internal_errors(false);
    let lines = if json { lines.json().boxed() } else { lines.boxed() };
    tracing_subscriber::registry().with(lines.with_filter(filter)).init();
    Ok(())
}

/// The first address of a host name, or an address as it is.
fn address(text: &str) -> Result<SocketAddr, String> {
    let mut found = text.to_socket_addrs().map_err(|error| match error.kind() {
        std::io::ErrorKind::InvalidInput => "expected HOST:PORT, such as localhost:8080".to_owned(),
        _ => format!("there is no such host: {error}"),
    })?;
    found.next().ok_or_else(|| "the host has no address".to_owned())
}

fn folder(text: &str) -> Result<PathBuf, String> {
    if text.is_empty() { Err("the folder's name is empty".into()) } else { Ok(text.into()) }
}

/// Ctrl+C, or the word of a service manager. Both are listened for from this call on, so that they
/// end a server properly that still opens its database, too.
#[cfg(unix)]
fn told_to_stop() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupted = signal(SignalKind::interrupt())?;
    let mut terminated = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupted.recv() => {}
            _ = terminated.recv() => {}
        }
    })
}

/// Ctrl+C.
#[cfg(not(unix))]
fn told_to_stop() -> std::io::Result<impl Future<Output = ()>> {
    let mut interrupted = tokio::signal::windows::ctrl_c()?;
    Ok(async move {
        interrupted.recv().await;
    })
}
