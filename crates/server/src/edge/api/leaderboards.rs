//! The leaderboards, over HTTP.
//!
//! `POST /api/seeds?game=marathon` issues a ticket, `POST /api/checkpoints?ticket=N` follows the game,
//! `POST /api/scores?ticket=N` takes the replay, `GET /api/scores?game=marathon&span=day` lists,
//! `GET /api/replays/N` hands out a replay. The first three name the device by
//! `Authorization: Bearer SECRET`.

use std::net::IpAddr;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, header};
use axum::response::Response;
use http_body_util::LengthLimitError;
use quintet_engine::GameName;
use quintet_protocol::http::{
    AcceptedScore, Answer, ErrorCode, IssuedTicket, LeaderboardEntry, Span, ranked_games,
};
use quintet_protocol::{Checkpoint, Secret, tagged};
use serde::Deserialize;
use tracing::{error, info, warn};

use crate::edge::address::{ClientAddress, Resource};
use crate::edge::api::answer::{Format, replay_answer};
use crate::edge::api::reports::LIMITS as REPORT_LIMITS;
use crate::limits::{BODY_LIMIT, MAX_CHECKPOINT, MAX_REPLAY, SEEDS_PER_HOUR};
use crate::ranked::input_stats::InputStats;
use crate::ranked::progress::Progress;
use crate::ranked::verifier::QueueSlot;
use crate::ranked::verify::{RejectReason, Verdict, check_size};
use crate::rooms::hub::Hub;
use crate::secure_random;
use crate::serve::App;
use crate::store::{KnownPlayer, Report, Score, StoreError, Ticket};

/// Over how long a player's seeds are counted.
const HOUR: Duration = Duration::from_hours(1);

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
        let now = app.hub.clock.unix();
        let progress = Progress::begun(now);
        let issued = Ticket { ticket, player, game, seed, issued: now, progress };
        let since = now.saturating_sub(HOUR.as_micros() as u64);
        if app.hub.scores.issue(issued, since, SEEDS_PER_HOUR).await? {
            Ok(IssuedTicket { ticket, seed })
        } else {
            Err(ErrorCode::TooManySeeds)
        }
    };
    format.answer(issued.await)
}

/// Which ticket a replay was played by.
#[derive(Deserialize)]
pub(crate) struct WhichTicket {
    ticket: u64,
}

/// Follows a ranked game: takes what was played since the last checkpoint.
pub(crate) async fn follow(
    State(app): State<App>,
    format: Format,
    query: Result<Query<WhichTicket>, QueryRejection>,
    headers: HeaderMap,
    body: Body,
) -> Response {
    let followed = async {
        let Query(WhichTicket { ticket }) = query.map_err(|_| ErrorCode::BadRequest)?;
        let player = player(&app.hub, &headers).await?.player;
        let mut known = app.hub.scores.ticket(ticket, player).await?.ok_or(ErrorCode::NoTicket)?;
        let body = read_body(body, MAX_CHECKPOINT).await?;
        let now = app.hub.clock.unix();
        let checkpoint = Checkpoint::decode(&body).ok_or(ErrorCode::BadRequest)?;
        loop {
            let goal = known.game.rules().goal;
            let progress = known.progress.after(&checkpoint, goal, known.issued, now);
            let is_kept =
                progress == known.progress || app.hub.scores.follow(known, progress).await?;
            if let Some(code) = progress.refused().filter(|_| is_kept) {
                return Err(code);
            }
            if is_kept {
                return Ok(progress.checked());
            }
            // Another checkpoint of the same game came in between.
            known = app.hub.scores.ticket(ticket, player).await?.ok_or(ErrorCode::NoTicket)?;
        }
    };
    format.answer(followed.await)
}

/// Takes a replay, verifies it, and keeps its score. The replay is read only once it is known that the
/// ticket is good, that its game has ended, and that a replay of this length can be that game's.
pub(crate) async fn submit(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    format: Format,
    query: Result<Query<WhichTicket>, QueryRejection>,
    headers: HeaderMap,
    replay: Body,
) -> Response {
    let accepted = async {
        let Query(WhichTicket { ticket }) = query.map_err(|_| ErrorCode::BadRequest)?;
        let announced = announced_length(&headers);
        if announced.is_some_and(|length| length > MAX_REPLAY) {
            return Err(ErrorCode::TooLarge);
        }
        let known = player(&app.hub, &headers).await?;
        let upload = Upload { address, announced, body: replay };
        take_score(&app, known, ticket, upload).await
    };
    format.answer(accepted.await)
}

fn announced_length(headers: &HeaderMap) -> Option<usize> {
    headers.get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

async fn read_body(body: Body, most: usize) -> Result<Bytes, ErrorCode> {
    let reading = tokio::time::timeout(BODY_LIMIT, axum::body::to_bytes(body, most)).await;
    let read = reading.map_err(|_| ErrorCode::BadRequest)?;
    read.map_err(|problem| match problem.into_inner().downcast::<LengthLimitError>() {
        Ok(_) => ErrorCode::TooLarge,
        Err(_) => ErrorCode::BadRequest,
    })
}

/// A replay that has not been read yet.
struct Upload {
    address: Option<IpAddr>,
    /// Its length, if the client has said it.
    announced: Option<usize>,
    body: Body,
}

/// Reads a replay.
async fn receive(hub: &Hub, ticket: &Ticket, upload: Upload) -> Result<Bytes, ErrorCode> {
    let now = hub.clock.now();
    let Some(unfinished) = hub.addresses.take(upload.address, Resource::Replay, now) else {
        hub.metrics.too_many.add(1);
        return Err(ErrorCode::Busy);
    };
    let most = ticket.progress.largest_replay().min(MAX_REPLAY);
    let replay = read_body(upload.body, most).await;
    drop(unfinished);
    replay
}

async fn take_score(
    app: &App,
    known: KnownPlayer,
    number: u64,
    upload: Upload,
) -> Result<AcceptedScore, ErrorCode> {
    let (hub, player) = (&app.hub, known.player);
    let Some(ticket) = hub.scores.ticket(number, player).await? else {
        // The answer to an earlier request may have been lost.
        if let Some(score) = hub.scores.score(number, player).await? {
            return accepted(app, score).await;
        }
        hub.metrics.scores_refused.add(1);
        return Err(ErrorCode::NoTicket);
    };
    if let Err(reason) = check_size(upload.announced.unwrap_or(0), &ticket) {
        return Err(refuse(hub, &ticket, reason).await?);
    }
    let replay = receive(hub, &ticket, upload).await?;
    // The place in the queue is taken once the whole replay is here, so that nobody waits for a slow
    // upload. From here on the client may hang up: the ticket is used nevertheless, so that a place is
    // never taken twice for it, and the answer can be asked for again.
    let place = app.verifier.reserve(player).ok_or(ErrorCode::Busy)?;
    let judging = tokio::spawn(judge(app.clone(), known, ticket, replay, place));
    judging.await.unwrap_or(Err(ErrorCode::Unavailable))
}

/// Counts a refused score and uses its ticket up; what the client is told.
async fn refuse(hub: &Hub, ticket: &Ticket, reason: RejectReason) -> Result<ErrorCode, StoreError> {
    info!(%reason, "a score was refused");
    hub.metrics.scores_refused.add(1);
    hub.scores.spend(ticket.ticket).await?;
    Ok(reason.code())
}

/// Verifies a replay in its turn, and keeps its score.
async fn judge(
    app: App,
    known: KnownPlayer,
    ticket: Ticket,
    replay: Bytes,
    place: QueueSlot,
) -> Result<AcceptedScore, ErrorCode> {
    let (hub, player) = (&app.hub, known.player);
    let verdict = place.verify(replay.clone(), ticket).await.ok_or(ErrorCode::Unavailable)?;
    let verdict = match verdict {
        Ok(verdict) => verdict,
        Err(reason) => return Err(refuse(hub, &ticket, reason).await?),
    };
    let Verdict { rank_by, score, lines, level, duration, suspicion } = verdict;
    let (id, game, name, now) = (ticket.ticket, ticket.game, known.name, hub.clock.unix());
    let kept =
        Score { id, player, name, game, rank_by, score, lines, level, duration, played: now };
    if let Some(hands) = suspicion {
        // Before the score is kept: if this fails, the client submits it again.
        report(hub, &kept, &hands).await?;
    }
    if !hub.scores.add(kept.clone(), replay.into()).await? {
        // The same score may have been submitted twice at once, and the other one was quicker.
        let score = hub.scores.score(id, player).await?.ok_or(ErrorCode::NoTicket)?;
        return accepted(&app, score).await;
    }
    app.lists.add(&kept).await;
    hub.metrics.scores_accepted.add(1);
    info!(game = game.name(), score, lines, duration_us = duration.0, "a score was accepted");
    accepted(&app, kept).await
}

/// Asks a moderator to look at a score that looks like a program's. The score counts meanwhile.
async fn report(hub: &Hub, score: &Score, hands: &InputStats) -> Result<(), ErrorCode> {
    let report = Report {
        id: 0,
        from: None,
        about: score.player,
        match_id: None,
        score: Some(score.id),
        reason: format!("hands like a program's: {hands}"),
        made: score.played,
        is_open: true,
    };
    if !hub.accounts.report(report, REPORT_LIMITS).await? {
        warn!(score = score.id, %hands, "a suspicious score is not flagged: close some reports");
    }
    Ok(())
}

/// The answer for a score that is kept.
async fn accepted(app: &App, score: Score) -> Result<AcceptedScore, ErrorCode> {
    let mut places = [None; Span::ALL.len()];
    let (scores, now) = (app.hub.scores.as_ref(), app.hub.clock.unix());
    for (place, span) in places.iter_mut().zip(Span::ALL) {
        let best = app.lists.get(scores, score.game, span, now).await?;
        *place = (1..).zip(&*best).find(|(_, best)| best.id == score.id).map(|(place, _)| place);
    }
    let Score { id, score, lines, duration, .. } = score;
    Ok(AcceptedScore { id, score, lines, duration_us: duration.0, places })
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
        let (scores, now) = (app.hub.scores.as_ref(), app.hub.clock.unix());
        let best = app.lists.get(scores, game, span, now).await?;
        let entries = (1..).zip(&*best).map(|(place, score)| LeaderboardEntry {
            place,
            id: score.id,
            name: tagged(&score.name, score.player),
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
    address: ClientAddress,
    format: Format,
    id: Result<Path<u64>, PathRejection>,
) -> Response {
    let found = async {
        let Path(id) = id.map_err(|_| ErrorCode::BadRequest)?;
        app.hub.scores.replay(id).await?.ok_or(ErrorCode::NoReplay)
    };
    replay_answer(&app, address, format, found).await
}

fn ranked_game(name: &str) -> Result<GameName, ErrorCode> {
    ranked_games().find(|game| game.name() == name).ok_or(ErrorCode::NoLeaderboard)
}

/// The secret by which a device names itself.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<Secret> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    Secret::from_hex(value.strip_prefix("Bearer ")?)
}

/// The player whose device asks, unless banned.
pub(crate) async fn player(hub: &Hub, headers: &HeaderMap) -> Result<KnownPlayer, ErrorCode> {
    let secret = bearer(headers).ok_or(ErrorCode::UnknownDevice)?;
    let print = secure_random::fingerprint(secret);
    let known = hub.accounts.player(print).await?.ok_or(ErrorCode::UnknownDevice)?;
    if hub.accounts.restrictions(known.player).await?.banned {
        return Err(ErrorCode::Banned);
    }
    Ok(known)
}
