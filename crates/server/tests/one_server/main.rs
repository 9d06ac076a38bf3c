//! A service of one server, with a data folder.

mod host;
#[path = "../scenarios/mod.rs"]
mod scenarios;
#[path = "../support/mod.rs"]
mod support;
