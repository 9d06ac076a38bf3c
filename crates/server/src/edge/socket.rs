//! One connection of a player or spectator.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Extension, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use quintet_protocol::limits::{MESSAGES_PER_SECOND, MESSAGES_SAVED, SILENCE_LIMIT};
use quintet_protocol::{
    ClientMessage, DecodeError, FarewellReason, OLDEST_VERSION, Refusal, Secret, ServerMessage,
    VERSION, decode_client, encode,
};
use tracing::{debug, warn};
use tungstenite::protocol::frame::coding::CloseCode;

use crate::cluster::{Visit, relay};
use crate::edge::accept::OpenConnection;
use crate::edge::address::{ClientAddress, Resource};
use crate::edge::names;
use crate::edge::outbox::{Inbox, Outbox, Outgoing};
use crate::edge::rate_limit::RateLimit;
use crate::edge::session::{self, End};
use crate::edge::websocket::{Broken, Handshake, Received, WebSocket};
use crate::limits::{GREETING_LIMIT, LINGER_LIMIT, LINGER_MESSAGES, MOST_MOVES, SENDING_LIMIT};
use crate::rating::Rating;
use crate::rooms::hub::{Guest, Hub};
use crate::rooms::room_handle::RoomHandle;
use crate::secure_random;
use crate::serve::App;
use crate::store::{KnownPlayer, PlayerId, StoreError};

/// Opens a connection.
pub(crate) async fn open(
    handshake: Handshake,
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    Extension(open): Extension<Arc<OpenConnection>>,
    headers: HeaderMap,
) -> Response {
    if !is_same_origin(&headers) {
        return StatusCode::FORBIDDEN.into_response();
    }
    if app.hub.is_draining() {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    let now = app.hub.clock.now();
    let Some(permit) = app.hub.addresses.take(address, Resource::Socket, now) else {
        app.hub.metrics.too_many.add(1);
        return StatusCode::TOO_MANY_REQUESTS.into_response();
    };
    let (answer, upgrade) = handshake.accept();
    tokio::spawn(async move {
        if let Some(socket) = upgrade.finish(&app.hub.metrics).await {
            app.hub.metrics.connections.add(1);
            serve(socket, &app.hub, address).await;
            app.hub.metrics.connections.add(-1);
        }
        drop((permit, open));
    });
    answer
}

/// Whether a page of this very server opens the connection, or a program that is no browser.
fn is_same_origin(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let text = |value: &HeaderValue| value.to_str().ok().map(str::to_ascii_lowercase);
    let host = headers.get(header::HOST).and_then(text);
    let (Some(origin), Some(host)) = (text(origin), host) else { return false };
    let Some((scheme, page)) = origin.split_once("://") else { return false };
    let port = if scheme == "https" { ":443" } else { ":80" };
    page == host.strip_suffix(port).unwrap_or(&host)
}

async fn serve(mut socket: WebSocket, hub: &Arc<Hub>, address: Option<IpAddr>) {
    let greeting = tokio::time::timeout(GREETING_LIMIT, greet(&mut socket, hub, address)).await;
    let Ok(Some(mut visit)) = greeting else {
        return;
    };
    if let Some(cluster) = &hub.cluster {
        hub.close_older(visit.known.player, visit.arrived);
        cluster.announce_arrival(visit.known.player, visit.arrived).await;
    }
    let mut place = None;
    for _ in 0..MOST_MOVES {
        let end = match (&hub.cluster, place) {
            (Some(cluster), Some(node)) if node != cluster.node => {
                // Boxed, so that connections without it take no memory for it.
                Box::pin(relay(cluster, hub, &mut socket, node, visit.clone())).await
            }
            _ => stay(&mut socket, hub, &visit).await,
        };
        match end {
            End::Gone => return,
            End::Farewell(reason) => return say_farewell(&mut socket, reason).await,
            End::Move { to, message } => {
                place = Some(to);
                if let Some(message) = message {
                    (visit.secret, visit.refused, visit.have) = (None, None, None);
                    visit.first = Some(message.into());
                }
            }
        }
    }
    say_farewell(&mut socket, FarewellReason::Overloaded).await;
}

/// A player who is connected to the node of their room, or is in no room.
async fn stay(socket: &mut WebSocket, hub: &Arc<Hub>, visit: &Visit) -> End {
    let (outbox, mut inbox) = Outbox::to_socket(socket.sender());
    let Visit { known, address, arrived, first, .. } = visit.clone();
    let guest = Guest { conn: hub.next_conn(), known, outbox, address, arrived };
    if let Err(end) = Box::pin(session::begin(hub, &guest, visit)).await {
        return end;
    }
    let end = converse(socket, hub, &guest, &mut inbox, first).await;
    session::end(hub, &guest);
    end
}

/// Reads the greeting, which has to be the first message, and finds the player.
async fn greet(socket: &mut WebSocket, hub: &Arc<Hub>, address: Option<IpAddr>) -> Option<Visit> {
    let hello = loop {
        match socket.recv().await {
            Ok(Received::Binary) => break decode_client(socket.message()),
            Ok(Received::Pulse) => {}
            Ok(Received::Text) => break decode_client(&[]),
            Ok(Received::Close) => return None,
            Err(problem) => {
                note_broken(hub, &problem);
                return None;
            }
        }
    };
    match hello {
        Ok(ClientMessage::Hello { secret, name, have, .. }) => {
            let identified = match identify(hub, secret, &name, address).await {
                Ok(Ok(identified)) => identified,
                Ok(Err(Unwelcome::Name(reason))) => {
                    let answer = ServerMessage::Refused { reason };
                    let _ = socket.send([encode(&answer)]).await;
                    let _ = socket.close(CloseCode::Normal).await;
                    return None;
                }
                Ok(Err(Unwelcome::Farewell(reason))) => {
                    say_farewell(socket, reason).await;
                    return None;
                }
                Err(problem) => {
                    warn!(%problem, "a player could not be looked up");
                    return None;
                }
            };
            let Identified { known, secret, refused } = identified;
            let arrived = hub.clock.unix();
            Some(Visit { known, secret, refused, have, address, arrived, first: None })
        }
        Err(problem @ DecodeError::Version(_)) => {
            hub.metrics.wrong_version.add(1);
            let answer = ServerMessage::TooOld { oldest: OLDEST_VERSION, newest: VERSION };
            let _ = socket.send([encode(&answer)]).await;
            debug!(%problem, "a client of another version");
            let _ = socket.close(CloseCode::Protocol).await;
            None
        }
        Ok(_) | Err(_) => {
            hub.metrics.malformed.add(1);
            say_farewell(socket, FarewellReason::Malformed).await;
            None
        }
    }
}

/// Whether a player may connect once more: the others of the room are told, and all that was played
/// there may have to be sent again. What others of the same address do keeps nobody from coming back to
/// a room.
fn may_arrive(hub: &Hub, player: PlayerId, address: Option<IpAddr>) -> Result<(), FarewellReason> {
    let now = hub.clock.now();
    if !hub.addresses.may_act(player, now) {
        hub.metrics.too_fast.add(1);
        return Err(FarewellReason::TooFast);
    }
    if hub.room_of(player).is_none() && !hub.addresses.may_enter(address, now) {
        hub.metrics.too_many.add(1);
        return Err(FarewellReason::Overloaded);
    }
    Ok(())
}

/// A player who was found, or is new.
pub(crate) struct Identified {
    pub(crate) known: KnownPlayer,
    /// The device's secret, where it is a new one.
    pub(crate) secret: Option<Secret>,
    /// Why the player does not have the name that was asked for.
    pub(crate) refused: Option<Refusal>,
}

/// Why a connection ends with its greeting.
pub(crate) enum Unwelcome {
    /// A new device asks for a name that it cannot have, and may ask for another.
    Name(Refusal),
    Farewell(FarewellReason),
}

/// Finds a player by the device's secret, or adds one with a new secret. Refuses one who is banned or
/// connects too often, and a new one if the name cannot be shown, or too many devices were added from
/// this address lately.
pub(crate) async fn identify(
    hub: &Hub,
    secret: Option<Secret>,
    wanted: &str,
    address: Option<IpAddr>,
) -> Result<Result<Identified, Unwelcome>, StoreError> {
    if let Some(secret) = secret {
        let print = secure_random::fingerprint(secret);
        if let Some(mut known) = hub.accounts.player(print.clone()).await? {
            let restrictions = hub.accounts.restrictions(known.player).await?;
            if restrictions.banned {
                return Ok(Err(Unwelcome::Farewell(FarewellReason::Banned)));
            }
            if let Err(reason) = may_arrive(hub, known.player, address) {
                return Ok(Err(Unwelcome::Farewell(reason)));
            }
            let name = match restrictions.fixed_name {
                Some(fixed) if fixed == wanted => Ok(fixed),
                Some(_) => Err(Refusal::NameFixed),
                // A name from before a rule was made is kept while it does not change.
                None if known.name == wanted => Ok(known.name.clone()),
                None => names::check(wanted),
            };
            let refused = name.as_ref().err().copied();
            if let Ok(name) = name
                && known.name != name
            {
                known.name = name;
                hub.accounts.save_player(known.clone(), print).await?;
            }
            return Ok(Ok(Identified { known, secret: None, refused }));
        }
        // The secret is another server's, or the database is gone: the device gets a new one.
    }
    let name = match names::check(wanted) {
        Ok(name) => name,
        Err(reason) => return Ok(Err(Unwelcome::Name(reason))),
    };
    if !hub.addresses.may_add_device(address, hub.clock.now()) {
        hub.metrics.too_many.add(1);
        return Ok(Err(Unwelcome::Farewell(FarewellReason::TooFast)));
    }
    if let (Some(cluster), Some(address)) = (&hub.cluster, address) {
        cluster.announce_device(address).await;
    }
    let secret = secure_random::secret();
    let print = secure_random::fingerprint(secret);
    let known = KnownPlayer { player: secure_random::number(), name, rating: Rating::default() };
    hub.accounts.save_player(known.clone(), print).await?;
    Ok(Ok(Identified { known, secret: Some(secret), refused: None }))
}

/// Carries messages both ways until one side closes, or the player goes to another node.
async fn converse(
    socket: &mut WebSocket,
    hub: &Arc<Hub>,
    guest: &Guest,
    inbox: &mut Inbox,
    first: Option<Vec<u8>>,
) -> End {
    let mut limit = RateLimit::per_second(MESSAGES_PER_SECOND, MESSAGES_SAVED, hub.clock.now());
    let patience = Duration::from_micros(SILENCE_LIMIT.0);
    let mut heard = tokio::time::Instant::now();
    let silence = tokio::time::sleep_until(heard + patience);
    tokio::pin!(silence);
    // The room that inputs go to. It is looked up again after any other message, so that it cannot
    // be an old one: every game begins with another message.
    let mut room: Option<RoomHandle> = None;
    if let Some(Ok(message)) = first.map(|bytes| decode_client(&bytes))
        && let Err(reason) = session::take(hub, guest, message, &mut room).await
    {
        return End::Farewell(reason);
    }
    loop {
        tokio::select! {
            biased;
            received = socket.recv() => {
                heard = tokio::time::Instant::now();
                match received {
                    Ok(Received::Binary | Received::Pulse) => {}
                    Ok(Received::Text) => {
                        hub.metrics.malformed.add(1);
                        return End::Farewell(FarewellReason::Malformed);
                    }
                    Ok(Received::Close) => return End::Gone,
                    Err(problem) => {
                        note_broken(hub, &problem);
                        return End::Gone;
                    }
                }
                if !limit.take(hub.clock.at(heard.into_std())) {
                    hub.metrics.too_fast.add(1);
                    return End::Farewell(FarewellReason::TooFast);
                }
                let Ok(Received::Binary) = received else { continue };
                let bytes = socket.message();
                hub.metrics.messages.add(1);
                hub.metrics.bytes_in.add(bytes.len() as u64);
                let Ok(message) = decode_client(bytes) else {
                    hub.metrics.malformed.add(1);
                    return End::Farewell(FarewellReason::Malformed);
                };
                if let Err(reason) = session::take(hub, guest, message, &mut room).await {
                    return End::Farewell(reason);
                }
            }
            // Messages are written without this task.
            outgoing = inbox.recv() => match outgoing {
                Some(Outgoing::Message(_)) => {}
                Some(Outgoing::Farewell(reason)) => return End::Farewell(reason),
                Some(Outgoing::Move { to, message }) => return End::Move { to, message },
                None => return End::Gone,
            },
            () = &mut silence => {
                if heard.elapsed() >= patience {
                    return End::Farewell(FarewellReason::Silent);
                }
                silence.as_mut().reset(heard + patience);
            }
        }
    }
}

/// Notes why a connection broke.
fn note_broken(hub: &Hub, problem: &Broken) {
    debug!(%problem, "a connection broke");
    hub.metrics.malformed.add(u64::from(matches!(problem, Broken::Malformed(_))));
}

/// Says why the connection is closed, to a client that still reads.
/// The reason is in the farewell, as a code that clients understand.
async fn say_farewell(socket: &mut WebSocket, reason: FarewellReason) {
    let farewell = encode(&ServerMessage::Farewell { reason });
    let code = match reason {
        FarewellReason::ShuttingDown => CloseCode::Restart,
        FarewellReason::Elsewhere => CloseCode::Normal,
        FarewellReason::Malformed => CloseCode::Protocol,
        FarewellReason::TooFast
        | FarewellReason::Silent
        | FarewellReason::TooSlow
        | FarewellReason::Banned => CloseCode::Policy,
        FarewellReason::Overloaded => CloseCode::Again,
    };
    let saying = async {
        let _ = socket.send([farewell]).await;
        let _ = socket.close(code).await;
    };
    if tokio::time::timeout(SENDING_LIMIT, saying).await.is_err() {
        return;
    }
    // A connection that is closed with unread messages is reset, and the farewell may be lost by it.
    let reading = async {
        for _ in 0..LINGER_MESSAGES {
            if matches!(socket.recv().await, Err(_) | Ok(Received::Close)) {
                return;
            }
        }
    };
    let _ = tokio::time::timeout(LINGER_LIMIT, reading).await;
}

#[cfg(test)]
mod tests {
    use quintet_protocol::Settings;

    use super::*;
    use crate::rooms::hub::tests::{guest, hub};

    /// A neighbour could once keep a player from coming back to a match.
    #[tokio::test]
    async fn who_is_in_a_room_may_come_back_whatever_others_of_the_address_do() {
        let (hub, address) = (hub(), Some(IpAddr::from([192, 0, 2, 1])));
        let (player, _inbox) = guest(&hub, 1);
        hub.arrive(player.clone());
        hub.create(&player, Settings::default(), None).expect("a room");
        let full = Err(FarewellReason::Overloaded);
        assert!((2..2_000).any(|other| may_arrive(&hub, other, address) == full));
        assert_eq!(may_arrive(&hub, 1, address), Ok(()));
    }

    /// Each connection by another name once cost a write.
    #[tokio::test]
    async fn a_player_who_connects_too_often_changes_no_name() {
        let hub = hub();
        let Ok(Ok(new)) = identify(&hub, None, "Ada", None).await else { panic!("a new player") };
        let mut count = 0;
        while let Ok(Ok(_)) = identify(&hub, new.secret, &format!("Ada {count}"), None).await {
            count += 1;
            assert!(count < 1_000, "there is no limit");
        }
        let print = secure_random::fingerprint(new.secret.expect("a new device"));
        let known = hub.accounts.player(print).await.expect("a store").expect("a player");
        assert_eq!(known.name, format!("Ada {}", count - 1));
    }
}
