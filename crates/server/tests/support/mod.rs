//! What the tests of the server share: hands that play, and real connections.
#![allow(dead_code, reason = "each test uses its own part")]

pub(crate) mod hands;
