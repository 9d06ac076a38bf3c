//! A stream that breaks when its peer does not read.

use std::io::{Error, ErrorKind, IoSlice, Result};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Sleep;

use crate::limits::{SENDING_LIMIT, SENDING_PART};

/// A stream that fails once `SENDING_PART` bytes, or what is left of an answer, have not been taken by
/// the peer within `SENDING_LIMIT`.
#[derive(Debug)]
pub(crate) struct TimedStream<S> {
    stream: S,
    limit: Duration,
    /// Runs while the peer does not take what it is sent.
    timer: Option<Pin<Box<Sleep>>>,
    /// How much the peer has taken since the timer was started.
    taken: usize,
}

impl<S> TimedStream<S> {
    pub(crate) const fn new(stream: S) -> TimedStream<S> {
        TimedStream { stream, limit: SENDING_LIMIT, timer: None, taken: 0 }
    }

    pub(crate) fn into_inner(self) -> S {
        self.stream
    }

    fn note_written(&mut self, bytes: usize) {
        if self.timer.is_some() {
            self.taken += bytes;
            if self.taken >= SENDING_PART {
                self.stop_timer();
            }
        }
    }

    fn stop_timer(&mut self) {
        self.timer = None;
        self.taken = 0;
    }

    /// Waits for the peer until the limit has passed.
    fn wait<T>(&mut self, context: &mut Context<'_>) -> Poll<Result<T>> {
        let begin = || Box::pin(tokio::time::sleep(self.limit));
        ready!(self.timer.get_or_insert_with(begin).as_mut().poll(context));
        Poll::Ready(Err(Error::new(ErrorKind::TimedOut, "the client does not read")))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for TimedStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for TimedStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<Result<usize>> {
        let Poll::Ready(written) = Pin::new(&mut self.stream).poll_write(context, bytes) else {
            return self.wait(context);
        };
        self.note_written(*written.as_ref().unwrap_or(&0));
        Poll::Ready(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<Result<usize>> {
        let stream = Pin::new(&mut self.stream);
        let Poll::Ready(written) = stream.poll_write_vectored(context, parts) else {
            return self.wait(context);
        };
        self.note_written(*written.as_ref().unwrap_or(&0));
        Poll::Ready(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    /// Called once everything has been written.
    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        let Poll::Ready(flushed) = Pin::new(&mut self.stream).poll_flush(context) else {
            return self.wait(context);
        };
        self.stop_timer();
        Poll::Ready(flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};

    use super::*;

    const BUFFER: usize = 2 * SENDING_PART;

    fn stream(limit: Duration) -> (TimedStream<DuplexStream>, DuplexStream) {
        let (stream, peer) = duplex(BUFFER);
        (TimedStream { limit, ..TimedStream::new(stream) }, peer)
    }

    async fn is_stuck(stream: &mut TimedStream<DuplexStream>) -> bool {
        std::future::poll_fn(|context| {
            Poll::Ready(Pin::new(&mut *stream).poll_write(context, &[7]).is_pending())
        })
        .await
    }

    #[tokio::test]
    async fn a_peer_that_does_not_read_breaks_the_stream() {
        let (mut stream, _peer) = stream(Duration::from_millis(20));
        let broken = stream.write_all(&vec![7; BUFFER + 1]).await;
        assert_eq!(broken.map_err(|problem| problem.kind()), Err(ErrorKind::TimedOut));
    }

    #[tokio::test]
    async fn the_time_begins_again_with_every_part_that_the_peer_takes() {
        let (mut stream, mut peer) = stream(SENDING_LIMIT);
        stream.write_all(&vec![7; BUFFER]).await.expect("room for it");
        assert!(stream.timer.is_none());
        for (read, goes_on) in [(SENDING_PART - 1, true), (1, false)] {
            assert!(is_stuck(&mut stream).await);
            peer.read_exact(&mut vec![0; read]).await.expect("that many bytes were written");
            stream.write_all(&vec![7; read]).await.expect("room for it");
            assert_eq!(stream.timer.is_some(), goes_on, "{read} bytes");
        }
    }

    #[tokio::test]
    async fn the_time_ends_when_nothing_waits_any_more() {
        let (mut stream, mut peer) = stream(SENDING_LIMIT);
        stream.write_all(&vec![7; BUFFER]).await.expect("room for it");
        assert!(is_stuck(&mut stream).await);
        peer.read_exact(&mut [0; 10]).await.expect("that many bytes were written");
        stream.write_all(&[7; 10]).await.expect("room for it");
        assert!(stream.timer.is_some());
        stream.flush().await.expect("everything is written");
        assert!(stream.timer.is_none());
    }
}
