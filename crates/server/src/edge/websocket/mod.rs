//! `WebSocket` connections: the handshake, and frames read from and written to the TCP stream itself.
//!
//! tungstenite parses and formats the heads of frames. Its streams are not used, because a message
//! here is small: decoding it in the read buffer, and writing it without waking the connection's
//! task, costs several times less.

mod frames;
mod handshake;
mod receiver;
mod sender;

pub(crate) use handshake::Handshake;
pub(crate) use receiver::{Broken, Received, WebSocket};
pub(crate) use sender::FrameSender;

#[cfg(test)]
pub(crate) use receiver::tests::pair;
