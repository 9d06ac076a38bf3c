//! The wiring of the server.

use std::future::Future;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::{Next, from_fn_with_state, map_response};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use quintet_protocol::Ending;
use quintet_protocol::http::{ErrorCode, Span};
use tokio::net::TcpListener;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tower_http::trace::TraceLayer;
use tracing::{error, info, warn};

#[cfg(unix)]
use crate::admin::{self, AdminSocket};
use crate::clock::Clock;
use crate::cluster::Cluster;
use crate::edge::accept::accept;
use crate::edge::address::{AddressBook, ClientAddress};
use crate::edge::api::answer::Format;
use crate::edge::api::health::{self, Health};
use crate::edge::api::lists::{Lists, since};
use crate::edge::api::{leaderboards, matches, moves, reports};
use crate::edge::site::{self, Site};
use crate::edge::socket;
use crate::limits::{GAMES_KEPT, MAX_REPLAY, PLACES, REPLAYS_PRUNED_AT_ONCE, TICKETS_KEPT_FOR};
use crate::metrics::Metrics;
use crate::ranked::verifier::Verifier;
use crate::rooms::bots::Bots;
use crate::rooms::ended_game::GamesToKeep;
use crate::rooms::hub::Hub;
use crate::rooms::room::Timing;
use crate::store::local::FolderLock;
use crate::store::nats::{self, Nats, NatsConfig, NatsJournal};
use crate::store::{
    JournalWriter, MatchResult, Outcomes, Pending, StoreError, Stores, local, postgres, recover,
    store_result_or_end,
};

/// How often those who wait for an opponent are paired.
const PAIRING_EVERY: Duration = Duration::from_secs(1);
/// How often old tickets, replays of scores that are on no list and journal entries of matches that are over are deleted.
const TIDYING_EVERY: Duration = Duration::from_mins(1);
/// How long after a failure a result is stored again.
const STORE_AGAIN: Duration = Duration::from_secs(1);
/// How long connections have to send the farewell.
const FAREWELL: Duration = Duration::from_millis(500);

/// What an operator decides.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen.
    pub listen: SocketAddr,
    /// Where to answer `/metrics`, which the public has no business with; nowhere if not said.
    pub metrics: Option<SocketAddr>,
    /// Where the database lives.
    pub data: PathBuf,
    /// The address of a PostgreSQL database for accounts and scores, instead of a file in `data`.
    pub database: Option<String>,
    /// The NATS that servers share which work as one; empty for a server alone. It needs `database`.
    pub nats: Option<NatsConfig>,
    /// The app's files, where they are not those that are part of the program.
    pub site: Option<PathBuf>,
    /// Countdowns and time limits.
    pub timing: Timing,
    /// When bots offer themselves, and how many.
    pub bots: Bots,
    /// Proxies on other machines that say where clients are.
    pub trusted: Vec<IpAddr>,
}

/// Why the server cannot run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address cannot be used.
    #[error("cannot listen on {0}: {1}; {advice}", advice = listen_advice(.1))]
    Listen(SocketAddr, std::io::Error),
    /// The address for `/metrics` cannot be used.
    #[error(
        "cannot answer /metrics on {0}: {1}; is another server running there? Choose another by \
         --metrics-listen"
    )]
    Metrics(SocketAddr, std::io::Error),
    /// The app's folder cannot be read.
    #[error("cannot read the app's files in {0}: {1}")]
    Site(PathBuf, std::io::Error),
    /// The database cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What to do about an address that cannot be used.
fn listen_advice(problem: &std::io::Error) -> &'static str {
    match problem.kind() {
        std::io::ErrorKind::AddrInUse => {
            "is another server running there? Choose another by --listen"
        }
        std::io::ErrorKind::PermissionDenied => {
            "ports below 1024 need a privilege; choose another by --listen"
        }
        _ => "choose an address of this machine by --listen",
    }
}

/// What handlers share.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) hub: Arc<Hub>,
    pub(crate) site: Arc<Site>,
    pub(crate) verifier: Arc<Verifier>,
    pub(crate) lists: Arc<Lists>,
    pub(crate) health: Arc<Health>,
    pub(crate) trusted: Arc<[IpAddr]>,
}

/// A runtime for a server. Of several cores it leaves one to the threads that verify replays, ask the
/// database and think for bots: messages that go from core to core cost more, and arrive later.
pub fn runtime() -> std::io::Result<tokio::runtime::Runtime> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let workers = cores.saturating_sub(1).max(1);
    tokio::runtime::Builder::new_multi_thread().worker_threads(workers).enable_all().build()
}

/// A server that listens and is ready to run.
pub struct Server {
    listener: TcpListener,
    metrics_listener: Option<TcpListener>,
    #[cfg(unix)]
    admin: Option<AdminSocket>,
    app: App,
    results: UnboundedReceiver<MatchResult>,
    games: Arc<GamesToKeep>,
    lost: UnboundedReceiver<u64>,
    writing: tokio::task::JoinHandle<()>,
    folder: FolderLock,
}

impl Server {
    /// Opens the database, takes up the matches that were on, and listens.
    pub async fn start(config: Config) -> Result<Server, ServeError> {
        Box::pin(Server::start_by(config, Clock::start())).await
    }

    /// The same by another clock than the system's.
    pub async fn start_by(config: Config, clock: Clock) -> Result<Server, ServeError> {
        let site = match &config.site {
            None => Site::embedded(),
            Some(folder) => Site::from_folder(folder)
                .map_err(|problem| ServeError::Site(folder.clone(), problem))?,
        };
        if !site.has_app() {
            warn!(
                "there is no app to serve, only matches and leaderboards; build it by \
                 `cargo xtask dist`, then build again or name the folder by --site"
            );
        }
        let metrics = Arc::new(Metrics::default());
        let Opened { stores, folder, cluster } = Box::pin(open_stores(&config, &metrics)).await?;
        let Stores { mut journal, accounts, scores } = stores;
        // Matches in a shared journal may be on elsewhere.
        let running = match cluster {
            None => {
                let (accounts, scores) = (accounts.as_ref(), scores.as_ref());
                recover(journal.as_mut(), accounts, scores, clock.unix()).await?.running
            }
            Some(_) => Vec::new(),
        };
        let listener = TcpListener::bind(config.listen)
            .await
            .map_err(|problem| ServeError::Listen(config.listen, problem))?;
        let metrics_listener = match config.metrics {
            Some(address) => Some(
                TcpListener::bind(address)
                    .await
                    .map_err(|problem| ServeError::Metrics(address, problem))?,
            ),
            None => None,
        };
        let (results, decided) = unbounded_channel();
        let (lost, lost_matches) = unbounded_channel();
        let games = Arc::new(GamesToKeep::default());
        let outcomes = Outcomes { games: Arc::clone(&games), results: results.clone(), lost };
        let (journal, writing) = JournalWriter::start(journal, outcomes, Arc::clone(&metrics));
        let settings = (cluster, config.timing, config.bots);
        let hub = Hub::new(clock, metrics, journal, accounts, scores, settings);
        for saved in running {
            let (match_id, code) = (saved.match_id, saved.code);
            let unwon = saved.unwon(Ending::Interrupted);
            if hub.take_up(saved) {
                info!(match_id, room = %code, "a match is taken up again");
            } else {
                warn!(match_id, room = %code, "a match cannot be taken up again");
                let _ = results.send(unwon);
            }
        }
        let verifier = Arc::new(Verifier::start(&hub.metrics));
        let (site, lists, health) = (Arc::new(site), Arc::default(), Arc::default());
        let app = App { hub, site, verifier, lists, health, trusted: config.trusted.into() };
        #[cfg(unix)]
        let admin = AdminSocket::open(&config.data)
            .inspect_err(|problem| warn!(%problem, "operators cannot be answered"))
            .ok();
        let (results, lost) = (decided, lost_matches);
        Ok(Server {
            listener,
            metrics_listener,
            #[cfg(unix)]
            admin,
            app,
            results,
            games,
            lost,
            writing,
            folder,
        })
    }

    /// Where it listens.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Where `/metrics` is answered.
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics_listener.as_ref()?.local_addr().ok()
    }

    /// What is counted.
    pub fn metrics(&self) -> Arc<Metrics> {
        Arc::clone(&self.app.hub.metrics)
    }

    /// Serves until `stop` is ready; then tells players, and writes what is left.
    pub async fn run(
        self,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ServeError> {
        let hub = Arc::clone(&self.app.hub);
        let node = match &hub.cluster {
            Some(cluster) => Some(cluster.start(&hub).await?),
            None => None,
        };
        let pairing = tokio::spawn(keep_pairing(Arc::clone(&hub)));
        // Counted apart, because an operator has to see a flood of connections.
        let measured = Arc::new(AddressBook::default());
        let tidying = tokio::spawn(keep_tidy(Arc::clone(&hub), Arc::clone(&measured)));
        let storing = tokio::spawn(keep_storing(Arc::clone(&hub), self.games, self.results));
        let closing = tokio::spawn(close_lost_rooms(Arc::clone(&hub), self.lost));
        let (journal, accepting) = (hub.journal.clone(), Arc::clone(&hub));
        let farewell = async move {
            stop.await;
            info!("stopping");
            if let (Some(cluster), Some(node)) = (&hub.cluster, node) {
                // Players are told when the rooms may be taken over, so that they come back once.
                cluster.drain();
                hub.hand_over_all();
                let _ = hub.journal.tidy().await;
                cluster.hand_over(&node).await;
            }
            hub.say_farewell();
            tokio::time::sleep(FAREWELL).await;
        };
        let trusted = Arc::clone(&self.app.trusted);
        let (watching, watched) = (Arc::clone(&accepting), Arc::clone(&trusted));
        let (metrics_listener, app) = (self.metrics_listener, self.app.clone());
        let measuring = tokio::spawn(async move {
            if let Some(listener) = metrics_listener {
                accept(listener, metrics_routes(app), watching, watched, measured).await;
            }
        });
        #[cfg(unix)]
        let administering = tokio::spawn({
            let (admin, app) = (self.admin, self.app.clone());
            async move {
                if let Some(admin) = admin {
                    admin::serve(admin, app).await;
                }
            }
        });
        let book = Arc::clone(&accepting.addresses);
        let serving = accept(self.listener, routes(self.app), accepting, trusted, book);
        tokio::select! {
            () = serving => {}
            () = farewell => {}
        }
        #[cfg(unix)]
        administering.abort();
        measuring.abort();
        pairing.abort();
        tidying.abort();
        closing.abort();
        journal.stop().await;
        let _ = self.writing.await;
        // A result that is not stored yet is in the journal, and stored after the next start.
        storing.abort();
        drop(self.folder);
        info!("stopped");
        Ok(())
    }
}

/// The stores, and what comes with them.
struct Opened {
    stores: Stores,
    folder: FolderLock,
    cluster: Option<Arc<Cluster>>,
}

async fn open_stores(config: &Config, metrics: &Arc<Metrics>) -> Result<Opened, StoreError> {
    // Without a database of its own too: the operators' socket and their log are in the folder.
    let folder = FolderLock::take(&config.data)?;
    if let Some(shared) = &config.nats {
        let database = config.database.as_ref().ok_or_else(|| StoreError::Unsuitable {
            service: "NATS",
            problem: "servers that share it need a common database: give --database, too".into(),
        })?;
        let (accounts, scores) = postgres::open(database, postgres::START_PATIENCE).await?;
        let nats = Nats::open(shared.clone(), nats::START_PATIENCE).await?;
        let journal = NatsJournal::open(nats.clone(), nats::START_PATIENCE).await?;
        let cluster = Cluster::open(nats, Arc::clone(metrics), nats::START_PATIENCE).await?;
        let stores = Stores { journal: Box::new(journal), accounts, scores };
        return Ok(Opened { stores, folder, cluster: Some(cluster) });
    }
    let stores = match &config.database {
        None => local::open(&config.data)?,
        Some(address) => {
            let (accounts, scores) = postgres::open(address, postgres::START_PATIENCE).await?;
            let journal = Box::new(local::open_journal(&config.data)?);
            Stores { journal, accounts, scores }
        }
    };
    Ok(Opened { stores, folder, cluster: None })
}

fn routes(app: App) -> Router {
    let api = Router::new()
        .route("/api/seeds", post(leaderboards::issue))
        .route("/api/checkpoints", post(leaderboards::follow))
        .route("/api/scores", get(leaderboards::list).post(leaderboards::submit))
        .route("/api/replays/{id}", get(leaderboards::replay))
        .route("/api/matches/{match_id}/{number}", get(matches::game))
        .route("/api/matches/{match_id}/{number}/replay", get(matches::replay))
        .route("/api/moves", post(moves::take))
        .route("/api/reports", post(reports::take))
        .route_layer(from_fn_with_state(app.clone(), limit_requests));
    Router::new()
        .route("/ws", get(socket::open))
        .route("/healthz", get(health::health))
        .route("/readyz", get(health::readiness))
        .merge(api)
        .fallback(site::file)
        .layer(DefaultBodyLimit::max(MAX_REPLAY))
        .layer(map_response(site::guard))
        .layer(TraceLayer::new_for_http())
        .with_state(app)
}

/// Refuses requests of an address that makes too many.
async fn limit_requests(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    format: Format,
    request: Request,
    next: Next,
) -> Response {
    if app.hub.addresses.may_ask(address, app.hub.clock.now()) {
        return next.run(request).await;
    }
    app.hub.metrics.too_many.add(1);
    let busy = format.answer::<()>(Err(ErrorCode::Busy));
    (StatusCode::TOO_MANY_REQUESTS, busy).into_response()
}

fn metrics_routes(app: App) -> Router {
    Router::new().route("/metrics", get(metrics)).with_state(app)
}

async fn metrics(State(app): State<App>) -> Response {
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    (kind, app.hub.metrics.text()).into_response()
}

async fn keep_pairing(hub: Arc<Hub>) {
    let mut every = tokio::time::interval(PAIRING_EVERY);
    loop {
        every.tick().await;
        match &hub.cluster {
            None => hub.pair_up(),
            Some(cluster) => {
                cluster.keep_leading().await;
                cluster.seek(&hub).await;
            }
        }
        hub.offer_bots();
    }
}

async fn keep_tidy(hub: Arc<Hub>, measured: Arc<AddressBook>) {
    let mut every = tokio::time::interval(TIDYING_EVERY);
    loop {
        every.tick().await;
        measured.tidy(hub.clock.now());
        if let Err(problem) = tidy(&hub).await {
            warn!(%problem, "the stores could not be tidied");
        }
    }
}

async fn tidy(hub: &Hub) -> Result<(), StoreError> {
    let now = hub.clock.unix();
    let kept_for = TICKETS_KEPT_FOR.as_micros() as u64;
    hub.addresses.tidy(hub.clock.now());
    hub.scores.drop_tickets(now.saturating_sub(kept_for)).await?;
    while !hub.journal.tidy().await? {}
    let lists = Span::ALL.map(|span| since(span, now)).to_vec();
    while !hub.scores.prune_replays(lists.clone(), PLACES, REPLAYS_PRUNED_AT_ONCE).await? {}
    while !hub.scores.prune_games(GAMES_KEPT, REPLAYS_PRUNED_AT_ONCE).await? {}
    Ok(())
}

/// Closes the rooms of matches that another server has taken over. Players reconnect and are led there.
async fn close_lost_rooms(hub: Arc<Hub>, mut lost: UnboundedReceiver<u64>) {
    while let Some(match_id) = lost.recv().await {
        hub.abandon_match(match_id);
    }
}

/// Keeps games that are over, and stores the results that are in the journal, which then no longer
/// needs the match. A game is handed over before the result of its match, and stored before it.
async fn keep_storing(
    hub: Arc<Hub>,
    games: Arc<GamesToKeep>,
    mut results: UnboundedReceiver<MatchResult>,
) {
    loop {
        tokio::select! {
            biased;
            game = games.next() => {
                let (ended, game) = (hub.clock.unix(), Arc::new(game));
                let replayed = Arc::clone(&game);
                let replaying = move || (replayed.played(ended), replayed.reported_faults());
                let Ok((played, faults)) = tokio::task::spawn_blocking(replaying).await else {
                    continue;
                };
                for fault in faults {
                    fault.counter(&hub.metrics).add(1);
                    warn!(match_id = game.match_id(), %fault, "a client's fault");
                }
                if !is_stored(&hub, hub.scores.keep_game(played)).await {
                    // Its reports have been looked into.
                    games.put_back(Arc::unwrap_or_clone(game).with_reports(Vec::new()));
                }
            }
            Some(result) = results.recv() => {
                let (match_id, decided) = (result.match_id, hub.clock.unix());
                let store = || store_result_or_end(&*hub.accounts, &result, decided);
                while !is_stored(&hub, Box::pin(store())).await {}
                while !hub.journal.remove(match_id) {
                    tokio::time::sleep(STORE_AGAIN).await;
                }
            }
        }
    }
}

/// Stores something; if that fails, it may be tried again when this is ready. What the database refuses
/// for good is given up, so that nothing waits behind it.
async fn is_stored(hub: &Hub, storing: Pending<'_, ()>) -> bool {
    match storing.await {
        Ok(()) => hub.metrics.results_fail.set(0),
        Err(problem) if problem.is_refusal() => {
            error!(%problem, "a result or a game is refused by the database, and lost");
            hub.metrics.store_failures.add(1);
        }
        Err(problem) => {
            warn!(%problem, "a result or a game could not be stored");
            hub.metrics.results_fail.set(1);
            tokio::time::sleep(STORE_AGAIN).await;
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use std::pin::pin;

    use quintet_engine::Micros;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpStream;

    use super::*;
    use crate::edge::address::Resource;
    use crate::limits::MAX_CONNECTIONS;
    use crate::store::unix_micros;

    /// The first line of the answer; empty if the connection was not accepted.
    async fn ask(address: SocketAddr, path: &str) -> String {
        let mut stream = TcpStream::connect(address).await.expect("it listens");
        let request = format!("GET {path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n");
        let mut answer = Vec::new();
        // One that is not accepted may be gone before it has asked.
        let _ = stream.write_all(request.as_bytes()).await;
        let _ = stream.read_to_end(&mut answer).await;
        let answer = String::from_utf8_lossy(&answer).into_owned();
        answer.lines().next().unwrap_or_default().to_owned()
    }

    /// One result that could never be stored once kept all later ones waiting.
    #[tokio::test(start_paused = true)]
    async fn what_is_refused_for_good_is_given_up_and_the_rest_is_tried_again() {
        let hub = crate::rooms::hub::tests::hub();
        let away = std::io::Error::from(std::io::ErrorKind::ConnectionReset);
        for (problem, is_done, fails) in [
            (StoreError::Database(Box::new(away)), false, 1),
            (StoreError::Unreadable("a column"), true, 1),
        ] {
            let failing = Box::pin(std::future::ready(Err(problem)));
            assert_eq!(is_stored(&hub, failing).await, is_done);
            assert_eq!(hub.metrics.results_fail.get(), fails);
        }
        assert_eq!(hub.metrics.store_failures.get(), 1);
        assert!(is_stored(&hub, Box::pin(std::future::ready(Ok(())))).await);
        assert_eq!(hub.metrics.results_fail.get(), 0);
    }

    /// `/metrics` was once refused exactly when the server was flooded.
    #[tokio::test]
    async fn a_server_with_all_its_connections_refuses_others_and_still_answers_metrics() {
        let name = format!("quintet-full-{}-{}", std::process::id(), unix_micros());
        let data = std::env::temp_dir().join(name);
        let listen = SocketAddr::from(([127, 0, 0, 1], 0));
        let server = Server::start(Config {
            listen,
            metrics: Some(listen),
            data: data.clone(),
            database: None,
            nats: None,
            site: None,
            timing: Timing::default(),
            bots: Bots::default(),
            trusted: vec![],
        });
        let server = server.await.expect("a server");
        let address = server.address().expect("an address");
        let metrics = server.metrics_address().expect("an address");
        let book = Arc::clone(&server.app.hub.addresses);
        let mut running = pin!(server.run(std::future::pending()));
        let asking = async {
            let connect = |_| book.take(None, Resource::Connection, Micros::ZERO);
            let mut all: Vec<_> = (0..MAX_CONNECTIONS).filter_map(connect).collect();
            assert_eq!(all.len(), MAX_CONNECTIONS);
            assert_eq!(ask(address, "/healthz").await, "", "there is no room");
            assert_eq!(ask(metrics, "/metrics").await, "HTTP/1.1 200 OK");
            all.pop();
            assert_eq!(ask(address, "/healthz").await, "HTTP/1.1 200 OK");
        };
        tokio::select! {
            () = asking => {}
            ended = &mut running => panic!("{ended:?}"),
        }
        let _ = std::fs::remove_dir_all(data);
    }
}
