//! Games of matches that were played over the server, over HTTP.
//!
//! `GET /api/matches/MATCH/NUMBER` says who played and who won, `GET /api/matches/MATCH/NUMBER/replay`
//! hands out the replay. Anybody who knows the number of a match may have both.

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::response::Response;
use quintet_protocol::GameId;
use quintet_protocol::http::{ErrorCode, MatchGame, MatchPlayer};

use crate::edge::address::ClientAddress;
use crate::edge::api::answer::{Format, replay_answer};
use crate::rooms::bots::told_name;
use crate::serve::App;
use crate::store::PlayedGame;

/// Which game: the numbers of the match and of the game in it.
type WhichGame = Result<Path<(u64, u8)>, PathRejection>;

/// Who played a game, and who won.
pub(crate) async fn game(State(app): State<App>, format: Format, which: WhichGame) -> Response {
    let found = find(&app, which).await.map(|played| MatchGame {
        players: played.names.into_iter().map(player).collect(),
        winner: played.winner,
        ended_ms: played.ended / 1000,
    });
    format.answer(found)
}

fn player(stored: String) -> MatchPlayer {
    let (name, bot) = told_name(stored);
    MatchPlayer { name, bot }
}

/// The replay of a game.
pub(crate) async fn replay(
    State(app): State<App>,
    address: ClientAddress,
    format: Format,
    which: WhichGame,
) -> Response {
    let found = async { find(&app, which).await.map(|played| played.replay) };
    replay_answer(&app, address, format, found).await
}

async fn find(app: &App, which: WhichGame) -> Result<PlayedGame, ErrorCode> {
    let Path((match_id, number)) = which.map_err(|_| ErrorCode::BadRequest)?;
    let game = app.hub.scores.game(GameId { match_id, number }).await?;
    game.ok_or(ErrorCode::NoReplay)
}
