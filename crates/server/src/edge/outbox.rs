//! The messages that wait to be sent to one connection.
//!
//! Most connections are sockets: the sender of a message also writes it to the socket. The
//! connection's task is woken only when the socket takes no more, and when the connection is to end.
//! Bots and players on other nodes have no socket here: their tasks take the messages out.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use axum::body::Bytes;
use quintet_protocol::{FarewellReason, ServerMessage, encode};
use tokio::time::Sleep;

use crate::cluster::NodeId;
use crate::edge::websocket::FrameSender;
use crate::limits::{MOST_WAITING, SENDING_LIMIT, SENDING_PART};

/// For how many messages a connection keeps memory while none wait.
const MESSAGES_RESERVED: usize = 32;

/// Something for a connection.
#[derive(Debug)]
pub(crate) enum Outgoing {
    /// A message. For a socket it is written without its task.
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
    /// The socket of the connection, if it has one and is still there.
    socket: Option<Arc<FrameSender>>,
    /// Whether the socket has not taken everything.
    is_blocked: bool,
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

    fn pop_message(&mut self) -> Option<Bytes> {
        if !matches!(self.waiting.front(), Some(Outgoing::Message(_))) {
            return None;
        }
        match self.pop() {
            Some(Outgoing::Message(bytes)) => Some(bytes),
            _ => None,
        }
    }

    /// Writes messages to the socket, if there is one. A broken socket takes everything; the
    /// connection's task notices that as it reads.
    fn write(&mut self) {
        if !self.is_blocked
            && !self.waiting.is_empty()
            && let Some(socket) = self.socket.clone()
        {
            let written = socket.write(&mut std::iter::from_fn(|| self.pop_message()));
            self.is_blocked = matches!(written, Ok(false));
            if written.is_err() {
                self.close();
            }
        }
    }

    fn close(&mut self) {
        self.is_open = false;
        self.waiting = VecDeque::new();
    }

    /// The connection's task, if there is something to do for it.
    fn reader_to_wake(&mut self) -> Option<Waker> {
        if self.is_blocked || !self.waiting.is_empty() { self.reader.take() } else { None }
    }

    fn wait(&mut self, context: &Context<'_>) {
        if !self.reader.as_ref().is_some_and(|reader| reader.will_wake(context.waker())) {
            self.reader = Some(context.waker().clone());
        }
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
pub(crate) struct Inbox {
    shared: Arc<Shared>,
    /// Runs while the socket does not take what is written.
    stalled: Option<Stalled>,
}

/// A client that does not read.
#[derive(Debug)]
struct Stalled {
    /// How much the socket had taken when the time began.
    taken: u64,
    timer: Pin<Box<Sleep>>,
}

impl Inbox {
    /// Waits for what the connection's task has to do next: messages, where there is no socket, and
    /// the end. None if all outboxes are gone, or if the client does not read: once `SENDING_PART`
    /// bytes, or what waits, have not been taken within `SENDING_LIMIT`.
    pub(crate) async fn recv(&mut self) -> Option<Outgoing> {
        poll_fn(|context| self.poll_recv(context)).await
    }

    fn poll_recv(&mut self, context: &mut Context<'_>) -> Poll<Option<Outgoing>> {
        let mut queue = self.shared.queue();
        queue.wait(context);
        loop {
            queue.write();
            let Some(socket) = queue.socket.clone().filter(|_| queue.is_blocked) else { break };
            // If the socket breaks meanwhile, the next attempt to write notices it.
            if socket.poll_flush(context).is_pending() {
                drop(queue);
                return Stalled::poll(&mut self.stalled, &socket, context);
            }
            queue.is_blocked = false;
        }
        self.stalled = None;
        if let Some(outgoing) = queue.pop() {
            return Poll::Ready(Some(outgoing));
        }
        if self.shared.outboxes.load(Ordering::Acquire) == 0 {
            return Poll::Ready(None);
        }
        Poll::Pending
    }

    /// The next message, if one waits.
    pub(crate) fn try_recv(&mut self) -> Option<Outgoing> {
        self.shared.queue().pop()
    }
}

impl Stalled {
    /// Ready, with nothing, when the client has read too little for too long.
    fn poll(
        stalled: &mut Option<Stalled>,
        socket: &FrameSender,
        context: &mut Context<'_>,
    ) -> Poll<Option<Outgoing>> {
        let taken = socket.taken();
        let begin = || Stalled { taken, timer: Box::pin(tokio::time::sleep(SENDING_LIMIT)) };
        let since = stalled.get_or_insert_with(begin);
        if taken - since.taken >= SENDING_PART as u64 {
            *since = begin();
        }
        since.timer.as_mut().poll(context).map(|()| None)
    }
}

impl Drop for Inbox {
    fn drop(&mut self) {
        let mut queue = self.shared.queue();
        queue.close();
        queue.socket = None;
    }
}

impl Outbox {
    /// Both ends of a new one.
    pub(crate) fn new() -> (Outbox, Inbox) {
        Outbox::by(None)
    }

    /// Both ends of a new one whose messages are written to a socket.
    pub(crate) fn to_socket(socket: &Arc<FrameSender>) -> (Outbox, Inbox) {
        Outbox::by(Some(Arc::clone(socket)))
    }

    fn by(socket: Option<Arc<FrameSender>>) -> (Outbox, Inbox) {
        let waiting = VecDeque::new();
        let queue = Queue { waiting, socket, is_blocked: false, is_open: true, reader: None };
        let shared = Shared { queue: Mutex::new(queue), outboxes: AtomicUsize::new(1) };
        let shared = Arc::new(shared);
        (Outbox(Arc::clone(&shared)), Inbox { shared, stalled: None })
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
        self.add(outgoing);
        self.flush();
    }

    /// Adds a message, to be sent by [`Outbox::flush`]; true if it is the first that waits.
    pub(crate) fn add_message(&self, message: Bytes) -> bool {
        self.add(Outgoing::Message(message))
    }

    fn add(&self, outgoing: Outgoing) -> bool {
        let mut queue = self.0.queue();
        if !queue.is_open {
            return false;
        }
        let is_first = queue.waiting.is_empty();
        if queue.waiting.len() < MOST_WAITING {
            queue.waiting.push_back(outgoing);
        } else {
            // What waits is not worth sending any more: the client gets all of it when it is back.
            queue.is_open = false;
            queue.waiting = [Outgoing::Farewell(FarewellReason::TooSlow)].into();
        }
        is_first
    }

    /// Sends what waits, or wakes the connection's task for it.
    pub(crate) fn flush(&self) {
        let mut queue = self.0.queue();
        queue.write();
        let reader = queue.reader_to_wake();
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
    use tokio::io::AsyncReadExt;

    use super::*;
    use crate::edge::websocket::pair;

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

    /// The payload of every message to a socket, and the frame around it.
    const PAYLOAD: usize = 1000;
    const FRAME: usize = PAYLOAD + 4;

    fn fill_socket(outbox: &Outbox) -> u8 {
        let mut count = 0;
        while !outbox.0.queue().is_blocked {
            for _ in 0..100 {
                outbox.add_message(vec![count; PAYLOAD].into());
            }
            outbox.flush();
            count += 1;
        }
        count
    }

    #[tokio::test]
    async fn what_a_socket_does_not_take_at_once_follows_in_order_and_then_the_end() {
        let (socket, mut client) = pair().await;
        let (outbox, mut inbox) = Outbox::to_socket(socket.sender());
        let count = fill_socket(&outbox);
        outbox.close(FarewellReason::Elsewhere);
        let reading = tokio::spawn(async move {
            let mut bytes = vec![0; usize::from(count) * 100 * FRAME];
            client.read_exact(&mut bytes).await.expect("all messages");
            bytes
        });
        let end = inbox.recv().await;
        assert!(matches!(end, Some(Outgoing::Farewell(FarewellReason::Elsewhere))), "{end:?}");
        let bytes = reading.await.expect("it reads");
        let (frames, _) = bytes.as_chunks::<FRAME>();
        let expected = (0..count).flat_map(|number| [number; 100]);
        assert!(frames.iter().zip(expected).all(|(frame, number)| {
            frame[..4] == [0x82, 126, 3, 0xe8] && frame[4..] == [number; PAYLOAD]
        }));
    }

    #[tokio::test]
    async fn a_client_that_does_not_read_is_given_up() {
        let (socket, client) = pair().await;
        let (outbox, mut inbox) = Outbox::to_socket(socket.sender());
        fill_socket(&outbox);
        // From here on the clock goes on by itself.
        tokio::time::pause();
        let since = tokio::time::Instant::now();
        assert!(inbox.recv().await.is_none());
        assert!(since.elapsed() >= SENDING_LIMIT);
        drop(client);
    }

    #[tokio::test]
    async fn a_socket_is_closed_with_its_connection_whoever_still_has_an_outbox() {
        let (socket, mut client) = pair().await;
        let (outbox, inbox) = Outbox::to_socket(socket.sender());
        outbox.send(Bytes::from_static(&[7]));
        drop((inbox, socket));
        outbox.send(Bytes::from_static(&[8]));
        let mut bytes = Vec::new();
        client.read_to_end(&mut bytes).await.expect("the end");
        assert_eq!(bytes, [0x82, 1, 7]);
    }
}
