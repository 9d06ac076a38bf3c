//! The sending side of a WebSocket.

use std::io::{ErrorKind, Result};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};

use tokio::net::tcp::OwnedWriteHalf;
use tungstenite::protocol::frame::FrameHeader;
use tungstenite::protocol::frame::coding::{Control, Data, OpCode};

use crate::limits::SENDING_PART;
use crate::metrics::Metrics;

/// For how many bytes a connection keeps memory while all of them are sent.
const BYTES_RESERVED: usize = 1024;

/// Sends frames. Any thread writes a message to the socket directly; what the socket does not take
/// waits for the connection's task.
#[derive(Debug)]
pub(crate) struct FrameSender {
    socket: OwnedWriteHalf,
    unsent: Mutex<Unsent>,
    metrics: Arc<Metrics>,
}

/// Frames that the socket has not taken, the first of them perhaps in part.
#[derive(Debug, Default)]
struct Unsent {
    bytes: Vec<u8>,
    /// How many bytes the socket has taken so far.
    taken: u64,
}

impl FrameSender {
    pub(super) fn new(socket: OwnedWriteHalf, metrics: Arc<Metrics>) -> FrameSender {
        FrameSender { socket, unsent: Mutex::default(), metrics }
    }

    fn unsent(&self) -> MutexGuard<'_, Unsent> {
        self.unsent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes messages as long as the socket takes them. True if it has taken all of them; else
    /// those that are left are still in the iterator.
    pub(crate) fn write<M: AsRef<[u8]>>(
        &self,
        messages: &mut impl Iterator<Item = M>,
    ) -> Result<bool> {
        let mut unsent = self.unsent();
        loop {
            while unsent.bytes.len() < SENDING_PART
                && let Some(message) = messages.next()
            {
                let message = message.as_ref();
                self.metrics.bytes_out.add(message.len() as u64);
                unsent.add(OpCode::Data(Data::Binary), message);
            }
            if unsent.bytes.is_empty() {
                return Ok(true);
            }
            if !self.write_unsent(&mut unsent)? {
                return Ok(false);
            }
        }
    }

    /// Writes a control frame. While others wait it is left out, so that they do not grow in number.
    pub(super) fn write_control(&self, control: Control, payload: &[u8]) -> Result<()> {
        let mut unsent = self.unsent();
        if unsent.bytes.is_empty() {
            unsent.add(OpCode::Control(control), payload);
            self.write_unsent(&mut unsent)?;
        }
        Ok(())
    }

    /// Whether the socket has taken everything.
    fn write_unsent(&self, unsent: &mut Unsent) -> Result<bool> {
        while !unsent.bytes.is_empty() {
            match self.socket.try_write(&unsent.bytes) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(written) => {
                    unsent.bytes.drain(..written);
                    unsent.taken += written as u64;
                }
                Err(problem) if problem.kind() == ErrorKind::WouldBlock => return Ok(false),
                Err(problem) => return Err(problem),
            }
        }
        unsent.bytes.shrink_to(BYTES_RESERVED);
        Ok(true)
    }

    /// How many bytes the socket has taken so far.
    pub(crate) fn taken(&self) -> u64 {
        self.unsent().taken
    }

    /// Waits until the socket has taken everything that is unsent. Only the connection's task may
    /// call it.
    pub(crate) fn poll_flush(&self, context: &mut Context<'_>) -> Poll<Result<()>> {
        loop {
            if self.write_unsent(&mut self.unsent())? {
                return Poll::Ready(Ok(()));
            }
            ready!(self.socket.as_ref().poll_write_ready(context))?;
        }
    }
}

impl Unsent {
    fn add(&mut self, opcode: OpCode, payload: &[u8]) {
        let header = FrameHeader { opcode, ..FrameHeader::default() };
        let written = header.format(payload.len() as u64, &mut self.bytes);
        written.expect("a vector takes everything");
        self.bytes.extend_from_slice(payload);
    }
}
