//! The journal in a stream of NATS `JetStream`, for servers that share it.

mod connection;
mod journal;
mod reading;
mod record;

pub use connection::{Nats, NatsConfig, START_PATIENCE};
pub use journal::NatsJournal;
