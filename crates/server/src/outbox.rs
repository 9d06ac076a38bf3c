//! The messages that wait to be sent to one connection.

use std::sync::Arc;

use axum::body::Bytes;
use quintet_protocol::{FarewellWhy, ServerMessage, encode};
use tokio::sync::Notify;
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// How many messages may wait; whoever reads more slowly than that is sent away.
pub(crate) const MOST_WAITING: usize = 1024;

/// Something for a connection.
#[derive(Debug)]
pub(crate) enum Outgoing {
    /// A message.
    Message(Bytes),
    /// The last message.
    Farewell(FarewellWhy),
}

/// The way to one connection.
#[derive(Clone, Debug)]
pub(crate) struct Outbox {
    waiting: Sender<Outgoing>,
    overflow: Arc<Notify>,
}

/// A connection's end of its outbox.
#[derive(Debug)]
pub(crate) struct Inbox {
    /// What waits.
    pub(crate) waiting: Receiver<Outgoing>,
    /// Rings when there was no room left.
    pub(crate) overflow: Arc<Notify>,
}

impl Outbox {
    /// Both ends of a new one.
    pub(crate) fn new() -> (Outbox, Inbox) {
        let (sender, receiver) = channel(MOST_WAITING);
        let overflow = Arc::new(Notify::new());
        let inbox = Inbox { waiting: receiver, overflow: Arc::clone(&overflow) };
        (Outbox { waiting: sender, overflow }, inbox)
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
    pub(crate) fn close(&self, why: FarewellWhy) {
        self.put(Outgoing::Farewell(why));
    }

    fn put(&self, outgoing: Outgoing) {
        // A connection that is gone needs no messages; one that is full has to go.
        if let Err(tokio::sync::mpsc::error::TrySendError::Full(_)) =
            self.waiting.try_send(outgoing)
        {
            self.overflow.notify_one();
        }
    }
}
