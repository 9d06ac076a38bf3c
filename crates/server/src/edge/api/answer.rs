//! Answers over HTTP: as JSON, or as postcard if the client accepts that.

use std::convert::Infallible;

use axum::Json;
use axum::body::Bytes;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use quintet_protocol::encode;
use quintet_protocol::http::{BINARY, ErrorCode, Refused};
use serde::Serialize;

use crate::edge::address::{ClientAddress, Permit, Resource};
use crate::serve::App;

/// How a client wants to be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Json,
    Postcard,
}

impl<S: Sync> FromRequestParts<S> for Format {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Format, Infallible> {
        let accepted = parts.headers.get(header::ACCEPT).map(header::HeaderValue::as_bytes);
        Ok(if accepted == Some(BINARY.as_bytes()) { Format::Postcard } else { Format::Json })
    }
}

impl Format {
    /// The answer to a request.
    pub(crate) fn answer<T: Serialize>(self, answer: Result<T, ErrorCode>) -> Response {
        match answer {
            Ok(answer) => self.body(&answer),
            Err(error) => (status(error), self.body(&Refused { error })).into_response(),
        }
    }

    fn body<T: Serialize>(self, value: &T) -> Response {
        match self {
            Format::Json => Json(value).into_response(),
            Format::Postcard => ([(header::CONTENT_TYPE, BINARY)], encode(value)).into_response(),
        }
    }
}

/// A replay that is being sent, and the permit for it, which is given back when no part of the replay is
/// in memory any more.
struct SentReplay {
    bytes: Vec<u8>,
    _permit: Permit,
}

impl AsRef<[u8]> for SentReplay {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// The answer to a request for a replay, which never changes. An address may have few of them under way,
/// because each is in memory until all of it has been taken.
pub(crate) async fn replay_answer(
    app: &App,
    ClientAddress(address): ClientAddress,
    format: Format,
    replay: impl Future<Output = Result<Vec<u8>, ErrorCode>>,
) -> Response {
    let Some(permit) = app.hub.addresses.take(address, Resource::Download, app.hub.clock.now())
    else {
        app.hub.metrics.too_many.add(1);
        return format.answer::<()>(Err(ErrorCode::Busy));
    };
    match replay.await {
        Ok(replay) => {
            let replay = Bytes::from_owner(SentReplay { bytes: replay, _permit: permit });
            let head = [
                (header::CONTENT_TYPE, "application/octet-stream"),
                (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
            ];
            (head, replay).into_response()
        }
        Err(code) => format.answer::<()>(Err(code)),
    }
}

const fn status(error: ErrorCode) -> StatusCode {
    match error {
        ErrorCode::BadRequest => StatusCode::BAD_REQUEST,
        ErrorCode::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        ErrorCode::Unavailable | ErrorCode::Busy => StatusCode::SERVICE_UNAVAILABLE,
        ErrorCode::UnknownDevice => StatusCode::UNAUTHORIZED,
        ErrorCode::Banned => StatusCode::FORBIDDEN,
        ErrorCode::TooManyReports | ErrorCode::TooManySeeds => StatusCode::TOO_MANY_REQUESTS,
        ErrorCode::NoLeaderboard
        | ErrorCode::NoReplay
        | ErrorCode::NothingToReport
        | ErrorCode::NoMove => StatusCode::NOT_FOUND,
        ErrorCode::NoTicket => StatusCode::CONFLICT,
        ErrorCode::ReplayUnreadable
        | ErrorCode::ReplayVersion
        | ErrorCode::ReplayStart
        | ErrorCode::ReplayRules
        | ErrorCode::ReplaySeed
        | ErrorCode::ReplayGarbage
        | ErrorCode::ReplayUnfinished
        | ErrorCode::ReplayDuration
        | ErrorCode::ReplayTooFast
        | ErrorCode::ReplayMismatch
        | ErrorCode::PlayedSlow
        | ErrorCode::PlayedAhead
        | ErrorCode::PausedTooLong
        | ErrorCode::NotFollowed => StatusCode::UNPROCESSABLE_ENTITY,
    }
}
