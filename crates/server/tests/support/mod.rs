//! What the tests of the server share: hands that play, real connections, and faults between them.
#![allow(dead_code, reason = "each test uses its own part")]

pub(crate) mod folder;
pub(crate) mod hands;
pub(crate) mod http;
pub(crate) mod padded;
pub(crate) mod player;
pub(crate) mod proxy;
pub(crate) mod ranked;
pub(crate) mod server;
pub(crate) mod socket;
