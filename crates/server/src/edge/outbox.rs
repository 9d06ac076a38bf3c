//! The messages that wait to be sent to one connection.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::body::Bytes;
use quintet_protocol::{FarewellReason, ServerMessage, encode};
use tokio::sync::mpsc::{Receiver, Sender, channel};

use crate::cluster::NodeId;
use crate::limits::MOST_WAITING;

/// Something for a connection.
#[derive(Debug)]
pub(crate) enum Outgoing {
    /// A message.
    Message(Bytes),
    /// The last message.
    Farewell(FarewellReason),
    /// The player goes on at another node.
    Move {
        /// The node.
        to: NodeId,
        /// What the client has said, which that node hears first.
        message: Option<Bytes>,
    },
}

/// The way to one connection.
#[derive(Clone, Debug)]
pub(crate) struct Outbox {
    waiting: Sender<Outgoing>,
    overflows: Arc<AtomicBool>,
}

/// A connection's end of its outbox.
#[derive(Debug)]
pub(crate) struct Inbox {
    /// What waits.
    pub(crate) waiting: Receiver<Outgoing>,
    overflows: Arc<AtomicBool>,
}

impl Inbox {
    /// Whether a message was dropped because the outbox was full.
    pub(crate) fn overflows(&self) -> bool {
        self.overflows.load(Ordering::Relaxed)
    }
}

impl Outbox {
    /// Both ends of a new one.
    pub(crate) fn new() -> (Outbox, Inbox) {
        let (sender, receiver) = channel(MOST_WAITING);
        let overflows = Arc::new(AtomicBool::new(false));
        let inbox = Inbox { waiting: receiver, overflows: Arc::clone(&overflows) };
        (Outbox { waiting: sender, overflows }, inbox)
    }

    /// A number that no other outbox has while this one is there.
    pub(crate) fn id(&self) -> usize {
        Arc::as_ptr(&self.overflows).addr()
    }

    /// Puts in a message that is already bytes.
    pub(crate) fn send(&self, message: Bytes) {
        self.put(Outgoing::Message(message));
    }

    /// Puts in a message.
    pub(crate) fn tell(&self, message: &ServerMessage) {
        self.send(encode(message).into());
    }

    /// Puts in the last message.
    pub(crate) fn close(&self, reason: FarewellReason) {
        self.put(Outgoing::Farewell(reason));
    }

    /// Leads the player to another node.
    pub(crate) fn move_to(&self, to: NodeId, message: Option<Bytes>) {
        self.put(Outgoing::Move { to, message });
    }

    fn put(&self, outgoing: Outgoing) {
        // A connection that is gone needs no messages; a full one is closed by its task.
        if let Err(tokio::sync::mpsc::error::TrySendError::Full(_)) =
            self.waiting.try_send(outgoing)
        {
            self.overflows.store(true, Ordering::Relaxed);
        }
    }
}
