//! What a player does on the node of their room, connected to it or to another one.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use quintet_protocol::{
    ClientMessage, FarewellReason, Have, Refusal, RoomCode, RuleSet, ServerMessage, Settings,
    encode,
};
use tracing::{debug, info, warn};

use crate::cluster::{Cluster, NodeId, RoomLocation, Visit};
use crate::edge::address::Resource;
use crate::rooms::hub::{Guest, Hub};
use crate::rooms::room_handle::RoomHandle;
use crate::store::MatchResult;

/// How often the result of a match is asked for that is not on any more: it may have been decided a
/// moment ago, and not be stored yet.
const RESULT_ATTEMPTS: u32 = 5;
const RESULT_INTERVAL: Duration = Duration::from_millis(250);

/// How a conversation ends.
#[derive(Debug)]
pub(crate) enum End {
    /// The client has gone.
    Gone,
    /// The client is told why.
    Farewell(FarewellReason),
    /// The player goes on at another node, where this is said first.
    Move {
        /// The node.
        to: NodeId,
        /// What the client has said.
        message: Option<Bytes>,
    },
}

/// Welcomes a player, and lets them back into their room. The error says where that is, if it is on
/// another node.
pub(crate) async fn begin(hub: &Arc<Hub>, guest: &Guest, visit: &Visit) -> Result<(), End> {
    let Visit { secret, refused, have, .. } = *visit;
    let player = guest.known.player;
    let mut had_seat = false;
    if let (Some(cluster), Some(room)) = (&hub.cluster, hub.room_of(player)) {
        cluster.note_return(player, &room).await;
    } else if let Some(cluster) = &hub.cluster {
        match cluster.room_of(hub, player).await {
            Ok((RoomLocation::Nowhere, _)) => {}
            Ok((RoomLocation::Here(room), has_seat)) => {
                had_seat = has_seat;
                hub.note_room(player, room);
            }
            Ok((RoomLocation::At(to), _)) => return Err(End::Move { to, message: None }),
            Err(problem) => {
                warn!(%problem, "the room of a player could not be found");
                return Err(End::Farewell(FarewellReason::Overloaded));
            }
        }
    }
    if let Some(reason) = refused {
        guest.outbox.tell(&ServerMessage::Refused { reason });
    }
    guest.outbox.tell(&ServerMessage::Welcome {
        player,
        secret,
        name: guest.known.name.clone(),
        rating: guest.known.rating.rounded(),
        now: hub.clock.now(),
    });
    match (hub.arrive(guest.clone()), have) {
        (Some(room), have) => {
            // A match may have been decided as its node died, and nobody told.
            if let Some(have) = have.filter(|have| !room.knows(have.game.match_id)) {
                tell_result(hub, guest, have).await?;
            }
            // A room without a match is empty when another node opens it again: a player who had a
            // seat there gets one.
            if let Err(problem) = hub.enter(&room, guest, have, !had_seat) {
                if hub.cluster.is_some() && !(room.is_open() && hub.may_referee()) {
                    // Another node has the room, or soon will: the player is to come to it there.
                    hub.depart(player, guest.conn);
                    hub.forget_place(player, room.code);
                    return Err(End::Farewell(FarewellReason::ShuttingDown));
                }
                debug!(?problem, "a seat no longer exists");
                hub.free(player, room.code);
            }
        }
        (None, Some(have)) => tell_result(hub, guest, have).await?,
        (None, None) => {}
    }
    Ok(())
}

/// A player is no longer connected.
pub(crate) fn end(hub: &Hub, guest: &Guest) {
    let player = guest.known.player;
    hub.depart(player, guest.conn);
    if let Some(room) = hub.room_of(player) {
        room.lose(hub, guest.conn);
    }
}

/// Tells a returning player the result of a match whose room has been closed since. If it cannot be
/// read now, the player is to come back for it: nobody else would tell it later.
async fn tell_result(hub: &Hub, guest: &Guest, have: Have) -> Result<(), End> {
    let match_id = have.game.match_id;
    for attempt in 0..RESULT_ATTEMPTS {
        if attempt > 0 {
            tokio::time::sleep(RESULT_INTERVAL).await;
        }
        match hub.accounts.result(match_id).await {
            Ok(Some(MatchResult { outcome, wins, .. })) => {
                let wins = wins.into_iter().collect();
                guest.outbox.tell(&ServerMessage::MatchOver { outcome, wins, ratings: None });
                return Ok(());
            }
            Ok(None) => {}
            Err(problem) => {
                warn!(%problem, match_id, "the result of a returning player could not be read");
                hub.depart(guest.known.player, guest.conn);
                return Err(End::Farewell(FarewellReason::Overloaded));
            }
        }
    }
    info!(match_id, "a player came back to a match that is not known");
    Ok(())
}

/// What a message costs others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cost {
    /// It is part of playing, and only limited as any message is.
    Play,
    /// A room's players are told, or something is written.
    Action,
    /// The same, and it can be put off: it asks for a room, an opponent, a seat or a bot.
    Entry,
}

impl Cost {
    const fn of(message: &ClientMessage) -> Cost {
        match message {
            ClientMessage::Inputs { .. }
            | ClientMessage::Ping { .. }
            | ClientMessage::Ready { .. }
            | ClientMessage::Differs { .. } => Cost::Play,
            ClientMessage::Hello { .. }
            | ClientMessage::CancelQuickMatch
            | ClientMessage::Resign
            | ClientMessage::Leave { .. }
            | ClientMessage::GoOn { .. }
            | ClientMessage::SetBot { level: None } => Cost::Action,
            ClientMessage::CreateRoom { .. }
            | ClientMessage::JoinRoom { .. }
            | ClientMessage::SetRoom { .. }
            | ClientMessage::QuickMatch { .. }
            | ClientMessage::AcceptBot
            | ClientMessage::TakeSeat
            | ClientMessage::SetBot { level: Some(_) } => Cost::Entry,
        }
    }
}

/// Whether a player may send a message that costs others something. The error ends the connection;
/// false refuses the message, because others of the same address may have sent too many.
fn may_send(hub: &Hub, guest: &Guest, cost: Cost) -> Result<bool, FarewellReason> {
    let now = hub.clock.now();
    if cost != Cost::Play && !hub.addresses.may_act(guest.known.player, now) {
        hub.metrics.too_fast.add(1);
        return Err(FarewellReason::TooFast);
    }
    if cost == Cost::Entry && !hub.addresses.may_enter(guest.address, now) {
        hub.metrics.too_many.add(1);
        return Ok(false);
    }
    Ok(true)
}

/// Handles a message, here or in the player's room.
pub(crate) async fn take(
    hub: &Arc<Hub>,
    guest: &Guest,
    message: ClientMessage,
    room: &mut Option<RoomHandle>,
) -> Result<(), FarewellReason> {
    let player = guest.known.player;
    if !matches!(message, ClientMessage::Inputs { .. } | ClientMessage::Ping { .. }) {
        *room = None;
        if !may_send(hub, guest, Cost::of(&message))? {
            guest.outbox.tell(&ServerMessage::Refused { reason: Refusal::ServerFull });
            return Ok(());
        }
    }
    if let (ClientMessage::Ready { .. }, Some(cluster)) = (&message, &hub.cluster)
        && !Box::pin(cluster.flush()).await
    {
        // A match begins only once the directory has its players: if this node died, they would not
        // find it again.
        return Err(FarewellReason::Overloaded);
    }
    let done = match message {
        ClientMessage::Hello { .. } => return Err(FarewellReason::Malformed),
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
            // Boxed, like all that is rare, so that a connection takes less memory.
            Box::pin(create(hub, guest, settings)).await
        }
        ClientMessage::JoinRoom { code, watch } => match hub.room_of(player) {
            Some(room) if room.code != code => Err(Refusal::AlreadyInRoom),
            // After a reload by the room's link the player is back in the room already.
            Some(_) => Ok(()),
            None => {
                hub.stop_looking(player);
                Box::pin(join(hub, guest, code, watch)).await
            }
        },
        ClientMessage::QuickMatch { rules } => {
            look_for_opponent(hub, guest, rules);
            Ok(())
        }
        ClientMessage::AcceptBot => Box::pin(accept_bot(hub, guest)).await,
        ClientMessage::CancelQuickMatch => {
            hub.stop_looking(player);
            if let Some(cluster) = &hub.cluster {
                cluster.seek_soon();
            }
            Ok(())
        }
        ClientMessage::SetBot { level: Some(level) } => hub.seat_bot(guest, level),
        ClientMessage::Ready { .. }
        | ClientMessage::SetRoom { .. }
        | ClientMessage::SetBot { level: None }
        | ClientMessage::TakeSeat
        | ClientMessage::Inputs { .. }
        | ClientMessage::Resign
        | ClientMessage::GoOn { .. }
        | ClientMessage::Differs { .. } => {
            if room.is_none() {
                *room = hub.room_of(player);
            }
            let takes_seat = message == ClientMessage::TakeSeat;
            match room {
                Some(room) if room.hear(hub, guest.conn, message) => {
                    if takes_seat {
                        hub.note_place(room, guest);
                    }
                    Ok(())
                }
                // The room goes on elsewhere, where the player comes to in a moment.
                _ if hub.is_draining() || !hub.may_referee() => Ok(()),
                _ => Err(Refusal::OutOfPhase),
            }
        }
        ClientMessage::Leave { code } => {
            return Box::pin(leave(hub, guest, code)).await;
        }
    };
    if let Err(reason) = done {
        guest.outbox.tell(&ServerMessage::Refused { reason });
    }
    Ok(())
}

async fn create(hub: &Arc<Hub>, guest: &Guest, settings: Settings) -> Result<(), Refusal> {
    if !settings.are_playable() {
        return Err(Refusal::Unplayable);
    }
    check_limits(hub, guest, &[Resource::Room])?;
    let code = hub.reserve(settings, false).await?;
    hub.create(guest, settings, code).map(drop).inspect_err(|_| hub.release(code))
}

/// Whether the player's address may have these, before anything is written for them.
fn check_limits(hub: &Hub, guest: &Guest, resources: &[Resource]) -> Result<(), Refusal> {
    let now = hub.clock.now();
    let may_have = |resource: &Resource| hub.addresses.may_take(guest.address, *resource, now);
    if resources.iter().all(may_have) {
        return Ok(());
    }
    hub.metrics.too_many.add(1);
    Err(Refusal::ServerFull)
}

async fn accept_bot(hub: &Arc<Hub>, guest: &Guest) -> Result<(), Refusal> {
    check_limits(hub, guest, &[Resource::Room, Resource::Bot])?;
    hub.may_accept_bot(guest)?;
    let code = hub.reserve(Settings::default(), false).await?;
    hub.accept_bot(guest, code).inspect_err(|_| hub.release(code))
}

/// Leaves a room, here or on another node. A client leaves it again on every new connection until it
/// hears `Left`, which is said only if the leave counts; where that is not known, the client is to
/// reconnect.
async fn leave(
    hub: &Arc<Hub>,
    guest: &Guest,
    code: Option<RoomCode>,
) -> Result<(), FarewellReason> {
    let player = guest.known.player;
    if let (Some(cluster), Some(code)) = (&hub.cluster, code)
        && !hub.is_draining()
        && hub.room_of(player).is_none()
    {
        match cluster.find_match(hub, code).await {
            Ok(RoomLocation::Here(room)) if room.seats(player) => {
                // If that fails, another node has the room by now, and so has the next attempt.
                hub.enter(&room, guest, None, true).map_err(|_| FarewellReason::ShuttingDown)?;
            }
            Ok(RoomLocation::At(node)) => {
                let message = encode(&ClientMessage::Leave { code: Some(code) });
                guest.outbox.move_to(node, Some(message.into()));
                return Ok(());
            }
            Ok(RoomLocation::Here(_) | RoomLocation::Nowhere) => {}
            Err(problem) => {
                warn!(%problem, "the room that a player leaves could not be found");
                return Err(FarewellReason::Overloaded);
            }
        }
    }
    // A node that stops says farewell to everybody once its rooms can be taken over.
    if hub.leave(guest, code) || hub.is_draining() {
        Ok(())
    } else {
        Err(FarewellReason::ShuttingDown)
    }
}

fn look_for_opponent(hub: &Arc<Hub>, guest: &Guest, rules: RuleSet) {
    guest.outbox.tell(&ServerMessage::Waiting);
    hub.look_for_opponent(guest, rules);
    match &hub.cluster {
        None => hub.pair_up(),
        Some(cluster) => cluster.seek_soon(),
    }
}

/// Joins a room, unless its code is one more wrong guess of this address.
async fn join(hub: &Arc<Hub>, guest: &Guest, code: RoomCode, watch: bool) -> Result<(), Refusal> {
    if !hub.addresses.may_try_code(guest.address, hub.clock.now()) {
        hub.metrics.too_many.add(1);
        return Err(Refusal::ServerFull);
    }
    let joined = join_or_wait_on(hub, guest, code, watch).await;
    if joined == Err(Refusal::NoSuchRoom) {
        hub.addresses.note_wrong_code(guest.address, hub.clock.now());
    }
    joined
}

/// Joins a room, here or on another node. A player who was sent to an opponent's room and arrives too
/// late waits for another opponent.
async fn join_or_wait_on(
    hub: &Arc<Hub>,
    guest: &Guest,
    code: RoomCode,
    watch: bool,
) -> Result<(), Refusal> {
    let Some(cluster) = &hub.cluster else { return hub.join(guest, code, watch).map(drop) };
    let joined = find_and_join(hub, cluster, guest, code, watch).await;
    if joined.is_err()
        && let Some(rules) = cluster.waits_on_for(guest.known.player, code)
    {
        look_for_opponent(hub, guest, rules);
        return Ok(());
    }
    joined
}

async fn find_and_join(
    hub: &Arc<Hub>,
    cluster: &Arc<Cluster>,
    guest: &Guest,
    code: RoomCode,
    watch: bool,
) -> Result<(), Refusal> {
    match cluster.find_room(hub, code).await {
        Ok(RoomLocation::Here(room)) => hub.enter(&room, guest, None, watch),
        Ok(RoomLocation::At(node)) => {
            let message = encode(&ClientMessage::JoinRoom { code, watch });
            guest.outbox.move_to(node, Some(message.into()));
            Ok(())
        }
        Ok(RoomLocation::Nowhere) => Err(Refusal::NoSuchRoom),
        Err(problem) => {
            warn!(%problem, "a room could not be found");
            Err(Refusal::ServerFull)
        }
    }
}
