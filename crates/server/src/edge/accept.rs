//! Accepts connections, within limits, and hands each to the routes.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tower::ServiceExt;
use tracing::{debug, error};

use crate::edge::address::{AddressBook, ClientAddress, Permit, Resource};
use crate::edge::timed_stream::TimedStream;
use crate::limits::{HEAD_LIMIT, HEAD_SIZE};
use crate::metrics::Metrics;
use crate::rooms::hub::Hub;

/// How long after a failure the next connection is accepted.
const RETRY_AFTER: Duration = Duration::from_millis(500);

/// Accepts connections, which are counted in this book, until the server stops.
pub(crate) async fn accept(
    listener: TcpListener,
    routes: Router,
    hub: Arc<Hub>,
    trusted: Arc<[IpAddr]>,
    book: Arc<AddressBook>,
) {
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => {
                let ClientAddress(address) = ClientAddress::of_peer(peer, &trusted);
                let permit = book.take(address, Resource::Connection, hub.clock.now());
                match permit {
                    Some(permit) => {
                        let open = Arc::new(OpenConnection::new(permit, &hub.metrics));
                        tokio::spawn(serve(stream, peer, routes.clone(), open));
                    }
                    None => hub.metrics.too_many.add(1),
                }
            }
            Err(problem) if is_of_one_connection(&problem) => {
                debug!(%problem, "a connection was gone before it was accepted");
            }
            Err(problem) => {
                // At the limit of open files no new connection is accepted; existing ones continue.
                error!(%problem, "connections cannot be accepted");
                tokio::time::sleep(RETRY_AFTER).await;
            }
        }
    }
}

fn is_of_one_connection(problem: &std::io::Error) -> bool {
    use std::io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(problem.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// A connection while it is open. A request that makes a WebSocket of it holds on to this, because the
/// HTTP side ends then.
pub(crate) struct OpenConnection {
    _permit: Permit,
    metrics: Arc<Metrics>,
}

impl OpenConnection {
    fn new(permit: Permit, metrics: &Arc<Metrics>) -> OpenConnection {
        metrics.open_connections.add(1);
        OpenConnection { _permit: permit, metrics: Arc::clone(metrics) }
    }
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        self.metrics.open_connections.add(-1);
    }
}

async fn serve(stream: TcpStream, peer: SocketAddr, routes: Router, open: Arc<OpenConnection>) {
    // Messages are small and urgent: none waits until the one before it is acknowledged.
    if let Err(problem) = stream.set_nodelay(true) {
        debug!(%problem, "a connection sends with delay");
    }
    let counted = Arc::clone(&open);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(Arc::clone(&counted));
        routes.clone().oneshot(request.map(Body::new))
    });
    let mut http = http1::Builder::new();
    // The time for a head begins when the connection is idle, so that idle ones are closed by it.
    http.timer(TokioTimer::new()).header_read_timeout(HEAD_LIMIT).max_buf_size(HEAD_SIZE);
    let stream = TokioIo::new(TimedStream::new(stream));
    let connection = http.serve_connection(stream, service).with_upgrades();
    if let Err(problem) = connection.await {
        debug!(%problem, "a connection ended");
    }
    drop(open);
}
