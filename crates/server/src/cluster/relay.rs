//! The edge's end of a link: a connection of a player whose room is on another node.

use std::sync::Arc;
use std::time::Duration;

use quintet_protocol::FarewellReason;
use quintet_protocol::limits::{MESSAGES_PER_SECOND, MESSAGES_SAVED, SILENCE_LIMIT};
use tokio::time::Instant;

use super::message::{NodeMessage, Visit};
use super::{Cluster, HEARTBEAT, NodeId, SILENCE};
use crate::edge::rate_limit::RateLimit;
use crate::edge::session::End;
use crate::edge::websocket::{Received, WebSocket};
use crate::limits::SENDING_LIMIT;
use crate::rooms::hub::Hub;
use crate::secure_random;

/// Carries messages both ways until one side closes, or the player has to go to yet another node.
pub(crate) async fn relay(
    cluster: &Arc<Cluster>,
    hub: &Arc<Hub>,
    socket: &mut WebSocket,
    to: NodeId,
    visit: Visit,
) -> End {
    let link = secure_random::number();
    let mut incoming = cluster.links.open(link);
    let (from, protocol, visit) = (cluster.node, quintet_protocol::VERSION, Box::new(visit));
    let open = NodeMessage::Open { link, from, protocol, visit };
    let end = if cluster.tell(to, &open).await {
        carry(cluster, hub, socket, (link, to), &mut incoming).await
    } else {
        End::Farewell(FarewellReason::ShuttingDown)
    };
    cluster.links.close(link);
    if !matches!(end, End::Move { .. }) {
        cluster.tell(to, &NodeMessage::Gone { link }).await;
    }
    end
}

async fn carry(
    cluster: &Arc<Cluster>,
    hub: &Arc<Hub>,
    socket: &mut WebSocket,
    (link, to): (u64, NodeId),
    incoming: &mut tokio::sync::mpsc::Receiver<NodeMessage>,
) -> End {
    let mut limit = RateLimit::per_second(MESSAGES_PER_SECOND, MESSAGES_SAVED, hub.clock.now());
    let patience = Duration::from_micros(SILENCE_LIMIT.0);
    let (mut sent, mut received) = (0, 0);
    let mut heard = Instant::now();
    let opened = Instant::now();
    let mut every = tokio::time::interval(HEARTBEAT);
    let broken = End::Farewell(FarewellReason::ShuttingDown);
    loop {
        tokio::select! {
            biased;
            from_client = socket.recv() => {
                heard = Instant::now();
                match from_client {
                    Ok(Received::Binary | Received::Pulse) => {}
                    Ok(Received::Text) => {
                        hub.metrics.malformed.add(1);
                        return End::Farewell(FarewellReason::Malformed);
                    }
                    Ok(Received::Close) | Err(_) => return End::Gone,
                }
                if !limit.take(hub.clock.now()) {
                    hub.metrics.too_fast.add(1);
                    return End::Farewell(FarewellReason::TooFast);
                }
                let Ok(Received::Binary) = from_client else { continue };
                let bytes = socket.message();
                hub.metrics.messages.add(1);
                hub.metrics.bytes_in.add(bytes.len() as u64);
                let message = NodeMessage::FromClient { link, number: sent, message: bytes.into() };
                sent += 1;
                if !cluster.tell(to, &message).await {
                    return broken;
                }
            }
            from_room = incoming.recv() => match from_room {
                Some(NodeMessage::ToClient { number, messages, .. }) if number == received => {
                    received += 1;
                    let sending = socket.send(messages);
                    if !matches!(tokio::time::timeout(SENDING_LIMIT, sending).await, Ok(Ok(()))) {
                        return End::Gone;
                    }
                }
                Some(NodeMessage::Ended { number, reason, .. }) if number == received => {
                    return End::Farewell(reason);
                }
                Some(NodeMessage::Moved { number, to, message, .. }) if number == received => {
                    return End::Move { to, message: message.map(Into::into) };
                }
                // A message is missing.
                _ => return broken,
            },
            _ = every.tick() => {
                if received == 0 && sent == 0 && !cluster.is_heard_lately(to) {
                    // The node has probably died before it knew of this player, and the room is
                    // found again from here, without the client.
                    cluster.tell(to, &NodeMessage::Gone { link }).await;
                    return End::Move { to: cluster.node, message: None };
                }
                let is_silent = !cluster.is_heard(to)
                    || received == 0 && opened.elapsed() > SILENCE;
                if is_silent || cluster.is_draining() {
                    return broken;
                }
                if heard.elapsed() >= patience {
                    return End::Farewell(FarewellReason::Silent);
                }
            }
        }
    }
}
