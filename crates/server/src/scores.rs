//! The leaderboards, over HTTP.
//!
//! `POST /api/seeds?game=marathon` gives out a seed, `POST /api/scores?ticket=N` takes the replay,
//! `GET /api/scores?game=marathon&span=day` lists, `GET /api/replays/N` hands out a replay. The
//! first two name the device by `Authorization: Bearer SECRET`.

use std::sync::Arc;
use std::time::Instant;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use quintet_engine::GameName;
use quintet_protocol::Secret;
use serde::{Deserialize, Serialize};
use tracing::info;

use crate::chance;
use crate::hub::Hub;
use crate::serve::App;
use crate::store::{KnownPlayer, Score, StoreError, Ticket, unix_micros};
use crate::verify::{GAMES, Verdict, verify};

/// The most seeds a player holds; the oldest is forgotten for a new one.
const MAX_TICKETS: u32 = 8;
/// How many places a leaderboard shows.
const PLACES: u32 = 100;
const DAY: u64 = 24 * 60 * 60 * 1_000_000;

/// Why a request is not answered as hoped, in words for the player.
pub(crate) struct Refused(StatusCode, String);

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        (self.0, self.1).into_response()
    }
}

impl From<StoreError> for Refused {
    fn from(problem: StoreError) -> Refused {
        tracing::error!(%problem, "the store failed a request");
        let words = "the server has trouble with its database; please try again later";
        Refused(StatusCode::SERVICE_UNAVAILABLE, words.to_owned())
    }
}

fn refused(status: StatusCode, words: impl Into<String>) -> Refused {
    Refused(status, words.into())
}

/// Which game.
#[derive(Deserialize)]
pub(crate) struct WhichGame {
    game: String,
}

/// A seed that was given out. Numbers are text, because scripts have no whole ones so large.
#[derive(Serialize)]
pub(crate) struct Seed {
    ticket: String,
    seed: String,
}

/// Gives out a seed for one game.
pub(crate) async fn issue(
    State(app): State<App>,
    Query(WhichGame { game }): Query<WhichGame>,
    headers: HeaderMap,
) -> Result<Json<Seed>, Refused> {
    let game = ranked_game(&game)?;
    let known = player(&app.hub, &headers).await?;
    let ticket = Ticket {
        ticket: chance::number(),
        player: known.player,
        game,
        seed: chance::number(),
        issued: unix_micros(),
    };
    app.hub.scores.issue(ticket, MAX_TICKETS).await?;
    Ok(Json(Seed { ticket: ticket.ticket.to_string(), seed: ticket.seed.to_string() }))
}

/// Which seed a replay was played with.
#[derive(Deserialize)]
pub(crate) struct WhichTicket {
    ticket: u64,
}

/// A score that was accepted.
#[derive(Serialize)]
pub(crate) struct Accepted {
    id: String,
    score: u64,
    lines: u32,
    duration_us: u64,
    /// Places on the lists of the day, the week and all time, where it has one.
    places: [Option<usize>; 3],
}

/// Takes a replay, plays it again, and keeps its score if it is true.
pub(crate) async fn submit(
    State(app): State<App>,
    Query(WhichTicket { ticket }): Query<WhichTicket>,
    headers: HeaderMap,
    replay: Bytes,
) -> Result<Json<Accepted>, Refused> {
    let known = player(&app.hub, &headers).await?;
    let player = known.player;
    let redeemed = app.hub.scores.redeem(ticket, player).await?;
    let Some(ticket) = redeemed else {
        app.hub.metrics.scores_refused.add(1);
        let words = "this game's seed was not given out by the server, or was used already";
        return Err(refused(StatusCode::CONFLICT, words));
    };
    let now = unix_micros();
    let verdict = play_again(&app, replay.clone(), ticket, now).await.inspect_err(|_| {
        app.hub.metrics.scores_refused.add(1);
    })?;
    let Verdict { rank_by, score, lines, level, duration } = verdict;
    let (id, game, name) = (ticket.ticket, ticket.game, known.name);
    let kept =
        Score { id, player, name, game, rank_by, score, lines, level, duration, played: now };
    app.hub.scores.add(kept, replay.into()).await?;
    let mut places = [None; 3];
    for (place, span) in places.iter_mut().zip(Span::ALL) {
        let best = app.hub.scores.best(game, span.since(now), PLACES).await?;
        *place = best.iter().position(|score| score.id == id).map(|index| index + 1);
    }
    app.hub.metrics.scores_accepted.add(1);
    info!(game = game.name(), score, lines, duration_us = duration.0, "a score was accepted");
    Ok(Json(Accepted { id: id.to_string(), score, lines, duration_us: duration.0, places }))
}

/// Plays a replay again on a thread that may take its time; few do so at once.
async fn play_again(
    app: &App,
    replay: Bytes,
    ticket: Ticket,
    now: u64,
) -> Result<Verdict, Refused> {
    let busy = || refused(StatusCode::SERVICE_UNAVAILABLE, "the server is stopping");
    let permit = Arc::clone(&app.verifying).acquire_owned().await.map_err(|_| busy())?;
    let begin = Instant::now();
    let verdict = tokio::task::spawn_blocking(move || {
        let verdict = verify(&replay, &ticket, now);
        drop(permit);
        verdict
    });
    let verdict = verdict.await.map_err(|_| busy())?;
    app.hub.metrics.verifying.observe(begin.elapsed());
    verdict.map_err(|doubt| refused(StatusCode::UNPROCESSABLE_ENTITY, doubt.to_string()))
}

/// How far a list reaches back.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Span {
    Day,
    Week,
    All,
}

impl Span {
    const ALL: [Span; 3] = [Span::Day, Span::Week, Span::All];

    fn since(self, now: u64) -> u64 {
        match self {
            Span::Day => now.saturating_sub(DAY),
            Span::Week => now.saturating_sub(7 * DAY),
            Span::All => 0,
        }
    }
}

/// Which list.
#[derive(Deserialize)]
pub(crate) struct WhichList {
    game: String,
    span: Span,
}

/// A place on a list.
#[derive(Serialize)]
pub(crate) struct Line {
    place: usize,
    id: String,
    name: String,
    score: u64,
    lines: u32,
    level: u32,
    duration_us: u64,
    played_ms: u64,
}

/// The best scores of a game.
pub(crate) async fn list(
    State(app): State<App>,
    Query(WhichList { game, span }): Query<WhichList>,
) -> Result<Json<Vec<Line>>, Refused> {
    let game = ranked_game(&game)?;
    let since = span.since(unix_micros());
    let best = app.hub.scores.best(game, since, PLACES).await?;
    let places = (1..).zip(best).map(|(place, score)| Line {
        place,
        id: score.id.to_string(),
        name: score.name,
        score: score.score,
        lines: score.lines,
        level: score.level,
        duration_us: score.duration.0,
        played_ms: score.played / 1000,
    });
    Ok(Json(places.collect()))
}

/// The replay of a score.
pub(crate) async fn replay(
    State(app): State<App>,
    Path(id): Path<u64>,
) -> Result<Response, Refused> {
    let replay = app.hub.scores.replay(id).await?;
    let Some(replay) = replay else {
        return Err(refused(StatusCode::NOT_FOUND, "there is no such replay"));
    };
    let head = [
        (header::CONTENT_TYPE, "application/octet-stream"),
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
    ];
    Ok((head, replay).into_response())
}

fn ranked_game(name: &str) -> Result<GameName, Refused> {
    let game = name.parse().ok().filter(|game| GAMES.contains(game));
    game.ok_or_else(|| {
        let names: Vec<&str> = GAMES.iter().map(|game| game.name()).collect();
        let words = format!("there is no leaderboard of {name}; there are {}", names.join(", "));
        refused(StatusCode::NOT_FOUND, words)
    })
}

/// The player whose device speaks.
async fn player(hub: &Hub, headers: &HeaderMap) -> Result<KnownPlayer, Refused> {
    let secret = headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.strip_prefix("Bearer "))
        .and_then(Secret::from_hex);
    let unknown = || {
        let words = "the server does not know this device; please connect first";
        refused(StatusCode::UNAUTHORIZED, words)
    };
    let print = chance::fingerprint(secret.ok_or_else(unknown)?);
    let known = hub.accounts.player(print).await?;
    known.ok_or_else(unknown)
}
