//! The journal in a stream of NATS `JetStream`, for servers that share it.

mod connection;
mod journal;
mod position;
mod publishing;
mod reading;
mod record;
mod writer_log;

pub use connection::{Nats, NatsConfig, START_PATIENCE};
pub use journal::NatsJournal;
