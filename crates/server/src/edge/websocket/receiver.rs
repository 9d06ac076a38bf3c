//! A WebSocket, and its receiving side.

use std::future::poll_fn;
use std::io::{Error, Result};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, ReadBuf};
use tokio::net::TcpStream;
use tokio::net::tcp::OwnedReadHalf;
use tungstenite::protocol::frame::coding::{CloseCode, Control};

use super::FrameSender;
use super::frames::{Frame, FrameBuffer, Malformed};
use crate::metrics::Metrics;

/// A connection with a client.
pub(crate) struct WebSocket {
    socket: OwnedReadHalf,
    sender: Arc<FrameSender>,
    buffer: FrameBuffer,
}

/// What a client sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Received {
    /// A binary message, which [`WebSocket::message`] has until the next one is received.
    Binary,
    /// A text, which no client has a reason to send.
    Text,
    /// A sign of life: a ping, its answer, or a part of a message.
    Pulse,
    /// The client closes the connection.
    Close,
}

/// Why nothing more can be received.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Broken {
    /// The connection is gone.
    #[error("the connection broke: {0}")]
    Gone(#[from] Error),
    /// The client closed the connection without a word.
    #[error("the client hung up")]
    HungUp,
    /// What came is not what clients send.
    #[error(transparent)]
    Malformed(#[from] Malformed),
}

impl WebSocket {
    /// A WebSocket over a stream after the handshake, and what has been read of it already.
    pub(super) fn new(stream: TcpStream, read: Vec<u8>, metrics: Arc<Metrics>) -> WebSocket {
        let (socket, sending) = stream.into_split();
        let sender = Arc::new(FrameSender::new(sending, metrics));
        WebSocket { socket, sender, buffer: FrameBuffer::new(read) }
    }

    /// The sending side.
    pub(crate) const fn sender(&self) -> &Arc<FrameSender> {
        &self.sender
    }

    /// The binary message that was received last.
    pub(crate) fn message(&self) -> &[u8] {
        self.buffer.message()
    }

    /// Receives the next message. May be cancelled: nothing is lost by it.
    pub(crate) async fn recv(&mut self) -> std::result::Result<Received, Broken> {
        poll_fn(|context| self.poll_recv(context)).await
    }

    fn poll_recv(
        &mut self,
        context: &mut Context<'_>,
    ) -> Poll<std::result::Result<Received, Broken>> {
        loop {
            match self.buffer.next()? {
                Some(Frame::Binary) => return Poll::Ready(Ok(Received::Binary)),
                Some(Frame::Text) => return Poll::Ready(Ok(Received::Text)),
                Some(Frame::Ping) => {
                    self.sender.write_control(Control::Pong, self.buffer.payload())?;
                    return Poll::Ready(Ok(Received::Pulse));
                }
                Some(Frame::Pong | Frame::Part) => return Poll::Ready(Ok(Received::Pulse)),
                Some(Frame::Close) => {
                    self.sender.write_control(Control::Close, self.buffer.payload())?;
                    return Poll::Ready(Ok(Received::Close));
                }
                None => {}
            }
            let mut space = ReadBuf::new(self.buffer.space());
            ready!(Pin::new(&mut self.socket).poll_read(context, &mut space))?;
            let read = space.filled().len();
            if read == 0 {
                return Poll::Ready(Err(Broken::HungUp));
            }
            self.buffer.note_read(read);
        }
    }

    /// Sends messages, after everything that was written before.
    pub(crate) async fn send<M: AsRef<[u8]>>(
        &self,
        messages: impl IntoIterator<Item = M>,
    ) -> Result<()> {
        let mut messages = messages.into_iter();
        while !self.sender.write(&mut messages)? {
            self.flush().await?;
        }
        Ok(())
    }

    /// Tells the client that the connection is closed, after everything that was written before.
    pub(crate) async fn close(&self, code: CloseCode) -> Result<()> {
        self.flush().await?;
        self.sender.write_control(Control::Close, &u16::from(code).to_be_bytes())?;
        self.flush().await
    }

    async fn flush(&self) -> Result<()> {
        poll_fn(|context| self.sender.poll_flush(context)).await
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;

    /// A WebSocket, and the client's end of its stream.
    pub(crate) async fn pair() -> (WebSocket, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let connecting = TcpStream::connect(address);
        let (client, accepted) = tokio::join!(connecting, listener.accept());
        let (stream, _) = accepted.expect("a connection");
        let socket = WebSocket::new(stream, Vec::new(), Arc::default());
        (socket, client.expect("a connection"))
    }

    /// Two bytes for the client, with a mask that changes nothing.
    fn frame(opcode: u8, payload: [u8; 2]) -> [u8; 8] {
        [0x80 | opcode, 0x82, 0, 0, 0, 0, payload[0], payload[1]]
    }

    #[tokio::test]
    async fn a_ping_is_answered_and_so_is_the_end() {
        let (mut socket, mut client) = pair().await;
        let sent = [frame(9, *b"hi"), frame(2, *b"go"), frame(8, [3, 0xe8])].concat();
        client.write_all(&sent).await.expect("it listens");
        assert_eq!(socket.recv().await.expect("a ping"), Received::Pulse);
        assert_eq!(socket.recv().await.expect("a message"), Received::Binary);
        assert_eq!(socket.message(), b"go");
        assert_eq!(socket.recv().await.expect("the end"), Received::Close);
        drop(socket);
        let mut answers = Vec::new();
        client.read_to_end(&mut answers).await.expect("the end");
        assert_eq!(answers, [0x8a, 2, b'h', b'i', 0x88, 2, 3, 0xe8]);
    }

    #[tokio::test]
    async fn a_client_that_hangs_up_is_noticed() {
        let (mut socket, client) = pair().await;
        drop(client);
        let end = socket.recv().await;
        assert!(matches!(end, Err(Broken::HungUp | Broken::Gone(_))), "{end:?}");
    }
}
