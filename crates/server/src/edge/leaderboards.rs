//! The leaderboards, over HTTP.
//!
//! `POST /api/seeds?game=marathon` issues a ticket, `POST /api/scores?ticket=N` takes the replay,
//! `GET /api/scores?game=marathon&span=day` lists, `GET /api/replays/N` hands out a replay. The
//! first two name the device by `Authorization: Bearer SECRET`.

use std::sync::Arc;
use std::time::Instant;

use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use quintet_engine::GameName;
use quintet_protocol::Secret;
use quintet_protocol::http::{
    AcceptedScore, ErrorCode, IssuedTicket, LeaderboardEntry, Span, ranked_games,
};
use serde::Deserialize;
use tracing::{error, info};

use crate::edge::answer::Format;
use crate::rooms::hub::Hub;
use crate::secure_random;
use crate::serve::App;
use crate::store::{KnownPlayer, Score, StoreError, Ticket, unix_micros};
use crate::verify::{Verdict, verify};

/// The most tickets a player holds; the oldest is dropped for a new one.
const MAX_TICKETS: u32 = 8;
/// How many places a leaderboard shows.
const PLACES: u32 = 100;
const DAY: u64 = 24 * 60 * 60 * 1_000_000;

impl From<StoreError> for ErrorCode {
    fn from(problem: StoreError) -> ErrorCode {
        error!(%problem, "the store failed a request");
        ErrorCode::Unavailable
    }
}

/// Which game.
#[derive(Deserialize)]
pub(crate) struct WhichGame {
    game: String,
}

/// Issues a ticket for one game.
pub(crate) async fn issue(
    State(app): State<App>,
    format: Format,
    query: Result<Query<WhichGame>, QueryRejection>,
    headers: HeaderMap,
) -> Response {
    let issued = async {
        let Query(WhichGame { game }) = query.map_err(|_| ErrorCode::BadRequest)?;
        let game = ranked_game(&game)?;
        let player = player(&app.hub, &headers).await?.player;
        let (ticket, seed) = (secure_random::number(), secure_random::number());
        let issued = Ticket { ticket, player, game, seed, issued: unix_micros() };
        app.hub.scores.issue(issued, MAX_TICKETS).await?;
        Ok(IssuedTicket { ticket, seed })
    };
    format.answer(issued.await)
}

/// Which ticket a replay was played by.
#[derive(Deserialize)]
pub(crate) struct WhichTicket {
    ticket: u64,
}

/// Takes a replay, verifies it, and keeps its score.
pub(crate) async fn submit(
    State(app): State<App>,
    format: Format,
    query: Result<Query<WhichTicket>, QueryRejection>,
    headers: HeaderMap,
    replay: Result<Bytes, BytesRejection>,
) -> Response {
    let accepted = async {
        let Query(WhichTicket { ticket }) = query.map_err(|_| ErrorCode::BadRequest)?;
        let known = player(&app.hub, &headers).await?;
        let replay = replay.map_err(|problem| match problem.status() {
            StatusCode::PAYLOAD_TOO_LARGE => ErrorCode::TooLarge,
            _ => ErrorCode::BadRequest,
        })?;
        take_score(&app, known, ticket, replay).await
    };
    format.answer(accepted.await)
}

async fn take_score(
    app: &App,
    known: KnownPlayer,
    ticket: u64,
    replay: Bytes,
) -> Result<AcceptedScore, ErrorCode> {
    let (hub, player) = (&app.hub, known.player);
    let Some(ticket) = hub.scores.redeem(ticket, player).await? else {
        hub.metrics.scores_refused.add(1);
        return Err(ErrorCode::NoTicket);
    };
    let now = unix_micros();
    let verdict = verify_apart(app, replay.clone(), ticket, now).await.inspect_err(|_| {
        hub.metrics.scores_refused.add(1);
    })?;
    let Verdict { rank_by, score, lines, level, duration } = verdict;
    let (id, game, name) = (ticket.ticket, ticket.game, known.name);
    let kept =
        Score { id, player, name, game, rank_by, score, lines, level, duration, played: now };
    hub.scores.add(kept, replay.into()).await?;
    let mut places = [None; Span::ALL.len()];
    for (place, span) in places.iter_mut().zip(Span::ALL) {
        let best = hub.scores.best(game, since(span, now), PLACES).await?;
        *place = (1..).zip(best).find(|(_, score)| score.id == id).map(|(place, _)| place);
    }
    hub.metrics.scores_accepted.add(1);
    info!(game = game.name(), score, lines, duration_us = duration.0, "a score was accepted");
    Ok(AcceptedScore { id, score, lines, duration_us: duration.0, places })
}

/// Verifies a replay on a thread that may block; few do so at once.
async fn verify_apart(
    app: &App,
    replay: Bytes,
    ticket: Ticket,
    now: u64,
) -> Result<Verdict, ErrorCode> {
    let stopping = |_| ErrorCode::Unavailable;
    let permit = Arc::clone(&app.verifying).acquire_owned().await;
    let permit = permit.map_err(|_| ErrorCode::Unavailable)?;
    let begin = Instant::now();
    let verdict = tokio::task::spawn_blocking(move || {
        let verdict = verify(&replay, &ticket, now);
        drop(permit);
        verdict
    });
    let verdict = verdict.await.map_err(stopping)?;
    app.hub.metrics.verifying.observe(begin.elapsed());
    verdict.map_err(|doubt| {
        info!(%doubt, "a score was refused");
        doubt.code()
    })
}

/// The time that a list begins at.
fn since(span: Span, now: u64) -> u64 {
    match span {
        Span::Day => now.saturating_sub(DAY),
        Span::Week => now.saturating_sub(7 * DAY),
        Span::All => 0,
    }
}

/// Which list.
#[derive(Deserialize)]
pub(crate) struct WhichList {
    game: String,
    span: Span,
}

/// The best scores of a game.
pub(crate) async fn list(
    State(app): State<App>,
    format: Format,
    query: Result<Query<WhichList>, QueryRejection>,
) -> Response {
    let listed = async {
        let Query(WhichList { game, span }) = query.map_err(|_| ErrorCode::BadRequest)?;
        let game = ranked_game(&game)?;
        let best = app.hub.scores.best(game, since(span, unix_micros()), PLACES).await?;
        let entries = (1..).zip(best).map(|(place, score)| LeaderboardEntry {
            place,
            id: score.id,
            name: score.name,
            score: score.score,
            lines: score.lines,
            level: score.level,
            duration_us: score.duration.0,
            played_ms: score.played / 1000,
        });
        Ok(entries.collect::<Vec<_>>())
    };
    format.answer(listed.await)
}

/// The replay of a score.
pub(crate) async fn replay(
    State(app): State<App>,
    format: Format,
    id: Result<Path<u64>, PathRejection>,
) -> Response {
    let found = async {
        let Path(id) = id.map_err(|_| ErrorCode::BadRequest)?;
        app.hub.scores.replay(id).await?.ok_or(ErrorCode::NoReplay)
    };
    match found.await {
        Ok(replay) => {
            let head = [
                (header::CONTENT_TYPE, "application/octet-stream"),
                (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
            ];
            (head, replay).into_response()
        }
        Err(code) => format.answer::<()>(Err(code)),
    }
}

fn ranked_game(name: &str) -> Result<GameName, ErrorCode> {
    ranked_games().find(|game| game.name() == name).ok_or(ErrorCode::NoLeaderboard)
}

/// The player whose device asks.
async fn player(hub: &Hub, headers: &HeaderMap) -> Result<KnownPlayer, ErrorCode> {
    let secret = headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.strip_prefix("Bearer "))
        .and_then(Secret::from_hex);
    let print = secure_random::fingerprint(secret.ok_or(ErrorCode::UnknownDevice)?);
    hub.accounts.player(print).await?.ok_or(ErrorCode::UnknownDevice)
}
