//! What the pages are served by, and the lines to it.

pub(crate) mod away;
pub(crate) mod host;
pub(crate) mod program;
pub(crate) mod proxy;
