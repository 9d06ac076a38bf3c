//! One connection of a player or spectator.

use std::future::poll_fn;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::{SinkExt, StreamExt};
use quintet_protocol::limits::{
    MAX_CLIENT_MESSAGE, MESSAGES_PER_SECOND, MESSAGES_SAVED, SILENCE_LIMIT,
};
use quintet_protocol::{
    ClientMessage, DecodeError, FarewellReason, OLDEST_VERSION, Refusal, Secret, ServerMessage,
    VERSION, decode_client, encode,
};
use tracing::{debug, warn};

use crate::cluster::{Visit, relay};
use crate::edge::accept::OpenConnection;
use crate::edge::address::{ClientAddress, Resource};
use crate::edge::names;
use crate::edge::outbox::{Inbox, Outbox, Outgoing};
use crate::edge::rate_limit::RateLimit;
use crate::edge::session::{self, End};
use crate::edge::wake_flag::WakeFlag;
use crate::limits::{GREETING_LIMIT, LINGER_LIMIT, LINGER_MESSAGES, MOST_MOVES, SENDING_LIMIT};
use crate::rating::Rating;
use crate::rooms::hub::{Guest, Hub};
use crate::rooms::room_handle::RoomHandle;
use crate::secure_random;
use crate::serve::App;
use crate::store::{KnownPlayer, StoreError};

/// How much is read at a time. The library clears that much memory whenever it looks for a message.
const READ_BUFFER: usize = 1024;

/// Opens a connection.
pub(crate) async fn open(
    upgrade: WebSocketUpgrade,
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
    let upgrade = upgrade
        .max_message_size(MAX_CLIENT_MESSAGE)
        .max_frame_size(MAX_CLIENT_MESSAGE)
        .read_buffer_size(READ_BUFFER);
    upgrade.on_upgrade(move |socket| async move {
        app.hub.metrics.connections.add(1);
        serve(socket, &app.hub, address).await;
        app.hub.metrics.connections.add(-1);
        drop((permit, open));
    })
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
    let (outbox, mut inbox) = Outbox::new();
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
    let bytes = loop {
        match socket.recv().await {
            Some(Ok(Message::Binary(bytes))) => break bytes,
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            Some(Ok(Message::Text(_))) => break Bytes::new(),
            Some(Err(problem)) => {
                hub.metrics.malformed.add(u64::from(is_oversize(problem)));
                return None;
            }
            Some(Ok(Message::Close(_))) | None => return None,
        }
    };
    match decode_client(&bytes) {
        Ok(ClientMessage::Hello { secret, name, have, .. }) => {
            let identified = match identify(hub, secret, &name, address).await {
                Ok(Ok(identified)) => identified,
                Ok(Err(Unwelcome::Name(reason))) => {
                    let answer = ServerMessage::Refused { reason };
                    let _ = socket.send(Message::Binary(encode(&answer).into())).await;
                    close(socket, close_code::NORMAL).await;
                    return None;
                }
                Ok(Err(Unwelcome::Farewell(reason))) => {
                    hub.metrics.too_many.add(u64::from(reason == FarewellReason::TooFast));
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
            let _ = socket.send(Message::Binary(encode(&answer).into())).await;
            debug!(%problem, "a client of another version");
            close(socket, close_code::PROTOCOL).await;
            None
        }
        Ok(_) | Err(_) => {
            hub.metrics.malformed.add(1);
            say_farewell(socket, FarewellReason::Malformed).await;
            None
        }
    }
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

/// Finds a player by the device's secret, or adds one with a new secret. Refuses one who is banned,
/// and a new one if the name cannot be shown, or too many devices were added from this address
/// lately.
pub(crate) async fn identify(
    hub: &Hub,
    secret: Option<Secret>,
    wanted: &str,
    address: Option<IpAddr>,
) -> Result<Result<Identified, Unwelcome>, StoreError> {
    if let Some(secret) = secret {
        let print = secure_random::fingerprint(secret);
        if let Some(mut known) = hub.accounts.player(print.clone()).await? {
            let standing = hub.accounts.standing(known.player).await?;
            if standing.banned {
                return Ok(Err(Unwelcome::Farewell(FarewellReason::Banned)));
            }
            let name = match standing.fixed_name {
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
    let socket_flag = WakeFlag::new();
    if let Some(Ok(message)) = first.map(|bytes| decode_client(&bytes))
        && let Err(reason) = session::take(hub, guest, message, &mut room).await
    {
        return End::Farewell(reason);
    }
    loop {
        tokio::select! {
            // Polling the socket costs more, so that a message to send does not wait for it.
            biased;
            outgoing = inbox.recv() => {
                // The stream itself breaks if the client does not read.
                if let Err(end) = send(socket, hub, inbox, outgoing).await {
                    return end;
                }
            }
            incoming = poll_fn(|context| {
                socket_flag.poll_if_woken(context, |context| socket.poll_next_unpin(context))
            }) => {
                heard = tokio::time::Instant::now();
                let bytes = match incoming {
                    Some(Ok(Message::Binary(bytes))) => bytes,
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => Bytes::new(),
                    Some(Ok(Message::Text(_))) => {
                        hub.metrics.malformed.add(1);
                        return End::Farewell(FarewellReason::Malformed);
                    }
                    Some(Ok(Message::Close(_))) | None => return End::Gone,
                    Some(Err(problem)) => {
                        debug!(%problem, "a connection broke");
                        hub.metrics.malformed.add(u64::from(is_oversize(problem)));
                        return End::Gone;
                    }
                };
                if !limit.take(hub.clock.at(heard.into_std())) {
                    hub.metrics.too_fast.add(1);
                    return End::Farewell(FarewellReason::TooFast);
                }
                if bytes.is_empty() {
                    continue;
                }
                hub.metrics.messages.add(1);
                hub.metrics.bytes_in.add(bytes.len() as u64);
                let Ok(message) = decode_client(&bytes) else {
                    hub.metrics.malformed.add(1);
                    return End::Farewell(FarewellReason::Malformed);
                };
                if let Err(reason) = session::take(hub, guest, message, &mut room).await {
                    return End::Farewell(reason);
                }
            }
            () = &mut silence => {
                if heard.elapsed() >= patience {
                    return End::Farewell(FarewellReason::Silent);
                }
                silence.as_mut().reset(heard + patience);
            }
        }
    }
}

/// Sends everything that waits. The error is how the conversation ends.
async fn send(
    socket: &mut WebSocket,
    hub: &Hub,
    inbox: &mut Inbox,
    first: Option<Outgoing>,
) -> Result<(), End> {
    let mut next = first;
    while let Some(outgoing) = next {
        match outgoing {
            Outgoing::Message(bytes) => {
                hub.metrics.bytes_out.add(bytes.len() as u64);
                socket.feed(Message::Binary(bytes)).await.map_err(|_| End::Gone)?;
            }
            Outgoing::Farewell(reason) => return Err(End::Farewell(reason)),
            Outgoing::Move { to, message } => return Err(End::Move { to, message }),
        }
        next = inbox.try_recv();
    }
    socket.flush().await.map_err(|_| End::Gone)
}

/// Whether a connection broke because a message was too large.
fn is_oversize(problem: axum::Error) -> bool {
    let cause = problem.into_inner().downcast::<tungstenite::Error>();
    cause.is_ok_and(|cause| matches!(*cause, tungstenite::Error::Capacity(_)))
}

/// Says why the connection is closed, to a client that still reads.
async fn say_farewell(socket: &mut WebSocket, reason: FarewellReason) {
    let farewell = encode(&ServerMessage::Farewell { reason });
    let code = match reason {
        FarewellReason::ShuttingDown => close_code::RESTART,
        FarewellReason::Elsewhere => close_code::NORMAL,
        FarewellReason::Malformed => close_code::PROTOCOL,
        FarewellReason::TooFast
        | FarewellReason::Silent
        | FarewellReason::TooSlow
        | FarewellReason::Banned => close_code::POLICY,
        FarewellReason::Overloaded => close_code::AGAIN,
    };
    let saying = async {
        let _ = socket.send(Message::Binary(farewell.into())).await;
        close(socket, code).await;
    };
    if tokio::time::timeout(SENDING_LIMIT, saying).await.is_err() {
        return;
    }
    // A connection that is closed with unread messages is reset, and the farewell may be lost by it.
    let reading = async {
        for _ in 0..LINGER_MESSAGES {
            if !matches!(socket.recv().await, Some(Ok(_))) {
                return;
            }
        }
    };
    let _ = tokio::time::timeout(LINGER_LIMIT, reading).await;
}

async fn close(socket: &mut WebSocket, code: u16) {
    // The reason is in the farewell, as a code that clients understand.
    let frame = CloseFrame { code, reason: "".into() };
    let _ = socket.send(Message::Close(Some(frame))).await;
}
