//! Where clients meet the server: sockets, HTTP, limits, and the app's files.

pub(crate) mod accept;
pub(crate) mod address;
pub(crate) mod answer;
mod embedded;
pub(crate) mod health;
pub(crate) mod leaderboards;
pub(crate) mod lists;
pub(crate) mod matches;
pub(crate) mod moves;
pub(crate) mod names;
pub(crate) mod outbox;
pub(crate) mod rate_limit;
pub(crate) mod reports;
pub(crate) mod session;
pub(crate) mod site;
pub(crate) mod socket;
pub(crate) mod static_files;
pub(crate) mod timed_stream;
