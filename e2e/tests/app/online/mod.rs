//! Matches, rooms and leaderboards of a real server.

mod devices;
mod leaving;
pub(crate) mod matches;
mod ranked;
mod reports;
mod rooms;
mod several_servers;
#[cfg(unix)]
mod terminal;
