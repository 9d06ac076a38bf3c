//! The room's end of a link: a player who is connected to another node.

use std::sync::Arc;

use quintet_protocol::{FarewellReason, decode_client};
use tokio::sync::mpsc::Receiver;

use super::message::{NodeMessage, Visit};
use super::{Cluster, HEARTBEAT, NodeId};
use crate::edge::outbox::{Inbox, Outbox, Outgoing};
use crate::edge::session::{self, End};
use crate::rooms::hub::{Guest, Hub};
use crate::rooms::room_handle::RoomHandle;

/// Receives a visitor until either side closes the link.
pub(super) async fn receive(
    cluster: Arc<Cluster>,
    hub: Arc<Hub>,
    (link, from): (u64, NodeId),
    visit: Visit,
    mut incoming: Receiver<NodeMessage>,
) {
    let (outbox, mut inbox) = Outbox::new();
    let Visit { known, address, arrived, first, .. } = visit.clone();
    let guest = Guest { conn: hub.next_conn(), known, outbox, address, arrived };
    let mut sent = 0;
    let end = match session::begin(&hub, &guest, &visit).await {
        Ok(()) => {
            let here = Here { cluster: &cluster, hub: &hub, guest: &guest, link, from };
            let end = here.converse(first, &mut incoming, &mut inbox, &mut sent).await;
            session::end(&hub, &guest);
            end
        }
        Err(end) => end,
    };
    cluster.links.close(link);
    let number = sent;
    let last = match end {
        End::Gone => return,
        End::Farewell(reason) => NodeMessage::Ended { link, number, reason },
        End::Move { to, message } => {
            NodeMessage::Moved { link, number, to, message: message.map(Into::into) }
        }
    };
    cluster.tell(from, &last).await;
}

struct Here<'a> {
    cluster: &'a Arc<Cluster>,
    hub: &'a Arc<Hub>,
    guest: &'a Guest,
    link: u64,
    from: NodeId,
}

impl Here<'_> {
    async fn converse(
        &self,
        first: Option<Vec<u8>>,
        incoming: &mut Receiver<NodeMessage>,
        inbox: &mut Inbox,
        sent: &mut u32,
    ) -> End {
        let mut room: Option<RoomHandle> = None;
        if let Some(first) = first
            && let Err(end) = self.take(&first, &mut room).await
        {
            return end;
        }
        let mut received = 0;
        let mut every = tokio::time::interval(HEARTBEAT);
        loop {
            tokio::select! {
                biased;
                message = incoming.recv() => match message {
                    Some(NodeMessage::FromClient { number, message, .. }) if number == received => {
                        received += 1;
                        if let Err(end) = self.take(&message, &mut room).await {
                            return end;
                        }
                    }
                    Some(NodeMessage::Gone { .. }) => return End::Gone,
                    // A message is missing.
                    _ => return End::Farewell(FarewellReason::Overloaded),
                },
                outgoing = inbox.recv() => {
                    if let Err(end) = self.send(inbox, outgoing, sent).await {
                        return end;
                    }
                }
                _ = every.tick() => {
                    if !self.cluster.is_heard(self.from) {
                        // If it is there all the same, the player is to reconnect.
                        return End::Farewell(FarewellReason::ShuttingDown);
                    }
                }
            }
        }
    }

    async fn take(&self, message: &[u8], room: &mut Option<RoomHandle>) -> Result<(), End> {
        let Ok(message) = decode_client(message) else {
            self.hub.metrics.malformed.add(1);
            return Err(End::Farewell(FarewellReason::Malformed));
        };
        session::take(self.hub, self.guest, message, room).await.map_err(End::Farewell)
    }

    /// Sends everything that waits, as one message.
    async fn send(
        &self,
        inbox: &mut Inbox,
        first: Option<Outgoing>,
        sent: &mut u32,
    ) -> Result<(), End> {
        let (mut messages, mut end) = (Vec::new(), None);
        let mut next = first;
        while let Some(outgoing) = next {
            match outgoing {
                Outgoing::Message(bytes) => messages.push(bytes.into()),
                Outgoing::Farewell(reason) => {
                    end = Some(End::Farewell(reason));
                    break;
                }
                Outgoing::Move { to, message } => {
                    end = Some(End::Move { to, message });
                    break;
                }
            }
            next = inbox.try_recv();
        }
        if !messages.is_empty() {
            let message = NodeMessage::ToClient { link: self.link, number: *sent, messages };
            *sent += 1;
            if !self.cluster.tell(self.from, &message).await {
                return Err(End::Farewell(FarewellReason::Overloaded));
            }
        }
        end.map_or(Ok(()), Err)
    }
}
