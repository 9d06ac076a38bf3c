//! Ranked games over HTTP.

use std::net::SocketAddr;

use quintet_engine::{Button, GameName, Micros, Recorder, Replay, TimedInput};
use quintet_protocol::http::IssuedTicket;
use quintet_protocol::{Checkpoint, PlayState, encode, pack_inputs};

use super::http::{Answer, ask};
use super::player::Player;

/// A new device, as a line of a request's head.
pub(crate) async fn bearer(address: SocketAddr) -> String {
    let mut player = Player::idle("Mallory", address);
    player.until("welcome", |player| player.client.is_welcome()).await;
    let secret = player.client.secret().expect("a secret").to_hex();
    format!("Authorization: Bearer {secret}\r\n")
}

/// A game that lasts less than a second: pieces are dropped until there is no room.
pub(crate) fn short_game(game: GameName, seed: u64) -> Replay {
    let mut recorder = Recorder::new(&[game.rules()], seed);
    let mut at = Micros::ZERO;
    while !recorder.current().is_over() {
        at += Micros::from_millis(20);
        recorder.press(0, Button::HardDrop, at, &mut |_, _| {}).expect("time goes on");
        recorder.release(0, Button::HardDrop, at, &mut |_, _| {}).expect("time goes on");
    }
    recorder.replay()
}

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
