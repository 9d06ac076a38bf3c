//! One connection of a player or spectator.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use futures_util::SinkExt;
use quintet_protocol::limits::{
    MAX_CLIENT_MESSAGE, MESSAGES_A_SECOND, MESSAGES_SAVED, SILENCE_LIMIT,
};
use quintet_protocol::{
    ClientMessage, DecodeError, FarewellWhy, Have, OLDEST_VERSION, Refusal, Secret, ServerMessage,
    VERSION, decode_client, encode,
};
use tracing::{debug, warn};

use crate::chance;
use crate::credit::Credit;
use crate::hub::{Guest, Hub};
use crate::names;
use crate::outbox::{Inbox, Outbox, Outgoing};
use crate::rating::Rating;
use crate::room_task::RoomHandle;
use crate::serve::App;
use crate::store::{KnownPlayer, MatchResult, StoreError};

/// How much is read at a time. The library clears as much memory for every message.
const READ_BUFFER: usize = 2 * MAX_CLIENT_MESSAGE;
/// How long a new connection may take to greet.
const GREETING_LIMIT: Duration = Duration::from_secs(5);
/// How long a message may take to leave.
const SENDING_LIMIT: Duration = Duration::from_secs(10);

/// Opens a connection.
pub(crate) async fn open(upgrade: WebSocketUpgrade, State(app): State<App>) -> Response {
    let upgrade = upgrade
        .max_message_size(MAX_CLIENT_MESSAGE)
        .max_frame_size(MAX_CLIENT_MESSAGE)
        .read_buffer_size(READ_BUFFER);
    upgrade.on_upgrade(move |socket| async move {
        app.hub.metrics.connections.add(1);
        serve(socket, &app.hub).await;
        app.hub.metrics.connections.add(-1);
    })
}

async fn serve(mut socket: WebSocket, hub: &Arc<Hub>) {
    let greeting = tokio::time::timeout(GREETING_LIMIT, greet(&mut socket, hub)).await;
    let Ok(Some((guest, mut inbox, have))) = greeting else {
        return;
    };
    let (player, conn) = (guest.known.player, guest.conn);
    match (hub.arrive(guest.clone()), have) {
        (Some(room), have) => {
            if let Err(problem) = hub.enter(&room, &guest, have, true) {
                debug!(?problem, "a seat was not there any more");
                hub.free(player, room.code);
            }
        }
        (None, Some(have)) => tell_result(hub, &guest, have).await,
        (None, None) => {}
    }
    let why = converse(&mut socket, hub, &guest, &mut inbox).await;
    hub.depart(player, conn);
    if let Some(room) = hub.room_of(player) {
        room.lose(hub, conn);
    }
    if let Some(why) = why {
        say_farewell(&mut socket, why).await;
    }
}

/// Somebody comes back to a match that was decided, and whose room was closed, in the meantime.
async fn tell_result(hub: &Hub, guest: &Guest, have: Have) {
    let match_id = have.game.match_id;
    if let Ok(Some(MatchResult { outcome, wins, .. })) = hub.accounts.result(match_id).await {
        let wins = wins.try_into().unwrap_or([0; 2]);
        guest.outbox.tell(&ServerMessage::MatchOver { outcome, wins, ratings: None });
    }
}

/// The first message has to be a greeting; then the player is known.
async fn greet(socket: &mut WebSocket, hub: &Arc<Hub>) -> Option<(Guest, Inbox, Option<Have>)> {
    let bytes = loop {
        match socket.recv().await {
            Some(Ok(Message::Binary(bytes))) => break bytes,
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            Some(Ok(Message::Text(_))) => break Bytes::new(),
            Some(Err(problem)) => {
                hub.metrics.malformed.add(u64::from(is_oversize(&problem)));
                return None;
            }
            Some(Ok(Message::Close(_))) | None => return None,
        }
    };
    match decode_client(&bytes) {
        Ok(ClientMessage::Hello { secret, name, have, .. }) => {
            let (known, new_secret) = match identify(hub, secret, &name).await {
                Ok(known) => known,
                Err(problem) => {
                    warn!(%problem, "a player could not be looked up");
                    return None;
                }
            };
            let welcome = ServerMessage::Welcome {
                player: known.player,
                secret: new_secret,
                name: known.name.clone(),
                rating: known.rating.rounded(),
                now: hub.clock.now(),
            };
            let (outbox, inbox) = Outbox::new();
            outbox.tell(&welcome);
            let conn = hub.next_conn();
            Some((Guest { conn, known, outbox }, inbox, have))
        }
        Err(problem @ DecodeError::Version(_)) => {
            hub.metrics.wrong_version.add(1);
            let answer = ServerMessage::TooOld { oldest: OLDEST_VERSION, newest: VERSION };
            let _ = socket.send(Message::Binary(encode(&answer).into())).await;
            close(socket, close_code::PROTOCOL, &problem.to_string()).await;
            None
        }
        Ok(_) | Err(_) => {
            hub.metrics.malformed.add(1);
            say_farewell(socket, FarewellWhy::Malformed).await;
            None
        }
    }
}

/// Knows a player again by the device's secret, or gives out a new one.
pub(crate) async fn identify(
    hub: &Hub,
    secret: Option<Secret>,
    name: &str,
) -> Result<(KnownPlayer, Option<Secret>), StoreError> {
    let name = names::clean(name);
    if let Some(secret) = secret {
        let print = chance::fingerprint(secret);
        if let Some(mut known) = hub.accounts.player(print.clone()).await? {
            if known.name != name {
                known.name = name;
                hub.accounts.save_player(known.clone(), print).await?;
            }
            return Ok((known, None));
        }
        // A secret that is not known here is of another server, or of a database that is gone: the
        // device gets a new one.
    }
    let secret = chance::secret();
    let print = chance::fingerprint(secret);
    let known = KnownPlayer { player: chance::number(), name, rating: Rating::default() };
    hub.accounts.save_player(known.clone(), print).await?;
    Ok((known, Some(secret)))
}

/// Carries messages both ways until one side has had enough; says why, if it was this one.
async fn converse(
    socket: &mut WebSocket,
    hub: &Arc<Hub>,
    guest: &Guest,
    inbox: &mut Inbox,
) -> Option<FarewellWhy> {
    let mut credit = Credit::new(MESSAGES_A_SECOND, MESSAGES_SAVED, hub.clock.now());
    let patience = Duration::from_micros(SILENCE_LIMIT.0);
    let mut heard = tokio::time::Instant::now();
    let silence = tokio::time::sleep_until(heard + patience);
    tokio::pin!(silence);
    // Where this connection's moves go. Every game begins by a word that is no move, and then the
    // room is looked up anew.
    let mut table: Option<RoomHandle> = None;
    loop {
        if inbox.overflows() {
            return Some(FarewellWhy::TooSlow);
        }
        tokio::select! {
            biased;
            incoming = socket.recv() => {
                heard = tokio::time::Instant::now();
                let bytes = match incoming {
                    Some(Ok(Message::Binary(bytes))) => bytes,
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => Bytes::new(),
                    Some(Ok(Message::Text(_))) => {
                        hub.metrics.malformed.add(1);
                        return Some(FarewellWhy::Malformed);
                    }
                    Some(Ok(Message::Close(_))) | None => return None,
                    Some(Err(problem)) => {
                        debug!(%problem, "a connection broke");
                        hub.metrics.malformed.add(u64::from(is_oversize(&problem)));
                        return None;
                    }
                };
                if !credit.spend(hub.clock.now()) {
                    hub.metrics.too_fast.add(1);
                    return Some(FarewellWhy::TooFast);
                }
                if bytes.is_empty() {
                    continue;
                }
                hub.metrics.messages.add(1);
                hub.metrics.bytes_in.add(bytes.len() as u64);
                let Ok(message) = decode_client(&bytes) else {
                    hub.metrics.malformed.add(1);
                    return Some(FarewellWhy::Malformed);
                };
                if let Err(why) = take(hub, guest, message, &mut table) {
                    return Some(why);
                }
            }
            outgoing = inbox.waiting.recv() => {
                let sent = tokio::time::timeout(SENDING_LIMIT, send(socket, hub, inbox, outgoing));
                match sent.await {
                    Ok(Ok(())) => {}
                    Ok(Err(farewell)) => return farewell,
                    Err(_) => return None,
                }
            }
            () = &mut silence => {
                if heard.elapsed() >= patience {
                    return Some(FarewellWhy::Silent);
                }
                silence.as_mut().reset(heard + patience);
            }
        }
    }
}

/// Sends what waits, all in one go. The error is the reason to part, if there is one to tell.
async fn send(
    socket: &mut WebSocket,
    hub: &Hub,
    inbox: &mut Inbox,
    first: Option<Outgoing>,
) -> Result<(), Option<FarewellWhy>> {
    let mut next = first;
    while let Some(outgoing) = next {
        match outgoing {
            Outgoing::Message(bytes) => {
                hub.metrics.bytes_out.add(bytes.len() as u64);
                socket.feed(Message::Binary(bytes)).await.map_err(|_| None)?;
            }
            Outgoing::Farewell(why) => return Err(Some(why)),
        }
        next = inbox.waiting.try_recv().ok();
    }
    socket.flush().await.map_err(|_| None)
}

/// Does what a message asks for, here or in the player's room.
fn take(
    hub: &Arc<Hub>,
    guest: &Guest,
    message: ClientMessage,
    table: &mut Option<RoomHandle>,
) -> Result<(), FarewellWhy> {
    let player = guest.known.player;
    if !matches!(message, ClientMessage::Moves { .. } | ClientMessage::Ping { .. }) {
        *table = None;
    }
    let done = match message {
        ClientMessage::Hello { .. } => return Err(FarewellWhy::Malformed),
        ClientMessage::Ping { sent } => {
            guest.outbox.tell(&ServerMessage::Pong { sent, now: hub.clock.now() });
            Ok(())
        }
        ClientMessage::CreateRoom { .. }
        | ClientMessage::QuickMatch { .. }
        | ClientMessage::AcceptBot
            if hub.room_of(player).is_some() =>
        {
            Err(Refusal::AlreadyInRoom)
        }
        ClientMessage::CreateRoom { settings } => {
            hub.stop_looking(player);
            hub.create(guest, settings).map(drop)
        }
        ClientMessage::JoinRoom { code, watch } => match hub.room_of(player) {
            Some(room) if room.code != code => Err(Refusal::AlreadyInRoom),
            // A page that was loaded anew by the room's link is back in the room already.
            Some(_) => Ok(()),
            None => {
                hub.stop_looking(player);
                hub.join(guest, code, watch).map(drop)
            }
        },
        ClientMessage::QuickMatch { rules } => {
            guest.outbox.tell(&ServerMessage::Waiting);
            hub.look_for_opponent(guest, rules);
            hub.pair_up();
            Ok(())
        }
        ClientMessage::AcceptBot => hub.accept_bot(guest),
        ClientMessage::CancelQuickMatch => {
            hub.stop_looking(player);
            Ok(())
        }
        ClientMessage::Ready { .. }
        | ClientMessage::SetRoom { .. }
        | ClientMessage::Moves { .. }
        | ClientMessage::Resign
        | ClientMessage::GoOn { .. }
        | ClientMessage::Differs { .. } => {
            if table.is_none() {
                *table = hub.room_of(player);
            }
            match table {
                Some(room) if room.hear(hub, guest.conn, message) => Ok(()),
                _ => Err(Refusal::OutOfPhase),
            }
        }
        ClientMessage::Leave => {
            hub.leave(guest);
            Ok(())
        }
    };
    if let Err(why) = done {
        guest.outbox.tell(&ServerMessage::Refused { why });
    }
    Ok(())
}

fn is_oversize(problem: &axum::Error) -> bool {
    problem.to_string().contains("too long") || problem.to_string().contains("too large")
}

async fn say_farewell(socket: &mut WebSocket, why: FarewellWhy) {
    let farewell = encode(&ServerMessage::Farewell { why });
    let _ = socket.send(Message::Binary(farewell.into())).await;
    let (code, reason) = match why {
        FarewellWhy::ShuttingDown => {
            (close_code::RESTART, "the server stops; matches go on when it is back")
        }
        FarewellWhy::Elsewhere => (close_code::NORMAL, "you came in by another connection"),
        FarewellWhy::Malformed => (close_code::PROTOCOL, "a message made no sense"),
        FarewellWhy::TooFast => (close_code::POLICY, "messages came too fast"),
        FarewellWhy::Silent => (close_code::POLICY, "nothing was heard for too long"),
        FarewellWhy::TooSlow => (close_code::POLICY, "messages were read too slowly"),
        FarewellWhy::Overloaded => (close_code::AGAIN, "the server has too much to do"),
    };
    close(socket, code, reason).await;
}

async fn close(socket: &mut WebSocket, code: u16, reason: &str) {
    let frame = CloseFrame { code, reason: reason.into() };
    let closing = socket.send(Message::Close(Some(frame)));
    let _ = tokio::time::timeout(SENDING_LIMIT, closing).await;
}
