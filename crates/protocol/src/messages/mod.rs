//! The messages of both sides, what they are made of, and their form as bytes.

pub(crate) mod checkpoint;
pub(crate) mod client_message;
pub(crate) mod input;
pub(crate) mod per_seat;
pub(crate) mod server_message;
pub(crate) mod wire;
