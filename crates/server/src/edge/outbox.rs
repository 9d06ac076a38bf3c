//! The messages that wait to be sent to one connection.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use axum::body::Bytes;
use quintet_protocol::{FarewellReason, ServerMessage, encode};

use crate::cluster::NodeId;
use crate::limits::MOST_WAITING;

/// For how many messages a connection keeps memory while none wait.
const MESSAGES_RESERVED: usize = 32;

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

/// What both ends share.
#[derive(Debug)]
struct Shared {
    queue: Mutex<Queue>,
    /// How many outboxes there are.
    outboxes: AtomicUsize,
}

#[derive(Debug)]
struct Queue {
    waiting: VecDeque<Outgoing>,
    /// Whether anything is still put in: not once the connection is gone or reads too slowly.
    is_open: bool,
    /// The connection's task, if it waits.
    reader: Option<Waker>,
}

impl Queue {
    fn pop(&mut self) -> Option<Outgoing> {
        let first = self.waiting.pop_front();
        if self.waiting.is_empty() && self.waiting.capacity() > MESSAGES_RESERVED {
            self.waiting = VecDeque::new();
        }
        first
    }
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The way to one connection.
#[derive(Debug)]
pub(crate) struct Outbox(Arc<Shared>);

/// A connection's end of its outbox.
#[derive(Debug)]
pub(crate) struct Inbox(Arc<Shared>);

impl Inbox {
    /// Waits for the next message; none if all outboxes are gone.
    pub(crate) async fn recv(&mut self) -> Option<Outgoing> {
        poll_fn(|context| self.poll_recv(context)).await
    }

    fn poll_recv(&mut self, context: &Context<'_>) -> Poll<Option<Outgoing>> {
        let mut queue = self.0.queue();
        if let Some(outgoing) = queue.pop() {
            return Poll::Ready(Some(outgoing));
        }
        if self.0.outboxes.load(Ordering::Acquire) == 0 {
            return Poll::Ready(None);
        }
        if !queue.reader.as_ref().is_some_and(|reader| reader.will_wake(context.waker())) {
            queue.reader = Some(context.waker().clone());
        }
        Poll::Pending
    }

    /// The next message, if one waits.
    pub(crate) fn try_recv(&mut self) -> Option<Outgoing> {
        self.0.queue().pop()
    }
}

impl Drop for Inbox {
    fn drop(&mut self) {
        let mut queue = self.0.queue();
        queue.is_open = false;
        queue.waiting = VecDeque::new();
    }
}

impl Outbox {
    /// Both ends of a new one.
    pub(crate) fn new() -> (Outbox, Inbox) {
        let queue = Queue { waiting: VecDeque::new(), is_open: true, reader: None };
        let shared = Shared { queue: Mutex::new(queue), outboxes: AtomicUsize::new(1) };
        let shared = Arc::new(shared);
        (Outbox(Arc::clone(&shared)), Inbox(shared))
    }

    /// A number that no other outbox has while this one is there.
    pub(crate) fn id(&self) -> usize {
        Arc::as_ptr(&self.0).addr()
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
        let mut queue = self.0.queue();
        if !queue.is_open {
            return;
        }
        if queue.waiting.len() < MOST_WAITING {
            queue.waiting.push_back(outgoing);
        } else {
            // What waits is not worth sending any more: the client gets all of it when it is back.
            queue.is_open = false;
            queue.waiting = [Outgoing::Farewell(FarewellReason::TooSlow)].into();
        }
        let reader = queue.reader.take();
        drop(queue);
        if let Some(reader) = reader {
            reader.wake();
        }
    }
}

impl Clone for Outbox {
    fn clone(&self) -> Outbox {
        self.0.outboxes.fetch_add(1, Ordering::Relaxed);
        Outbox(Arc::clone(&self.0))
    }
}

impl Drop for Outbox {
    fn drop(&mut self) {
        if self.0.outboxes.fetch_sub(1, Ordering::AcqRel) == 1 {
            let reader = self.0.queue().reader.take();
            if let Some(reader) = reader {
                reader.wake();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(outgoing: Option<Outgoing>) -> Option<u8> {
        match outgoing {
            Some(Outgoing::Message(bytes)) => bytes.first().copied(),
            _ => None,
        }
    }

    #[tokio::test]
    async fn messages_come_in_order_and_end_with_the_last_outbox() {
        let (outbox, mut inbox) = Outbox::new();
        let other = outbox.clone();
        let reading = tokio::spawn(async move {
            let mut heard = Vec::new();
            while let Some(outgoing) = inbox.recv().await {
                heard.extend(number(Some(outgoing)));
            }
            heard
        });
        for count in 0..100 {
            let from = if count % 2 == 0 { &outbox } else { &other };
            from.send(Bytes::copy_from_slice(&[count]));
            tokio::task::yield_now().await;
        }
        drop(outbox);
        tokio::task::yield_now().await;
        drop(other);
        assert_eq!(reading.await.expect("an end"), (0..100).collect::<Vec<u8>>());
    }

    #[test]
    fn whoever_reads_too_slowly_is_told_so_and_nothing_else() {
        let (outbox, mut inbox) = Outbox::new();
        for _ in 0..MOST_WAITING {
            outbox.send(Bytes::from_static(&[7]));
        }
        assert_eq!(number(inbox.try_recv()), Some(7), "as many may wait");
        outbox.send(Bytes::from_static(&[7]));
        outbox.send(Bytes::from_static(&[7]));
        let last = inbox.try_recv();
        assert!(matches!(last, Some(Outgoing::Farewell(FarewellReason::TooSlow))), "{last:?}");
        outbox.send(Bytes::from_static(&[7]));
        assert!(inbox.try_recv().is_none());
        assert!(outbox.0.queue().waiting.capacity() <= MESSAGES_RESERVED, "memory is given back");
    }

    #[test]
    fn nothing_waits_for_a_connection_that_is_gone() {
        let (outbox, inbox) = Outbox::new();
        outbox.send(Bytes::from_static(&[7]));
        drop(inbox);
        outbox.send(Bytes::from_static(&[7]));
        assert!(outbox.0.queue().waiting.is_empty());
    }
}
