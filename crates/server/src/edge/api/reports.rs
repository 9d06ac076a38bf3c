//! Reports of players about others, over HTTP.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use quintet_protocol::http::{ErrorCode, ReportReason};
use serde::Deserialize;

use crate::edge::api::answer::Format;
use crate::edge::api::leaderboards::player;
use crate::limits::{MAX_REPORTS, REPORTS_PER_PLAYER};
use crate::rooms::bots;
use crate::rooms::hub::Hub;
use crate::serve::App;
use crate::store::{PlayerId, Report, ReportLimits};

/// How many reports may wait for a moderator.
pub(crate) const LIMITS: ReportLimits =
    ReportLimits { per_player: REPORTS_PER_PLAYER, total: MAX_REPORTS };

/// What is reported.
#[derive(Deserialize)]
pub(crate) struct What {
    why: ReportReason,
    score: Option<u64>,
    #[serde(rename = "match")]
    match_id: Option<u64>,
    seat: Option<u8>,
}

/// Takes a report.
pub(crate) async fn take(
    State(app): State<App>,
    format: Format,
    query: Result<Query<What>, QueryRejection>,
    headers: HeaderMap,
) -> Response {
    let taken = async {
        let Query(what) = query.map_err(|_| ErrorCode::BadRequest)?;
        let from = player(&app.hub, &headers).await?.player;
        let about = reported(&app.hub, &what, from).await?;
        let report = Report {
            id: 0,
            from: Some(from),
            about,
            match_id: what.match_id,
            score: what.score,
            reason: what.why.name().to_owned(),
            made: app.hub.clock.unix(),
            is_open: true,
        };
        if app.hub.accounts.report(report, LIMITS).await? {
            Ok(())
        } else {
            Err(ErrorCode::TooManyReports)
        }
    };
    format.answer(taken.await)
}

/// Who is reported: the owner of a score, or somebody the player has played against.
async fn reported(hub: &Hub, what: &What, from: PlayerId) -> Result<PlayerId, ErrorCode> {
    let about = match (what.score, what.match_id, what.seat) {
        (Some(score), None, None) => hub.scores.find(score).await?.map(|score| score.player),
        (None, Some(match_id), Some(seat)) => {
            let result = hub.accounts.result(match_id).await?;
            let players = result.map(|result| result.players).filter(|all| all.contains(&from));
            players.and_then(|players| players.get(usize::from(seat)).copied())
        }
        _ => return Err(ErrorCode::BadRequest),
    };
    about
        .filter(|&about| about != from && bots::level_of(about).is_none())
        .ok_or(ErrorCode::NothingToReport)
}
