//! The handshake, which makes a WebSocket of an HTTP connection.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tracing::debug;
use tungstenite::handshake::derive_accept_key;

use super::WebSocket;
use crate::edge::timed_stream::TimedStream;
use crate::metrics::Metrics;

/// A valid request to open a WebSocket.
pub(crate) struct Handshake {
    accept: HeaderValue,
    on_upgrade: OnUpgrade,
}

/// A WebSocket as soon as the answer has been sent.
pub(crate) struct Upgrade(OnUpgrade);

impl Handshake {
    /// The answer to the request, and the WebSocket after it.
    pub(crate) fn accept(self) -> (Response, Upgrade) {
        let mut answer = Response::new(Body::empty());
        *answer.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
        let headers = answer.headers_mut();
        headers.insert(header::CONNECTION, HeaderValue::from_static("upgrade"));
        headers.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
        headers.insert(header::SEC_WEBSOCKET_ACCEPT, self.accept);
        (answer, Upgrade(self.on_upgrade))
    }
}

impl Upgrade {
    /// Waits until the answer has been sent; none if the client has gone.
    pub(crate) async fn finish(self, metrics: &Arc<Metrics>) -> Option<WebSocket> {
        let upgraded = self.0.await.inspect_err(|problem| debug!(%problem, "no WebSocket")).ok()?;
        let parts = upgraded.downcast::<TokioIo<TimedStream<TcpStream>>>().ok()?;
        let stream = parts.io.into_inner().into_inner();
        Some(WebSocket::new(stream, parts.read_buf.into(), Arc::clone(metrics)))
    }
}

impl<S: Sync> FromRequestParts<S> for Handshake {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Handshake, Response> {
        let headers = &parts.headers;
        if parts.method != Method::GET {
            return Err(StatusCode::METHOD_NOT_ALLOWED.into_response());
        }
        let asks = lists(headers, header::CONNECTION, "upgrade")
            && lists(headers, header::UPGRADE, "websocket");
        let version = headers.get(header::SEC_WEBSOCKET_VERSION);
        if !asks || version.is_none_or(|version| version != "13") {
            let version = [(header::SEC_WEBSOCKET_VERSION, "13"), (header::UPGRADE, "websocket")];
            return Err((StatusCode::UPGRADE_REQUIRED, version).into_response());
        }
        let refused = || StatusCode::BAD_REQUEST.into_response();
        let key = headers.get(header::SEC_WEBSOCKET_KEY).ok_or_else(refused)?;
        let accept = derive_accept_key(key.as_bytes()).try_into().map_err(|_| refused())?;
        let on_upgrade = parts.extensions.remove().ok_or_else(refused)?;
        Ok(Handshake { accept, on_upgrade })
    }
}

/// Whether a header, which may be a list, has a word.
fn lists(headers: &HeaderMap, name: HeaderName, word: &str) -> bool {
    let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|part| part.trim().eq_ignore_ascii_case(word))
}
