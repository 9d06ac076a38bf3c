//! Where clients meet the server: sockets, HTTP, limits, and the app's files.

pub(crate) mod accept;
pub(crate) mod address;
pub(crate) mod api;
pub(crate) mod names;
pub(crate) mod outbox;
pub(crate) mod rate_limit;
pub(crate) mod session;
pub(crate) mod site;
pub(crate) mod socket;
pub(crate) mod timed_stream;
pub(crate) mod websocket;
