//! Ranked games over HTTP.

use std::net::SocketAddr;

use quintet_engine::{Micros, Replay, TimedInput};
use quintet_protocol::http::IssuedTicket;
use quintet_protocol::{Checkpoint, PlayState, encode, pack_inputs};

use super::http::{Answer, ask};

/// The ticket for a game.
pub(crate) async fn issue(address: SocketAddr, bearer: &str, game: &str) -> IssuedTicket {
    let path = format!("/api/seeds?game={game}");
    let issued = ask(address, "POST", &path, bearer, &[]).await;
    assert_eq!(issued.status, 200, "{}", issued.text());
    serde_json::from_slice(&issued.body).expect("a ticket")
}

/// Tells the server what was played from the first of these inputs on.
pub(crate) async fn tell(
    address: SocketAddr,
    bearer: &str,
    ticket: u64,
    (first, inputs): (u32, &[TimedInput]),
    (upto, state): (Micros, PlayState),
) -> Answer {
    let inputs = pack_inputs(inputs, upto);
    let checkpoint = encode(&Checkpoint { first, upto, state, inputs });
    ask(address, "POST", &format!("/api/checkpoints?ticket={ticket}"), bearer, &checkpoint).await
}

/// Tells the whole of a short game, and submits it.
pub(crate) async fn tell_and_submit(
    address: SocketAddr,
    bearer: &str,
    ticket: u64,
    replay: &Replay,
) -> Answer {
    let ended = (replay.result.end, PlayState::Ended);
    tell(address, bearer, ticket, (0, &replay.inputs), ended).await;
    submit(address, bearer, ticket, &replay.to_bytes()).await
}

/// Submits a replay.
pub(crate) async fn submit(
    address: SocketAddr,
    bearer: &str,
    ticket: u64,
    replay: &[u8],
) -> Answer {
    ask(address, "POST", &format!("/api/scores?ticket={ticket}"), bearer, replay).await
}
